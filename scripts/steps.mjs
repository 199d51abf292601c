// The steps of the build: what each reads, what it leaves and what it runs. A step runs when its inputs have changed or
// its outputs are not as it left them (scripts/freshness.mjs). Plain Node.

const COMMON = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts/steps.mjs'];
/** TypeScript 7; what asks the compiler for types, the linter and the packing of types, reads 6 (docs/dependencies.md). */
const TSC = 'node_modules/typescript-7/bin/tsc';

const sources = (path) => ({ path, only: /\.c?tsx?$/ });
const types = (path) => ({ path, only: /\.d\.ts$/ });
const code = (path) => ({ path, only: /\.js$/ });

/** What is packed beside the files that the daemon serves, and these files: below the client's folder nothing is served. */
const PACKED = /^dist\/(?:dashboard\/.+|clients\/[^/]+)\.(?:br|gz)$/;
const SERVED = /^dist\/(?:dashboard\/.+|clients\/[^/]+)(?<!\.br|\.gz)$/;

/**
 * What runs anywhere: the daemon, then the tests and benchmarks. Both compilations write the daemon's files. That of the
 * daemon always goes first, so that what the other leaves alone is already that of the present sources, whichever
 * command built last.
 */
const DAEMON = {
  name: 'daemon',
  inputs: [...COMMON, 'tsconfig.build.json', 'scripts/native-hashes.d.mts', sources('src'), sources('schemas')],
  outputs: ['dist/src', types('dist/schemas')],
  // Compiled anew without the compiler's notes on what it has written already.
  notes: 'dist/tsconfig.build.tsbuildinfo',
  orphans: ['dist/src', 'dist/schemas'],
  run: [TSC, '-p', 'tsconfig.build.json'],
};

const TESTS = {
  name: 'tests',
  inputs: [...COMMON, ...['src', 'schemas', 'test', 'bench', 'clients'].map(sources)],
  outputs: ['dist/test', 'dist/bench', 'dist/clients/core', 'dist/clients/node', 'dist/clients/browser'],
  notes: 'dist/tsconfig.tsbuildinfo',
  orphans: ['dist/test', 'dist/bench', 'dist/clients/core', 'dist/clients/node', 'dist/clients/browser'],
  run: [TSC, '-p', 'tsconfig.json'],
};

/** Replaces what the compiler made of the schemas; whatever writes them again makes its outputs others than it left. */
const SCHEMAS = {
  name: 'schemas',
  inputs: [...COMMON, sources('schemas'), 'schemas/otlp/otlp.proto', 'src/ajv.ts', 'scripts/compile-schemas.mjs'],
  follows: true,
  outputs: [code('dist/schemas'), 'dist/compiled'],
  run: ['scripts/compile-schemas.mjs'],
};

/** The libraries that the daemon runs with, in a file each: none of them is installed with a package. */
const LIBRARIES = {
  name: 'libraries',
  inputs: [...COMMON, 'scripts/bundle-libraries.mjs'],
  outputs: ['dist/libraries'],
  run: ['scripts/bundle-libraries.mjs'],
};

/** What the compiler and the step of the schemas have made, by what that was made of, and how it is bundled. */
const BUNDLED = [...DAEMON.inputs, ...SCHEMAS.inputs, 'scripts/bundle-options.mjs'];

const THREADS = {
  name: 'threads',
  inputs: [...BUNDLED, 'scripts/build-threads.mjs'],
  outputs: ['dist/threads'],
  run: ['scripts/build-threads.mjs'],
};

const MAIN = {
  name: 'main',
  inputs: [...BUNDLED, 'scripts/build-main.mjs'],
  outputs: ['dist/main'],
  run: ['scripts/build-main.mjs'],
};

const DASHBOARD = {
  name: 'dashboard',
  inputs: [...COMMON, 'scripts/vite.config.mjs', 'dashboard'],
  outputs: [{ path: 'dist/dashboard', only: SERVED }],
  run: ['node_modules/vite/bin/vite.js', 'build', '--config', 'scripts/vite.config.mjs', '--logLevel=warn'],
};

/** What the MCP server uses of the SDK, in one file: the SDK itself is not there at run time. */
const MCP = {
  name: 'mcp',
  inputs: [...COMMON, 'scripts/build-mcp.mjs', 'scripts/mcp-sdk.mjs', 'scripts/mcp-no-ajv.mjs'],
  outputs: ['dist/mcp'],
  run: ['scripts/build-mcp.mjs'],
};

const SCRIPT = {
  name: 'client-script',
  inputs: [...COMMON, 'scripts/build-clients.mjs', 'scripts/internal-names.mjs', sources('clients/browser/src')],
  follows: true,
  outputs: [{ path: 'dist/clients', only: SERVED }],
  run: ['scripts/build-clients.mjs', '--script'],
};

const PACKAGES = {
  name: 'client-packages',
  inputs: [
    ...COMMON,
    'scripts/build-clients.mjs',
    'scripts/internal-names.mjs',
    ...['node', 'browser'].flatMap((client) => [`clients/${client}/tsconfig.json`, sources(`clients/${client}/src`)]),
  ],
  follows: true,
  outputs: ['clients/node/dist', 'clients/browser/dist'],
  run: ['scripts/build-clients.mjs', '--packages'],
};

const TARBALLS = {
  name: 'client-tarballs',
  inputs: [
    'scripts/pack-clients.mjs',
    'LICENSE',
    ...['node', 'browser'].flatMap((client) =>
      ['package.json', 'README.md', 'dist'].map((path) => `clients/${client}/${path}`),
    ),
  ],
  outputs: ['dist/packages'],
  run: ['scripts/pack-clients.mjs'],
};

/** What only a package has; a clone has it in node_modules, and in its sources. */
const NATIVE = {
  name: 'native',
  inputs: ['scripts/pack-native.mjs', 'scripts/native-hashes.json'],
  outputs: ['dist/native'],
  run: ['scripts/pack-native.mjs'],
};

const TYPES = {
  name: 'types',
  inputs: [...COMMON, 'scripts/write-types.mjs', sources('src'), sources('schemas')],
  outputs: ['dist/types'],
  run: ['scripts/write-types.mjs'],
};

const PACK = {
  name: 'pack',
  inputs: ['scripts/pack-static.mjs', ...['dist/dashboard', 'dist/clients'].map((path) => ({ path, only: SERVED }))],
  outputs: ['dist/dashboard', 'dist/clients'].map((path) => ({ path, only: PACKED })),
  run: ['scripts/pack-static.mjs'],
};

/** Vite and esbuild drop the types without looking at them. */
const toTypeCheck = (name, folder) => ({
  name,
  inputs: [...COMMON, `${folder}/tsconfig.json`, sources(`${folder}/src`)],
  follows: true,
  outputs: [],
  run: [TSC, '-p', folder],
});

/**
 * Lanes run side by side, the steps of a lane one after the other, and those of `last` when all lanes have ended. Of `daemon`
 * there is only what the daemon needs, of `package` also what a package has, of `all` also tests and benchmarks, and not what a
 * package has.
 */
export function toSteps(scope) {
  const clients = [SCRIPT, MCP, PACKAGES, TARBALLS];
  if (scope === 'daemon')
    return { lanes: [[DAEMON, SCHEMAS, LIBRARIES, THREADS, MAIN], [DASHBOARD], clients], last: [PACK] };
  if (scope === 'package') {
    return {
      lanes: [[DAEMON, SCHEMAS, LIBRARIES, THREADS, MAIN, TYPES], [DASHBOARD, ...clients], [NATIVE]],
      last: [PACK],
    };
  }
  const checks = [
    toTypeCheck('dashboard-types', 'dashboard'),
    toTypeCheck('client-node-types', 'clients/node'),
    toTypeCheck('client-browser-types', 'clients/browser'),
  ];
  return {
    lanes: [
      [DAEMON, TESTS, SCHEMAS, LIBRARIES, THREADS, MAIN, ...checks],
      [DASHBOARD, ...clients],
    ],
    last: [PACK],
  };
}
