import type { PatternCase } from '../pattern.js';

/** What a server, or no server, answers. */
export const REQUEST_FAILED_CASES: readonly PatternCase[] = [
  {
    when: /CONNECTING state|not open|not connected|before initial|Socket is not connected|CLOSING or CLOSED/i,
    text: 'The code sent data over a WebSocket that was not open: the connection was not ready yet, or was already closing or closed.',
    suggestion: 'Wait for the open event before you send, queue messages until then, and connect again after a close.',
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
];

/** Routes, handlers and request bodies, seen from the server. */
export const HTTP_SERVER_CASES: readonly PatternCase[] = [
  {
    when: /^(?:NotFound\w*: )?Cannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)|Route .{1,310} not found/,
    text: 'The web server has no route for this method and URL, so it answered 404 (not found).',
    suggestion:
      'Check the path, its prefix and the method of the request against the routes, register the route before listening, and expect some of these from bots.',
    examples: ['Cannot GET /api/users', 'Route GET:/api/users not found'],
  },
  {
    when: /view|[Tt]emplate|engine/,
    text: 'The server was told to render a view but has no view engine (template engine) for it, or found no template of this name and extension.',
    suggestion:
      "Install and set the engine (app.set('view engine', 'ejs')), check the views directory in the deployed app, or send JSON instead of rendering.",
    examples: ['No default engine was specified and no extension was provided.'],
  },
  {
    when: /payload of invalid type|fulfilled with 'undefined'|serialization/,
    text: 'The handler returned a payload the server cannot send as it is: it must serialize to a string or buffer, and here it is an object without a JSON content type, undefined, or does not fit its schema.',
    suggestion:
      'Return a string, or an object with the content type application/json, and make sure that every path of the handler returns or sends something.',
    examples: ["Attempted to send payload of invalid type 'object'. Expected a string or Buffer."],
  },
  {
    when: /status code: /,
    text: 'The code answers with an invalid HTTP status code: it must be a whole number between 100 and 999, and here it is undefined, a string or something else.',
    suggestion:
      'Set a default (err.status ?? 500) in the error handler, and check the order of arguments: status(404).json(body).',
    examples: ['Invalid status code: undefined'],
  },
  {
    when: /already (?:declared|been added|listening|booted|sent)|cannot add plugin/i,
    text: 'Something is registered twice on this server: the same route and method, decorator or plugin already exists, or it comes after the server has started (is already listening).',
    suggestion:
      'Look for the duplicate registration (often a file that is loaded twice, or an autoloader), and register everything before listen.',
    examples: ["Method 'GET' already declared for route '/users'"],
  },
  {
    when: /Protocol "/,
    text: 'An https URL met the http module or agent, or the other way round: the client that sends the request supports only one protocol.',
    suggestion: 'Use the https module (and an https.Agent) for https URLs, or fetch, which chooses by the URL.',
    examples: ['Protocol "https:" not supported. Expected "http:"'],
  },
  {
    when: /requires (?:a )?(?:middleware|callback|handler)|requires\b.{0,60}function|must be a function|composed of functions|argument handler|deprecated/,
    text: 'A route or middleware was registered with something that is not a function, mostly undefined: the handler is not exported from its file, or is imported or called in the wrong way.',
    suggestion:
      'Log the value you pass to the route, check default and named exports, and pass the function itself (handler, not handler()).',
    examples: ['Route.get() requires a callback function but got a [object Undefined]'],
  },
  {
    when: /parameter name|Unexpected (?:MODIFIER|OPEN|CLOSE|\W)|path-to-regexp|pathToRegexp/i,
    text: 'The path of a route has a syntax the router cannot read: a stray colon, star, bracket or question mark. Express 5 needs a name for every wildcard.',
    suggestion: "Write /*splat instead of *, give every ':' a name, and pass a path, not a full URL, to the router.",
    examples: ['Missing parameter name at 1: https://git.new/pathToRegexpError'],
  },
  {
    when: /Nest |No driver/,
    text: 'Nest cannot build the class named here: a dependency of its constructor is not available in this module, because its provider is not listed, exported or imported there.',
    suggestion:
      'Add the provider to its module and its exports, import that module here, and use forwardRef only for real circular dependencies.',
    examples: [
      "Nest can't resolve dependencies of the UsersService (?). Please make sure that the argument UserRepository",
    ],
  },
  {
    when: /empty|not valid JSON/,
    text: 'The request says its body is JSON (by its content-type header), but the body is empty or not valid JSON.',
    suggestion:
      'Send a JSON body with JSON.stringify, or leave the content-type header out of requests that have none (such as DELETE).',
    examples: ["Body cannot be empty when content-type is set to 'application/json'"],
  },
  {
    when: /Unexpected field|Field name/,
    text: 'The upload form has a file field the server does not expect: the field name differs from the one given to the upload handler, or there are more files than allowed.',
    suggestion:
      "Use the same field name on both sides (upload.single('avatar') and formData.append('avatar', file)), and allow as many files as the form sends.",
    examples: ['Unexpected field'],
  },
  {
    when: /large|size limit|exceed|too many|[Tt]oo [Ll]ong|LIMIT_|limit|greater than|413|maxFile|overflow|reach /i,
    text: 'The request is too large for the server: its body, a file or the number of fields exceeds a size limit.',
    suggestion:
      'Tell users the limit before they upload, and raise it (in the body parser, the upload handler and the proxy, such as client_max_body_size) only if larger bodies are wanted.',
    examples: ['request entity too large', 'File too large', 'Request failed with status code 413'],
  },
  {
    when: /size did not match|content[- ]length|411/i,
    text: 'The body is not as long as its content-length header says: the header is missing or wrong, a proxy changed the body, or the connection was cut.',
    suggestion:
      'Let the HTTP client compute the length (count bytes, not characters), and check proxies that rewrite bodies.',
    examples: ['request size did not match content length'],
  },
  {
    when: /multipart|form|boundary|part header|parse content/i,
    text: 'The form upload (multipart body) could not be read: it ended too early, or its content-type header has no boundary.',
    suggestion:
      'Send a FormData object and do not set the content-type header yourself (the client adds the boundary), and check that nothing reads the body before the upload handler.',
    examples: ['Multipart: Boundary not found', 'Unexpected end of form'],
  },
  {
    when: /media type|content[- ]type|charset|encoding|415|no parser/i,
    text: 'The server does not accept the content-type (or encoding) of this request body, because no parser is registered for it.',
    suggestion:
      'Send the header content-type: application/json with JSON bodies, or add a parser for the type you expect.',
    examples: ['Unsupported Media Type: text/plain'],
  },
];
