import type { PatternCase } from '../pattern.js';

/** Names and when they exist. */
export const UNDEFINED_VARIABLE_CASES: readonly PatternCase[] = [
  {
    when: /initializ|uninitialized/,
    text: 'A variable or class is used before it is initialized: the line that declares it (`let`, `const` or `class`) has not run yet. Often two modules import each other (a circular import).',
    suggestion:
      'Move the use after the declaration, and break import cycles by moving what both need into a third module.',
    examples: ["Cannot access 'config' before initialization"],
  },
  {
    when: /\b(?:window|document|navigator|localStorage|sessionStorage|self|location|history|alert|HTMLElement|Element|ResizeObserver|IntersectionObserver|MutationObserver|DOMParser|XMLHttpRequest|File|FormData|Worker)\b(?: is not defined|' doesn't)/,
    text: 'This global is defined in a browser only, and the code ran on a Node server (server rendering, a build or a test), where it does not exist.',
    suggestion:
      'Move the code into an effect or mounted hook, load the component on the client only, or guard it with typeof window !== "undefined". For tests use a DOM environment.',
    examples: ['window is not defined'],
  },
  {
    when: /\b(?:process|require|module|exports|Buffer|__dirname|__filename|global|setImmediate)\b(?: is not defined|' doesn't)|variable: (?:process|require|module|exports|Buffer|global)\b/,
    text: 'This global is defined in Node (for some of them only in CommonJS modules), and the code ran in a browser or an ES module, where it does not exist.',
    suggestion:
      'In the browser let the bundler replace it (import.meta.env or a define option instead of process.env); in ES modules use import and import.meta.url.',
    examples: ['process is not defined'],
  },
];

/** Calls and loops. */
export const NOT_CALLABLE_CASES: readonly PatternCase[] = [
  {
    when: /iterable|iterator|non-iterable|near '\.\.\.|entry object|[Ss]pread/,
    text: 'The code loops over, spreads or destructures a value that is not iterable, such as undefined or a plain object where an array is expected.',
    suggestion:
      'Check that the value really is an array (Array.isArray), await it if it is a promise, give it a default of [], and use Object.entries for plain objects.',
    examples: ['data.items is not iterable', "undefined is not a function (near '...[first, second]...')"],
  },
  {
    when: /constructor/,
    text: 'The code uses `new` with something that is no class or constructor: it is undefined, a plain or arrow function, or a module object instead of the class it exports.',
    suggestion:
      'Check whether the class is the default or a named export, and that no import cycle leaves it undefined.',
    examples: ['TypeError: Foo is not a constructor'],
  },
  {
    when: /doesn't support/,
    text: 'This browser does not support the method that is called, or the object has no function of that name.',
    suggestion: 'Add a polyfill for the browsers you support, or check that the method exists before you call it.',
    examples: ["Object doesn't support property or method 'includes'"],
  },
];

/** CommonJS, ES modules and bundlers. */
export const MODULE_FORMAT_CASES: readonly PatternCase[] = [
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
];

/** Installed packages and native code. */
export const MODULE_NOT_FOUND_CASES: readonly PatternCase[] = [
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
];

/** What arrived in place of JSON. */
export const JSON_CASES: readonly PatternCase[] = [
  {
    when: /token '?<|'<'|"<|<!DOCTYPE|<html/i,
    text: 'The text to parse as JSON is an HTML page: the response was an error page, a login page or the index page instead of the expected data.',
    suggestion:
      'Check the URL, the status and the content type of the response before you parse it, and log its first characters.',
    examples: ['Unexpected token < in JSON at position 0'],
  },
  {
    when: /\[object|token '?o\b/,
    text: 'An object was passed to JSON.parse. It was turned into the text "[object Object]", which is not JSON, because the value is already parsed.',
    suggestion:
      'Use the object as it is (response.data and response.json() are parsed already), and store objects with JSON.stringify.',
    examples: ['"[object Object]" is not valid JSON', 'Unexpected token o in JSON at position 1'],
  },
  {
    when: /undefined|token '?u\b/,
    text: 'The value to parse as JSON is undefined: the variable, the stored item or the argument has no value.',
    suggestion:
      'Check that the value exists before you parse it, and do not store undefined (it becomes the text "undefined").',
    examples: ['"undefined" is not valid JSON'],
  },
  {
    when: /end of JSON|EOF|end of data|Unterminated|unexpected end|empty/i,
    text: 'The JSON text to parse is empty or truncated: the response had no body (such as 204), the file is empty or still being written, or the connection was cut.',
    suggestion:
      'Check for an empty text before you parse it, and write files whole (to a temporary name, then rename).',
    examples: ['Unexpected end of JSON input'],
  },
  {
    when: /property name|double-quoted|Expected|control character|escaped|[Tt]railing|non-whitespace|Expecting|token '?[\]}',]/,
    text: 'The JSON text has a mistake where parse stopped: a single quote, a missing or trailing comma, a name without double quotes, a control character without its escape, or more text after the end.',
    suggestion:
      'Look at the position in the message, write JSON with JSON.stringify rather than by hand, and split texts that hold several JSON values.',
    examples: [
      'Expected double-quoted property name in JSON at position 7',
      'Bad control character in string literal in JSON at position 7',
    ],
  },
];

/** Patterns, addresses and encodings, and some kinds of bad code. */
export const SYNTAX_CASES: readonly PatternCase[] = [
  {
    when: /regular expression|regexp|RegExp|capture|character class|nothing to repeat|quantifier|parenthetical|identity escape|Invalid (?:group|named|flags)|invalid named/,
    text: 'The regular expression (regex) is not valid: its pattern has an unclosed group or bracket, a wrong quantifier or flag, or syntax this engine does not know.',
    suggestion:
      'Escape special characters when the pattern is built from input, double backslashes in strings, and note that old Safari has no lookbehind.',
    examples: ['Invalid regular expression: /(abc/: Unterminated group'],
  },
  {
    when: /atob|btoa|base64|encoded|to be decoded|invalid characters?\b|Invalid character/i,
    text: 'The text could not be decoded or encoded as base64: it contains a character that is not allowed, such as those of URL-safe base64 or letters beyond Latin-1.',
    suggestion:
      'Replace - and _ by + and / before atob, encode text as UTF-8 bytes before btoa, and take off any data: prefix.',
    examples: ['The string to be decoded is not correctly encoded.'],
  },
  {
    when: /malformed|URI\b/i,
    text: 'A URL part could not be decoded, because a percent sign in it does not begin a valid encoding (such as %20).',
    suggestion:
      'Decode only once and inside try and catch, encode values with encodeURIComponent, and answer 400 to such requests.',
    examples: ['URI malformed'],
  },
  {
    when: /URL|absolute|unescaped|expected pattern|scheme/,
    text: 'The URL (address) is invalid: it lacks its protocol (https://), is relative without a base, is undefined, or contains characters that are not allowed.',
    suggestion:
      'Log the URL, check the base address in the configuration, pass a base (new URL(path, base)), and encode parts with encodeURIComponent.',
    examples: ['Invalid URL'],
  },
  {
    when: /'<'|token '?<|got '<'/,
    text: 'A script begins with "<", which is a syntax error in JavaScript: the server sent an HTML page in its place (often the index or an error page), or JSX was not compiled.',
    suggestion: 'Open the address of the script in the browser, correct its path, and parse JSX with the build tool.',
    examples: ["expected expression, got '<'"],
  },
  {
    when: /left-hand|Left side|assignment target/,
    text: 'A syntax error: the left side of an assignment is not something that can be assigned to, such as a call, a constant or an optional chain.',
    suggestion: 'Use === to compare, and assign to a variable or property (a?.b = 1 is not allowed).',
    examples: ['Invalid left-hand side in assignment'],
  },
  {
    when: /await|yield/i,
    text: 'A syntax error: `await` is used outside of an async function (or of a module), or `yield` outside of a generator.',
    suggestion:
      'Mark the surrounding function async, including the callbacks in between, or run the file as an ES module.',
    examples: ['await is only valid in async functions and the top level bodies of modules'],
  },
  {
    when: /already been declared|redeclaration|duplicate variable|twice/,
    text: 'A syntax error: the same name is declared twice in one scope with let, const or class. In a page this also happens when a script is loaded twice.',
    suggestion:
      'Rename or remove one declaration, and load each script once (or as a module, which has a scope of its own).',
    examples: ["Identifier 'foo' has already been declared"],
  },
];
