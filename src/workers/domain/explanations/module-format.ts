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
  match: [
    /(?:^|: )The requested module '[^']+' (?:does not provide an export|contains conflicting star exports|is a CommonJS module)/,
    /(?:^|: )Named export '[^']+' not found\./,
    /(?:^|: )(?:Cannot use import statement outside a module|import declarations may only appear at top level of a module)/,
    /(?:^|: )(?:Cannot use 'import\.meta' outside a module|import\.meta may only appear in a module)/,
    /^Unexpected token '?(?:export|import)'?(?:$|\n)/,
    /(?:^|: )require\(\) (?:of ES Module|cannot be used on an ESM graph)/,
    /(?:^|: )(?:Must use import to load ES Module|Cannot require\(\) ES Module|Error \[ERR_REQUIRE_ESM\]|ERR_REQUIRE_ESM\b)/,
    /\bis not defined in ES module scope\b/,
    /(?:^|: )Unknown (?:file extension "\.?\w*" for|module format: )/,
    /(?:^|: )Directory import '[^']+' is not supported/,
    /(?:^|: )Only (?:file and data URLs|URLs with a scheme in: .{1,60}) are supported by the default ESM loader/,
    /(?:^|: )Module "[^"]+" (?:needs an import (?:attribute|assertion)|is not of type|has been externalized for browser compat)/,
    /(?:^|: )Dynamic require of "[^"]+" is not supported/,
    /^(?:ambiguous indirect export|import not found|indirect export not found): \S+$/,
    /^Importing binding name '[^']+' (?:is not found|cannot be resolved)/,
    /^Import attribute "type" with value|^A dynamic import callback was (?:not specified|invoked without)/,
    /\berror:0308010C:|^digital envelope routines::unsupported/,
    /(?:^|: )Failed to resolve (?:import|entry for package) "[^"]+"/,
    /(?:^|: )Could not resolve (?:"[^"]+"|'[^']+'|entry module)/,
    /(?:^|\n)Module not found: (?:Error: )?(?:Can't|Cannot) resolve '/,
    /(?:^|\n)Module (?:build failed|parse failed|Error|Warning)(?: \(from \S+\))?:\s/,
    /\bYou may need an appropriate loader to handle this file type/,
    /^(?:Transform|Build) failed with \d+ errors?/,
    /\bFailed to parse source for import analysis/,
    /^"?'?\w+'?"? is not exported by "?\S+"?, imported by /,
    /^(?:Attempted import error|export '\w+' \(imported as '\w+'\) was not found in|No matching export in ["'])/,
    /^Top-level await is (?:not available in the configured target|currently not supported)/,
    /^Invalid configuration object\. Webpack has been/,
    /^Support for the experimental syntax '\w+' isn't currently enabled/,
    /^Cannot find (?:module|plugin|preset) '(?:babel-|@babel\/)(?:plugin|preset)-/,
    /^Unknown plugin ".{1,100}" specified in|^Duplicate plugin\/preset detected|^Requires Babel "/,
    /^(?:PostCSS plugin \S+ requires PostCSS|It looks like you're trying to use `tailwindcss` directly)/,
    /^Failed to resolve entry for package |^Failed to load (?:PostCSS config|config from|url) /,
    /^Jest encountered an unexpected token/,
    /^(?:UNRESOLVED_IMPORT|Unresolved (?:import|entry))\b/,
    /(?:^|: )\[(?:vite|plugin|rollup|esbuild|webpack|@vue\/compiler-sfc|postcss|unplugin)[^\]]{0,80}\]:? \S/,
    /\berror TS\d{4,5}: /,
  ],
  matchTyped: [
    /^(?:RollupError|ModuleParseError|ModuleBuildError|WebpackOptionsValidationError|CssSyntaxError): /,
    /^(?:ModuleNotFoundError): Module not found/,
  ],
  cases: [
    {
      when: /0308010C|digital envelope/,
      text: 'An old build tool uses an algorithm that OpenSSL 3, which comes with Node 17 and later versions, no longer offers.',
      suggestion:
        'Upgrade the build tool (webpack 5 or later); until then set NODE_OPTIONS=--openssl-legacy-provider or use an older Node version.',
      examples: ['error:0308010C:digital envelope routines::unsupported'],
    },
    {
      when: /does not provide an export|Named export|not exported by|star exports|indirect export|import not found|Importing binding|was not found in|No matching export|Attempted import/,
      text: 'The module has no export of this name. It may be a default export, a type that exists only in TypeScript, or a CommonJS module, which offers its values through the default import.',
      suggestion:
        'Check the name and whether the export is default or named; for CommonJS packages import the default and take the value from it, and import types with `import type`.',
      examples: ["The requested module './mod.mjs' does not provide an export named 'nope'"],
    },
    {
      when: /require\(\)|REQUIRE_ESM|load ES Module|Dynamic require|ESM graph/,
      text: 'The package is an ES module (or the bundle is one), and `require` of CommonJS cannot load it here.',
      suggestion:
        'Use import, or await import() inside CommonJS; or use a Node version that can require ES modules, or the last CommonJS version of the package.',
      examples: ['require() of ES Module /app/node_modules/chalk/index.js from /app/a.js not supported.'],
    },
    {
      when: /import statement|import\.meta|top level|Unexpected token|ES module scope|file extension|module format/,
      text: 'The file is treated as the wrong kind of module: it uses `import` or `export` but runs as CommonJS, or uses `require` but runs as an ES module.',
      suggestion:
        'Set "type": "module" in package.json (or use .mjs and .cjs), load browser scripts with type="module", and let the test runner or compiler transform the file.',
      examples: ['Cannot use import statement outside a module'],
    },
    {
      when: /[Rr]esolve|not found|UNRESOLVED|Directory import/,
      text: 'The bundler or loader could not resolve this import: the package is not installed, or the path of the module is wrong (spelling, case, alias or file extension).',
      suggestion:
        'Install the package, check the path from the file that imports it, and declare aliases in the bundler as well as in tsconfig.json.',
      examples: ['Failed to resolve import "react" from "src/pages/Home.jsx". Does the file exist?'],
    },
  ],
};
