import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../constants.js';
import type { HeaderList } from '../http-answer.js';
import { type Body, type BodyOptions, discardBody, readBody } from './body.js';
import { Reply } from './reply.js';

/** What a request says besides its body, copied while uWebSockets.js still has it. Absent texts are empty. */
export interface RequestFacts {
  /** In upper case. */
  readonly method: string;
  /** Not decoded. */
  readonly path: string;
  /** The part after `?`, not decoded. */
  readonly query: string;
  readonly host: string;
  readonly origin: string;
  readonly authorization: string;
  readonly contentLength: number | null;
  readonly contentEncoding: string;
  readonly projectName: string;
  readonly correlationId: string;
  readonly accept: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string;
}

/** One request and the way to answer it. */
export interface Exchange {
  readonly facts: RequestFacts;
  readonly reply: Reply;
  /** Where the request came from, as a key. Must be called before the route handler returns. */
  senderAddress(): string;
  /** Must be called before the route handler returns. */
  readBody(options: Omit<BodyOptions, 'contentLength'>, done: (body: Body) => void): void;
  /** Instead of `readBody`, for a call that is refused. Must be called before the route handler returns. */
  discardBody(bytesMax: number, done: (isOver: boolean) => void): void;
}

/** Opens the exchange; `toHeaders` gives the headers that every answer on it carries. */
export function openExchange(
  response: HttpResponse,
  request: HttpRequest,
  toHeaders: (facts: RequestFacts) => HeaderList,
): Exchange {
  const facts = copyFacts(request);
  const reply = new Reply(response, { headOnly: facts.method === 'HEAD', headers: toHeaders(facts) });
  return {
    facts,
    reply,
    senderAddress: () => Buffer.from(response.getRemoteAddress()).toString('hex'),
    readBody: (options, done) => {
      readBody(response, { ...options, contentLength: facts.contentLength }, done);
    },
    discardBody: (bytesMax, done) => {
      discardBody(response, { bytesMax, contentLength: facts.contentLength }, done);
    },
  };
}

function copyFacts(request: HttpRequest): RequestFacts {
  // Typed as text, but undefined when there is no query string.
  const query: unknown = request.getQuery();
  const length = request.getHeader('content-length');
  return {
    method: request.getMethod().toUpperCase(),
    path: request.getUrl(),
    query: typeof query === 'string' ? query : '',
    host: request.getHeader('host'),
    origin: request.getHeader('origin'),
    authorization: request.getHeader('authorization'),
    // uWebSockets.js refuses a length that is no number.
    contentLength: length === '' ? null : Number(length),
    contentEncoding: request.getHeader('content-encoding').trim().toLowerCase(),
    projectName: request.getHeader(PROJECT_HEADER),
    correlationId: request.getHeader(CORRELATION_HEADER),
    accept: request.getHeader('accept'),
    acceptEncoding: request.getHeader('accept-encoding'),
    ifNoneMatch: request.getHeader('if-none-match'),
  };
}
