import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../constants.js';
import type { HeaderList } from '../http-answer.js';
import { toOwnPath } from './base-path.js';
import { type Body, type BodyOptions, discardBody, readBody } from './body.js';
import type { Outgoing } from './outgoing.js';
import { type ProxiedAddress, toSenderKey } from './proxies.js';
import { Reply } from './reply.js';

/** What a request says besides its body, copied while uWebSockets.js still has it. Absent texts are empty. */
export interface RequestFacts {
  /** In upper case. */
  readonly method: string;
  /** What of the path lies in front of `path`: the configured base path, or nothing. */
  readonly prefix: string;
  /** Below the base path; not decoded. */
  readonly path: string;
  /** The part after `?`, not decoded. */
  readonly query: string;
  readonly host: string;
  readonly origin: string;
  /** What a browser says of where the request comes from: `Sec-Fetch-Site`. */
  readonly fetchSite: string;
  /** A proxy says that it asks for somebody else. */
  readonly isForwarded: boolean;
  /** Whom proxies call for: the lines of `X-Forwarded-For`, one behind the other, because some proxies add a line of their own. */
  readonly forwardedFor: string;
  readonly authorization: string;
  readonly contentLength: number | null;
  /**
   * It says in more than one way how long its body is, or in a way that is none: a proxy in front may have read another
   * (https://www.rfc-editor.org/rfc/rfc9112#section-6.3). uWebSockets.js takes the first of two headers.
   */
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
  /** Absent where no proxy is trusted. */
  readonly proxiedAddress?: ProxiedAddress | undefined;
  /** Where browsers see the daemon, such as `/errord`; empty for the root. */
  readonly basePath: string;
  /** Who calls is on this machine and has no address: the gateway listens on a unix socket. */
  readonly isLocal: boolean;
}

export function openExchange(
  response: HttpResponse,
  request: HttpRequest,
  { toHeaders, outgoing, proxiedAddress, basePath, isLocal }: ExchangeOptions,
): Exchange {
  const facts = copyFacts(request, basePath);
  const peer = (): ArrayBuffer => (isLocal ? LOOPBACK : response.getRemoteAddress());
  const peerText = (): string => toAddressText(Buffer.from(peer()));
  const proxied = (): string | null => proxiedAddress?.(peerText(), facts.forwardedFor) ?? null;
  const reply = new Reply(response, { headOnly: facts.method === 'HEAD', headers: toHeaders(facts), outgoing });
  return {
    facts,
    reply,
    isFromThisMachine: () => !facts.isForwarded && isLoopbackAddress(Buffer.from(peer())),
    senderAddress: () => {
      const caller = proxied();
      return caller === null ? toSender(peer()) : toSenderKey(caller);
    },
    addressText: () => proxied() ?? peerText(),
    header: (name) => request.getHeader(name),
    readBody: (options, done) => {
      readBody(response, { ...options, contentLength: facts.contentLength }, done);
    },
    discardBody: (bytesMax, done) => {
      discardBody(response, { bytesMax, contentLength: facts.contentLength }, done);
    },
  };
}

function copyFacts(request: HttpRequest, basePath: string): RequestFacts {
  // In one pass, which sees a header that comes twice.
  const headers = new Map<string, string>();
  let lengths = 0;
  let isAmbiguous = false;
  request.forEach((name, value) => {
    if (name === 'content-length' || name === 'transfer-encoding') {
      lengths += 1;
      isAmbiguous ||= lengths > 1 || (name === 'transfer-encoding' && value.trim().toLowerCase() !== 'chunked');
    }
    const before = headers.get(name);
    if (before === undefined) headers.set(name, value);
    // Of another header the first of several counts, as with `getHeader`.
    else if (name === 'x-forwarded-for') headers.set(name, `${before},${value}`);
  });
  const header = (name: string): string => headers.get(name) ?? '';
  // Typed as text, but undefined when there is no query string.
  const query: unknown = request.getQuery();
  const length = header('content-length');
  return {
    method: request.getMethod().toUpperCase(),
    ...toOwnPath(request.getUrl(), basePath),
    query: typeof query === 'string' ? query : '',
    host: header('host'),
    origin: header('origin'),
    fetchSite: header('sec-fetch-site').toLowerCase(),
    isForwarded: header('x-forwarded-for') !== '' || header('forwarded') !== '',
    forwardedFor: header('x-forwarded-for'),
    authorization: header('authorization'),
    // uWebSockets.js refuses a length that is no number.
    contentLength: length === '' ? null : Number(length),
    isAmbiguous,
    contentEncoding: header('content-encoding').trim().toLowerCase(),
    contentType: header('content-type'),
    projectName: header(PROJECT_HEADER),
    correlationId: header(CORRELATION_HEADER),
    accept: header('accept'),
    acceptEncoding: header('accept-encoding'),
    ifNoneMatch: header('if-none-match'),
  };
}

/** Stands for this machine. */
const LOOPBACK = new Uint8Array([127, 0, 0, 1]).buffer;
const IPV4_IN_IPV6 = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]);
/** What stands before an IPv4 address in an IPv6 one: zeros and this word. */
const [IPV4_MARK] = new Uint32Array(new Uint8Array([0, 0, 0xff, 0xff]).buffer);
const IPV6_LOOPBACK = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);

function isLoopbackAddress(address: Buffer): boolean {
  return address.equals(IPV6_LOOPBACK) || toIpv4(address)?.[0] === 127;
}

/** The four bytes of an IPv4 address, also where it stands in an IPv6 one. */
function toIpv4(address: Buffer): Buffer | null {
  if (address.length === 4) return address;
  return address.length === 16 && address.subarray(0, 12).equals(IPV4_IN_IPV6) ? address.subarray(12) : null;
}

/** By words of four bytes, because every call without a project asks for it. Their order of bytes does not matter to a key. */
function toSender(address: ArrayBuffer): string {
  const words = new Uint32Array(address);
  const [first = 0, second = 0, third = 0, fourth = 0] = words;
  if (words.length === 1) return String(first);
  return first === 0 && second === 0 && third === IPV4_MARK ? String(fourth) : `${first}:${second}`;
}

/** `192.0.2.1`, `2001:db8::1`. */
export function toAddressText(address: Buffer): string {
  const ipv4 = toIpv4(address);
  if (ipv4 !== null) return ipv4.join('.');
  const groups = address.toString('hex').match(/.{4}/g) ?? [];
  // A URL writes an address in its one short form.
  return groups.length === 8 ? new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1) : 'unknown';
}
