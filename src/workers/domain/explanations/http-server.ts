import { namesStatus } from '../http-status.js';
import type { Pattern } from '../pattern.js';

export const HTTP_SERVER: Pattern = {
  id: 'http-server',
  title: 'The HTTP server refused the request or the response',
  text: 'The web server could not handle this request or answer, because a route, plugin or handler is set up wrongly or the request body is not what it expects (its size, content-type or format).',
  suggestion:
    'Check the route and its handler, and compare the method, headers and body of the request with what the server expects.',
  examples: [
    'Cannot GET /api/users',
    'request entity too large',
    'File too large',
    'Route GET:/api/users not found',
    'Failed to lookup view "index" in views directory "/app/views"',
    'Router.use() requires a middleware function but got a Object',
    'Request body is too large',
  ],
  match: [
    /^(?:NotFound(?:Error|Exception): )?Cannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \//,
    /(?:^|: )Route (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)?:?\/\S{0,300} not found$/,
    /\bNo default engine was specified\b|\bFailed to lookup view "|\bTemplate engine not set\b|\bCould not find the template engine\b/,
    /\bAttempted to send payload of invalid type\b|\bReply was already sent\b|\bPromise may not be fulfilled with 'undefined'|\bresponse has already been ended\b/,
    /(?:^|: )Invalid status code: |\bexpress deprecated\b|\bRouter\.use\(\) requires\b|\bRoute\.\w{1,12}\(\) requires (?:a callback function|callback functions?)\b|\b(?:app|router)\.use\(\) requires\b|\bapp\.\w{1,10}\(\) requires\b|\bargument handler (?:must be a function|is required)\b/,
    /\bMethod '[A-Z]{3,10}' already declared for route\b|\bFastify instance is already listening\b|\bThe decorator '[^'\n]{1,60}' has already been added\b|\bcannot add plugin\b.{0,20}\balready\b|\bPlugin did not start in time\b|\bRoot plugin has already booted\b|\bis already listening\. Cannot\b|\bfastify-plugin: |\bPlugin must be a function\b|\bFailed building the (?:validation|serialization) schema\b|\bUnsupported Media Type\b|\bFST_ERR_\w{3,60}/,
    /\bProtocol "\w{1,10}:" not supported\. Expected "/,
    /\bMissing parameter name at \d|\bUnexpected (?:MODIFIER|OPEN|CLOSE|\( |\*|\?|\+|\)) ?at \d|\bpath-to-regexp\b|\bpathToRegexpError\b|\bmiddleware must be a function\b|\bmiddleware must be composed of functions\b|\bnext\(\) called multiple times\b/i,
    /\bNest can't resolve dependencies of\b|\bNest (?:could not find|cannot create)\b|\bNest cannot export a provider\b|\bNo driver \([\w-]{1,40}\) has been selected\b/,
    /(?:^|: )(?:request entity too large|request (?:aborted|size did not match content length)|entity\.\w|Request body is too large|Payload (?:content length greater than maximum allowed|Too Large)|too many parameters|stream is not readable|unsupported charset|unsupported content encoding|encoding unsupported|entity verify failed|content encoding unsupported)\b/i,
    /\bBody cannot be empty when content-type\b|\bBody is not valid JSON but content-type\b|\bRequest body size did not match Content-Length\b|\bbody size did not match\b|\bUnsupported Media Type: /i,
    /(?:^|: )(?:Unexpected field(?: - .{0,60})?|File too large|Too many (?:files|fields|parts)|Field (?:name|value) (?:too long|missing)|reach (?:files|fields|parts|file size) limit|LIMIT_[A-Z_]{4,30})$/i,
    /\bMultipart: Boundary not found\b|\bUnexpected end of (?:form|multipart data)\b|\bMalformed part header\b|\bMissing Content-Type\b|\bUnsupported content type: |\bno parser found\b|\bmultipart\b.{0,20}\bboundary\b|\boptions\.max(?:Total)?(?:File|Fields)\w{0,6}\b|\bmaxFileSize exceeded\b|\bthe request is not multipart\b|\bCould not parse content as FormData\b|\bFailed to parse body as FormData\b|\bBody exceeded \d{1,6} ?[kmg]?b limit\b|\bresponse limit\b.{0,20}\bAPI Routes\b/i,
    namesStatus('41[135]'),
    /\b413:? (?:Payload|Request Entity|Content) Too Large\b|\bHeader overflow\b|\bMissing required "?Host"? header\b|\bFUNCTION_PAYLOAD_TOO_LARGE\b/i,
  ],
  matchTyped: [
    /^(?:MulterError|PayloadTooLargeError|UnsupportedMediaType(?:Error|Exception)|PayloadTooLargeException):/,
  ],
  cases: [
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
  ],
};
