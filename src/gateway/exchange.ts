import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../constants.js';
import type { HeaderList } from '../http-answer.js';
import { type Body, type BodyOptions, discardBody, readBody } from './body.js';
import type { Outgoing } from './outgoing.js';
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
  /** What a browser says of where the request comes from: `Sec-Fetch-Site`. */
  readonly fetchSite: string;
  /** A proxy says that it asks for somebody else. */
  readonly isForwarded: boolean;
  readonly authorization: string;
  readonly contentLength: number | null;
  /** It says in more than one way how long its body is, or in a way that is none: a proxy in front may have read another. */
  readonly isAmbiguous: boolean;
  readonly contentEncoding: string;
  readonly contentType: string;
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
  /** Whether a program on this machine asks for itself. Must be called before the route handler returns. */
  isFromThisMachine(): boolean;
  /**
   * Where the request came from, as a key: of an IPv6 address the first half, because whoever has one has 2^64. Must be
   * called before the route handler returns.
   */
  senderAddress(): string;
  /** The address in words. Must be called before the route handler returns. */
  addressText(): string;
  /** A header that few routes look at, by its name in lower case; empty when it is absent. As above. */
  header(name: string): string;
  /** Must be called before the route handler returns. */
  readBody(options: Omit<BodyOptions, 'contentLength'>, done: (body: Body) => void): void;
  /** Instead of `readBody`, for a call that is refused. Must be called before the route handler returns. */
  discardBody(bytesMax: number, done: (isOver: boolean) => void): void;
}

export interface ExchangeOptions {
  /** The headers that every answer on the exchange carries. */
  readonly toHeaders: (facts: RequestFacts) => HeaderList;
  readonly outgoing: Outgoing;
}

export function openExchange(
  response: HttpResponse,
  request: HttpRequest,
  { toHeaders, outgoing }: ExchangeOptions,
): Exchange {
  const facts = copyFacts(request);
  const reply = new Reply(response, { headOnly: facts.method === 'HEAD', headers: toHeaders(facts), outgoing });
  return {
    facts,
    reply,
    isFromThisMachine: () => !facts.isForwarded && isLoopbackAddress(Buffer.from(response.getRemoteAddress())),
    senderAddress: () => toSender(Buffer.from(response.getRemoteAddress())),
    addressText: () => toAddressText(Buffer.from(response.getRemoteAddress())),
    header: (name) => request.getHeader(name),
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
    fetchSite: request.getHeader('sec-fetch-site').toLowerCase(),
    isForwarded: request.getHeader('x-forwarded-for') !== '' || request.getHeader('forwarded') !== '',
    authorization: request.getHeader('authorization'),
    // uWebSockets.js refuses a length that is no number.
    contentLength: length === '' ? null : Number(length),
    isAmbiguous: isAmbiguous(request),
    contentEncoding: request.getHeader('content-encoding').trim().toLowerCase(),
    contentType: request.getHeader('content-type'),
    projectName: request.getHeader(PROJECT_HEADER),
    correlationId: request.getHeader(CORRELATION_HEADER),
    accept: request.getHeader('accept'),
    acceptEncoding: request.getHeader('accept-encoding'),
    ifNoneMatch: request.getHeader('if-none-match'),
  };
}

/** https://www.rfc-editor.org/rfc/rfc9112#section-6.3; uWebSockets.js takes the first of two headers, whatever the other says. */
function isAmbiguous(request: HttpRequest): boolean {
  let lengths = 0;
  let codings = 0;
  let isChunked = true;
  request.forEach((name, value) => {
    if (name === 'content-length') lengths += 1;
    else if (name === 'transfer-encoding') {
      codings += 1;
      isChunked = value.trim().toLowerCase() === 'chunked';
    }
  });
  return lengths + codings > 1 || !isChunked;
}

const IPV4_IN_IPV6 = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
const IPV6_LOOPBACK = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

function isLoopbackAddress(address: Buffer): boolean {
  return address.equals(IPV6_LOOPBACK) || toIpv4(address)?.[0] === 127;
}

/** The four bytes of an IPv4 address, also where it stands in an IPv6 one. */
function toIpv4(address: Buffer): Buffer | null {
  if (address.length === 4) return address;
  return address.length === 16 && address.subarray(0, 12).equals(IPV4_IN_IPV6) ? address.subarray(12) : null;
}

function toSender(address: Buffer): string {
  return (toIpv4(address) ?? address.subarray(0, 8)).toString('hex');
}

/** `192.0.2.1`, `2001:db8::1`. */
export function toAddressText(address: Buffer): string {
  const ipv4 = toIpv4(address);
  if (ipv4 !== null) return ipv4.join('.');
  const groups = address.toString('hex').match(/.{4}/g) ?? [];
  // A URL writes an address in its one short form.
  return groups.length === 8 ? new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1) : 'unknown';
}
