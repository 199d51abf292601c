import type { Pattern } from '../pattern.js';

export const BROWSER_API: Pattern = {
  id: 'browser-api',
  title: 'A browser API refused the call',
  text: 'A browser API refused the call: the page element (DOM node) or object it works on is not in the state or place it expects, an argument is invalid, or this browser does not support it here.',
  suggestion:
    'Check the element and the arguments just before the call, catch the error and offer a fallback, and test in the browser that reported it.',
  examples: [
    "Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node.",
    'Permission denied',
    'The operation is insecure.',
    "Failed to execute 'setItem' on 'Storage': Setting the value of 'a' exceeded the quota.",
    'The quota has been exceeded.',
    "play() failed because the user didn't interact with the document first.",
    'Node.removeChild: The node to be removed is not a child of this node',
    'The string did not match the expected pattern.',
    'WebGL: CONTEXT_LOST_WEBGL: loseContext: context lost',
  ],
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
  cases: [
    // Elements.
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
    // Storage.
    {
      when: /[Qq]uota|maximum size/,
      text: 'The storage of the browser for this site is full: the quota is exceeded. localStorage holds about 5 MB, and private windows often less.',
      suggestion:
        'Catch the error, remove old entries to free space, and keep large data in IndexedDB or on the server.',
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
    // Media, the clipboard and permissions.
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
  ],
};
