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
    /\b(?:fb_xd_fragment|bannerNight|MyApp_RemoveAllHighlights|tgetT|ztePageScrollModule|conduitPage|EmptyRanges|vid_mate_check|_avast_submit|__show__deepen|originalCreateNotification|SymBrowser_|UCShellJava|pktAnnotationHighlighter|xbrowser|setIOSParameters|SogouMobile|ceCurrentVideo|CefSharp|hasCleanedUpHighlights|logMutedMessage)\b/,
    /\bObject Not Found Matching Id:\d{1,6}|\bNon-Error promise rejection captured with value: Object Not Found Matching\b|\bNPObject\b|\bAttempting to (?:change|use) .{1,60} \b(?:WKWebView|UIWebView)\b|\bdocument\.getElementsByClassName\.ToString\b|\btop\.GLOBALS\b|\ba\.getAttribute\b.{0,20}\bTranslate\b/,
  ],
  cases: [
    {
      id: 'in-app-browser',
      signs: {
        says: [
          /\bwebkit\.messageHandlers\b|\b(?:_AutofillCallbackHandler|instantSearchSDKJSBridgeClearHighlight|_pcmBridgeCallbackHandler|PaymentAutofillMessenger|__gCrWeb|__firefox__|zaloJSV2|iabjs|SDKPerformanceLogger|enableDidUserTypeOnKeyboardLogging|enableButtonsClickedMetaDataLogging)\b|(?:^|: )Java (?:object is gone|bridge method invocation error)\b|\bError invoking \w{1,60}: Java (?:object|exception)\b|\bJava exception was raised during method invocation\b/,
        ],
      },
      text: 'This comes from a script that the in-app browser (webview) of an app such as Instagram, Facebook or an Android or iOS app puts into the page, and which misses its native side. The code of this page did not write it; it is harmless.',
      suggestion: 'Ignore it or filter it out by its text, and by the in-app browsers in the user agent.',
      examples: [
        {
          type: 'TypeError',
          message: "undefined is not an object (evaluating 'window.webkit.messageHandlers')",
        },
        'Java object is gone',
        "Can't find variable: _AutofillCallbackHandler",
      ],
    },
    {
      id: 'resize-observer',
      signs: {
        says: ['ResizeObserver loop limit exceeded', 'ResizeObserver loop completed with undelivered notifications'],
      },
      text: 'A ResizeObserver could not deliver all layout (resize) notifications within one frame and goes on in the next. The browser reports this as an error, but it is harmless.',
      suggestion:
        'Ignore or filter it out; if the layout really flickers, change sizes inside requestAnimationFrame in the observer callback.',
      examples: ['ResizeObserver loop limit exceeded'],
    },
    {
      id: 'script-error',
      signs: { says: [/^Script error\.?(?: \(:?0(?::0)?\))?$/] },
      text: 'A script from another origin failed, and the browser hides its details from this page ("Script error."). It may be an ad, an extension, or your own code on a CDN.',
      suggestion:
        'For your own scripts add crossorigin="anonymous" to the tag and a CORS header (Access-Control-Allow-Origin) on the CDN to see the details; otherwise ignore it.',
      examples: ['Script error.'],
    },
    {
      id: 'extension',
      signs: {
        says: [
          /^Extension context invalidated\b|\bCould not establish connection\. Receiving end does not exist\b|\b[Tt]he message port closed before a response was received\b|\bmessage channel closed before a response was received\b|\bInvalid call to runtime\.sendMessage\b|\bruntime\.lastError\b/,
          /\b(?:chrome|moz|safari(?:-web)?)-extension:\/\/|\bwebkit-masked-url:\/\/|\bMetaMask\b.{0,40}\b(?:extension|provider|connect)|\bevmAsk\.js\b|\bwindow\.ethereum\b|^(?:Can't find variable: (?:gmo|jigsaw|ethereum|tronLink|phantom|evmAsk|inject)|(?:gmo|jigsaw|tronLink) is not defined|Cannot redefine property: (?:tronLink|solana|phantom|evmproviders))$/,
        ],
      },
      text: 'This comes from a browser extension of the user (such as a wallet or password manager), which runs in the page or lost its connection to its own background script. It is not the code of this app.',
      suggestion: 'Ignore it or filter it out by its text or by the extension address in the stack.',
      examples: ['Extension context invalidated.'],
    },
  ],
};
