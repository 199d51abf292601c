import { namesStatus } from '../http-status.js';
import type { Pattern } from '../pattern.js';

export const REQUEST_FAILED: Pattern = {
  id: 'request-failed',
  title: 'A request or WebSocket to a server failed',
  text: 'The request got no answer at all: the network connection failed. The user is offline, the server could not be reached or was down, or a content blocker or the CORS rules of the browser stopped it.',
  suggestion:
    'Open the URL by itself to see whether the server answers, check CORS in the browser console, retry with a delay, and show the user an offline state.',
  examples: [
    'Request failed with status code 404',
    'NetworkError when attempting to fetch resource.',
    "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
    'Failed to fetch',
    'Network Error',
    'Load failed',
    'HTTP error! status: 404',
    "WebSocket connection to 'wss://example.com/ws' failed: ",
    'Failed to load resource: the server responded with a status of 404 (Not Found)',
    '[GET] "https://api.example.com/a": 500 Internal Server Error',
  ],
  match: [
    namesStatus('[45]\\d\\d'),
    /\bHttp failure (?:response for|during parsing for)\b|\bFailed to load resource: (?!net::ERR_(?:NAME|CERT|SSL))|\bnet::ERR_(?:CONNECTION|INTERNET|NETWORK|ADDRESS|TIMED|FAILED|ABORTED|EMPTY|BLOCKED|HTTP2|QUIC|SOCKET|CACHE|TUNNEL|PROXY|CONTENT|INCOMPLETE|UNKNOWN|INVALID_RESPONSE|TOO_MANY|RESPONSE)/,
    /(?:^|: |\d )(?:4\d\d|5\d\d):? (?:Bad Request|Payment Required|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Precondition Failed|Internal Server Error|Not Implemented|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Unknown Error)\b/i,
    /(?:^|: )(?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Not Found|Bad Request|Method Not Allowed)\.?$|^(?:Conflict|Server Error)$/,
    /(?:^|: )(?:Failed to fetch|Load failed|fetch failed|Network ?Error|Network request failed|NetworkError when attempting to fetch resource|A network error occurred|The network connection was lost|The Internet connection appears to be offline|Could not connect to the server|A server with the specified hostname could not be found|Failed to connect to server|Network connection lost)\.?(?: \([\w.:-]{1,120}\))?$/,
    /\bA network error \(such as timeout, interrupted connection or unreachable host\)|\bauth\/network-request-failed\b|\bFetchEvent\b.{0,60}\bnetwork error\b|\bXMLHttpRequest error\b|\bFailed to load 'https?:/,
    /^\[(?:GET|POST|PUT|PATCH|DELETE|HEAD)\] "|\b<no response> |\bFailed to execute 'send' on 'XMLHttpRequest'|\bmax(?:Content|Body)Length size of \d|\bMaximum number of redirects exceeded\b|\bRedirected \d{1,4} times\b|\bmaximum redirect reached at\b|(?:^|: )Too many redirects\b|\bresponse for preflight\b|\bFailed to fetch \(/i,
    /\bFailed to (?:execute '\w{1,12}' on|construct) 'WebSocket'|\bWebSocket (?:is (?:not open|already in CLOSING)|was closed before|connection (?:to '|failed|closed|error|timed out)|is closed before|handshake|error:|not (?:open|connected))/i,
    /(?:^|: )Unexpected server response: \d{3}$|\bInvalid WebSocket frame: |^Max payload size exceeded$|\bOpening handshake has timed out\b|\bInvalid Sec-WebSocket-\w|\bServer sent (?:no|an invalid) subprotocol\b|\bnon-101 status code\b/,
    /^(?:Connection error\.|Invalid frame header|xhr (?:poll|post) error|websocket error|websocket connect failed|Session ID unknown|Invalid namespace|transport (?:close|error|unknown)|ping timeout|parser error|io (?:server|client) disconnect|server error)$/,
    /\btrying to reach a Socket\.IO server\b|\bhandleUpgrade\(\) was called more than once\b|\bOne and only one of the "port", "server"|\bestablish a connection to the server at wss?:|\bThe connection to wss?:\S{1,200} was interrupted\b|\bAn insecure WebSocket connection may not be initiated\b|\bThe URL's (?:scheme|protocol) must be (?:either|one of) ['"]ws:?['"]|\bcould not connect to (?:the )?websocket\b|\bSocket is not connected$/i,
  ],
  matchTyped: [
    /^(?:HTTPError|HttpError|ResponseError|ApiError|StatusCodeError): [45]\d\d\b/,
    /^TypeError: (?:cancelled|Type error|The request timed out\.?)$/,
    /^(?:InternalServerError|BadGateway|ServiceUnavailable|GatewayTimeout|MethodNotAllowed)(?:Exception|Error)?: /,
  ],
  cases: [
    {
      when: /CONNECTING state|not open|not connected|before initial|Socket is not connected|CLOSING or CLOSED/i,
      text: 'The code sent data over a WebSocket that was not open: the connection was not ready yet, or was already closing or closed.',
      suggestion:
        'Wait for the open event before you send, queue messages until then, and connect again after a close.',
      examples: [
        "Failed to execute 'send' on 'WebSocket': Still in CONNECTING state.",
        'WebSocket is not open: readyState 0 (CONNECTING)',
      ],
    },
    {
      when: /Unexpected server response|non-101|handshake|Sec-WebSocket|subprotocol|establish a connection to the server at ws/i,
      text: 'The WebSocket handshake failed: the server, or a proxy in front of it, answered with an ordinary HTTP status instead of opening the connection. 401 or 403 means not allowed, 404 a wrong path, and 502 or 503 that the server is unavailable.',
      suggestion:
        'Check the path and the credentials of the WebSocket URL, let the proxy pass the Upgrade header, and look into the log of the server.',
      examples: ['Unexpected server response: 503'],
    },
    {
      when: /insecure WebSocket|construct 'WebSocket'|URL's (?:scheme|protocol)/i,
      text: 'The URL of the WebSocket is not allowed: it must begin with ws: or wss:, and a page loaded over https may only open secure connections (wss:).',
      suggestion: 'Build the address from the protocol of the page, so that https pages use wss.',
      examples: [
        "Failed to construct 'WebSocket': The URL's scheme must be either 'ws' or 'wss'. 'http' is not allowed.",
      ],
    },
    {
      when: /websocket|wss?:|^xhr |Socket\.IO|^Session ID|^Invalid namespace|^transport |^ping timeout|^io |frame|handleUpgrade|payload size|"port", "server"|parser error/i,
      text: 'The WebSocket (or Socket.IO) connection could not be made or was closed: the server is not reachable at this URL, a proxy does not pass it through, the network dropped it, or one side sent something the other does not accept.',
      suggestion:
        'Check the URL and that the server and its proxies support WebSocket, reconnect with a growing delay, and send a ping so that idle connections stay open.',
      examples: ['WebSocket was closed before the connection was established', 'xhr poll error'],
    },
    {
      when: /\b404\b|Not Found/,
      text: 'The server answered 404: nothing was found at this URL. The path is wrong, the record does not exist (any more), or the request went to another server than intended.',
      suggestion:
        'Compare the URL in the request with the routes of the server (base path, version, id), and handle a missing record in the code.',
      examples: ['Request failed with status code 404'],
    },
    {
      when: /\b504\b|Gateway Time-?out/i,
      text: 'The gateway or proxy in front of the server gave up waiting (504, gateway timeout): the server behind it was too slow or never answered.',
      suggestion:
        'Find out in the log of the server what is slow, move long work to a job, and only then raise the timeout of the gateway.',
      examples: ['Http failure response for https://api.example.com/users: 504 Gateway Timeout'],
    },
    {
      when: /\b50[23]\b|Bad Gateway|Service (?:Temporarily )?Unavailable/i,
      text: 'The server is unavailable (502 bad gateway or 503 service unavailable): it is down, restarting or overloaded, and the gateway in front of it answered in its place.',
      suggestion:
        'Check that the server runs and passes its health checks, retry later with a growing delay, and show the user that the service is down for the moment.',
      examples: ['Response code 502 (Bad Gateway)'],
    },
    {
      when: /\b5\d\d\b|Internal Server Error|Server Error|server error|Not Implemented/,
      text: 'The server failed while it handled this request (a 500 status): the cause is an error in the server, not in the one who called it.',
      suggestion:
        'Look into the log of that server at this time, report the request with its id, and retry only requests that are safe to repeat.',
      examples: ['Request failed with status code 500', 'Internal Server Error'],
    },
    {
      when: /\b409\b|Conflict/,
      text: 'The server answered 409 (conflict): the request does not fit the current state, because the record already exists or someone else changed it meanwhile.',
      suggestion: 'Load the current state, apply the change again, or tell the user that it already exists.',
      examples: ['Request failed with status code 409'],
    },
    {
      when: /\b405\b|Method ?Not ?Allowed/i,
      text: 'The server knows this URL but not with this HTTP method (405, method not allowed), for example a POST where only GET exists.',
      suggestion:
        'Check the method of the request against the route, a redirect that turned POST into GET, and a missing slash at the end of the URL.',
      examples: ['Request failed with status code 405'],
    },
    {
      when: /\b408\b|\btimed? ?out\b/i,
      text: 'The request timed out before the server had an answer: the network was slow, or the server needed too long.',
      suggestion: 'Retry requests that are safe to repeat, and look for what is slow on the server or in the network.',
      examples: ['Request failed with status code 408'],
    },
    {
      when: /\b4\d\d\b|Bad Request/,
      text: 'The server refused this request with a 4xx status: it is not valid in its eyes. 400 (bad request) means that parameters, body or headers are missing or malformed.',
      suggestion:
        'Read the response body, which mostly names the reason, and compare the URL, parameters and body with what the API expects.',
      examples: ['Request failed with status code 400'],
    },
    {
      when: /redirect/i,
      text: 'The request was redirected too many times: two addresses send it back and forth in a loop, for example between http and https or to a sign-in page.',
      suggestion:
        'Follow the redirects by hand with curl -IL, fix the rule that loops, and send the cookie or token the server asks for.',
      examples: ['Maximum number of redirects exceeded'],
    },
    {
      when: /Length size/i,
      text: 'The response or request body is larger than the limit the HTTP client was given.',
      suggestion:
        'Load the data in pages or as a stream, or raise maxContentLength or maxBodyLength if such sizes are expected.',
      examples: ['maxContentLength size of 2000 exceeded'],
    },
  ],
};
