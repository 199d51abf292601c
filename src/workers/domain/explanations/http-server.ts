import type { Pattern } from '../pattern.js';

export const HTTP_SERVER: Pattern = {
  id: 'http-server',
  title: 'The HTTP server refused the request or the response',
  text: 'The web server could not handle this request or answer, because a route, plugin or handler is set up wrongly or the request body is not what it expects (its size, content-type or format).',
  suggestion:
    'Check the route and its handler, and compare the method, headers and body of the request with what the server expects.',
  examples: [
    'Cannot GET /api/users',
    { type: 'ActionController::RoutingError', message: 'No route matches [GET] "/wp-login.php"', language: 'ruby' },
    { message: 'http: request body too large', language: 'go' },
    'request entity too large',
    'Request failed with status code 413',
    'File too large',
    'Route GET:/api/users not found',
    'Failed to lookup view "index" in views directory "/app/views"',
    'Router.use() requires a middleware function but got a Object',
    'Request body is too large',
  ],
  counterexamples: [
    'No route found for bus 12 after detour',
    'Required parameter of the swimming pool is not chlorine',
    'Unsupported media type: vinyl',
    'Payload too large: truck 7',
  ],
  signs: { codes: ['FST_ERR_*'] },
  match: [
    /^(?:NotFound(?:Error|Exception): )?Cannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \/|(?:^|: )Route (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)?:?\/\S{0,300} not found$|\bNo default engine was specified\b|\bFailed to lookup view "|\bTemplate engine not set\b|\bCould not find the template engine\b|\bAttempted to send payload of invalid type\b|\bReply was already sent(?=$|[,.])|\bPromise may not be fulfilled with 'undefined'|^handler method did not return a value\b|\bresponse has already been ended\b|\bProtocol "\w{1,10}:" not supported\. Expected "/,
    /(?:^|: )Invalid status code: |\bexpress deprecated\b|\bRouter\.use\(\) requires\b|\bRoute\.\w{1,12}\(\) requires (?:a callback function|callback functions?)\b|\b(?:app|router)\.use\(\) requires\b|\bapp\.\w{1,10}\(\) requires\b|\bargument handler (?:must be a function|is required)\b/,
    /\bMethod '[A-Z]{3,10}' already declared for route\b|\bFastify instance is already listening\b|\bThe decorator '[^'\n]{1,60}' has already been added\b|\bcannot add plugin\b.{0,20}\balready\b|\bRoot plugin has already booted\b|\bis already listening\. Cannot\b|\bfastify-plugin: |\bPlugin must be a function\b|\bFailed building the (?:validation|serialization) schema\b|\bFST_ERR_\w{3,60}/,
    /\bMissing parameter name at \d|\bUnexpected (?:MODIFIER|OPEN|CLOSE|\( |\*|\?|\+|\)) ?at \d|\bpath-to-regexp\b|\bpathToRegexpError\b|\bmiddleware must be a function\b|\bmiddleware must be composed of functions\b/i,
    /\bNest can't resolve dependencies of\b|\bNest (?:could not find|cannot create)\b|\bNest cannot export a provider\b|\bNo driver \([\w-]{1,40}\) has been selected\b/,
    /(?:^|: )(?:request entity too large(?=$|[.:;,(\n])|request (?:aborted(?=$|[.:;,(\n])|size did not match content length)|entity\.\w|Request body is too large|Payload (?:content length greater than maximum allowed|Too Large$)|too many parameters|stream is not readable|unsupported charset|unsupported content encoding|encoding unsupported|entity verify failed|content encoding unsupported)\b/i,
    /\bBody cannot be empty when content-type\b|\bBody is not valid JSON but content-type\b|\bRequest body size did not match Content-Length\b|\bbody size did not match\b|\bUnsupported Media Type: \S{0,60}\/|\bUnsupported Media Type$|(?:^|: )(?:Unexpected field(?: - .{0,60})?|File too large|Too many (?:files|fields|parts)|Field (?:name|value) (?:too long|missing)|reach (?:files|fields|parts|file size) limit|LIMIT_[A-Z_]{4,30})$/i,
    /\bMultipart: Boundary not found\b|\bUnexpected end of (?:form|multipart data)(?=$|[.:;,(\n])|\bMalformed part header\b|\bMissing Content-Type\b|\bUnsupported content type: |\bno parser found\b|\bmultipart\b.{0,20}\bboundary\b|\boptions\.max(?:Total)?(?:File|Fields)\w{0,6}\b|\bmaxFileSize exceeded\b|\bthe request is not multipart\b|\bCould not parse content as FormData\b|\bFailed to parse body as FormData\b|\bBody exceeded \d{1,6} ?[kmg]?b limit\b|\bresponse limit\b.{0,20}\bAPI Routes\b/i,
    /\b413:? (?:Payload|Request Entity|Content) Too Large\b|\bHeader overflow\b|\bMissing required "?Host"? header\b|\bFUNCTION_PAYLOAD_TOO_LARGE\b/i,
  ],
  matchTyped: [],
  cases: [
    {
      id: 'bad-path',
      signs: {
        classes: ['URIError'],
        libraries: ['express', 'router', 'fastify', 'find-my-way', 'koa-router', '@koa/router'],
      },
      otherSigns: [{ says: ["^Failed to decode param '"] }],
      text: 'The server could not decode the URL of the request: a percent sign in it is not followed by a valid encoded character. Mostly scanners or hand-made links send such URLs.',
      suggestion: 'Answer 400, and let clients build links with encodeURIComponent.',
      examples: [
        {
          type: 'URIError',
          message: "Failed to decode param '%E0%A4%A'",
          stack:
            "URIError: Failed to decode param '%E0%A4%A'\n    at decodeURIComponent (<anonymous>)\n    at decode_param (/srv/app/node_modules/express/lib/router/layer.js:172:12)",
        },
      ],
    },
    {
      id: 'plugin-start',
      signs: {
        codes: [
          'AVV_ERR_PLUGIN_EXEC_TIMEOUT',
          'AVV_ERR_READY_TIMEOUT',
          'FST_ERR_PLUGIN_TIMEOUT',
          'FST_ERR_HOOK_TIMEOUT',
        ],
        says: ['Plugin did not start in time: '],
      },
      text: 'A plugin (or hook) of the server did not start within its time limit (timeout): it never called done, its promise never resolved, or what it waits for (such as a database) does not answer.',
      suggestion:
        'Make the plugin an async function or call done() once (not both), await what it starts, check the service it connects to, and raise pluginTimeout only if the start really needs longer.',
      examples: [
        {
          type: 'AvvioError',
          code: 'AVV_ERR_PLUGIN_EXEC_TIMEOUT',
          message:
            "Plugin did not start in time: 'db'. You may have forgotten to call 'done' function or to resolve a Promise",
        },
      ],
    },
    {
      id: 'next-twice',
      signs: { says: ['^next() called multiple times$'] },
      text: 'A middleware called next() twice (multiple times) for one request, so what comes after it would run again.',
      suggestion:
        'Call next() once on each path, return (or await) it, and look for a call in both branches or in a loop.',
      examples: ['next() called multiple times'],
    },
    {
      id: 'route-name',
      signs: {
        classes: [
          'NoReverseMatch',
          'RouteNotFoundException',
          'BuildError',
          'UrlGenerationError',
          'UrlGenerationException',
        ],
      },
      otherSigns: [{ codes: ['E_CANNOT_LOOKUP_ROUTE', 'E_CANNOT_MAKE_ROUTE'] }],
      text: 'The app has no route of this name (or not with these parameters), so it cannot build the URL: the name is misspelled, its namespace is missing, or a value for the path is empty.',
      suggestion:
        'Compare the name with the list of routes, add the namespace, and check that each parameter of the path is given and has a value.',
      examples: [
        {
          type: 'django.urls.exceptions.NoReverseMatch',
          message: "Reverse for 'order-detail' not found. 'order-detail' is not a valid view function or pattern name.",
          language: 'python',
        },
        {
          type: 'Symfony\\Component\\Routing\\Exception\\RouteNotFoundException',
          message: 'Route [login] not defined.',
          language: 'php',
        },
      ],
    },
    {
      id: 'header-value',
      signs: {
        codes: [
          'ERR_INVALID_HTTP_TOKEN',
          'ERR_INVALID_CHAR',
          'ERR_HTTP_INVALID_HEADER_VALUE',
          'HPE_INVALID_HEADER_TOKEN',
        ],
        classes: ['InvalidHeader', 'LocalProtocolError'],
        where: /[Hh]eader|HTTP token|[Ii]llegal/,
        says: [
          /^Header name must be a valid HTTP token|^Invalid character in header content|^Header \S{1,80} has invalid value|^net\/http: invalid header field|\bis an invalid header (?:name|value)\b|^Method must be a valid HTTP token/,
        ],
      },
      otherSigns: [
        { classes: ['CookieError'] },
        { says: ['^Header values may not contain linefeed'] },
        {
          codes: [
            'ERR_HTTP2_INVALID_CONNECTION_HEADERS',
            'ERR_HTTP2_INVALID_PSEUDOHEADER',
            'ERR_HTTP2_INVALID_HEADER_VALUE',
            'ERR_HTTP2_HEADER_SINGLE_VALUE',
            'ERR_HTTP2_PSEUDOHEADER_NOT_ALLOWED',
          ],
        },
        {
          says: [
            '^Header may not contain more than a single header',
            'Cannot convert argument to a ByteString because',
          ],
        },
        { says: ['^Invalid value "undefined" for header "', '^net/http: invalid method "'] },
      ],
      text: 'The name or value of an HTTP header has characters that are not allowed there, such as a space, a line break or a letter outside of ASCII, or it is missing.',
      suggestion:
        'Check what is put into the header, remove line breaks and spaces from names, encode other characters (encodeURIComponent or base64), and never put raw user input there.',
      examples: [
        {
          type: 'TypeError',
          message: 'Header name must be a valid HTTP token ["x customer"]',
          code: 'ERR_INVALID_HTTP_TOKEN',
        },
        'Invalid character in header content ["x-user"]',
      ],
    },
    {
      id: 'method-not-allowed',
      signs: {
        classes: [
          'HttpRequestMethodNotSupportedException',
          'MethodNotAllowedHttpException',
          'MethodNotAllowed',
          'MethodNotAllowedException',
        ],
      },
      otherSigns: [{ classes: ['UnknownHttpMethod'] }],
      text: 'The server knows this URL (path) but has no route for this HTTP method, so it answers 405 (method not allowed): for example a POST where only GET exists.',
      suggestion:
        'Compare the method of the request with the route, look for a redirect that turned POST into GET and for a missing slash at the end, and expect some of these from bots.',
      examples: [
        {
          type: 'org.springframework.web.HttpRequestMethodNotSupportedException',
          message: "Request method 'POST' is not supported",
          language: 'java',
        },
        {
          type: 'Symfony\\Component\\HttpKernel\\Exception\\MethodNotAllowedHttpException',
          message: 'The POST method is not supported for route users. Supported methods: GET, HEAD.',
          language: 'php',
        },
      ],
    },
    {
      id: 'client-left',
      signs: { says: ['^request aborted$'] },
      otherSigns: [{ classes: ['RequestAborted'] }],
      text: 'The client ended the request before the server had read it all: the user left the page, the app was closed, or the network was lost.',
      suggestion:
        'Treat it as normal and do not report it, unless many clients leave at the same place, which mostly means that the server is too slow.',
      examples: ['request aborted'],
    },
    {
      id: 'bad-host-header',
      signs: { classes: ['DisallowedHost', 'SuspiciousOperation', 'BlockedHost', 'UntrustedHost'] },
      text: 'The Host header of the request is not among the hosts this app accepts: it was called by another name or by address, or a scanner sent a made-up one.',
      suggestion:
        'Add the host to the allowed ones (ALLOWED_HOSTS, config.hosts) if it is yours, and let the proxy refuse all others.',
      examples: [
        {
          type: 'django.core.exceptions.DisallowedHost',
          message: "Invalid HTTP_HOST header: '10.0.0.7'. You may need to add '10.0.0.7' to ALLOWED_HOSTS.",
          language: 'python',
        },
      ],
    },
    {
      id: 'no-route',
      signs: {
        codes: ['FST_ERR_ROUTE_NOT_FOUND'],
        classes: [
          'RoutingError',
          'NoHandlerFoundException',
          'NotFoundHttpException',
          'NoResourceFoundException',
          'Http404',
          'Resolver404',
        ],
        says: [
          /^No "\w{1,20}"-procedure on path "|^No route matches (?:\[[A-Z]{3,7}\]|\{)/,
          /^(?:no route found for "?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) |The route \S{1,200} could not be found|No static resource )/i,
        ],
      },
      otherSigns: [{ codes: ['E_ROUTE_NOT_FOUND'] }],
      when: /^(?:NotFound\w*: )?Cannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)|Route .{1,310} not found/,
      text: 'The web server has no route for this method and URL, so it answered 404 (not found).',
      suggestion:
        'Check the path, its prefix and the method of the request against the routes, register the route before listening, and expect some of these from bots.',
      examples: ['Cannot GET /api/users', 'Route GET:/api/users not found'],
    },
    {
      id: 'no-template',
      signs: {
        classes: [
          'TemplateNotFound',
          'TemplateDoesNotExist',
          'MissingTemplate',
          'ActionViewTemplateError',
          'TemplateInputException',
          'TemplateNotFoundException',
          'LoaderError',
          'MissingExactTemplate',
        ],
        says: [
          /^View \[[\w.\/-]{1,120}\] not found|^Error resolving template \[|^html\/template: \"[^\"]{1,120}\" is undefined|^template: [\w.]{1,80}:\d+|^The view '[^']{1,120}' was not found/,
        ],
      },
      otherSigns: [{ saysAmongErrors: ['^template not found: '], libraries: ['nunjucks'] }],
      when: ['view', 'Template', 'template', 'engine'],
      text: 'The server was told to render a view but has no view engine (template engine) for it, or found no template (file) of this name and extension in its folders.',
      suggestion:
        "Install and set the engine (app.set('view engine', 'ejs')), check the views directory in the deployed app, or send JSON instead of rendering.",
      examples: ['No default engine was specified and no extension was provided.'],
    },
    {
      id: 'bad-payload',
      signs: {
        codes: [
          'FST_ERR_REP_INVALID_PAYLOAD_TYPE',
          'FST_ERR_PROMISE_NOT_FULFILLED',
          'FST_ERR_SEND_UNDEFINED_ERR',
          'FST_ERR_SEND_INSIDE_ONERR',
          'FST_ERR_MISSING_SERIALIZATION_FN',
          'FST_ERR_FAILED_ERROR_SERIALIZATION',
        ],
      },
      when: ['payload of invalid type', "fulfilled with 'undefined'", 'handler method', 'serialization'],
      text: 'The handler returned a payload the server cannot send as it is: it must serialize to a string or buffer, and here it is an object without a JSON content type, undefined, or does not fit its schema.',
      suggestion:
        'Return a string, or an object with the content type application/json, and make sure that every path of the handler returns or sends something.',
      examples: ["Attempted to send payload of invalid type 'object'. Expected a string or Buffer."],
    },
    {
      id: 'bad-status',
      signs: { codes: ['ERR_HTTP_INVALID_STATUS_CODE', 'FST_ERR_BAD_STATUS_CODE'] },
      otherSigns: [{ says: [/^Response constructor: Invalid response status code \d/] }],
      when: ['status code: '],
      text: 'The code answers with an invalid HTTP status code: it must be a whole number between 100 and 999, and here it is undefined, a string or something else.',
      suggestion:
        'Set a default (err.status ?? 500) in the error handler, and check the order of arguments: status(404).json(body).',
      examples: ['Invalid status code: undefined'],
    },
    {
      id: 'registered-twice',
      signs: {
        codes: [
          'FST_ERR_DUPLICATED_ROUTE',
          'FST_ERR_DEC_ALREADY_PRESENT',
          'FST_ERR_CTP_ALREADY_PRESENT',
          'FST_ERR_INSTANCE_ALREADY_LISTENING',
          'FST_ERR_ALREADY_STARTED',
        ],
      },
      otherSigns: [
        { says: [' is already registered for this blueprint'] },
        { codes: ['FST_ERR_SCH_ALREADY_PRESENT', 'FST_ERR_SCH_DUPLICATE'] },
      ],
      when: /already (?:declared|been added|listening|booted|sent)|cannot add plugin/i,
      text: 'Something is registered twice on this server: the same route and method, decorator or plugin already exists, or it comes after the server has started (is already listening).',
      suggestion:
        'Look for the duplicate registration (often a file that is loaded twice, or an autoloader), and register everything before listen.',
      examples: ["Method 'GET' already declared for route '/users'"],
    },
    {
      id: 'wrong-protocol',
      signs: { codes: ['ERR_INVALID_PROTOCOL'] },
      when: ['Protocol "'],
      text: 'An https URL met the http module or agent, or the other way round: the client that sends the request supports only one protocol.',
      suggestion: 'Use the https module (and an https.Agent) for https URLs, or fetch, which chooses by the URL.',
      examples: ['Protocol "https:" not supported. Expected "http:"'],
    },
    {
      id: 'no-function',
      signs: {
        codes: [
          'FST_ERR_ROUTE_MISSING_HANDLER',
          'FST_ERR_ROUTE_HANDLER_NOT_FN',
          'FST_ERR_HOOK_INVALID_HANDLER',
          'FST_ERR_CTP_INVALID_HANDLER',
          'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE',
          'FST_ERR_INVALID_MIDDLEWARE',
        ],
      },
      when: /requires (?:a )?(?:middleware|callback|handler)|requires\b.{0,60}function|must be a function|composed of functions|argument handler|deprecated/,
      text: 'A route or middleware was registered with something that is not a function, mostly undefined: the handler is not exported from its file, or is imported or called in the wrong way.',
      suggestion:
        'Log the value you pass to the route, check default and named exports, and pass the function itself (handler, not handler()).',
      examples: ['Route.get() requires a callback function but got a [object Undefined]'],
    },
    {
      id: 'route-syntax',
      when: /parameter name|Unexpected (?:MODIFIER|OPEN|CLOSE|\W)|path-to-regexp|pathToRegexp/i,
      text: 'The path of a route has a syntax the router cannot read: a stray colon, star, bracket or question mark. Express 5 needs a name for every wildcard.',
      suggestion: "Write /*splat instead of *, give every ':' a name, and pass a path, not a full URL, to the router.",
      examples: ['Missing parameter name at 1: https://git.new/pathToRegexpError'],
    },
    {
      id: 'nest-circular',
      signs: {
        classes: ['CircularDependencyException'],
        says: [/^A circular dependency has been detected\b|^Nest cannot create the \w{1,80} instance\./],
      },
      otherSigns: [{ classes: ['UndefinedForwardRefException', 'UndefinedModuleException'] }],
      text: 'Two modules or providers of Nest need each other (a circular dependency), or a file imports one that is not loaded yet, so that one of them is undefined when Nest builds the other.',
      suggestion:
        'Break the circle by moving what both need into a third module, or wrap both sides in forwardRef(); look for circular imports between files (index files too).',
      examples: [
        {
          type: 'CircularDependencyException',
          message: 'A circular dependency has been detected inside CatsModule.',
        },
      ],
    },
    {
      id: 'nest-dependency',
      otherSigns: [
        {
          classes:
            'UnknownDependenciesException, UnknownElementException, UnknownExportException, UnknownModuleException, InvalidClassModuleException, InvalidMiddlewareException, InvalidClassScopeException'.split(
              ', ',
            ),
        },
      ],
      when: ['Nest ', 'No driver'],
      text: 'Nest cannot build the class named here: a dependency of its constructor is not available in this module, because its provider is not listed, exported or imported there.',
      suggestion:
        'Add the provider to its module and its exports, import that module here, and use forwardRef only for real circular dependencies.',
      examples: [
        "Nest can't resolve dependencies of the UsersService (?). Please make sure that the argument UserRepository",
      ],
    },
    {
      id: 'json-body',
      signs: {
        codes: ['FST_ERR_CTP_EMPTY_JSON_BODY', 'FST_ERR_CTP_INVALID_JSON_BODY'],
        classes: ['HttpMessageNotReadableException', 'ActionDispatchParamsParseError', 'ParseErrorJson'],
        says: [
          '^Required request body is missing',
          '^JSON parse error: ',
          '^Error occurred while parsing request parameters',
        ],
      },
      otherSigns: [{ classes: ['ParseError'], libraries: ['rest_framework'] }],
      when: ['empty', 'not valid JSON'],
      text: 'The request says its body is JSON (by its content-type header), but the body is empty or not valid JSON.',
      suggestion:
        'Send a body that is valid JSON (as a serializer writes it), or leave the content-type header out of requests that have none (such as DELETE).',
      examples: ["Body cannot be empty when content-type is set to 'application/json'"],
    },
    {
      id: 'upload-field',
      signs: {
        codes: ['LIMIT_UNEXPECTED_FILE', 'MISSING_FIELD_NAME', 'LIMIT_FIELD_KEY'],
        classes: ['MissingServletRequestPartException'],
        says: [/^Unexpected (?:file )?field(?: - .{0,60})?$/],
      },
      when: ['Unexpected field', 'Field name'],
      text: 'The upload form has a file field the server does not expect: the field name differs from the one given to the upload handler, or there are more files than allowed.',
      suggestion:
        "Use the same field name on both sides (upload.single('avatar') and formData.append('avatar', file)), and allow as many files as the form sends.",
      examples: ['Unexpected field'],
    },
    {
      id: 'too-large',
      signs: {
        codes: [
          'HTTP 413',
          'HTTP 414',
          'LIMIT_FILE_SIZE',
          'LIMIT_FILE_COUNT',
          'LIMIT_FIELD_COUNT',
          'LIMIT_FIELD_VALUE',
          'LIMIT_PART_COUNT',
          'FST_ERR_CTP_BODY_TOO_LARGE',
          'FST_REQ_FILE_TOO_LARGE',
          'entity.too.large',
          'parameters.too.many',
        ],
        classes: [
          'PayloadTooLargeError',
          'PayloadTooLargeException',
          'RequestEntityTooLarge',
          'RequestDataTooBig',
          'TooManyFieldsSent',
          'TooManyFilesSent',
          'MaxUploadSizeExceededException',
          'FileSizeLimitExceededException',
          'SizeLimitExceededException',
          'PostTooLargeException',
          'MaxBytesError',
          'BadHttpRequestException',
        ],
        says: [
          /^http: request body too large$|^POST Content-Length of \d+ bytes exceeds the limit|^Request body too large\. The max request body size is|^Maximum upload size (?:of \d+ bytes )?exceeded/,
        ],
      },
      otherSigns: [
        { classes: ['URITooLongError'] },
        { codes: ['UND_ERR_HEADERS_OVERFLOW'] },
        { classes: ['CookieOverflow'] },
      ],
      when: /large|size limit|exceed|too many|[Tt]oo [Ll]ong|LIMIT_|limit|greater than|413|maxFile|overflow|reach /i,
      text: 'The request is too large for the server: its body, a file or the number of fields exceeds a size limit.',
      suggestion:
        'Tell users the limit before they upload, and raise it (in the body parser, the upload handler and the proxy, such as client_max_body_size) only if larger bodies are wanted.',
      examples: ['request entity too large', 'File too large', 'Request failed with status code 413'],
    },
    {
      id: 'wrong-length',
      signs: {
        codes: [
          'HTTP 411',
          'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
          'ERR_HTTP_CONTENT_LENGTH_MISMATCH',
          'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
          'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
          'request.size.invalid',
        ],
        classes: ['RequestContentLengthMismatchError', 'ResponseContentLengthMismatchError'],
        says: [/^Response body's content-length of \d/],
      },
      otherSigns: [{ classes: ['LengthRequiredError'] }],
      when: /size did not match|content[- ]length|411/i,
      text: 'The body is not as long as its content-length header says: the header is missing or wrong, a proxy changed the body, or the connection was cut.',
      suggestion:
        'Let the HTTP client compute the length (count bytes, not characters), and check proxies that rewrite bodies.',
      examples: ['request size did not match content length'],
    },
    {
      id: 'behind-proxy',
      signs: { codes: ['ERR_ERL_*'] },
      text: 'The limit of requests cannot tell clients apart: the address of the client (request.ip) is not as the middleware expects, because the app runs behind a proxy and its "trust proxy" setting does not say so.',
      suggestion:
        'Set "trust proxy" to the number of proxies in front of the app (not to true), or give the limiter a key of your own; look at request.ip in a route to check it.',
      examples: [
        {
          type: 'ValidationError',
          message: "The 'X-Forwarded-For' header is set but the Express 'trust proxy' setting is false (default).",
          code: 'ERR_ERL_UNEXPECTED_X_FORWARDED_FOR',
        },
      ],
    },
    {
      id: 'multipart',
      signs: {
        codes: ['FST_INVALID_MULTIPART_CONTENT_TYPE'],
        classes: ['MultiPartParserError', 'MultipartException', 'FileUploadException'],
        says: [
          '^no multipart boundary param in Content-Type$',
          "^request Content-Type isn't multipart",
          '^http: no such file$',
          '^multipart: NextPart: EOF$',
        ],
      },
      otherSigns: [
        { libraries: ['go:multipart', 'go:mime'] },
        { libraries: 'busboy, @fastify/busboy, formidable, multiparty, dicer'.split(', ') },
      ],
      when: /multipart|form|boundary|part header|parse content/i,
      text: 'The form upload (multipart body) could not be read: it ended too early, or its content-type header has no boundary.',
      suggestion:
        'Send a FormData object and do not set the content-type header yourself (the client adds the boundary), and check that nothing reads the body before the upload handler.',
      examples: ['Multipart: Boundary not found', 'Unexpected end of form'],
    },
    {
      id: 'content-type',
      signs: {
        codes: [
          'HTTP 415',
          'FST_ERR_CTP_INVALID_MEDIA_TYPE',
          'FST_ERR_CTP_INVALID_TYPE',
          'FST_ERR_CTP_EMPTY_TYPE',
          'encoding.unsupported',
          'charset.unsupported',
        ],
        classes: [
          'UnsupportedMediaType',
          'UnsupportedMediaTypeError',
          'UnsupportedMediaTypeException',
          'HttpMediaTypeNotSupportedException',
          'HttpMediaTypeNotAcceptableException',
          'UnsupportedMediaTypeHttpException',
        ],
        says: [/^Content(?:-Type| type) '[^'\n]{0,80}' is(?: not|n't) supported/],
      },
      otherSigns: [{ says: ['^Content-Type was not one of "'] }],
      when: /media type|content[- ]type|charset|encoding|415|no parser/i,
      text: 'The server does not accept the content-type (media type, or encoding) of this request body and answers 415: no parser is registered for it.',
      suggestion:
        'Send the header content-type: application/json with JSON bodies, or add a parser for the type you expect.',
      examples: ['Unsupported Media Type: text/plain'],
    },
    {
      id: 'dependency-injection',
      signs: {
        classes: [
          'NoSuchBeanDefinitionException',
          'UnsatisfiedDependencyException',
          'NoUniqueBeanDefinitionException',
          'BeanCreationException',
          'BeanDefinitionStoreException',
          'BeanInstantiationException',
          'BindingResolutionException',
          'ServiceNotFoundException',
          'UnsatisfiedResolutionException',
        ],
        saysAmongErrors: ["^Unable to resolve service for type '"],
      },
      otherSigns: [
        {
          classes:
            'AwilixResolutionError, DependencyInjectionException, InstanceCreationException, NoBeanDefFoundException, NoDefinitionFoundException, NonUniqueBeanException, BeanContextException, ResolutionException'.split(
              ', ',
            ),
        },
        { libraries: 'tsyringe, inversify, awilix, typedi, org.springframework.beans'.split(', ') },
        {
          classes: ['BeanNotOfRequiredTypeException', 'BeanInitializationException', 'BeanDefinitionOverrideException'],
        },
      ],
      text: 'The container for dependency injection cannot make this object: a bean, service or class that it depends on is not registered, is not bound to an implementation of its interface, or failed while it was created.',
      suggestion:
        'Read the innermost cause, register the service (component, bean, provider, bind an interface to a class), check that its package is scanned, and the spelling of class and namespace.',
      examples: [
        {
          type: 'org.springframework.beans.factory.NoSuchBeanDefinitionException',
          message:
            "No qualifying bean of type 'com.acme.OrderRepo' available: expected at least 1 bean which qualifies as autowire candidate.",
          language: 'java',
        },
        {
          type: 'Illuminate\\Contracts\\Container\\BindingResolutionException',
          message: 'Target [App\\Repo] is not instantiable while building [App\\X].',
          language: 'php',
        },
      ],
    },
    {
      id: 'circular-bean',
      signs: { classes: ['BeanCurrentlyInCreationException', 'ServiceCircularReferenceException'] },
      text: 'Two beans (services) depend on each other: the circular dependency cannot be resolved, as each needs the other one while it is created.',
      suggestion:
        'Break the circle: move what both need into a third bean, pass one of them lazily (@Lazy, a setter or an event), or join them.',
      examples: [
        {
          type: 'org.springframework.beans.factory.BeanCurrentlyInCreationException',
          message:
            "Error creating bean with name 'a': Requested bean is currently in creation: Is there an unresolvable circular reference?",
          language: 'java',
        },
      ],
    },
    {
      id: 'outside-of-context',
      signs: { says: ['^Working outside of application context', '^Working outside of request context'] },
      text: 'Flask was used outside of its context: current_app, g or the database need an application context, and request or session need an active request, but this code runs at import, in a thread, a script or a test without one.',
      suggestion:
        'Push a context (with app.app_context(): …), or app.test_request_context() in tests, or move the code into a view; pass what a thread needs as an argument.',
      examples: [{ type: 'RuntimeError', message: 'Working outside of application context.', language: 'python' }],
    },
    {
      id: 'apps-not-ready',
      signs: { classes: ['AppRegistryNotReady'], says: ["^Apps aren't loaded yet.$", "^Models aren't loaded yet.$"] },
      text: 'Django is used before its apps are loaded: models were imported before django.setup() ran, such as in a script or in the __init__ of an app.',
      suggestion:
        'Call django.setup() first in scripts, import models inside functions or AppConfig.ready(), and set DJANGO_SETTINGS_MODULE.',
      examples: [
        { type: 'django.core.exceptions.AppRegistryNotReady', message: "Apps aren't loaded yet.", language: 'python' },
      ],
    },
    {
      id: 'missing-parameter',
      signs: {
        classes: [
          'MissingServletRequestParameterException',
          'MissingRequestHeaderException',
          'MissingPathVariableException',
          'ParameterMissing',
          'BadRequestKeyError',
          'MissingRequestValueException',
          'ServletRequestBindingException',
        ],
        saysAmongErrors: [
          /^(?:Required (?:request )?(?:parameter|header|URI template variable|String|Integer|int|Long|long) '|param is missing or the value is empty: )/,
        ],
      },
      text: 'A required parameter of the request is missing or empty: the client did not send this field in the query, form or body, or sent it under another name.',
      suggestion:
        'Compare the name in the message with what the client sends (query, form data or JSON body), make it optional or give it a default, and answer 400 otherwise.',
      examples: [
        {
          type: 'org.springframework.web.bind.MissingServletRequestParameterException',
          message: "Required request parameter 'id' for method parameter type Long is not present",
          language: 'java',
        },
      ],
    },
    {
      id: 'template-syntax',
      signs: {
        classes:
          'TemplateSyntaxError, SyntaxErrorInTemplate, TemplateProcessingException, SpelParseException, LiquidSyntaxError'.split(
            ', ',
          ),
      },
      otherSigns: [
        { says: ['^Missing helper: "', '^Pug:'] },
        { says: ['^Parse error on line '], where: ["'OPEN_BLOCK'"] },
        { says: ['^template: '], libraries: ['go:template', 'go:html'] },
        { classes: ['TemplateAssertionError'] },
        { libraries: ['go:template', 'go:html'] },
        {
          libraries:
            'ejs, pug, handlebars, mustache, nunjucks, liquidjs, twig, eta, org.thymeleaf, freemarker, Twig'.split(
              ', ',
            ),
        },
        { classes: ['SyntaxError'], libraries: ['Twig', 'Liquid'] },
      ],
      text: 'The template has an error of syntax: an unknown tag, helper or filter, a block that is not closed, or an expression that the template engine cannot read.',
      suggestion:
        'Look at the line of the template that the message names: load the library of the tag or filter, close every block, and check the spelling of the expression.',
      examples: [
        {
          type: 'django.template.exceptions.TemplateSyntaxError',
          message:
            "Invalid block tag on line 12: 'endfor', expected 'endblock'. Did you forget to register or load this tag?",
          language: 'python',
        },
      ],
    },
    {
      id: 'template-variable',
      signs: {
        classes: ['UndefinedError'],
        where: [' is undefined$', '^Variable "', ' has no attribute '],
        says: [/^Variable "[^"]{1,80}" does not exist(?: in "|\.$)/],
      },
      otherSigns: [
        {
          says: ['^template: '],
          where: ["can't evaluate field ", 'nil data; no entry for key', 'map has no entry for key'],
          libraries: ['go:template', 'go:html'],
        },
        {
          classes: ['ReferenceError'],
          libraries: ['ejs', 'nunjucks', 'pug', 'handlebars', 'eta', 'lodash'],
          where: [' is not defined'],
        },
        { classes: ['InvalidReferenceException', 'NonStringException'] },
      ],
      text: 'The template uses a variable that was not passed to it: it is undefined there, because of a typo or because the view did not set it on this path.',
      suggestion:
        'Pass the variable to the template when you render it, check its spelling, or give it a default in the template.',
      examples: [{ type: 'jinja2.exceptions.UndefinedError', message: "'order' is undefined", language: 'python' }],
    },
    {
      id: 'no-action',
      signs: { classes: ['ActionNotFound'] },
      otherSigns: [{ classes: ['ViewDoesNotExist'] }],
      text: 'The route leads to an action that its controller does not have: the method is missing, private or spelled in another way.',
      suggestion: 'Add the public method (action) to the controller, or correct the route.',
      examples: [
        {
          type: 'AbstractController::ActionNotFound',
          message: "The action 'foo' could not be found for OrdersController",
          language: 'ruby',
        },
      ],
    },
    {
      id: 'ambiguous-route',
      signs: {
        classes: ['AmbiguousMatchException', 'AmbiguousActionException'],
      },
      text: 'Two routes (endpoints) claim the same request or the same name: multiple view functions or actions match and the framework cannot choose.',
      suggestion:
        'Give each endpoint its own path, method or name, remove the one that is registered twice, and keep decorators from hiding the name of a view (functools.wraps).',
      examples: [
        {
          type: 'Microsoft.AspNetCore.Routing.Matching.AmbiguousMatchException',
          message: 'The request matched multiple endpoints. Matches: ...',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'answer-format',
      signs: { classes: ['UnknownFormat'] },
      otherSigns: [{ classes: ['NotAcceptable', 'NotAcceptableError', 'NotAcceptableException', 'MissingRenderer'] }],
      text: 'The client asked for a format that this route does not answer with (406, not acceptable): its Accept header or the extension of the path names another one.',
      suggestion:
        'Add the format to those that the route offers (respond_to in Rails), or send the request with an Accept header (or extension) that it answers; bots that ask for odd formats can get 406.',
      examples: [
        { type: 'ActionController::UnknownFormat', message: 'ActionController::UnknownFormat', language: 'ruby' },
      ],
    },
    {
      id: 'no-auth-scheme',
      signs: { saysAmongErrors: ['^No authenticationScheme was specified'] },
      text: 'ASP.NET Core has to authenticate the caller, but no authentication scheme is configured as the default.',
      suggestion:
        'Add AddAuthentication with a default scheme (such as JwtBearer or cookies) in the startup, and UseAuthentication before UseAuthorization.',
      examples: [
        {
          type: 'System.InvalidOperationException',
          message: 'No authenticationScheme was specified, and there was no DefaultChallengeScheme found.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'endpoint-name',
      signs: { classes: ['AssertionError'], where: ['^View function mapping is overwriting'] },
      text: 'Two views have the same endpoint name: a view function of this name is registered twice in Flask.',
      suggestion: 'Give each view its own name (endpoint=), and use functools.wraps in decorators.',
      examples: [
        {
          type: 'AssertionError',
          message: 'View function mapping is overwriting an existing endpoint function: index',
          language: 'python',
        },
      ],
    },
    {
      id: 'sync-io',
      signs: { saysAmongErrors: ['^Synchronous operations are disallowed.'] },
      text: 'ASP.NET Core does not allow synchronous reading or writing of a request or response body: the code (or a library) calls Read or Write instead of the async methods.',
      suggestion: 'Use ReadAsync and WriteAsync with await, or set AllowSynchronousIO only as a last resort.',
      examples: [
        {
          type: 'System.InvalidOperationException',
          message: 'Synchronous operations are disallowed. Call WriteAsync or set AllowSynchronousIO to true instead.',
          language: 'dotnet',
        },
      ],
    },
    {
      id: 'plugin-missing',
      signs: { codes: ['FST_ERR_DEC_MISSING_DEPENDENCY', 'FST_ERR_DEC_DEPENDENCY_INVALID_TYPE'] },
      otherSigns: [
        { codes: ['FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED', 'FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE'] },
        { says: ["^The dependency '"], where: [' is not registered'] },
      ],
      text: 'A decorator or plugin of the server needs another one that is not registered before it, or not in this part of the app.',
      suggestion:
        'Register the plugin that provides it first (and await it), wrap it with fastify-plugin so that its decorators are seen outside, and check the name.',
      examples: [
        {
          type: 'FastifyError',
          message: "The decorator is missing dependency 'db'.",
          code: 'FST_ERR_DEC_MISSING_DEPENDENCY',
        },
      ],
    },
    {
      id: 'headers-too-large',
      signs: {
        codes: ['HPE_HEADER_OVERFLOW', 'HTTP 431', 'UND_ERR_HEADERS_OVERFLOW'],
        classes: ['RequestHeaderFieldsTooLargeError', 'HeadersOverflowError'],
      },
      otherSigns: [{ says: ['Parse Error: Header overflow'], where: ['Header overflow'] }],
      text: 'The headers of a request or response are too large together: mostly cookies or a token have grown, or the limit (16 KB in Node) is low.',
      suggestion:
        'Look at how long each header is, delete old cookies and keep session data on the server, and raise the limit (--max-http-header-size, large_client_header_buffers) only then.',
      examples: [{ type: 'Error', message: 'Parse Error: Header overflow', code: 'HPE_HEADER_OVERFLOW' }],
    },
    {
      id: 'no-answer-returned',
      signs: { saysAmongErrors: [' did not return a valid response', " didn't return an HttpResponse object"] },
      text: 'The view function returned nothing (None) or something that the framework cannot turn into a response: mostly a return statement is missing on one path.',
      suggestion:
        'Return a response on every path of the view, look for a branch that ends without return, and await an async view or helper.',
      examples: [
        {
          type: 'TypeError',
          message:
            "The view function for 'cart' did not return a valid response. The function either returned None or ended without a return statement.",
          language: 'python',
        },
      ],
    },
    {
      id: 'hook',
      signs: { codes: ['FST_ERR_HOOK_*'], saysAmongErrors: [' hook not supported!'] },
      text: 'A hook was added that the server does not know, or whose handler is no function: its name is misspelled or of another version, or an async handler takes the callback (done) as well.',
      suggestion:
        'Compare the name with the hooks of the installed version (onRequest, preHandler, onSend), pass a function, and use either async or done.',
      examples: [{ type: 'FastifyError', message: 'onRequst hook not supported!', code: 'FST_ERR_HOOK_NOT_SUPPORTED' }],
    },
    {
      id: 'route-schema',
      signs: {
        codes: ['FST_ERR_SCH_*'],
        says: ['^Failed building the validation schema for ', '^Failed building the serialization schema for '],
      },
      text: 'The schema of a route is not valid: it has an unknown type or keyword, refers to a schema that was not added, or one with the same id was added twice.',
      suggestion:
        'Correct the schema at the place that the message names, add shared schemas with addSchema before the routes, and give each its own $id.',
      examples: [
        {
          type: 'FastifyError',
          message: 'Failed building the validation schema for GET: /c, due to error schema is invalid',
          code: 'FST_ERR_SCH_VALIDATION_BUILD',
        },
      ],
    },
    {
      id: 'absolute-file-path',
      signs: { says: ['path must be absolute or specify root'] },
      text: 'The server should send a file whose path is relative, and it does not know relative to which folder.',
      suggestion: 'Pass an absolute path (path.join(import.meta.dirname, "a.html")), or the folder as the option root.',
      examples: [{ type: 'TypeError', message: 'path must be absolute or specify root to res.sendFile' }],
    },
    {
      id: 'set-up-too-late',
      signs: { classes: ['AssertionError', 'RuntimeError'], where: [' can no longer be called on the application'] },
      otherSigns: [
        { says: [' can no longer be called on the application', ' can no longer be called on the blueprint'] },
      ],
      text: 'The app is set up after it has handled its first request: a route, hook or blueprint that is added so late would be missing on some requests.',
      suggestion:
        'Register everything while the app is built, before it serves: move the import or decorator to the module (or factory) that creates the app.',
      examples: [
        {
          type: 'AssertionError',
          message:
            "The setup method 'before_request' can no longer be called on the application. It has already handled its first request",
          language: 'python',
        },
      ],
    },
  ],
};
