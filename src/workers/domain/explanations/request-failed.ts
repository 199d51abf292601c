import { namesStatus } from '../evidence/http-status.js';
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
  counterexamples: ['Conflict: two weddings in hall B', 'Status code 4 returned by washing machine'],
  signs: {
    codes: ['ERR_INTERNET_DISCONNECTED', 'ERR_NETWORK_CHANGED', 'ERR_NETWORK_IO_SUSPENDED', 'ERR_NETWORK'],
    classes: ['NetworkError'],
  },
  match: [
    namesStatus('[45]\\d\\d'),
    /\bHttp failure (?:response for|during parsing for)\b|\bFailed to load resource: (?!net::ERR_(?:NAME|CERT|SSL))|\bnet::ERR_(?:CONNECTION|INTERNET|NETWORK|ADDRESS|TIMED|FAILED|ABORTED|EMPTY|BLOCKED|HTTP2|QUIC|SOCKET|CACHE|TUNNEL|PROXY|CONTENT|INCOMPLETE|UNKNOWN|INVALID_RESPONSE|TOO_MANY|RESPONSE)/,
    /(?:^|: |\d )(?:4\d\d|5\d\d):? (?:Bad Request|Payment Required|Not Found|Method Not Allowed|Not Acceptable|Request Timeout|Conflict|Gone|Precondition Failed|Internal Server Error|Not Implemented|Bad Gateway|Service (?:Temporarily )?Unavailable|Gateway Time-?out|Unknown Error)\b/i,
    /(?:^|: )(?:Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out|Bad Request|Method Not Allowed)\.?$|^(?:Not Found|Conflict|Server Error)$|\bInvalid WebSocket frame: |^Max payload size exceeded$|\bInvalid Sec-WebSocket-\w|\bServer sent (?:no|an invalid) subprotocol\b|\bnon-101 status code\b/,
    /(?:^|: )(?:Failed to fetch|Load failed|fetch failed|Network ?Error|Network request failed|NetworkError when attempting to fetch resource|A network error occurred|The network connection was lost|The Internet connection appears to be offline|Could not connect to the server|A server with the specified hostname could not be found|Failed to connect to server|Network connection lost)\.?(?: \([\w.:-]{1,120}\))?$/,
    /\bA network error \(such as timeout, interrupted connection or unreachable host\)|\bauth\/network-request-failed\b|\bFetchEvent\b.{0,60}\bnetwork error\b|\bXMLHttpRequest error\b|\bFailed to load 'https?:/,
    /^\[(?:GET|POST|PUT|PATCH|DELETE|HEAD)\] "|\b<no response> |\bFailed to execute 'send' on 'XMLHttpRequest'|\bmax(?:Content|Body)Length size of \d|\bMaximum number of redirects exceeded(?=$|[.:;,(\n])|\bRedirected \d{1,4} times\b|\bmaximum redirect reached at\b|(?:^|: )Too many redirects(?=$|[.:;,(\n])|\bresponse for preflight\b|\bFailed to fetch \(/i,
    /\bFailed to (?:execute '\w{1,12}' on|construct) 'WebSocket'|\bWebSocket (?:is (?:not open|already in CLOSING)|was closed before|connection (?:to '|failed|closed|error|timed out)|is closed before|handshake|error:|not (?:open|connected))/i,
    /^(?:Connection error\.|Invalid frame header|xhr (?:poll|post) error|websocket error|websocket connect failed|Session ID unknown|Invalid namespace|transport (?:close|error|unknown)|ping timeout|parser error|io (?:server|client) disconnect|server error)$/,
    /\btrying to reach a Socket\.IO server\b|\bhandleUpgrade\(\) was called more than once\b|\bOne and only one of the "port", "server"|\bestablish a connection to the server at wss?:|\bThe connection to wss?:\S{1,200} was interrupted\b|\bAn insecure WebSocket connection may not be initiated\b|\bThe URL's (?:scheme|protocol) must be (?:either|one of) ['"]ws:?['"]|\bcould not connect to (?:the )?websocket\b|\bSocket is not connected$/i,
  ],
  matchTyped: [
    /^(?:HTTPError|HttpError|ResponseError|ApiError|StatusCodeError|HTTPStatusError): (?:Client error '|Server error ')?[45]\d\d\b|^TypeError: (?:cancelled|Type error|The request timed out\.?)$/,
  ],
  cases: [
    {
      id: 'websocket-too-large',
      signs: { codes: ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'], says: ['^Max payload size exceeded$'] },
      text: 'A WebSocket message is too large: it is larger than the maximum size (maxPayload, maxHttpBufferSize) that this side accepts, so the connection was closed.',
      suggestion:
        'Split large messages into parts or send them by HTTP with only a link on the socket, and raise the limit only if you trust the sender.',
      examples: [
        { type: 'RangeError', code: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', message: 'Max payload size exceeded' },
      ],
    },
    {
      id: 'handshake-timeout',
      signs: { says: ['^Opening handshake has timed out$', '^timed out during opening handshake$'] },
      text: 'The WebSocket handshake timed out: the server accepted the connection but did not answer the request to open it in time, because it is overloaded or does not speak WebSocket here.',
      suggestion:
        'Check the URL, that the server and its proxies support WebSocket, and what keeps the server busy; raise handshakeTimeout only then.',
      examples: ['Opening handshake has timed out'],
    },
    {
      id: 'body-cut-off',
      signs: {
        codes: ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'],
        where: ['^Invalid response body while trying to fetch '],
        says: ['^Invalid response body while trying to fetch '],
      },
      otherSigns: [
        {
          codes: ['curl 18', 'ERR_INCOMPLETE_CHUNKED_ENCODING', 'ERR_CONTENT_LENGTH_MISMATCH'],
          classes: ['ContentLengthError', 'TransferEncodingError'],
        },
      ],
      text: 'The response began but was cut off before its body was complete (aborted, premature close): the server or a proxy closed the connection, or the request was aborted meanwhile.',
      suggestion:
        'Look into the log of the server and the limits of the proxy, compare with the content-length, and retry requests that are safe to repeat.',
      examples: [
        'Invalid response body while trying to fetch https://api.example.com/v1: Premature close',
        'Invalid response body while trying to fetch https://api.example.com/v1: aborted',
      ],
    },
    {
      id: 'socket-not-open',
      signs: { classes: ['WebSocketNotOpenError'] },
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
      id: 'websocket-handshake',
      signs: {
        classes: [
          'InvalidStatusCode',
          'InvalidStatus',
          'InvalidHandshake',
          'WebSocketBadStatusException',
          'WSServerHandshakeError',
          'WebSocketHandshakeException',
        ],
        says: [
          /^Unexpected server response: \d{3}$|(?:^|: )websocket: bad handshake$|^server rejected WebSocket connection: HTTP \d{3}/,
        ],
      },
      when: /Unexpected server response|non-101|handshake|Sec-WebSocket|subprotocol|establish a connection to the server at ws/i,
      text: 'The WebSocket handshake failed: the server, or a proxy in front of it, answered with an ordinary HTTP status instead of opening the connection. 401 or 403 means not allowed, 404 a wrong path, and 502 or 503 that the server is unavailable.',
      suggestion:
        'Check the path and the credentials of the WebSocket URL, let the proxy pass the Upgrade header, and look into the log of the server.',
      examples: ['Unexpected server response: 503'],
    },
    {
      id: 'websocket-url',
      when: /insecure WebSocket|construct 'WebSocket'|URL's (?:scheme|protocol)/i,
      text: 'The URL of the WebSocket is not allowed: it must begin with ws: or wss:, and a page loaded over https may only open secure connections (wss:).',
      suggestion: 'Build the address from the protocol of the page, so that https pages use wss.',
      examples: [
        "Failed to construct 'WebSocket': The URL's scheme must be either 'ws' or 'wss'. 'http' is not allowed.",
      ],
    },
    {
      id: 'websocket',
      signs: {
        codes: ['WS_ERR_*'],
        classes: [
          'WebSocketException',
          'WebSocketConnectionClosedException',
          'WebSocketTimeoutException',
          'WebSocketDisconnect',
          'WebSocketError',
        ],
        says: [/^websocket: close \d{4}/],
      },
      otherSigns: [
        {
          libraries:
            'ws, socket.io, socket.io-client, engine.io, engine.io-client, sockjs-client, websocket, websockets'.split(
              ', ',
            ),
        },
      ],
      when: /websocket|wss?:|^xhr |Socket\.IO|^Session ID|^Invalid namespace|^transport |^ping timeout|^io |frame|handleUpgrade|payload size|"port", "server"|parser error/i,
      text: 'The WebSocket (or Socket.IO) connection could not be made or was closed: the server is not reachable at this URL, a proxy does not pass it through, the network dropped it, or one side sent something the other does not accept.',
      suggestion:
        'Check the URL and that the server and its proxies support WebSocket, reconnect with a growing delay, and send a ping so that idle connections stay open.',
      examples: ['WebSocket was closed before the connection was established', 'xhr poll error'],
    },
    {
      id: 'not-found',
      signs: {
        codes: ['curl 22', 'curl 78'],
        classes: ['HttpNotFoundError', 'NotFound'],
        where: ['404', 'Not Found'],
      },
      otherSigns: [
        {
          classes: ['RepositoryNotFoundError', 'EntryNotFoundError', 'RevisionNotFoundError'],
          libraries: ['huggingface_hub'],
        },
      ],
      when: /\b404\b|Not Found/,
      text: 'The server answered 404: nothing was found at this URL. The path is wrong, the record does not exist (any more), or the request went to another server than intended.',
      suggestion:
        'Compare the URL in the request with the routes of the server (base path, version, id), and handle a missing record in the code.',
      examples: [
        'Request failed with status code 404',
        { type: 'urllib.error.HTTPError', message: 'HTTP Error 404: Not Found', language: 'python' },
      ],
    },
    {
      id: 'gateway-timeout',
      signs: { classes: ['GatewayTimeout', 'GatewayTimeoutException', 'GatewayTimeoutError'] },
      when: /\b504\b|Gateway Time-?out/i,
      text: 'The gateway or proxy in front of the server gave up waiting (504, gateway timeout): the server behind it was too slow or never answered.',
      suggestion:
        'Find out in the log of the server what is slow, move long work to a job, and only then raise the timeout of the gateway.',
      examples: ['Http failure response for https://api.example.com/users: 504 Gateway Timeout'],
    },
    {
      id: 'unavailable',
      signs: {
        classes: [
          'BadGateway',
          'BadGatewayException',
          'BadGatewayError',
          'ServiceUnavailable',
          'ServiceUnavailableException',
          'ServiceUnavailableError',
          'HttpServerUnavailableException',
        ],
      },
      otherSigns: [{ says: ['no live upstreams while connecting to upstream'] }],
      when: /\b50[23]\b|Bad Gateway|Service (?:Temporarily )?Unavailable/i,
      text: 'The server is unavailable (502 bad gateway or 503 service unavailable): it is down, restarting or overloaded, and the gateway in front of it answered in its place.',
      suggestion:
        'Check that the server runs and passes its health checks, retry later with a growing delay, and show the user that the service is down for the moment.',
      examples: ['Response code 502 (Bad Gateway)'],
    },
    {
      id: 'server-error',
      signs: {
        classes: ['InternalServerError', 'InternalServerErrorException', 'HttpServerErrorException'],
      },
      when: /\b5\d\d\b|Internal Server Error|Server Error|server error|Not Implemented/,
      text: 'The server failed while it handled this request (a 500 status): the cause is an error in the server, not in the one who called it.',
      suggestion:
        'Look into the log of that server at this time, report the request with its id, and retry only requests that are safe to repeat.',
      examples: ['Request failed with status code 500', 'Internal Server Error'],
    },
    {
      id: 'conflict',
      signs: { classes: ['ConflictException', 'ConflictError'] },
      when: /\b409\b|Conflict/,
      text: 'The server answered 409 (conflict): the request does not fit the current state, because the record already exists or someone else changed it meanwhile.',
      suggestion: 'Load the current state, apply the change again, or tell the user that it already exists.',
      examples: ['Request failed with status code 409'],
    },
    {
      id: 'method-not-allowed',
      otherSigns: [{ classes: ['MethodNotAllowedError'] }],
      when: /\b405\b|Method ?Not ?Allowed/i,
      text: 'The server knows this URL but not with this HTTP method (405, method not allowed), for example a POST where only GET exists.',
      suggestion:
        'Check the method of the request against the route, a redirect that turned POST into GET, and a missing slash at the end of the URL.',
      examples: ['Request failed with status code 405'],
    },
    {
      id: 'request-timeout',
      when: /\b408\b|\btimed? ?out\b/i,
      text: 'The request timed out before the server had an answer: the network was slow, or the server needed too long.',
      suggestion: 'Retry requests that are safe to repeat, and look for what is slow on the server or in the network.',
      examples: ['Request failed with status code 408'],
    },
    {
      id: 'gone-or-legal',
      otherSigns: [{ classes: ['GoneError', 'GoneException'] }],
      when: /\b(?:410|451)\b|\bGone\b/,
      text: 'The server has this resource no longer (410, gone), or may not show it for legal reasons (451).',
      suggestion: 'Remove the link or id that leads there, and handle a missing resource in the code.',
      examples: ['Request failed with status code 410'],
    },
    {
      id: 'payment-required',
      otherSigns: [{ classes: ['PaymentRequiredError'] }],
      when: /\b402\b|Payment Required/,
      text: 'The server wants a payment for this request (402): the plan, card or balance of the account does not cover it.',
      suggestion: 'Check plan, balance and card of the account, and tell the user that a payment is needed.',
      examples: ['Request failed with status code 402'],
    },
    {
      id: 'refused',
      signs: { classes: ['BadRequestException', 'HttpClientErrorException'] },
      otherSigns: [
        {
          classes:
            'PreconditionFailedError, PreconditionFailedException, ExpectationFailedError, RangeNotSatisfiableError, FailedDependencyError'.split(
              ', ',
            ),
        },
      ],
      when: /\b4\d\d\b|Bad Request/,
      text: 'The server refused this request with a 4xx status: it is not valid in its eyes. 400 (bad request) means that parameters, body or headers are missing or malformed.',
      suggestion:
        'Read the response body, which mostly names the reason, and compare the URL, parameters and body with what the API expects.',
      examples: ['Request failed with status code 400'],
    },
    {
      id: 'circuit-open',
      signs: {
        codes: ['EOPENBREAKER'],
        classes:
          'CallNotPermittedException, BulkheadFullException, BrokenCircuitException, IsolatedCircuitException, CircuitBreakerError, CircuitBreakerOpenException, CircuitOpenException, BulkheadRejectedException, BulkheadRejectedError, BrokenCircuitError'.split(
            ', ',
          ),
        says: [/^CircuitBreaker '[^'\n]{1,80}' is (?:OPEN|FORCED_OPEN)\b|^circuit breaker is open$/],
      },
      text: 'The circuit breaker in front of another service is open: so many of the last calls failed or were slow that this one was not sent at all. The cause lies in the errors before it.',
      suggestion:
        'Look for the first failures of that service in the log, give a fallback answer meanwhile, and check the thresholds and the waiting time of the breaker.',
      examples: [
        {
          type: 'io.github.resilience4j.circuitbreaker.CallNotPermittedException',
          message: "CircuitBreaker 'billing' is OPEN and does not permit further calls",
          language: 'java',
        },
        { type: 'Error', message: 'Breaker is open', code: 'EOPENBREAKER' },
      ],
    },
    {
      id: 'redirects',
      signs: {
        codes: [
          'ERR_FR_TOO_MANY_REDIRECTS',
          'ERR_TOO_MANY_REDIRECTS',
          'max-redirect',
          'ERR_FR_REDIRECTION_FAILURE',
          'curl 47',
        ],
        classes: ['TooManyRedirects', 'MaxRedirectsError', 'TooManyRedirectsException', 'MaxRedirectError'],
        says: [/^stopped after \d+ redirects$|: stopped after \d+ redirects$|^redirect count exceeded$/],
      },
      when: /redirect/i,
      text: 'The request was redirected too many times: two addresses send it back and forth in a loop, for example between http and https or to a sign-in page.',
      suggestion:
        'Follow the redirects by hand with curl -IL, fix the rule that loops, and send the cookie or token the server asks for.',
      examples: [
        'Maximum number of redirects exceeded',
        { type: 'requests.exceptions.TooManyRedirects', message: 'Exceeded 30 redirects.', language: 'python' },
        { message: 'Get "https://a.example/": stopped after 10 redirects', type: '*url.Error', language: 'go' },
      ],
    },
    {
      id: 'too-long',
      signs: { codes: ['ERR_FR_MAX_BODY_LENGTH_EXCEEDED', 'max-size'] },
      otherSigns: [{ codes: ['UND_ERR_RES_EXCEEDED_MAX_SIZE'] }],
      when: /Length size/i,
      text: 'The response or request body is larger than the limit the HTTP client was given.',
      suggestion:
        'Load the data in pages or as a stream, or raise maxContentLength or maxBodyLength if such sizes are expected.',
      examples: ['maxContentLength size of 2000 exceeded'],
    },
  ],
};
