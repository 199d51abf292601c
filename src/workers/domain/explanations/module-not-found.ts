import type { Pattern } from '../pattern.js';

export const MODULE_NOT_FOUND: Pattern = {
  id: 'module-not-found',
  title: 'Module not found or not loadable',
  text: 'A module or package that the code imports could not be found: it is not installed where the app runs, or its path or name is wrong (upper and lower case matter on Linux).',
  suggestion:
    'Check the spelling of the path, install the package (`npm install`, as a dependency and not only for development), and deploy node_modules and all built files with the app.',
  examples: [
    "Cannot find module 'express'\nRequire stack:\n- /app/src/index.js",
    "Cannot find package 'lodash' imported from /app/src/index.mjs",
    'No such built-in module: node:sqlite',
    "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by /app/node_modules/better-sqlite3/build/Release/better_sqlite3.node)",
  ],
  match: [
    /(?:^|[:\n] ?)(?:Error: )?Cannot find (?:module|package) (?:'[^'\s]+'|"[^"\s]+"|@[\w.-]+\/\S+)(?=$|[\n.,;]| imported| from| or its| Please| Require)/,
    /(?:^|: )No such built-in module: /,
    /(?:^|: )Package (?:subpath|import specifier) '?"?[^'"\s]+'?"? is not defined (?:by|in) /,
    /(?:^|: )No "exports" main (?:defined|resolved) in /,
    /(?:^|: )Invalid (?:module "[^"]+"|package (?:target|config)|"exports" target) /,
    /(?:^|: )(?:Failed to resolve module specifier|Error resolving module specifier|The specifier) ["“'‘]/,
    /^Module (?:name, '[^']+' does not resolve to a valid URL|specifier, ')/,
    /(?:^|: )Unable to resolve (?:module|path to module) [`'"]?\S+/,
    /(?:^|: )Cannot (?:resolve|load) module ['"`]\S+['"`]/,
    /^Could not locate (?:the bindings file|module \S+ mapped as)/,
    /^(?:Qualified path resolution failed|Your application tried to access \S+, but it isn't declared)/,
    /(?:^|: )No module named '?[\w.]+'?$/,
    /^Cannot find native (?:binding|module)|^Could not load native module/,
    /\bwas compiled against a different Node\.js version\b|\bNODE_MODULE_VERSION \d/,
    /(?:^|: )Module did not self-register/,
    /: (?:invalid ELF header|wrong ELF class: \w+|file too short|undefined symbol: \w+)$/,
    /\bversion `?'?(?:GLIBC|GLIBCXX|CXXABI)_[\d.]+'? not found/,
    /\bmach-o(?: file)?, but (?:wrong architecture|is an incompatible architecture)|\bincompatible architecture \(have/,
    /\bis not a valid Win32 application\b/,
    /\.node(?:'|"|$|\n)(?=.{0,40}(?:specified (?:module|procedure) could not be found))/s,
    /^The specified (?:module|procedure) could not be found\.(?:$|\n|\r)/,
    /\bcannot open shared object file: No such file/,
    /(?:^|: )(?:Error loading shared library|Library not loaded: |dlopen\(|symbol lookup error: )/,
    /^No (?:native build was found|prebuilt (?:or local )?binar(?:y|ies) (?:was )?found)\b/,
    /^(?:Something went wrong installing|Could not load) the "sharp" module/,
    /^You installed \w+ (?:for|on) another platform/,
    /^gyp ERR!|\bnode-gyp (?:rebuild|failed)\b|`gyp` failed with exit code/,
    /^Please install [\w@/-]+ package manually/,
    /^Failed to load (?:native (?:binding|module)|SWC binary)|^Unable to load native /,
  ],
  matchTyped: [/^ModuleNotFoundError: No module named /],
  cases: [
    {
      when: /compiled against|NODE_MODULE_VERSION|self-register/,
      text: 'A native module was built for another Node version than the one that runs it.',
      suggestion:
        'Run `npm rebuild`, or delete node_modules and reinstall with the Node version that runs the app; for Electron rebuild it for Electron.',
      examples: [
        "The module '/app/a.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 108.",
      ],
    },
    {
      when: /GLIBC|GLIBCXX|CXXABI|shared object|shared library|Library not loaded|symbol|lookup error/,
      text: 'A native module needs a system library (such as glibc) that is missing here or has an older version than the one it was built with.',
      suggestion:
        'Install the library, use a newer base image (or one of the same kind: Alpine has no glibc), or rebuild the module on this system.',
      examples: ["/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.28' not found (required by /app/a.node)"],
    },
    {
      when: /ELF|architecture|Win32|another platform|prebu|native|bindings|gyp|"sharp"|SWC|dlopen|file too short|specified (?:module|procedure)|\.node\b/,
      text: 'A native module could not be loaded: it was installed for another system, platform or architecture, or its binary was never built or downloaded.',
      suggestion:
        'Delete node_modules and reinstall on the machine (or in the image) that runs the app, do not copy node_modules between systems, and install build tools if it must be compiled.',
      examples: ['/app/a.node: invalid ELF header'],
    },
    {
      when: /built-in/,
      text: 'This Node version has no built-in module of this name: it came with a later version, or the name is misspelled.',
      suggestion:
        'Upgrade Node (check `node --version` where the app runs, not only on your machine), or use a package instead.',
      examples: ['No such built-in module: node:sqlite'],
    },
    {
      when: /exports|subpath|import specifier|package (?:target|config)/,
      text: 'The package does not export this path: its "exports" in package.json list what may be imported, and this module is not among it.',
      suggestion: 'Import a path the package lists (see its documentation), or install the version that still has it.',
      examples: [
        'Package subpath \'./lib/utils\' is not defined by "exports" in /app/node_modules/some-lib/package.json',
      ],
    },
    {
      when: /specifier|valid URL/,
      text: 'The browser cannot resolve this import: a bare package name (module specifier) means nothing to it without a bundler or an import map, and a path must begin with a slash or a dot.',
      suggestion: 'Bundle the code, add an import map, or import the module by its path or URL.',
      examples: [
        'Failed to resolve module specifier "vue". Relative references must start with either "/", "./", or "../".',
      ],
    },
  ],
};
