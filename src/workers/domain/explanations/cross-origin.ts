import type { Pattern } from '../pattern.js';

export const CROSS_ORIGIN: Pattern = {
  id: 'cross-origin',
  title: 'The browser blocked a cross-origin access',
  text: 'CORS: the page asked a server of another origin, and that server did not answer with the Access-Control-Allow-Origin header that allows it, so the browser blocked the cross-origin access.',
  suggestion:
    'Let the server answer with Access-Control-Allow-Origin for this exact origin (on errors too), or call it through your own server. Changes in the page cannot allow it.',
  examples: [
    "Access to fetch at 'https://api.example.com' from origin 'https://app.example.com' has been blocked by CORS policy: No header",
    'Refused to load the script \'https://x.io/a.js\' because it violates the following Content Security Policy directive: "default-src"',
    'Blocked a frame with origin "https://app.example.com" from accessing a cross-origin frame.',
    'Not allowed by CORS',
    'Fetch API cannot load https://x.io/ due to access control checks.',
    'Permission denied to access property "document" on cross-origin object',
  ],
  counterexamples: [
    'Mixed Content: The crate holds apples and pears',
    'Supplier CORS Logistics GmbH has no VAT number',
  ],
  match: [
    /\bhas been blocked by CORS policy\b|\bCross-Origin Request Blocked: |\bis not allowed by Access-Control-Allow-(?:Origin|Headers|Methods)\b|\bAccess-Control-Allow-(?:Origin|Headers|Methods|Credentials)\b|\b(?:Not allowed|[Bb]locked) by CORS\b|\bOrigin \S{1,200} (?:is )?not allowed by (?:CORS|Access-Control)|\bCORS (?:policy|protocol|header|request|preflight|error|Missing)\b|\bdue to access control checks\b|\bPreflight response is not successful(?=$|\.)|\bCross[- ]origin redirection\b|\bOrigin null is not allowed\b/,
    /\bblocked by (?:OpaqueResponseBlocking|ORB)\b|\bERR_BLOCKED_BY_(?:ORB|CSP|RESPONSE)\b|\bcross-origin read blocking\b|\bCross-Origin-(?:Resource|Opener|Embedder)-Policy\b/i,
    /\bContent[- ]Security[- ]Policy\b|\bRefused to [a-z ]{2,50}'(?:https?:|data:|blob:|wss?:|ws:|javascript:|\/|about:)|\bRefused to (?:evaluate a string as|execute inline|apply inline|run the JavaScript|execute JavaScript|compile or instantiate|set unsafe header|get unsafe header|create a (?:worker|child context))|\bunsafe-(?:eval|inline)\b|\b(?:violates|blocked by) (?:the )?(?:following )?CSP\b|\bcall to (?:eval|Function)\(\) blocked by CSP\b|\bblocked by CSP\b/i,
    /\bin a frame because it set 'X-Frame-Options'|\bMixed (?:Active |Display )?Content: The (?:page|site) at|\bBlocked loading mixed (?:active|display) content\b|\bwas not allowed to (?:run|display|request) insecure content\b|\brequires 'TrustedScript/i,
  ],
  cases: [
    {
      id: 'load-failed',
      signs: { says: ['due to access control checks'] },
      text: 'CORS, in the words of Safari: the server of another origin did not answer with the Access-Control-Allow-Origin header that allows this page to read the response, so the browser blocked it. A server that is down or a page that is left looks the same.',
      suggestion:
        'Let the server answer with Access-Control-Allow-Origin for this exact origin (on errors and redirects too), or call it through your own server. Changes in the page cannot allow it.',
      examples: ['Fetch API cannot load https://x.io/ due to access control checks.'],
    },
    {
      id: 'mixed-content',
      when: ['Mixed ', 'mixed ', 'insecure content'],
      text: 'The page was loaded over https but requests something over plain http (mixed content), which the browser blocked, as it would be insecure.',
      suggestion:
        'Use https (or relative) URLs for every script, image and request, and check base URLs in the configuration.',
      examples: [
        "Mixed Content: The page at 'https://a.io/' was loaded over HTTPS, but requested an insecure resource",
      ],
    },
    {
      id: 'framing',
      when: /X-Frame-Options|frame-ancestors/i,
      text: 'The page cannot be shown in a frame (iframe), because its X-Frame-Options header or content security policy (frame-ancestors) does not allow this origin to embed it.',
      suggestion:
        'If the framed page is yours, allow the embedding origin in its headers; otherwise link to it instead of embedding it.',
      examples: ["Refused to display 'https://x.io/' in a frame because it set 'X-Frame-Options' to 'deny'."],
    },
    {
      id: 'content-security-policy',
      when: /Security[- ]Policy|CSP|unsafe-|TrustedScript|Refused to (?!set|get)/i,
      text: 'The content security policy (CSP) of the page does not allow this script, style, image, connection or inline code, so the browser blocked it.',
      suggestion:
        'Add the source to the directive named in the message (for inline code a nonce or hash), or remove what should not be there; an extension may also be the one that was blocked.',
      examples: ["Refused to connect to 'https://x.io/' because it violates the document's Content Security Policy."],
    },
    {
      id: 'credentials',
      when: /credential/i,
      text: 'CORS: this cross-origin request sends credentials (cookies or a sign-in), but the server does not allow that for this origin. With credentials, Access-Control-Allow-Origin must not be *.',
      suggestion:
        'Let the server answer with the exact origin and Access-Control-Allow-Credentials: true, or send the request without credentials.',
      examples: [
        "Access to fetch at 'https://api.example.com/' from origin 'https://app.example.com' has been blocked by CORS policy: The value of the 'Access-Control-Allow-Origin' header in the response must not be the wildcard '*' when the request's credentials mode is 'include'.",
      ],
    },
    {
      id: 'preflight',
      when: /preflight|Allow-(?:Methods|Headers)|Request header/i,
      text: 'CORS: before this cross-origin request the browser asks the server for leave with a preflight (an OPTIONS request), and the answer does not allow the origin, method or header.',
      suggestion:
        'Answer OPTIONS with status 204, no redirect, and Access-Control-Allow-Origin, -Methods and -Headers that name what the request uses.',
      examples: [
        "Access to fetch at 'https://api.example.com/' from origin 'https://app.example.com' has been blocked by CORS policy: Response to preflight request doesn't pass access control check",
      ],
    },
    {
      id: 'frame',
      signs: {
        says: [
          /\bBlocked a frame with origin\b|\bBlocked a frame at "|\bPermission denied to access property\b|\bon cross-origin object\b|\baccessing a cross-origin frame\b|\bBlocked autofocusing\b|\bfrom accessing a frame with origin\b|\bUnsafe attempt to (?:initiate navigation|load URL)\b|\bsandboxed and lacks the 'allow-|\bdoes not match the recipient window's origin\b|\bFailed to read a named property '[^'\n]{1,60}' from '(?:Window|Location)'|\bcannot be accessed from origin\b|\bFailed to read the 'contentDocument'|\bDocument was loaded with (?:a )?cross-origin\b/,
        ],
      },
      text: 'The code reads or controls a window or frame (iframe) of another origin, which the browser does not allow: pages of different origins are kept apart.',
      suggestion:
        'Exchange messages with postMessage and check the origin of each, or serve both pages from one origin. Third-party scripts and extensions also cause this.',
      examples: ['Blocked a frame with origin "https://app.example.com" from accessing a cross-origin frame.'],
    },
    {
      id: 'canvas',
      signs: { says: ['Tainted canvases may not be exported', 'canvas has been tainted'] },
      text: 'An image of another origin was drawn on this canvas, so the browser considers it tainted and does not let the page read it.',
      suggestion:
        'Set crossOrigin = "anonymous" on the image before its src, and let its server answer with a CORS header.',
      examples: ['Tainted canvases may not be exported.'],
    },
    {
      id: 'isolation',
      when: /Resource|Opener|Embedder|ORB|Opaque|cross-origin read|BLOCKED_BY_RESPONSE/,
      text: 'The browser blocked a response of another origin, because its type or its cross-origin headers (such as Cross-Origin-Resource-Policy) do not allow this page to use it.',
      suggestion:
        'Let that server send Cross-Origin-Resource-Policy: cross-origin or a CORS header, and check that the URL does not answer with an HTML error page.',
      examples: ['net::ERR_BLOCKED_BY_RESPONSE.NotSameOrigin', 'A resource was blocked by OpaqueResponseBlocking.'],
    },
  ],
};
