import type { Pattern } from '../pattern.js';

export const CHUNK_LOAD: Pattern = {
  id: 'chunk-load',
  title: 'A part of the app could not be loaded',
  text: 'The browser could not load a part (chunk) of the app: a script, style or module that is fetched when it is needed. After a new deploy the old file no longer exists on the server; a broken network does the same.',
  suggestion:
    'Reload (refresh) the page once when this happens, keep the chunks of the previous deploy for a while, and check the public path of the files.',
  examples: [
    'Loading chunk 12 failed.',
    'Failed to fetch dynamically imported module: https://app.example.com/assets/Dashboard-4f3a2b1c.js',
    'WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 44 4f @+0',
    'Loading CSS chunk 3 failed.\n(/static/css/3.css)',
    'Importing a module script failed.',
    'error loading dynamically imported module: https://a.io/x.js',
  ],
  counterexamples: ['Chunk 12 of cheese failed quality control', 'Loading platform 4 failed inspection'],
  signs: {
    classes: ['ChunkLoadError', 'CSSChunkLoadError'],
    says: [
      /^Loading (?:CSS )?chunk [\w./@~-]{1,120} failed\b|^Failed to fetch dynamically imported module\b|^error loading dynamically imported module\b|^Importing a module script failed\b|^Unable to preload CSS for \/|\bFailed to load chunk \//,
    ],
  },
  match: [
    /\bFailed to fetch dynamically imported module\b|\berror loading dynamically imported module\b|\bImporting a module script failed\b|\bUnable to preload CSS for\b|\bdynamically imported module\b|\bFailed to load module script\b|'text\/html' is not a valid JavaScript MIME type\b|\bimportScripts\b.{0,40}\b(?:failed|could not)|\bmodule script .{0,60}MIME type\b/i,
    /\bLoading (?:module|script)(?: from)? \S?(?:https?:|\/).{0,200}(?:was blocked|failed)\b|\bLoading failed for the (?:<script>|module)|\bFailed to load (?:static props|script: |remote entry)|\bFailed to lookup page\b|\bLoad(?:ing)? (?:initial props|route) cancelled\b|\bScriptExternalLoadError\b|\bContainer (?:missing|initialization failed)\s{1,3}while loading\b|\bShared module is not available for eager consumption\b|\bRoute did not complete loading: |\bcould not load (?:the )?remote module\b/i,
    /\bWebAssembly\b.{0,80}(?:\(\)|:|expected|failed|Out of memory|refused)|\bwasm (?:streaming compile failed|validation error|code|memory)|\bIncorrect response MIME type\. Expected 'application\/wasm'|\bLinkError: |\bimport object field '|\bunreachable executed\b|\bexpected magic word\b|\bfailed to asynchronously prepare wasm\b|\bboth async and sync fetching of the wasm failed\b|^(?:memory access out of bounds|unreachable|table index is out of bounds|null function or function signature mismatch|indirect call to null)$/,
  ],
  matchTyped: [
    /^(?:ScriptExternalLoad|Compile|Link)Error:|^RuntimeError: (?:unreachable|memory access|table index|indirect call|function signature|null function|Aborted\()/,
  ],
  cases: [
    {
      id: 'service-worker',
      signs: {
        says: [
          /\bFailed to (?:register|update) a ServiceWorker\b|\bServiceWorker (?:script|registration|intercepted|for scope)|\b(?:serviceWorker|service worker)\b.{0,60}\b(?:register|MIME type|bad HTTP response)|\bbad-precaching-response\b|^Registration failed - (?:push service|permission|storage|no active|missing|could not|manifest)|^newestWorker is null$/,
        ],
      },
      text: 'The service worker could not be registered or updated: its script (sw.js) is missing, is answered with an HTML page or the wrong MIME type, redirects, or does not fit the scope.',
      suggestion:
        'Open the script URL in the browser and check its status and type, put the file at the root of the site, and serve it over https.',
      examples: [
        "Failed to register a ServiceWorker for scope ('https://app.example.com/') with script ('https://app.example.com/sw.js'): A bad HTTP response code (404) was received when fetching the script.",
      ],
    },
    {
      id: 'wasm-magic-word',
      signs: {
        says: [
          'expected magic word',
          "Incorrect response MIME type. Expected 'application/wasm'",
          'wasm streaming compile failed',
        ],
      },
      text: 'The browser expected a WebAssembly (wasm) file and got something else, often an HTML page that the server sends for a missing file, or the wrong MIME type.',
      suggestion:
        'Open the URL of the .wasm file, make sure the deploy includes it and serves it as application/wasm, and check the public path.',
      examples: ['WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 44 4f @+0'],
    },
    {
      id: 'wasm',
      when: /wasm|WebAssembly|LinkError|import object|unreachable|memory access|table index|null function|indirect call|Aborted\(/i,
      text: 'A WebAssembly (wasm) module could not start or crashed while it ran: its imports do not fit, the policy of the page or memory forbids it, or its code hit an invalid memory access.',
      suggestion:
        'Use the JavaScript and wasm files of one build, allow wasm-unsafe-eval in the CSP, and build with debug names to see where it crashed.',
      examples: ['RuntimeError: memory access out of bounds'],
    },
    {
      id: 'mime-type',
      signs: {
        says: [
          "because its MIME type ('text/html') is not executable",
          "because its MIME type ('text/html') is not a supported",
          'is not a valid JavaScript MIME type',
        ],
      },
      text: 'The browser asked for a script or module of the app and got another MIME type, mostly an HTML page, because the file no longer exists after a new deploy or the path is wrong.',
      suggestion:
        'Reload the page to get the current files, keep the chunks of the previous deploy for a while, and answer missing files with 404 instead of the index page.',
      examples: ["'text/html' is not a valid JavaScript MIME type."],
    },
  ],
};
