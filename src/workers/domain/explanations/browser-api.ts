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
    'WebGL: CONTEXT_LOST_WEBGL: loseContext: context lost',
  ],
  counterexamples: [
    'Quota exceeded: at most 2 tickets per household',
    'Permission denied by landlord of flat 7',
    'timeout expired',
  ],
  match: [
    /\bFailed to (?:execute '\w{1,60}' on|construct|set (?:the|a named|an indexed) .{1,40} (?:property )?on|read the|set a) '(?!WebSocket|XMLHttpRequest|Response|Window': Illegal|Headers|Request|URL)\w{1,60}'|\bFailed to (?:read|set) the '\w{1,40}' property (?:from|on) '\w{1,40}'|\bThe node (?:to be removed|before which the new node)\b|\b(?:Node|Element|Document|EventTarget|Window|CSSStyleDeclaration)\.\w{1,40}: |\bis not a child of this node\b|\bChild to insert before\b|\bis not a valid (?:selector|attribute name)\b/,
    /^(?:The object can not be found(?: here)?|The object is in an invalid state|The operation is (?:insecure|not supported)|The operation would yield an incorrect node tree|Node was not found|An invalid or illegal (?:string|selector) was specified|String contains an invalid character|Invalid character|A parameter or an operation is not supported by the underlying object|Index or size is negative or greater than the allowed amount|The index is not in the allowed range|The string contains invalid characters|An attempt was made to (?:use|reference) .{1,100}|HierarchyRequestError.{0,80}|The object does not support the operation or argument|Wrong document|Target container is not a DOM element)\.?$/i,
    /\bparameter \d is not (?:of type '|a function)|\bArgument \d{1,2} \('?\w{1,30}'?\) to \S{1,60} must be an? instance of\b|\bArgument \d{1,2} of \w{1,40}\.\w{1,40} (?:does not implement|is not an object)|\b\w{1,40}\.\w{1,40}: Argument \d{1,2} (?:does not implement|is not an object)|\bCustomElementRegistry\b|\bhas already been (?:used|defined) (?:with this registry|as a custom element)|\bQuotaExceededError\b|^The quota has been exceeded\.?$|\bPersistent storage maximum size reached\b|\bNS_ERROR_(?:DOM_QUOTA_REACHED|FILE_|FAILURE|STORAGE_|NOT_AVAILABLE|DOM_)/,
    /\bindexedDB\b|\bIDB(?:Database|ObjectStore|Transaction|Factory|Index|Request|Cursor)\b|\bopening backing store\b|\bConnection to Indexed Database server lost\b|\bA mutation operation was attempted on a database\b|\b(?:database connection|transaction) is (?:closing|not active|inactive or finished)\b|\bin the object store\b|\bKey already exists in the object store\b|\bThe transaction was aborted, so the request cannot\b|\bone of the specified object stores was not found\b|\brequested version \(\d{1,9}\) is less than the existing version\b|\bAccess to storage is not allowed from this context\b/i,
    /\b(?:localStorage|sessionStorage)\b.{0,60}\b(?:denied|not available|disabled|null|blocked|insecure)|\bAccess is denied for this document(?=\.?$)|\bstorage is (?:disabled|blocked|not available)\b|\bcookies are disabled\b/i,
    /^(?:Permission denied(?: by (?:system|user))?|Permission dismissed|Requested device not found|Could not start (?:video|audio) source|The object can not be found here|Device in use|Starting video input failed|Failed to allocate videosource|User denied Geolocation|User denied geolocation prompt|Write permission denied|Read permission denied|Document is not focused|Invalid constraint|Only secure origins are allowed.{0,60}|Share canceled|Permissions check failed|Origin does not have permission to use Geolocation service|Must be handling a user gesture.{0,80}|fullscreen error)\.?$/i,
    /\bNotAllowedError\b|\bNotReadableError\b|\bOverconstrainedError\b|\bgetUserMedia\b|\bmediaDevices\b|\bgetDisplayMedia\b|\bclipboard(?:-read|-write| API)\b|\buser gesture\b.{0,40}\b(?:required|handler|shown)|\buser activation\b|\bhas been disabled in this document by permissions policy\b|\bGeolocationPositionError\b|\bThe operation is not allowed in this context\b|\buser denied permission\b|\bNotification permission (?:denied|has been blocked|was)\b|\bfullscreen\b.{0,30}\b(?:denied|not allowed|not enabled)|\bnot allowed by the user agent or the platform\b|\bInvalid capture device\b/i,
    /\bWebGL ?\d?\b|\bcreating WebGL ?\d? ?context\b|\bCONTEXT_LOST_WEBGL\b|\bWebGLRenderer\b|\bShader Error \d|\bWebGPU is not supported\b|\bFailed to (?:create|initialize) (?:WebGL|GPU)|\bGPUDevice\b|\bNo available adapters\b/i,
  ],
  matchTyped: [
    /^(?:NotAllowed|InvalidCharacter|HierarchyRequest|InUseAttribute|WrongDocument|IndexSize|TransactionInactive|InvalidAccess|NoModificationAllowed|Constraint|ReadOnly)Error:|^(?:SecurityError|NotFoundError|InvalidStateError|UnknownError|NotSupportedError): (?:The |Failed to (?!.{0,30}'WebSocket')|Internal error|An attempt|Attempt to|Requested|Element|Node|It was|UnknownError|Connection to|Operation|Access)|^AbortError: (?:The play|The fetching process|The transaction)/,
  ],
  cases: [
    {
      id: 'canvas-size',
      signs: { classes: ['IndexSizeError'], where: ['width', 'height', 'canvas', 'Canvas'] },
      text: 'The canvas or the part of it that is read has no size (its width or height is 0 or out of range): the image or element is not loaded or not shown yet.',
      suggestion:
        'Wait until the image has loaded and the element has a size, and skip the call while width or height is 0.',
      examples: [
        {
          type: 'IndexSizeError',
          message: "Failed to execute 'getImageData' on 'CanvasRenderingContext2D': The source width is 0.",
        },
      ],
    },
    {
      id: 'fetch-with-body',
      signs: { says: ['Request with GET/HEAD method cannot have body'] },
      text: 'The request has a body, but its method is GET (or HEAD), which cannot have one.',
      suggestion: 'Put the values into the query of the URL, or use POST, PUT or PATCH for a request with a body.',
      examples: ["Failed to execute 'fetch' on 'Window': Request with GET/HEAD method cannot have body."],
    },
    {
      id: 'websocket-close-code',
      signs: {
        says: [
          'The code must be either 1000, or between 3000 and 4999',
          'The close code must be either 1000, or between 3000 and 4999',
        ],
      },
      text: 'A WebSocket was closed with a code that a page may not use: only 1000 and the numbers from 3000 to 4999 are allowed.',
      suggestion: 'Call close() without a code, or with 1000 or a code of your own from 4000 up.',
      examples: [
        "Failed to execute 'close' on 'WebSocket': The code must be either 1000, or between 3000 and 4999. 1001 is neither.",
      ],
    },
    {
      id: 'history-of-other-origin',
      signs: {
        says: [
          /\bA history state object with URL '|\bBlocked attempt to use history\.\w{7,12}State\(\) to change session history URL\b/,
        ],
      },
      text: 'pushState or replaceState was called with a URL of another origin (protocol, host or port). A page may only write URLs of its own origin into the history.',
      suggestion:
        'Pass a path that begins with a slash instead of a full URL, check the base URL and protocol in the router configuration (http and https are different origins), and use location.assign for other sites.',
      examples: [
        {
          type: 'SecurityError',
          message:
            "Failed to execute 'pushState' on 'History': A history state object with URL 'https://other.test/' cannot be created in a document with origin 'https://shop.test' and URL 'https://shop.test/'.",
        },
      ],
    },
    {
      id: 'webauthn-domain',
      signs: {
        says: [
          /^SecurityError: This is an invalid domain\.$|\brelying party ID is not a registrable domain suffix\b|\bWebAuthn is not supported (?:at this domain|on sites with TLS)|\bThe effective domain of the document is not a valid domain\b|\brpId\b.{0,60}\b(?:domain|origin)\b/,
        ],
      },
      text: 'WebAuthn (passkeys) does not work on this domain: the relying party ID (rpId) must be the domain of the page or a parent of it, and the page must be on https or localhost, not on an IP address.',
      suggestion:
        'Set rp.id to the host name of the page (or leave it out), open the page by that name over https, and use localhost while you develop.',
      examples: [
        { type: 'SecurityError', message: 'This is an invalid domain.' },
        'The relying party ID is not a registrable domain suffix of, nor equal to the current domain.',
      ],
    },
    {
      id: 'webauthn-refused',
      signs: {
        says: [
          /\bThe operation either timed out or was not allowed\b.{0,80}|\bWebAuthn\b.{0,60}\b(?:cancel|abort|not allowed)|\bA request is already pending\b|\bauthenticator was previously registered\b/,
        ],
      },
      text: 'The user did not sign in with a passkey (WebAuthn): they cancelled the dialog, it timed out, no passkey for this site is on the device, or the call was not made in a click.',
      suggestion:
        'Treat it as cancelled: offer to try again or another way to sign in, start it from a click, and run one request at a time.',
      examples: [
        {
          type: 'NotAllowedError',
          message:
            'The operation either timed out or was not allowed. See: https://www.w3.org/TR/webauthn-2/#sctn-privacy-considerations-client.',
        },
      ],
    },
    // Elements.
    {
      id: 'node-elsewhere',
      signs: {
        classes: ['HierarchyRequestError'],
      },
      when: /not a child|removeChild|insertBefore|node to be removed|Child to insert|node tree|HierarchyRequest|appendChild|replaceChild/,
      text: 'The code moves or removes a DOM node (page element) that is not where it expects it: other code removed or moved it first. Translation tools and extensions do this to pages built by frameworks such as React.',
      suggestion:
        'Do not change DOM nodes that a framework owns, check that the node is still in its parent, and wrap text that appears under a condition in an element of its own.',
      examples: ["Failed to execute 'removeChild' on 'Node': The node to be removed is not a child of this node."],
    },
    {
      id: 'selector',
      otherSigns: [{ saysAmongErrors: ['^Invalid selector '] }, { libraries: ['css-what', 'css-select', 'nwsapi'] }],
      when: /selector/i,
      text: 'The CSS selector passed to this query is not valid. Often it is built from an id that begins with a digit or contains a dot, colon or slash.',
      suggestion: 'Escape the dynamic part with CSS.escape(), or use getElementById for ids.',
      examples: ["Failed to execute 'querySelector' on 'Document': '#123' is not a valid selector."],
    },
    {
      id: 'base64',
      otherSigns: [{ classes: ['InvalidCharacterError'], libraries: ['node:buffer'] }],
      when: ["'atob'", "'btoa'"],
      text: 'The text could not be decoded or encoded as base64: it contains an invalid character, such as those of URL-safe base64 or letters beyond Latin-1.',
      suggestion:
        'Replace - and _ by + and / before atob, encode text as UTF-8 bytes before btoa, and take off any data: prefix.',
      examples: ["Failed to execute 'atob' on 'Window': The string to be decoded is not correctly encoded."],
    },
    {
      id: 'name-of-element',
      when: /attribute name|invalid character|Invalid character|InvalidCharacter|tag name|createElement/,
      text: 'An element or attribute name contains an invalid character, such as a space, a digit at the start, or a quote.',
      suggestion:
        'Check the name where it is set; the spread of a string or array into props and a stray quote in the HTML are common causes.',
      examples: ["Failed to execute 'setAttribute' on 'Element': '0' is not a valid attribute name."],
    },
    {
      id: 'cache-scheme',
      when: ["Request scheme '", "Request method '"],
      text: 'The Cache of the service worker stores only answers to GET requests over http and https, and this request has another scheme (such as chrome-extension:) or method.',
      suggestion:
        'Look at the request before you store it, and pass on requests with another scheme or method without the cache.',
      examples: ["Failed to execute 'put' on 'Cache': Request scheme 'chrome-extension' is unsupported"],
    },
    {
      id: 'wrong-argument',
      otherSigns: [{ classes: ['InvalidValueError'], where: ['HTMLElement'] }],
      when: ['not of type', 'does not implement', 'instance of', 'is not an object'],
      text: 'A browser API that needs a page element (DOM node) or another object of its own kind got null, undefined or something else. Mostly the element does not exist at that moment.',
      suggestion:
        'Check that the element was found before you pass it on, and run the code after the page or component has mounted.',
      examples: ["Failed to execute 'observe' on 'IntersectionObserver': parameter 1 is not of type 'Element'."],
    },
    {
      id: 'custom-element',
      signs: {
        says: [
          /\bCustomElementRegistry\b.{0,120}\balready been (?:used|defined)|\bhas already been (?:used|defined) (?:with this registry|as a custom element)/,
        ],
      },
      text: 'A custom element with this name is already defined on the page: the script that defines it runs twice, or two versions of it are loaded.',
      suggestion: 'Load the script once, and check customElements.get(name) before define().',
      examples: [
        "Failed to execute 'define' on 'CustomElementRegistry': the name \"my-card\" has already been used with this registry",
      ],
    },
    // Storage.
    {
      id: 'quota',
      signs: {
        classes: ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'],
      },
      when: ['Quota', 'quota', 'maximum size'],
      text: 'The storage of the browser for this site is full: the quota is exceeded. localStorage holds about 5 MB, and private windows often less.',
      suggestion:
        'Catch the error, remove old entries to free space, and keep large data in IndexedDB or on the server.',
      examples: ["Failed to execute 'setItem' on 'Storage': Setting the value of 'a' exceeded the quota."],
    },
    {
      id: 'indexed-db',
      when: /indexed ?d(?:b|atabase)|IDB|backing store|object store|mutation operation|database connection|requested version|transaction/i,
      text: 'IndexedDB, the database in the browser, could not be used: its connection is closing or closed, the transaction is over, the version is older, or its storage on disk is broken or blocked (as in private windows).',
      suggestion:
        'Open the database again and retry once, keep awaits of other things out of transactions, close it on versionchange, and work without it if it stays unavailable.',
      examples: [
        'Internal error opening backing store for indexedDB.open.',
        "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.",
      ],
    },
    {
      id: 'storage-blocked',
      when: /localStorage|sessionStorage|cookie|operation is insecure|storage is|denied for this document|Access to storage/i,
      text: 'The browser blocked access to storage (localStorage, cookies) or another feature for security reasons: cookies are off, the page runs in a sandboxed or third-party frame, or the context is insecure.',
      suggestion: 'Wrap access to storage in try and catch and go on without it, and serve the page over https.',
      examples: ['The operation is insecure.'],
    },
    // Media, the clipboard and permissions.
    {
      id: 'media',
      signs: {
        says: [
          /\bplay\(\) (?:request was interrupted|failed because|can only be initiated)|\bThe play method is not allowed\b|\bno supported source(?:s|was| was)? ?(?:was )?found\b|\bThe element has no supported sources\b|\bThe fetching process for the media resource\b|\bThe media resource indicated by\b|\bMEDIA_ERR_\w|\bDEMUXER_ERROR|\bPIPELINE_ERROR|\bThe AudioContext was not allowed to start\b|\bFailed to load because no supported source\b/,
        ],
      },
      text: 'Audio or video (media) could not play: play() was interrupted by pause() or a new source, the browser wants a click of the user first (autoplay), or it does not support the format.',
      suggestion:
        'Catch the promise of play(), start sound in a click handler or play muted, wait for it before pause(), and check that the media URL and its format are right.',
      examples: [
        'The play() request was interrupted by a call to pause().',
        { type: 'AbortError', message: 'The play() request was interrupted by a new load request.' },
      ],
    },
    {
      id: 'clipboard',
      when: /clipboard|not focused|(?:Read|Write) permission/i,
      text: 'The clipboard could not be used: the document has no focus, there was no click of the user, or the permission was denied.',
      suggestion:
        'Call it directly in a click handler on an https page, and show the text for copying by hand if it fails.',
      examples: ["Failed to execute 'writeText' on 'Clipboard': Document is not focused."],
    },
    {
      id: 'history',
      signs: {
        says: [
          /\b(?:history\.)?(?:replace|push)State\(\) more than \d|^Throttling navigation to prevent\b|\bToo many calls to Location or History APIs\b/,
        ],
      },
      text: 'The page called the history API too many times in a short while, so the browser stops it. Usually a loop of navigation or an effect changes the URL on every render or scroll.',
      suggestion:
        'Find what navigates in a loop, change the URL only when it differs, and limit updates while scrolling or typing.',
      examples: ['Attempt to use history.replaceState() more than 100 times per 30 seconds'],
    },
    {
      id: 'canvas-in-use',
      signs: { says: ['^Canvas is already in use. Chart with ID '] },
      text: 'A chart is drawn on a canvas that another chart still uses: the component made a second one (after an update, or because an effect ran twice) without removing the first.',
      suggestion:
        'Keep the chart in a ref and call its destroy() before a new one is made and when the component unmounts, or change the data of the chart that is there.',
      examples: [
        "Canvas is already in use. Chart with ID '0' must be destroyed before the canvas with ID 'c' can be reused.",
      ],
    },
    {
      id: 'webgl',
      signs: {
        says: [
          /^(?:\S{1,60}: )?(?:Failed to compile shader|Shader Error|Could not compile (?:\w{1,12} )?shader|Error (?:compiling|linking) (?:\w{1,12} )?(?:shader|program))\b/i,
        ],
      },
      when: /WebGL|WebGPU|GPU|Shader|adapters/i,
      text: 'The browser could not create or keep a WebGL graphics context, or could not compile a shader for it: the GPU or its driver is blocked or missing, graphics memory ran out, or too many contexts are open.',
      suggestion:
        'Offer a fallback without WebGL, release contexts you no longer need, and handle the webglcontextlost event.',
      examples: ['Error creating WebGL context.'],
    },
    {
      id: 'device',
      signs: { classes: ['NotReadableError', 'OverconstrainedError', 'DevicesNotFoundError', 'TrackStartError'] },
      when: /device\b(?! by)|video source|audio source|videosource|video input|NotReadable|Overconstrained|constraint|getDisplayMedia/i,
      text: 'No camera or microphone could be used: no device was found, another program uses it, or no device fulfils the constraints.',
      suggestion:
        'Ask for less specific constraints, list the devices first, and tell the user to connect one or close other programs.',
      examples: ['Requested device not found'],
    },
    {
      id: 'permission',
      when: /permission|denied|NotAllowed|gesture|activation|not allowed|getUserMedia|[Gg]eolocation|fullscreen|Share|secure origins|mediaDevices|Timeout expired/i,
      text: 'The browser did not allow this feature (camera, microphone, location, notifications, fullscreen or the like): the user or a policy denied the permission, or it was not asked for in a click (user gesture).',
      suggestion:
        'Ask for permission in a click handler, on an https page, explain why you need it, and go on without the feature when it is denied.',
      examples: ['Permission denied', "Failed to execute 'getUserMedia' on 'MediaDevices': Permission denied"],
    },
  ],
};
