import type { Pattern } from '../pattern.js';

export const UNDEFINED_VARIABLE: Pattern = {
  id: 'undefined-variable',
  title: 'Name not defined, or used too early',
  text: 'The code uses a variable or function name that is not defined (declared) in this scope: it is misspelled, not imported, or the script that should define it did not load.',
  suggestion:
    'Check the spelling, import or declare the name before it is used, and check that scripts which define globals load first (or were blocked).',
  examples: [
    'trackEvent is not defined',
    'process is not defined',
    "Cannot access 'config' before initialization",
    'Cannot access uninitialized variable.',
  ],
  match: [
    /(?:^|: )Cannot access '[^']{1,100}' before initialization/,
    /(?:^|: )can't access lexical declaration ['"`]?[\w$]+['"`]? before initialization/,
    /(?:^|: )Cannot access uninitialized variable/,
    /(?:^|: )Can't find variable: [\w$]+(?=$|\n)/,
    /(?:^|: )assignment to undeclared variable [\w$]+/,
    /^reference to undefined property /,
    /^Property '[\w$]+' doesn't exist$/,
    /^(?:window|document|navigator|localStorage|sessionStorage|self|global|globalThis|process|require|module|exports|Buffer|__dirname|__filename|fetch|crypto|jQuery|\$|React|regeneratorRuntime|location|history|alert|HTMLElement|Element|ResizeObserver|IntersectionObserver|TextEncoder|TextDecoder|FormData|Headers|Request|Response|Blob|File|WebSocket|XMLHttpRequest|google|gtag|fbq|ga|dataLayer|define|importScripts|DOMParser|structuredClone|AbortController|performance|setImmediate|Worker|Event|CustomEvent|MutationObserver|URL|describe|it|test|expect|jest|ReadableStream|MessageChannel|BroadcastChannel) is not defined(?=$|\n|\.$)/,
    /^[a-z_$][\w$]{0,100} is not defined(?=$|\n)/,
    /(?:^|: )ReferenceError: [\w$.]{1,100} is not defined(?=$|\n)/,
    /^name '\w+' is not defined$|^undefined local variable or method /,
    /^access to strict mode caller function is censored/,
    /^Must be initialized before use$/,
  ],
  matchTyped: [
    /^ReferenceError: [^\s]{1,150} is not defined(?=$|\n|\.)/,
    /^ReferenceError: ['"]?[\w$]+['"]? is (?:undefined|not initialized|not declared)(?=$|\n)/,
    /^ReferenceError: (?:Cannot access|can't access|assignment to|Property ')/,
  ],
  cases: [
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
  ],
};
