import type { Pattern } from '../pattern.js';

export const MODULE_FORMAT: Pattern = {
  id: 'module-format',
  title: 'Module format or build problem',
  text: 'The build tool or module loader could not process this file or import: a loader, plugin or setting for it is missing, or the code has a mistake.',
  suggestion:
    'Look at the file and line in the message, install the loader or plugin it needs, and check the configuration of the build tool.',
  examples: [
    "The requested module './mod.mjs' does not provide an export named 'nope'",
    'Cannot use import statement outside a module',
    'error:0308010C:digital envelope routines::unsupported',
    'Failed to resolve import "react" from "src/pages/Home.jsx". Does the file exist?',
  ],
  counterexamples: ['Import not found in customs register: container 12'],
  signs: { codes: ['PLUGIN_ERROR', 'ERR_UNSUPPORTED_ESM_URL_SCHEME', 'ERR_VM_DYNAMIC_IMPORT_CALLBACK_MISSING'] },
  match: [
    /(?:^|: )Only (?:file and data URLs|URLs with a scheme in: .{1,60}) are supported by the default ESM loader|^A dynamic import callback was (?:not specified|invoked without)|(?:^|\n)Module (?:build failed|parse failed|Error|Warning)(?: \(from \S+\))?:\s|^(?:Transform|Build) failed with \d+ errors?/,
    /^(?:Top-level await is (?:not available in the configured target|currently not supported)|Invalid configuration object\. Webpack has been|Unknown plugin ".{1,100}" specified in|Duplicate plugin\/preset detected|Requires Babel "|PostCSS plugin \S+ requires PostCSS|It looks like you're trying to use `tailwindcss` directly|Failed to load (?:PostCSS config|config from|url) |Jest encountered an unexpected token)|(?:^|: )\[(?:vite|plugin|rollup|esbuild|webpack|@vue\/compiler-sfc|postcss|unplugin)[^\]]{0,80}\]:? \S/,
  ],
  matchTyped: [/^(?:RollupError|ModuleParseError|ModuleBuildError|WebpackOptionsValidationError|CssSyntaxError): /],
  cases: [
    {
      id: 'typescript-file',
      signs: { codes: ['ERR_UNKNOWN_FILE_EXTENSION'], where: /"\.[cm]?tsx?"/ },
      otherSigns: [
        {
          codes:
            'ERR_INVALID_TYPESCRIPT_SYNTAX, ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX, ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING, ERR_NO_TYPESCRIPT'.split(
              ', ',
            ),
        },
      ],
      text: 'Node was told to run a TypeScript file (extension .ts) that it cannot load by itself: no loader is registered, and the file was not compiled to JavaScript.',
      suggestion:
        'Compile with tsc and run the .js file, or start it with a loader that knows TypeScript and ES modules (tsx, or ts-node with --esm).',
      examples: [
        {
          type: 'TypeError',
          code: 'ERR_UNKNOWN_FILE_EXTENSION',
          message: 'Unknown file extension ".ts" for /srv/app/index.ts',
        },
      ],
    },
    {
      id: 'test-transform',
      signs: { says: ['Jest encountered an unexpected token'] },
      text: 'Jest could not parse a file, because it is not plain CommonJS: an ES module (often one in node_modules), TypeScript or JSX that no transform, such as Babel or ts-jest, compiles.',
      suggestion:
        'Set up the transform for this kind of file, let transformIgnorePatterns leave out ES modules of node_modules, and map styles and images to a stub.',
      examples: [{ type: 'SyntaxError', message: 'Jest encountered an unexpected token' }],
    },
    {
      id: 'test-mock',
      signs: {
        says: [
          /\bThe module factory of `?jest\.mock\(\)`? is not allowed to reference any out-of-scope variables|^\[vitest\] (?:There was an error when mocking a module|No "[^"\n]{1,80}" export is defined on the)/,
        ],
      },
      text: 'The mock of a module cannot be made: jest.mock() and vi.mock() are moved (hoisted) above the imports and variables of the file, so their factory may not use variables from outside, or it lacks an export that the code needs.',
      suggestion:
        'Make the values inside the factory, begin the name of the variable with mock, or use vi.hoisted(); spread the actual module (jest.requireActual, importOriginal) to keep its other exports.',
      examples: [
        {
          type: 'ReferenceError',
          message:
            '/srv/app/a.test.js: The module factory of `jest.mock()` is not allowed to reference any out-of-scope variables.',
        },
      ],
    },
    {
      id: 'node-polyfill',
      signs: {
        says: [
          /(?:^|\n)Module not found: (?:Error: )?(?:Can't|Cannot) resolve '(?:node:)?(?:path|fs|os|crypto|stream|buffer|http|https|url|util|zlib|assert|net|tls|querystring|vm|child_process|process|timers|tty|dns|events|readline|worker_threads|module)'|(?:^|: )Module "[^"]+" has been externalized for browser compat/,
        ],
      },
      text: 'Code for the browser imports a core module of Node (such as path or crypto), which browsers do not have. Since webpack 5 bundlers add no polyfills for them by themselves.',
      suggestion:
        'Keep code that needs it on the server, use a package made for browsers, or add a polyfill or `false` under resolve.fallback (alias in Vite) in the bundler configuration.',
      examples: ["Module not found: Error: Can't resolve 'path' in '/srv/shop-web/src'"],
    },
    {
      id: 'missing-preprocessor',
      signs: {
        says: [
          /^(?:\S{1,40} )?Preprocessor dependency "[\w-]{1,40}" not found|\bCannot find module '(?:sass|sass-embedded|node-sass|less|stylus|postcss|autoprefixer)'|\bCannot find (?:module|plugin|preset) '(?:babel-|@babel\/)(?:plugin|preset)-/,
        ],
      },
      text: 'The build needs a compiler or plugin that is not installed: a style preprocessor (sass, less, stylus), PostCSS or a Babel plugin that the configuration or a file names.',
      suggestion:
        'Install it as a development dependency (such as npm install -D sass), also in the place where the build runs, and restart the build.',
      examples: [
        'Preprocessor dependency "sass-embedded" not found. Did you install it? Try `npm install -D sass-embedded`.',
      ],
    },
    {
      id: 'missing-loader',
      signs: {
        codes: ['PARSE_ERROR'],
        says: [
          /\bYou may need an? (?:appropriate|additional) loader to handle|\bFailed to parse source for import analysis|^Support for the experimental syntax '\w+' isn't currently enabled|\bNo loader is configured for "/,
        ],
      },
      text: 'The build tool cannot parse this file: no loader or plugin for its type (JSX, TypeScript, CSS, images) is set up, the file has the wrong extension, or it has a syntax error.',
      suggestion:
        'Add the loader or plugin for this type of file to the configuration, give files with JSX the extension .jsx or .tsx, and check the named line for a typo.',
      examples: [
        'Module parse failed: Unexpected token (3:9)\nYou may need an appropriate loader to handle this file type.',
      ],
    },
    {
      id: 'import-attribute',
      signs: {
        codes: [
          'ERR_IMPORT_ATTRIBUTE_MISSING',
          'ERR_IMPORT_ASSERTION_TYPE_MISSING',
          'ERR_IMPORT_ATTRIBUTE_TYPE_INCOMPATIBLE',
        ],
        says: [
          /(?:^|: )Module "[^"]+" (?:needs an import (?:attribute|assertion)|is not of type)|^Import attribute "type" with value/,
        ],
      },
      otherSigns: [{ codes: ['ERR_IMPORT_ATTRIBUTE_UNSUPPORTED'] }],
      text: 'A JSON (or other) file is imported as an ES module without the import attribute that says its type.',
      suggestion: "Write import data from './a.json' with { type: 'json' }, or read the file and parse it.",
      examples: ['Module "file:///srv/a.json" needs an import attribute of "type: json"'],
    },
    {
      id: 'relative-import-of-script',
      signs: {
        says: [
          '^attempted relative import with no known parent package$',
          '^attempted relative import beyond top-level package$',
        ],
      },
      text: 'A relative import (with a dot) was used in a file that Python does not run as part of a package: it was started as a script, or the import climbs above the root of the package.',
      suggestion:
        'Run it as a module from the root of the project (python -m shop.cart), or import it by its absolute name, and check that the folders form a package.',
      examples: [
        { type: 'ImportError', message: 'attempted relative import with no known parent package', language: 'python' },
      ],
    },
    {
      id: 'types-of-typescript',
      signs: { codes: ['TS*'], where: /\bTS\d{4,5}\b/ },
      text: 'TypeScript found an error of types while it compiled this file: a value, argument or property has another type than the place where it is used declares.',
      suggestion:
        'Go to the file and line in the message, compare the two types it names, and correct the value or the declaration; the number can be looked up.',
      examples: ["src/cart.ts:4:1 - error TS2322: Type 'string' is not assignable to type 'number'."],
    },
    {
      id: 'openssl',
      signs: {
        codes: ['ERR_OSSL_EVP_UNSUPPORTED'],
        says: ['error:0308010C:', '^digital envelope routines::unsupported'],
      },
      text: 'An old build tool uses an algorithm that OpenSSL 3, which comes with Node 17 and later versions, no longer offers.',
      suggestion:
        'Upgrade the build tool (webpack 5 or later); until then set NODE_OPTIONS=--openssl-legacy-provider or use an older Node version.',
      examples: ['error:0308010C:digital envelope routines::unsupported'],
    },
    {
      id: 'no-such-export',
      signs: {
        codes: ['MISSING_EXPORT', 'TS2305', 'TS2614', 'TS1192'],
        says: [
          /(?:^|: )(?:The requested module '[^']+' (?:does not provide an export|contains conflicting star exports|is a CommonJS module)|Named export '[^']+' not found\.)|^(?:ambiguous indirect export|import not found|indirect export not found): \S+$|^Importing binding name '[^']+' (?:is not found|cannot be resolved)|^"?'?\w+'?"? is not exported by "?\S+"?, imported by |^(?:Attempted import error|export '\w+' \(imported as '\w+'\) was not found in|No matching export in ["'])/,
        ],
      },
      text: 'The module has no export of this name. It may be a default export, a type that exists only in TypeScript, or a CommonJS module, which offers its values through the default import.',
      suggestion:
        'Check the name and whether the export is default or named; for CommonJS packages import the default and take the value from it, and import types with `import type`.',
      examples: ["The requested module './mod.mjs' does not provide an export named 'nope'"],
    },
    {
      id: 'require-of-esm',
      signs: {
        codes: ['ERR_REQUIRE_ESM', 'ERR_REQUIRE_ASYNC_MODULE', 'ERR_REQUIRE_CYCLE_MODULE'],
        says: [
          /(?:^|: )(?:require\(\) (?:of ES Module|cannot be used on an ESM graph)|Must use import to load ES Module|Cannot require\(\) ES Module|Dynamic require of "[^"]+" is not supported)/,
        ],
      },
      text: 'The package is an ES module (or the bundle is one), and `require` of CommonJS cannot load it here.',
      suggestion:
        'Use import, or await import() inside CommonJS; or use a Node version that can require ES modules, or the last CommonJS version of the package.',
      examples: ['require() of ES Module /app/node_modules/chalk/index.js from /app/a.js not supported.'],
    },
    {
      id: 'wrong-format',
      signs: {
        codes: [
          'ERR_UNKNOWN_FILE_EXTENSION',
          'ERR_UNKNOWN_MODULE_FORMAT',
          'ERR_AMBIGUOUS_MODULE_SYNTAX',
          'TS1470',
          'TS1378',
          'TS1343',
        ],
        says: [
          /(?:^|: )(?:Cannot use import statement outside a module|import declarations may only appear at top level of a module|Cannot use 'import\.meta' outside a module|import\.meta may only appear in a module)|^(?:SyntaxError: )?Unexpected token '?(?:export|import)'?(?:$|\n)|\bis not defined in ES module scope\b|(?:^|: )Unknown (?:file extension "\.?\w*" for|module format: )/,
        ],
      },
      text: 'The file is treated as the wrong kind of module: it uses `import` or `export` but runs as CommonJS, or uses `require` but runs as an ES module.',
      suggestion:
        'Set "type": "module" in package.json (or use .mjs and .cjs), load browser scripts with type="module", and let the test runner or compiler transform the file.',
      examples: ['Cannot use import statement outside a module'],
    },
    {
      id: 'unresolved',
      signs: {
        codes: ['UNRESOLVED_IMPORT', 'UNRESOLVED_ENTRY', 'UNLOADABLE_DEPENDENCY'],
        says: [
          /(?:^|: |\] )(?:(?:Rollup|Rolldown) )?[Ff]ailed to resolve (?:import|entry for package) ['"]|(?:^|: )Could not resolve (?:"[^"]+"|'[^']+'|entry module)|^(?:UNRESOLVED_IMPORT|Unresolved (?:import|entry))\b|^Unable to resolve module \S{1,200} from |(?:^|\n)Module not found: (?:Error: )?(?:Can't|Cannot) resolve '(?!(?:node:)?(?:path|fs|os|crypto|stream|buffer|http|https|url|util|zlib|assert|net|tls|querystring|vm|child_process|process|timers|tty|dns|events|readline|worker_threads|module)')/,
        ],
      },
      text: 'The bundler (such as webpack, Vite or Metro) or loader could not resolve this import: the package is not installed, or the path of the module is wrong (spelling, case, alias or file extension).',
      suggestion:
        'Install the package, check the path from the file that imports it, and declare aliases in the bundler as well as in tsconfig.json.',
      examples: ['Failed to resolve import "react" from "src/pages/Home.jsx". Does the file exist?'],
    },
    {
      id: 'compiler-options',
      signs: { codes: ['TS5*', 'TS6*', 'TS18003'], where: /\bTS(?:[56]\d{3}|18003)\b/ },
      otherSigns: [
        { says: ['Configuration for rule "'], where: [' is invalid'] },
        { classes: ['ValidationError'], where: ['^Invalid configuration object.', '^Invalid options object.'] },
        { says: [/\bERROR: Invalid option in \w{1,20}\(\) call: /] },
        { says: [/^CMake Error(?! at [^\n]{1,200}\(find_package\))/] },
      ],
      text: 'The compiler or build tool was called with an option or configuration (tsconfig.json, CMakeLists.txt) that it does not know or that does not fit: an option is misspelled or of another version, a source directory or file is missing, or no input matches.',
      suggestion:
        'Compare the option with the manual of this version, check the directory that it runs in and the include patterns of the configuration.',
      examples: [
        { type: 'Error', message: "error TS5023: Unknown compiler option '--nope'." },
        {
          type: 'Error',
          message: 'CMake Error: The source directory "/srv/app" does not appear to contain CMakeLists.txt.',
        },
      ],
    },
  ],
};
