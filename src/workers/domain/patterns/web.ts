import type { Pattern } from '../pattern.js';

/** Requests, seen from the server that receives them and from the client that sends them. */
export const WEB_PATTERNS: readonly Pattern[] = [
  {
    id: 'http-server',
    title: 'The HTTP server refused the request or the response',
    text: 'The web framework (Express, Fastify, Koa, Nest) found no route for this URL (404 not found), a route or plugin registered twice or wrongly, a payload it cannot serialize to a string, a status code that is not a number, a view engine or template that is missing, or http used where https (the protocol or agent) was expected. Or the request body is unusable: file or body too large for the size limit, empty or not JSON, an unexpected upload field name in the form, a wrong content-type, or a length that differs from the content-length header.',
    suggestion:
      'Check method, path and handler of the route and register it once before listening; send the body with the right content-type and header, use the field name the upload expects, and raise the limit (or the proxy one) only if larger bodies are wanted.',
    match: [
      /^(?:NotFound(?:Error|Exception): )?Cannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \//,
      /(?:^|: )Route (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)?:?\/\S{0,300} not found$/,
      /\bNo default engine was specified\b|\bFailed to lookup view "|\bTemplate engine not set\b|\bCould not find the template engine\b/,
      /\bAttempted to send payload of invalid type\b|\bReply was already sent\b|\bPromise may not be fulfilled with 'undefined'|\bresponse has already been ended\b/,
      /(?:^|: )Invalid status code: |\bexpress deprecated\b|\bRouter\.use\(\) requires\b|\bRoute\.\w{1,12}\(\) requires (?:a callback function|callback functions?)\b|\b(?:app|router)\.use\(\) requires\b|\bapp\.\w{1,10}\(\) requires\b|\bargument handler (?:must be a function|is required)\b/,
      /\bMethod '[A-Z]{3,10}' already declared for route\b|\bFastify instance is already listening\b|\bThe decorator '[^'\n]{1,60}' has already been added\b|\bcannot add plugin\b.{0,20}\balready\b|\bPlugin did not start in time\b|\bRoot plugin has already booted\b|\bis already listening\. Cannot\b|\bfastify-plugin: |\bPlugin must be a function\b|\bFailed building the (?:validation|serialization) schema\b|\bUnsupported Media Type\b|\bFST_ERR_\w{3,60}/,
      /\bProtocol "\w{1,10}:" not supported\. Expected "/,
      /\bMissing parameter name at \d|\bUnexpected (?:MODIFIER|OPEN|CLOSE|\( |\*|\?|\+|\)) ?at \d|\bpath-to-regexp\b|\bpathToRegexpError\b|\bmiddleware must be a function\b|\bmiddleware must be composed of functions\b|\bnext\(\) called multiple times\b/i,
      /\bNest can't resolve dependencies of\b|\bNest (?:could not find|cannot create)\b|\bNest cannot export a provider\b|\bNo driver \([\w-]{1,40}\) has been selected\b|\bUnknown dependencies \w/,
      /(?:^|: )(?:request entity too large|request (?:aborted|size did not match content length)|entity\.\w|Request body is too large|Payload (?:content length greater than maximum allowed|Too Large)|too many parameters|stream is not readable|unsupported charset|unsupported content encoding|encoding unsupported|entity verify failed|content encoding unsupported)\b/i,
      /\bBody cannot be empty when content-type\b|\bBody is not valid JSON but content-type\b|\bRequest body size did not match Content-Length\b|\bbody size did not match\b|\bUnsupported Media Type: /i,
      /(?:^|: )(?:Unexpected field(?: - .{0,60})?|File too large|Too many (?:files|fields|parts)|Field (?:name|value) (?:too long|missing)|reach (?:files|fields|parts|file size) limit|LIMIT_[A-Z_]{4,30})$/i,
      /\bMultipart: Boundary not found\b|\bUnexpected end of (?:form|multipart data)\b|\bMalformed part header\b|\bMissing Content-Type\b|\bUnsupported content type: |\bno parser found\b|\bmultipart\b.{0,20}\bboundary\b|\boptions\.max(?:Total)?(?:File|Fields)\w{0,6}\b|\bmaxFileSize exceeded\b|\bthe request is not multipart\b|\bCould not parse content as FormData\b|\bFailed to parse body as FormData\b|\bBody exceeded \d{1,6} ?[kmg]?b limit\b|\bresponse limit\b.{0,20}\bAPI Routes\b/i,
      /\b(?:status code:?|response code|HTTP(?:\/\d(?:\.\d)?)?) 41[135]\b|\b413:? (?:Payload|Request Entity|Content) Too Large\b|\bHeader overflow\b|\bMissing required "?Host"? header\b|\bFUNCTION_PAYLOAD_TOO_LARGE\b/i,
    ],
    matchTyped: [
      /^(?:MulterError|PayloadTooLargeError|UnsupportedMediaType(?:Error|Exception)|PayloadTooLargeException):/,
    ],
    examples: ['Cannot GET /api/users', 'request entity too large', 'File too large', 'Route GET:/api/users not found'],
  },
];
