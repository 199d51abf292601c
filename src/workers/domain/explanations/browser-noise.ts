import type { Pattern } from '../pattern.js';

/** Reports that are no fault of the page. */
export const BROWSER_NOISE: Pattern = {
  id: 'browser-noise',
  title: 'Browser noise, not an error of this app',
  text: 'This comes from code the page never wrote: a script that the webview of an in-app browser (Android, iOS, Facebook), the browser itself or a translation tool puts into the page, and which misses a variable or object of its own. It is harmless for the app.',
  suggestion: 'Ignore it or filter it out by its text.',
  examples: [
    'ResizeObserver loop limit exceeded',
    'Script error.',
    'Java object is gone',
    "Can't find variable: _AutofillCallbackHandler",
    'ResizeObserver loop completed with undelivered notifications.',
    'Object Not Found Matching Id:2, MethodName:update, ParamCount:4',
  ],
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
  cases: [
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
  ],
};
