import { VALIDATION_CASES } from '../cases/input.js';
import { HTTP_SERVER_CASES } from '../cases/requests.js';
import type { Pattern } from '../pattern.js';
import { namesStatus } from './http-status.js';

/** Requests, seen from the server that receives them and from the client that sends them. */
export const WEB_PATTERNS: readonly Pattern[] = [
  {
    id: 'http-server',
    title: 'The HTTP server refused the request or the response',
    text: 'The web server could not handle this request or answer, because a route, plugin or handler is set up wrongly or the request body is not what it expects (its size, content-type or format).',
    suggestion:
      'Check the route and its handler, and compare the method, headers and body of the request with what the server expects.',
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
    cases: HTTP_SERVER_CASES,
    examples: ['Cannot GET /api/users', 'request entity too large', 'File too large', 'Route GET:/api/users not found'],
  },
  {
    id: 'validation',
    title: 'The input is not valid',
    text: 'The input is not valid: the data does not fit the schema it was checked against, because a required field is missing or a value is not of the type or format that is expected.',
    suggestion:
      'Look at the named field and the value that arrived, correct the sender (the form, request or query), and answer 400 or 422 with the name of the field.',
    match: [
      /\bInvalid input: expected \w|(?:^|: )Expected (?:string|number|boolean|object|array|date|bigint|integer|float|function|null|undefined|never|unknown|void|nan|set|map|symbol|promise), received \w{2,12}\b|(?:^|: )Invalid input$|(?:^|: )Required$/,
      /(?:^|: )(?:String|Number|Array|Set|Date|BigInt) must (?:contain|be|have) |\bToo (?:small|big): expected \w/,
      /(?:^|: )Invalid (?:email|url|uuid|cuid|ulid|datetime|ip|emoji|email address|email format|phone number|date format|UUID format|ISO \w{4,8})\.?$|(?:^|: )Invalid (?:enum value\. Expected|literal value, expected|discriminator value|option: expected|function arguments$|string: must|key in record|element in)/,
      /\bUnrecognized keys?(?:\(s\) in object)?: ['"]|\bIntersection results could not be merged\b|"code": ?"(?:invalid_|too_small|too_big|unrecognized_keys|custom)/,
      /(?:^|[:.,] |\. )"[\w.[\]]{1,80}" (?:is (?:required|not allowed)|must (?:be (?:an?|one|less|greater|larger|in|of|\[|\w{1,10} number|equal|true|false)\b|have|contain|match|only|not (?:be|have))|length must|contains? (?:an invalid|a duplicate|\d)|fails to match|does not match|failed custom validation|missing required peer|with value "|is not allowed to be empty|cannot be empty)/,
      /(?:^|: )\w[\w.[\]]{0,80} is a required field$|\bbut the final value was: `|\bfield has unspecified keys: |\bmust be one of the following values: |\bmust be a valid (?:email|URL|UUID|date)$/i,
      /(?:^|: |, )(?:data|body|querystring|params|headers|response|request|config|options|configuration|env|schema)?(?:[./][\w./[\]]{0,100})? ?(?:must|should) (?:have required property|NOT have|match (?:format|pattern|exactly one schema|a schema|some schema|"then")|be (?:equal to (?:one of|constant)|string|number|integer|boolean|array|object|null|(?:>|<)=? ?-?\d|multiple of)|pass "|NOT be)/,
      /(?:^|: )schema is invalid: |\bstrict mode: |\bunknown (?:keyword|format) "|\bcan't resolve reference \S{1,120} from id\b|\bno schema with key or ref "|\bschema with key or id "[^"\n]{1,120}" already exists\b/,
      /\bhas failed the validation:|\bproperty \w{1,80} should not exist\b|\bproperty \w{1,80} has failed the following constraints\b/,
      /(?:^|: |, )(?:each value in )?[a-z][\w.]{0,80} (?:must be (?:an? (?:string|number|email|integer number|integer|int|boolean value|boolean|array|object|UUID|URL address|URL|Date instance|valid \w{1,20}|positive number|non-empty \w{1,10}|mongodb id|JSON string|strong password|phone number)|shorter than|longer than|one of the following|at (?:least|most) \d{1,9} characters?|a number conforming|a valid ISO|a `)|should not be (?:empty|null or undefined)|must not be (?:less|greater) than -?\d)/,
      /(?:^|: )Validation failed \(|\b\w{1,80} validation failed: [\w.]{1,80}: |(?:^|: )Validation (?:error|failed|errors)(?::|\.|$)|(?:^|: )Path `[^`\n]{1,100}` |\bis not a valid enum value for path\b|\bValidation \w{2,30} on \w{1,60} failed\b/i,
      /\bAt path: [\w.]{1,80} -- |(?:^|: )Expected an? .{1,60}, but received: |\bInvalid (?:type|key|length|value|format): Expected .{1,60} (?:but )?received\b|\bmust be an? [\w ]{1,40} \(was [^)\n]{1,60}\)|\bInvalid value .{1,60} supplied to\b/,
      /(?:^|: )(?:Input validation failed|Invalid request body|Bad Request Exception|Unprocessable Entity(?: Exception)?|Invalid query parameters?|Invalid (?:request )?payload(?: input)?|Schema validation failed|Request validation failed|Invalid request payload JSON format|Output validation failed|Value is not a valid \w{1,20}|Missing required (?:field|parameter|param|property|argument|key)s?(?:: ?| in | ["'`]).{0,100}|(?:The )?(?:field|parameter|property) ['"`][^'"`\n]{1,60}['"`] is (?:required|invalid|missing))\.?$/i,
      namesStatus('422'),
      /\b422:? Unprocessable\b|\bHttp failure response for .{1,200}: 422\b/i,
      /(?:^|: )Variable "\$|\bCannot query field "|\bUnknown (?:type|argument|directive|fragment|operation named) "|\bmust have a selection of subfields\b|\bmust not have a selection since type\b|\bField "[^"\n]{1,80}" (?:argument|is not defined by type|of required type)/,
      /(?:^|: )Syntax Error: |\bCannot return null for non-nullable field\b|\bMust provide (?:query string|an operation|document)\b|\bSchema must contain uniquely named types\b|\bCannot use GraphQL\w{0,20} "|\bQuery root type must be provided\b|\bcannot represent (?:a )?(?:non-|value|an? )|\bPersistedQuery(?:NotFound|NotSupported)\b/,
      /\bAbstract type "|\bExpected Iterable, but did not find one for field\b|\bMissing field '[^'\n]{1,60}' while writing result\b|\bdefined in resolvers, but not in schema\b|\bGraphQL\b.{0,30}\b(?:introspection is not allowed|[Ee]rror|request|operation|validation|schema)\b|\bpotential Cross-Site Request Forgery\b|\bexceeds maximum operation depth\b|\bResponse not successful: Received status code 4\d\d\b|\bFragment "[^"\n]{1,60}" (?:is never used|cannot)|\bStore error: the application attempted\b|\bStore reset while query was in flight\b|\bValue "[^"\n]{1,60}" does not exist in "/,
    ],
    matchTyped: [
      /^(?:Zod|\$Zod|Joi|Yup|Ajv|Valibot|V|Struct|Validation|FastifyValidation|SequelizeValidation|Validator|GraphQL|Apollo)Error:/,
      /^(?:BadRequestException|UnprocessableEntity(?:Error|Exception)?|ValiError|UserInputError):/,
      /^FastifyError: (?:body|querystring|params|headers)\b/,
    ],
    cases: VALIDATION_CASES,
    examples: [
      'Invalid input: expected string, received undefined',
      '"email" is required',
      "body must have required property 'name'",
      'Cannot query field "foo" on type "Query".',
    ],
  },
];
