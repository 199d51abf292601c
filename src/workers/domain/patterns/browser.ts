import { BROWSER_API_CASES, BROWSER_NOISE_CASES, CHUNK_LOAD_CASES, CROSS_ORIGIN_CASES } from '../cases/browser.js';
import type { Pattern } from '../pattern.js';

/** What only a browser says: its security rules, its APIs, its cached scripts, and its noise. */
export const BROWSER_PATTERNS: readonly Pattern[] = [
  {
    id: 'browser-noise',
    title: 'Browser noise, not an error of this app',
    text: 'This comes from code the page never wrote: a script that the webview of an in-app browser (Android, iOS, Facebook), the browser itself or a translation tool puts into the page, and which misses a variable or object of its own. It is harmless for the app.',
    suggestion: 'Ignore it or filter it out by its text.',
    match: [
      /\bResizeObserver loop (?:limit exceeded|completed with undelivered notifications)/,
      /^Script error\.?(?: \(:?0(?::0)?\))?$/,
      /(?:^|: )Java (?:object is gone|bridge method invocation error)\b|\bError invoking \w{1,60}: Java (?:object|exception)\b|\bJava exception was raised during method invocation\b/,
      /\b(?:_AutofillCallbackHandler|instantSearchSDKJSBridgeClearHighlight|fb_xd_fragment|_pcmBridgeCallbackHandler|bannerNight|__gCrWeb|__firefox__|PaymentAutofillMessenger|webkit\.messageHandlers|MyApp_RemoveAllHighlights|tgetT|ztePageScrollModule|conduitPage|zaloJSV2|EmptyRanges|vid_mate_check|_avast_submit|__show__deepen|originalCreateNotification|SymBrowser_|UCShellJava|pktAnnotationHighlighter|xbrowser|setIOSParameters|SogouMobile|ceCurrentVideo|CefSharp|hasCleanedUpHighlights|logMutedMessage)\b/,
      /^(?:Can't find variable: (?:gmo|jigsaw|ethereum|tronLink|phantom|evmAsk|inject)|(?:gmo|jigsaw|tronLink) is not defined)$|\bMetaMask\b.{0,40}\b(?:extension|provider|connect)|\bevmAsk\.js\b|\bwindow\.ethereum\b/,
      /\bExtension context invalidated\b|\bCould not establish connection\. Receiving end does not exist\b|\bThe message port closed before a response was received\b|\bmessage channel closed before a response was received\b|\bInvalid call to runtime\.sendMessage\b|\bruntime\.lastError\b/,
      /\b(?:chrome|moz|safari(?:-web)?)-extension:\/\/|\bwebkit-masked-url:\/\//,
      /\bObject Not Found Matching Id:\d{1,6}|\bNon-Error promise rejection captured with value: Object Not Found Matching\b/,
      /\bNPObject\b|\bAttempting to (?:change|use) .{1,60} \b(?:WKWebView|UIWebView)\b|\bdocument\.getElementsByClassName\.ToString\b|\btop\.GLOBALS\b|\ba\.getAttribute\b.{0,20}\bTranslate\b/,
    ],
    cases: BROWSER_NOISE_CASES,
    examples: [
      'ResizeObserver loop limit exceeded',
      'Script error.',
      'Java object is gone',
      "Can't find variable: _AutofillCallbackHandler",
    ],
  },
  {
    id: 'cross-origin',
    title: 'The browser blocked a cross-origin access',
    text: 'CORS: the page asked a server of another origin, and that server did not answer with the Access-Control-Allow-Origin header that allows it, so the browser blocked the cross-origin access.',
    suggestion:
      'Let the server answer with Access-Control-Allow-Origin for this exact origin (on errors too), or call it through your own server. Changes in the page cannot allow it.',
    match: [
      /\bhas been blocked by CORS policy\b|\bCross-Origin Request Blocked: |\bis not allowed by Access-Control-Allow-(?:Origin|Headers|Methods)\b|\bAccess-Control-Allow-(?:Origin|Headers|Methods|Credentials)\b/,
      /\b(?:Not allowed|[Bb]locked) by CORS\b|\bOrigin \S{1,200} (?:is )?not allowed by (?:CORS|Access-Control)|\bCORS (?:policy|protocol|header|request|preflight|error|Missing)\b|\bdue to access control checks\b|\bPreflight response is not successful\b|\bCross[- ]origin redirection\b|\bOrigin null is not allowed\b/,
      /\bblocked by (?:OpaqueResponseBlocking|ORB)\b|\bERR_BLOCKED_BY_(?:ORB|CSP|RESPONSE)\b|\bcross-origin read blocking\b|\bCross-Origin-(?:Resource|Opener|Embedder)-Policy\b/i,
      /\bContent[- ]Security[- ]Policy\b|\bRefused to [a-z ]{2,50}'(?:https?:|data:|blob:|wss?:|ws:|javascript:|\/|about:)|\bRefused to (?:evaluate a string as|execute inline|apply inline|run the JavaScript|execute JavaScript|compile or instantiate|set unsafe header|get unsafe header|create a (?:worker|child context))|\bunsafe-(?:eval|inline)\b|\b(?:violates|blocked by) (?:the )?(?:following )?CSP\b|\bcall to (?:eval|Function)\(\) blocked by CSP\b|\bblocked by CSP\b/i,
      /\bMixed (?:Active |Display )?Content: The |\bBlocked loading mixed (?:active|display) content\b|\bwas not allowed to (?:run|display|request) insecure content\b|\brequires 'TrustedScript/i,
      /\bBlocked a frame with origin\b|\bBlocked a frame at "|\bPermission denied to access property\b|\bon cross-origin object\b|\baccessing a cross-origin frame\b|\bBlocked autofocusing\b|\bin a frame because it set 'X-Frame-Options'|\bfrom accessing a frame with origin\b|\bUnsafe attempt to (?:initiate navigation|load URL)\b|\bsandboxed and lacks the 'allow-|\bdoes not match the recipient window's origin\b|\bTainted canvases may not be exported\b|\bcanvas has been tainted\b/,
      /\bFailed to read a named property '[^'\n]{1,60}' from '(?:Window|Location)'|\bcannot be accessed from origin\b|\bFailed to read the 'contentDocument'|\bDocument was loaded with (?:a )?cross-origin\b/,
    ],
    cases: CROSS_ORIGIN_CASES,
    examples: [
      "Access to fetch at 'https://api.example.com' from origin 'https://app.example.com' has been blocked by CORS policy: No header",
      'Refused to load the script \'https://x.io/a.js\' because it violates the following Content Security Policy directive: "default-src"',
      'Blocked a frame with origin "https://app.example.com" from accessing a cross-origin frame.',
    ],
  },
  {
    id: 'chunk-load',
    title: 'A part of the app could not be loaded',
    text: 'The browser could not load a part (chunk) of the app: a script, style or module that is fetched when it is needed. After a new deploy the old file no longer exists on the server; a broken network does the same.',
    suggestion:
      'Reload (refresh) the page once when this happens, keep the chunks of the previous deploy for a while, and check the public path of the files.',
    match: [
      /\bLoading (?:CSS )?chunk [\w./@~-]{1,120} failed\b|\bChunkLoadError\b|\bFailed to load chunk\b/,
      /\bFailed to fetch dynamically imported module\b|\berror loading dynamically imported module\b|\bImporting a module script failed\b|\bUnable to preload CSS for\b|\bdynamically imported module\b|\bFailed to load module script\b|'text\/html' is not a valid JavaScript MIME type\b|\bimportScripts\b.{0,40}\b(?:failed|could not)|\bmodule script .{0,60}MIME type\b/i,
      /\bLoading (?:module|script)(?: from)? \S?(?:https?:|\/).{0,200}(?:was blocked|failed)\b|\bLoading failed for the (?:<script>|module)|\bFailed to load (?:static props|script: |remote entry)|\bFailed to lookup page\b|\bLoad(?:ing)? (?:initial props|route) cancelled\b|\bScriptExternalLoadError\b|\bContainer (?:missing|initialization failed)\s{1,3}while loading\b|\bShared module is not available for eager consumption\b|\bRoute did not complete loading: |\bcould not load (?:the )?remote module\b/i,
      /\bFailed to (?:register|update) a ServiceWorker\b|\bServiceWorker (?:script|registration|intercepted|for scope)|\bserviceWorker\b.{0,60}\b(?:register|update|fail|unsupported)|\bservice ?worker\b.{0,40}\b(?:MIME type|bad HTTP response)|\bbad-precaching-response\b|\bNo (?:active|waiting) service worker\b|\bRegistration failed - /i,
      /\bWebAssembly\b.{0,80}(?:\(\)|:|expected|failed|Out of memory|refused)|\bwasm (?:streaming compile failed|validation error|code|memory)|\bIncorrect response MIME type\. Expected 'application\/wasm'|\bLinkError: |\bimport object field '|\bunreachable executed\b|\bexpected magic word\b|\bfailed to asynchronously prepare wasm\b|\bboth async and sync fetching of the wasm failed\b|^(?:memory access out of bounds|unreachable|table index is out of bounds|null function or function signature mismatch|indirect call to null)$/,
    ],
    matchTyped: [
      /^(?:ChunkLoad|CSSChunkLoad|ScriptExternalLoad|Compile|Link)Error:|^RuntimeError: (?:unreachable|memory access|table index|indirect call|function signature|null function|Aborted\()/,
    ],
    cases: CHUNK_LOAD_CASES,
    examples: [
      'Loading chunk 12 failed.',
      'Failed to fetch dynamically imported module: https://app.example.com/assets/Dashboard-4f3a2b1c.js',
      'WebAssembly.instantiate(): expected magic word 00 61 73 6d, found 3c 21 44 4f @+0',
    ],
  },
  {
    id: 'browser-api',
    title: 'A browser API refused the call',
    text: 'A browser API refused the call: the page element (DOM node) or object it works on is not in the state or place it expects, an argument is invalid, or this browser does not support it here.',
    suggestion:
      'Check the element and the arguments just before the call, catch the error and offer a fallback, and test in the browser that reported it.',
    match: [
      /\bFailed to (?:execute '\w{1,60}' on|construct|set (?:the|a named|an indexed) .{1,40} (?:property )?on|read the|set a) '(?!WebSocket|XMLHttpRequest|Response|Window': Illegal|Headers|Request|URL)\w{1,60}'/,
      /\bFailed to (?:read|set) the '\w{1,40}' property (?:from|on) '\w{1,40}'|\bThe node (?:to be removed|before which the new node)\b|\b(?:Node|Element|Document|EventTarget|Window|CSSStyleDeclaration)\.\w{1,40}: |\bis not a child of this node\b|\bChild to insert before\b|\bis not a valid (?:selector|attribute name)\b/,
      /^(?:The object can not be found(?: here)?|The string did not match the expected pattern|The object is in an invalid state|The operation is (?:insecure|not supported)|The operation would yield an incorrect node tree|Node was not found|An invalid or illegal (?:string|selector) was specified|String contains an invalid character|Invalid character|A parameter or an operation is not supported by the underlying object|Index or size is negative or greater than the allowed amount|The index is not in the allowed range|The string contains invalid characters|An attempt was made to (?:use|reference) .{1,100}|HierarchyRequestError.{0,80}|The object does not support the operation or argument|Wrong document|Target container is not a DOM element)\.?$/i,
      /\bparameter \d is not (?:of type '|a function)|\bArgument \d{1,2} \('?\w{1,30}'?\) to \S{1,60} must be an? instance of\b|\bArgument \d{1,2} of \w{1,40}\.\w{1,40} (?:does not implement|is not an object)|\b\w{1,40}\.\w{1,40}: Argument \d{1,2} (?:does not implement|is not an object)|\bCustomElementRegistry\b|\bhas already been (?:used|defined) (?:with this registry|as a custom element)/,
      /\bQuotaExceededError\b|^The quota has been exceeded\.?$|\bPersistent storage maximum size reached\b|\bNS_ERROR_(?:DOM_QUOTA_REACHED|FILE_|FAILURE|STORAGE_|NOT_AVAILABLE|DOM_)/,
      /\bindexedDB\b|\bIDB(?:Database|ObjectStore|Transaction|Factory|Index|Request|Cursor)\b|\bopening backing store\b|\bConnection to Indexed Database server lost\b|\bA mutation operation was attempted on a database\b|\b(?:database connection|transaction) is (?:closing|not active|inactive or finished)\b|\bin the object store\b|\bKey already exists in the object store\b|\bThe transaction was aborted, so the request cannot\b|\bone of the specified object stores was not found\b|\brequested version \(\d{1,9}\) is less than the existing version\b|\bAccess to storage is not allowed from this context\b/i,
      /\b(?:localStorage|sessionStorage)\b.{0,60}\b(?:denied|not available|disabled|null|blocked|insecure)|\bAccess is denied for this document\b|\bstorage is (?:disabled|blocked|not available)\b|\bcookies are disabled\b/i,
      /\bplay\(\) (?:request was interrupted|failed because|can only be initiated)|\bThe play method is not allowed\b|\bThe request is not allowed by the user agent\b|\bno supported source(?:s|was| was)? ?(?:was )?found\b|\bThe element has no supported sources\b|\bThe fetching process for the media resource\b|\bThe media resource indicated by\b|\bMEDIA_ERR_\w|\bDEMUXER_ERROR|\bPIPELINE_ERROR|\bThe AudioContext was not allowed to start\b|\bFailed to load because no supported source\b/,
      /^(?:Permission denied(?: by (?:system|user))?|Permission dismissed|Requested device not found|Could not start (?:video|audio) source|The object can not be found here|Device in use|Starting video input failed|Failed to allocate videosource|User denied Geolocation|User denied geolocation prompt|Timeout expired|Write permission denied|Read permission denied|Document is not focused|Invalid constraint|Only secure origins are allowed.{0,60}|Share canceled|Permissions check failed|Origin does not have permission to use Geolocation service|Must be handling a user gesture.{0,80}|fullscreen error)\.?$/i,
      /\bNotAllowedError\b|\bNotReadableError\b|\bOverconstrainedError\b|\bgetUserMedia\b|\bmediaDevices\b|\bgetDisplayMedia\b|\bclipboard(?:-read|-write| API)\b|\buser gesture\b.{0,40}\b(?:required|handler|shown)|\buser activation\b|\b(?:history\.)?(?:replace|push)State\(\) more than \d|\bThrottling navigation to prevent\b|\bToo many calls to Location or History APIs\b|\bhas been disabled in this document by permissions policy\b|\bGeolocationPositionError\b|\bThe operation is not allowed in this context\b|\buser denied permission\b|\bNotification permission (?:denied|has been blocked|was)\b|\bfullscreen\b.{0,30}\b(?:denied|not allowed|not enabled)|\bnot allowed by the user agent or the platform\b|\bThe operation either timed out or was not allowed\b|\bInvalid capture device\b/i,
      /\bWebGL ?\d?\b|\bcreating WebGL ?\d? ?context\b|\bCONTEXT_LOST_WEBGL\b|\bWebGLRenderer\b|\bShader Error \d|\bWebGPU is not supported\b|\bFailed to (?:create|initialize) (?:WebGL|GPU)|\bGPUDevice\b|\bNo available adapters\b/i,
    ],
    matchTyped: [
      /^(?:NotAllowed|NotReadable|Overconstrained|QuotaExceeded|InvalidCharacter|HierarchyRequest|InUseAttribute|WrongDocument|IndexSize|TransactionInactive|InvalidAccess|NoModificationAllowed|Constraint|ReadOnly)Error:/,
      /^(?:SecurityError|NotFoundError|InvalidStateError|UnknownError|NotSupportedError): (?:The |Failed to (?!.{0,30}'WebSocket')|Internal error|An attempt|Attempt to|Requested|Element|Node|It was|UnknownError|Connection to|Operation|Access)/,
      /^AbortError: (?:The play|The fetching process|The transaction)/,
    ],
    cases: BROWSER_API_CASES,
    examples: [
      "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
      'Permission denied',
      'The operation is insecure.',
      "Failed to execute 'setItem' on 'Storage': Setting the value of 'a' exceeded the quota.",
    ],
  },
];
