// Requests and their answers, headers, origins.

import type { Wording } from '../wording.js';

const STATUS_NAMES: Readonly<Record<string, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** `, Not Found` or nothing. */
function toName(status: string | undefined): string {
  const name = STATUS_NAMES[status ?? ''];
  return name === undefined ? '' : `, ${name}`;
}

/** URLs go up to their query: what is in it is somebody's data. */
export const HTTP: readonly Wording[] = [
  {
    has: 'Request failed with status code ',
    match:
      /Request failed with status code (?<status>[1-5]\d\d)(?: \([^)]{1,60}\))?: (?<method>[A-Z]{3,7}) (?<url>https?:\/\/[^\s?#'"]{1,300})/,
    says: ({ status }) => `the answer to {method} {url} was {status}${toName(status)}`,
    example: [
      'HTTPError: Request failed with status code 404 (Not Found): GET http://127.0.0.1:42645/404',
      'The answer to `GET` `http://127.0.0.1:42645/404` was `404`, Not Found.',
    ],
  },
  {
    has: 'tatus code ',
    match: /(?:Request failed with|Response not successful: Received) status code (?<status>[1-5]\d\d)\b/,
    says: ({ status }) => `the answer had the status {status}${toName(status)}`,
    example: ['AxiosError: Request failed with status code 429', 'The answer had the status `429`, Too Many Requests.'],
  },
  {
    has: 'Http failure response for ',
    match: /Http failure response for (?<url>https?:\/\/[^\s?#'"]{1,300}): (?<status>[1-5]\d\d)\b/,
    says: ({ status }) => `{url} answered {status}${toName(status)}`,
    example: [
      'HttpErrorResponse: Http failure response for https://api.example.com/users: 504 Gateway Timeout',
      '`https://api.example.com/users` answered `504`, Gateway Timeout.',
    ],
  },
  {
    has: 'Http failure response for ',
    match: /Http failure response for (?<url>https?:\/\/[^\s?#'"]{1,300}): 0 Unknown Error/,
    says: 'no answer came from {url}',
    example: [
      'HttpErrorResponse: Http failure response for https://api.example.com/users: 0 Unknown Error',
      'No answer came from `https://api.example.com/users`.',
    ],
  },
  {
    has: ' for url: ',
    match: /\b(?<status>[45]\d\d) (?:Client|Server) Error: [^\n]{0,60} for url: (?<url>https?:\/\/[^\s?#'"]{1,300})/,
    says: ({ status }) => `{url} answered {status}${toName(status)}`,
    example: [
      'HTTPError: 503 Server Error: Service Unavailable for url: http://127.0.0.1:3958/503',
      '`http://127.0.0.1:3958/503` answered `503`, Service Unavailable.',
    ],
  },
  {
    has: 'Unexpected server response: ',
    match: /Unexpected server response: (?<status>[1-5]\d\d)\b/,
    says: ({ status }) => `instead of opening a WebSocket, the server answered {status}${toName(status)}`,
    example: [
      'Error: Unexpected server response: 503',
      'Instead of opening a WebSocket, the server answered `503`, Service Unavailable.',
    ],
  },
  {
    has: 'HTTP Error ',
    match: /HTTPError: HTTP Error (?<status>[45]\d\d): /,
    says: ({ status }) => `the answer had the status {status}${toName(status)}`,
    example: ['urllib.error.HTTPError: HTTP Error 404: Not Found', 'The answer had the status `404`, Not Found.'],
  },
  {
    has: 'context deadline exceeded',
    match:
      /\b(?<method>Get|Post|Put|Patch|Delete|Head) "(?<url>https?:\/\/[^\s?#'"]{1,300})[^"\n]{0,300}": (?:[^\n]{0,100}: )?context deadline exceeded/,
    says: 'the call was {method} of {url}',
    example: [
      '*url.Error: Get "http://127.0.0.1:42205": context deadline exceeded',
      'The call was `Get` of `http://127.0.0.1:42205`.',
    ],
  },
  {
    has: 'request to http',
    match: /request to (?<url>https?:\/\/[^\s?#'",]{1,300})[^\s,]{0,300} failed, reason: /,
    says: 'the call went to {url}',
    example: [
      'FetchError: request to https://api.example.com/v1 failed, reason: socket hang up',
      'The call went to `https://api.example.com/v1`.',
    ],
  },
  {
    has: 'HTTPConnectionPool(host=',
    match: /HTTPS?ConnectionPool\(host='(?<host>[^'\n]{1,200})', port=(?<port>\d{1,5})\)/,
    says: 'the call went to port {port} of {host}',
    example: [
      "ReadTimeout: HTTPConnectionPool(host='127.0.0.1', port=3958): Read timed out. (read timeout=0.1)",
      'The call went to port `3958` of `127.0.0.1`.',
    ],
  },
  {
    has: ' has been blocked by CORS policy',
    match:
      /Access to (?:fetch|XMLHttpRequest|[a-z ]{3,20}) at '(?<url>https?:\/\/[^\s?#']{1,300})[^\s']{0,300}' from origin '(?<origin>[^'\s]{1,200})' has been blocked by CORS policy/,
    says: 'a page of {origin} called {url}',
    example: [
      "Error: Access to XMLHttpRequest at 'https://api.example.com/orders' from origin 'https://app.example.com' has been blocked by CORS policy: Response to preflight request doesn't pass access control check",
      'A page of `https://app.example.com` called `https://api.example.com/orders`.',
    ],
  },
  {
    has: 'Cross-Origin Request Blocked: ',
    match: /disallows reading the remote resource at (?<url>https?:\/\/[^\s?#'"]{1,300}?)\.? \(Reason: /,
    says: 'the call went to {url}',
    example: [
      'Error: Cross-Origin Request Blocked: The Same Origin Policy disallows reading the remote resource at http://127.0.0.1:3050/todos. (Reason: CORS header ‘Access-Control-Allow-Origin’ missing).',
      'The call went to `http://127.0.0.1:3050/todos`.',
    ],
  },
  {
    has: 'Header name must be',
    match: /Header name must be a valid HTTP token \["(?<header>[^"\n]{1,100})"\]/,
    says: 'the name of the header was {header}',
    example: [
      'TypeError: Header name must be a valid HTTP token ["x customer"]',
      'The name of the header was `x customer`.',
    ],
  },
  {
    has: 'Invalid ',
    match: /Invalid (?:character in header content \[|value "undefined" for header )"(?<header>[^"\n]{1,100})"/,
    says: 'the header is {header}',
    example: ['TypeError: Invalid character in header content ["x-customer"]', 'The header is `x-customer`.'],
  },
  {
    has: 'is not allowed by Access-Control-Allow-Headers',
    match: /Request header field (?<header>[\w-]{1,100}) is not allowed by Access-Control-Allow-Headers/,
    says: 'the header is {header}',
    example: [
      'Error: Request header field x-customer is not allowed by Access-Control-Allow-Headers in preflight response.',
      'The header is `x-customer`.',
    ],
  },
  {
    has: ' not found',
    match: /\bRoute (?<method>[A-Z]{3,7}):(?<path>\/[^\s?#'"]{0,200})[^\s]{0,200} not found/,
    says: 'no route takes {method} {path}',
    example: ['Error: Route GET:/api/users not found', 'No route takes `GET` `/api/users`.'],
  },
  {
    has: 'Cannot ',
    match: /\bNotFoundException: Cannot (?<method>GET|POST|PUT|PATCH|DELETE|HEAD) (?<path>\/[^\s?#'"]{0,200})/,
    says: 'no route takes {method} {path}',
    example: ['NotFoundException: Cannot GET /api/users', 'No route takes `GET` `/api/users`.'],
  },
];
