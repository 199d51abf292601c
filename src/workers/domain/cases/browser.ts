import type { PatternCase } from '../pattern.js';

/** Reports that are no fault of the page. */
export const BROWSER_NOISE_CASES: readonly PatternCase[] = [
  {
    when: /ResizeObserver/,
    text: 'A ResizeObserver could not deliver all layout (resize) notifications within one frame and goes on in the next. The browser reports this as an error, but it is harmless.',
    suggestion:
      'Ignore or filter it out; if the layout really flickers, change sizes inside requestAnimationFrame in the observer callback.',
    examples: ['ResizeObserver loop limit exceeded'],
  },
  {
    when: /^Script error/,
    text: 'A script from another origin failed, and the browser hides its details from this page ("Script error."). It may be an ad, an extension, or your own code on a CDN.',
    suggestion:
      'For your own scripts add crossorigin="anonymous" to the tag and a CORS header (Access-Control-Allow-Origin) on the CDN to see the details; otherwise ignore it.',
    examples: ['Script error.'],
  },
  {
    when: /extension|Receiving end|message (?:port|channel)|runtime\.|MetaMask|ethereum|tronLink|phantom|evmAsk|inject/i,
    text: 'This comes from a browser extension of the user (such as a wallet or password manager), which runs in the page or lost its connection to its own background script. It is not the code of this app.',
    suggestion: 'Ignore it or filter it out by its text or by the extension address in the stack.',
    examples: ['Extension context invalidated.'],
  },
];

/** Security rules between origins. */
export const CROSS_ORIGIN_CASES: readonly PatternCase[] = [
  {
    when: /Mixed |mixed |insecure content/,
    text: 'The page was loaded over https but requests something over plain http (mixed content), which the browser blocked, as it would be insecure.',
    suggestion:
      'Use https (or relative) URLs for every script, image and request, and check base URLs in the configuration.',
    examples: ["Mixed Content: The page at 'https://a.io/' was loaded over HTTPS, but requested an insecure resource"],
  },
  {
    when: /X-Frame-Options|frame-ancestors/i,
    text: 'The page cannot be shown in a frame (iframe), because its X-Frame-Options header or content security policy (frame-ancestors) does not allow this origin to embed it.',
    suggestion:
      'If the framed page is yours, allow the embedding origin in its headers; otherwise link to it instead of embedding it.',
    examples: ["Refused to display 'https://x.io/' in a frame because it set 'X-Frame-Options' to 'deny'."],
  },
  {
    when: /Security[- ]Policy|CSP|unsafe-|TrustedScript|Refused to (?!set|get)/i,
    text: 'The content security policy (CSP) of the page does not allow this script, style, image, connection or inline code, so the browser blocked it.',
    suggestion:
      'Add the source to the directive named in the message (for inline code a nonce or hash), or remove what should not be there; an extension may also be the one that was blocked.',
    examples: ["Refused to connect to 'https://x.io/' because it violates the document's Content Security Policy."],
  },
  {
    when: /credential/i,
    text: 'CORS: this cross-origin request sends credentials (cookies or a sign-in), but the server does not allow that for this origin. With credentials, Access-Control-Allow-Origin must not be *.',
    suggestion:
      'Let the server answer with the exact origin and Access-Control-Allow-Credentials: true, or send the request without credentials.',
    examples: [
      "Access to fetch at 'https://api.example.com/' from origin 'https://app.example.com' has been blocked by CORS policy: The value of the 'Access-Control-Allow-Origin' header in the response must not be the wildcard '*' when the request's credentials mode is 'include'.",
    ],
  },
  {
    when: /preflight|Allow-(?:Methods|Headers)|Request header/i,
    text: 'CORS: before this cross-origin request the browser asks the server for leave with a preflight (an OPTIONS request), and the answer does not allow the origin, method or header.',
    suggestion:
      'Answer OPTIONS with status 204, no redirect, and Access-Control-Allow-Origin, -Methods and -Headers that name what the request uses.',
    examples: [
      "Access to fetch at 'https://api.example.com/' from origin 'https://app.example.com' has been blocked by CORS policy: Response to preflight request doesn't pass access control check",
    ],
  },
  {
    when: /frame|cross-origin object|access property|named property|recipient window|sandbox|contentDocument|accessed from origin|Unsafe attempt/i,
    text: 'The code reads or controls a window or frame (iframe) of another origin, which the browser does not allow: pages of different origins are kept apart.',
    suggestion:
      'Exchange messages with postMessage and check the origin of each, or serve both pages from one origin. Third-party scripts and extensions also cause this.',
    examples: ['Blocked a frame with origin "https://app.example.com" from accessing a cross-origin frame.'],
  },
  {
    when: /canvas/i,
    text: 'An image of another origin was drawn on this canvas, so the browser considers it tainted and does not let the page read it.',
    suggestion:
      'Set crossOrigin = "anonymous" on the image before its src, and let its server answer with a CORS header.',
    examples: ['Tainted canvases may not be exported.'],
  },
  {
    when: /Resource|Opener|Embedder|ORB|Opaque|cross-origin read|BLOCKED_BY_RESPONSE/,
    text: 'The browser blocked a response of another origin, because its type or its cross-origin headers (such as Cross-Origin-Resource-Policy) do not allow this page to use it.',
    suggestion:
      'Let that server send Cross-Origin-Resource-Policy: cross-origin or a CORS header, and check that the URL does not answer with an HTML error page.',
    examples: ['net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin', 'A resource was blocked by OpaqueResponseBlocking.'],
  },
];

/** Files of the app that the browser loads late. */
export const CHUNK_LOAD_CASES: readonly PatternCase[] = [
  {
    when: /service ?worker|^Registration failed|precaching/i,
    text: 'The service worker could not be registered or updated: its script (sw.js) is missing, is answered with an HTML page or the wrong MIME type, redirects, or does not fit the scope.',
    suggestion:
      'Open the script URL in the browser and check its status and type, put the file at the root of the site, and serve it over https.',
    examples: [
      "Failed to register a ServiceWorker for scope ('https://app.example.com/') with script ('https://app.example.com/sw.js'): A bad HTTP response code (404) was received when fetching the script.",
    ],
  },
  {
    when: /magic word|MIME type\. Expected 'application\/wasm'|streaming compile/i,
    text: 'The browser expected a WebAssembly (wasm) file and got something else, often an HTML page that the server sends for a missing file, or the wrong MIME type.',
    suggestion:
      'Open the URL of the .wasm file, make sure the deploy includes it and serves it as application/wasm, and check the public path.',
    examples: ['WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 44 4f @+0'],
  },
  {
    when: /wasm|WebAssembly|LinkError|import object|unreachable|memory access|table index|null function|indirect call|Aborted\(/i,
    text: 'A WebAssembly (wasm) module could not start or crashed while it ran: its imports do not fit, the policy of the page or memory forbids it, or its code hit an invalid memory access.',
    suggestion:
      'Use the JavaScript and wasm files of one build, allow wasm-unsafe-eval in the CSP, and build with debug names to see where it crashed.',
    examples: ['RuntimeError: memory access out of bounds'],
  },
  {
    when: /MIME type/i,
    text: 'The browser asked for a script or module of the app and got another MIME type, mostly an HTML page, because the file no longer exists after a new deploy or the path is wrong.',
    suggestion:
      'Reload the page to get the current files, keep the chunks of the previous deploy for a while, and answer missing files with 404 instead of the index page.',
    examples: ["'text/html' is not a valid JavaScript MIME type."],
  },
];

const DOM_CASES: readonly PatternCase[] = [
  {
    when: /not a child|removeChild|insertBefore|node to be removed|Child to insert|node tree|HierarchyRequest|appendChild|replaceChild/,
    text: 'The code moves or removes a DOM node (page element) that is not where it expects it: other code removed or moved it first. Translation tools and extensions do this to pages built by frameworks such as React.',
    suggestion:
      'Do not change DOM nodes that a framework owns, check that the node is still in its parent, and wrap text that appears under a condition in an element of its own.',
    examples: ["Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node."],
  },
  {
    when: /selector/i,
    text: 'The CSS selector passed to this query is not valid. Often it is built from an id that begins with a digit or contains a dot, colon or slash.',
    suggestion: 'Escape the dynamic part with CSS.escape(), or use getElementById for ids.',
    examples: ["Failed to execute 'querySelector' on 'Document': '#123' is not a valid selector."],
  },
  {
    when: /'(?:atob|btoa)'/,
    text: 'The text could not be decoded or encoded as base64: it contains an invalid character, such as those of URL-safe base64 or letters beyond Latin-1.',
    suggestion:
      'Replace - and _ by + and / before atob, encode text as UTF-8 bytes before btoa, and take off any data: prefix.',
    examples: ["Failed to execute 'atob' on 'Window': The string to be decoded is not correctly encoded."],
  },
  {
    when: /attribute name|invalid character|Invalid character|InvalidCharacter|tag name|createElement/,
    text: 'An element or attribute name contains an invalid character, such as a space, a digit at the start, or a quote.',
    suggestion:
      'Check the name where it is set; the spread of a string or array into props and a stray quote in the HTML are common causes.',
    examples: ["Failed to execute 'setAttribute' on 'Element': '0' is not a valid attribute name."],
  },
  {
    when: /not of type|does not implement|instance of|is not an object/,
    text: 'A browser API that needs a page element (DOM node) or another object of its own kind got null, undefined or something else. Mostly the element does not exist at that moment.',
    suggestion:
      'Check that the element was found before you pass it on, and run the code after the page or component has mounted.',
    examples: ["Failed to execute 'observe' on 'IntersectionObserver': parameter 1 is not of type 'Element'."],
  },
  {
    when: /custom element|CustomElement|with this registry|already been (?:used|defined)/,
    text: 'A custom element with this name is already defined on the page: the script that defines it runs twice, or two versions of it are loaded.',
    suggestion: 'Load the script once, and check customElements.get(name) before define().',
    examples: [
      "Failed to execute 'define' on 'CustomElementRegistry': the name \"my-card\" has already been used with this registry",
    ],
  },
];

const STORAGE_CASES: readonly PatternCase[] = [
  {
    when: /[Qq]uota|maximum size/,
    text: 'The storage of the browser for this site is full: the quota is exceeded. localStorage holds about 5 MB, and private windows often less.',
    suggestion: 'Catch the error, remove old entries to free space, and keep large data in IndexedDB or on the server.',
    examples: ["Failed to execute 'setItem' on 'Storage': Setting the value of 'a' exceeded the quota."],
  },
  {
    when: /indexed ?db|IDB|backing store|object store|mutation operation|database connection|requested version|transaction/i,
    text: 'IndexedDB, the database in the browser, could not be used: its connection is closing or closed, the transaction is over, the version is older, or its storage on disk is broken or blocked (as in private windows).',
    suggestion:
      'Open the database again and retry once, keep awaits of other things out of transactions, close it on versionchange, and work without it if it stays unavailable.',
    examples: [
      'Internal error opening backing store for indexedDB.open.',
      "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.",
    ],
  },
  {
    when: /localStorage|sessionStorage|cookie|operation is insecure|storage is|denied for this document|Access to storage/i,
    text: 'The browser blocked access to storage (localStorage, cookies) or another feature for security reasons: cookies are off, the page runs in a sandboxed or third-party frame, or the context is insecure.',
    suggestion: 'Wrap access to storage in try and catch and go on without it, and serve the page over https.',
    examples: ['The operation is insecure.'],
  },
];

const MEDIA_CASES: readonly PatternCase[] = [
  {
    when: /play\(\)|play method|AudioContext|no supported source|media resource|fetching process|MEDIA_ERR|DEMUXER|PIPELINE|user agent or the platform/i,
    text: 'Audio or video (media) could not play: play() was interrupted by pause() or a new source, the browser wants a click of the user first (autoplay), or it does not support the format.',
    suggestion:
      'Catch the promise of play(), start sound in a click handler or play muted, wait for it before pause(), and check that the media URL and its format are right.',
    examples: ['The play() request was interrupted by a call to pause().'],
  },
  {
    when: /clipboard|not focused|(?:Read|Write) permission/i,
    text: 'The clipboard could not be used: the document has no focus, there was no click of the user, or the permission was denied.',
    suggestion:
      'Call it directly in a click handler on an https page, and show the text for copying by hand if it fails.',
    examples: ["Failed to execute 'writeText' on 'Clipboard': Document is not focused."],
  },
  {
    when: /history|pushState|replaceState|Throttling navigation|Location or History/i,
    text: 'The page called the history API too many times in a short while, so the browser stops it. Usually a loop of navigation or an effect changes the URL on every render or scroll.',
    suggestion:
      'Find what navigates in a loop, change the URL only when it differs, and limit updates while scrolling or typing.',
    examples: ['Attempt to use history.replaceState() more than 100 times per 30 seconds'],
  },
  {
    when: /WebGL|WebGPU|GPU|Shader|adapters/i,
    text: 'The browser could not create or keep a WebGL graphics context: the GPU or its driver is blocked or missing, graphics memory ran out, or too many contexts are open.',
    suggestion:
      'Offer a fallback without WebGL, release contexts you no longer need, and handle the webglcontextlost event.',
    examples: ['Error creating WebGL context.'],
  },
  {
    when: /device\b(?! by)|video source|audio source|videosource|video input|NotReadable|Overconstrained|constraint|getDisplayMedia/i,
    text: 'No camera or microphone could be used: no device was found, another program uses it, or no device fulfils the constraints.',
    suggestion:
      'Ask for less specific constraints, list the devices first, and tell the user to connect one or close other programs.',
    examples: ['Requested device not found'],
  },
  {
    when: /permission|denied|NotAllowed|gesture|activation|not allowed|getUserMedia|[Gg]eolocation|fullscreen|Share|secure origins|mediaDevices|Timeout expired/i,
    text: 'The browser did not allow this feature (camera, microphone, location, notifications, fullscreen or the like): the user or a policy denied the permission, or it was not asked for in a click (user gesture).',
    suggestion:
      'Ask for permission in a click handler, on an https page, explain why you need it, and go on without the feature when it is denied.',
    examples: ['Permission denied', "Failed to execute 'getUserMedia' on 'MediaDevices': Permission denied"],
  },
];

/** Elements, storage, media and permissions. */
export const BROWSER_API_CASES: readonly PatternCase[] = [...DOM_CASES, ...STORAGE_CASES, ...MEDIA_CASES];
