import {
  CORRELATION_HEADER,
  IGNORED_HEADER,
  MCP_VERSION_HEADER,
  PROJECT_HEADER,
  REPLICA_LAG_HEADER,
} from '../constants.js';
import type { HeaderList } from '../http-answer.js';

/** `true` allows any origin, `false` none but the daemon's own, a text or list only these and its own. */
export type CorsOrigin = boolean | string | readonly string[];

/** Which pages in a browser may talk to the daemon. Callers without an `Origin` are no pages and always may. */
export interface CorsPolicy {
  isAllowed(origin: string, host: string): boolean;
  /** The headers that let a page read an answer; on every answer, errors included. */
  toHeaders(origin: string): HeaderList;
  /** What a preflight is told besides: nothing to an origin that may not read the answer. */
  toPreflightHeaders(origin: string, methods: readonly string[]): HeaderList;
}

/** The headers of a protocol: what its calls may carry, and what of its answers a page may read. */
export interface CorsHeaders {
  readonly allowed: readonly string[];
  readonly exposed: readonly string[];
}

const OWN_HEADERS: CorsHeaders = {
  allowed: [
    'content-type',
    'content-encoding',
    'authorization',
    CORRELATION_HEADER,
    PROJECT_HEADER,
    MCP_VERSION_HEADER,
  ],
  exposed: ['Retry-After', 'Allow', IGNORED_HEADER, REPLICA_LAG_HEADER],
};

/** Those of the Sentry SDKs and of the proxies that people put in front of what takes their envelopes. */
export const SENTRY_HEADERS: CorsHeaders = {
  allowed: [
    ...OWN_HEADERS.allowed,
    'x-sentry-auth',
    'x-requested-with',
    'x-forwarded-for',
    'accept',
    'origin',
    'referer',
    'authentication',
    'transfer-encoding',
    'sentry-trace',
    'baggage',
  ],
  exposed: ['X-Sentry-Error', 'X-Sentry-Rate-Limits', 'Retry-After', 'Allow'],
};
const PREFLIGHT_SECONDS = 86_400;

/**
 * Any origin is answered with `*`, never by echoing the origin with credentials: the daemon's cookie is for its own pages,
 * and behind a proxy that has some an echo would let any page read the data with them.
 */
export function toCorsPolicy(corsOrigin: CorsOrigin, names: CorsHeaders = OWN_HEADERS): CorsPolicy {
  const exposed = ['Access-Control-Expose-Headers', names.exposed.join(', ')] as const;
  const toPreflight = (methods: readonly string[]) => toPreflightHeaders(methods, names);
  if (corsOrigin === true || corsOrigin === '*') {
    return {
      isAllowed: () => true,
      toHeaders: () => [['Access-Control-Allow-Origin', '*'], exposed],
      toPreflightHeaders: (_origin, methods) => toPreflight(methods),
    };
  }
  if (corsOrigin === false) return { isAllowed: isSameOrigin, toHeaders: () => [], toPreflightHeaders: () => [] };
  const allowed = toListedOrigins(corsOrigin);
  return {
    isAllowed: (origin, host) => isSameOrigin(origin, host) || allowed.has(toComparable(origin)),
    toHeaders: (origin) =>
      allowed.has(toComparable(origin))
        ? [['Access-Control-Allow-Origin', origin], ['Vary', 'Origin'], exposed]
        : [['Vary', 'Origin']],
    toPreflightHeaders: (origin, methods) => (allowed.has(toComparable(origin)) ? toPreflight(methods) : []),
  };
}

function toPreflightHeaders(methods: readonly string[], { allowed }: CorsHeaders): HeaderList {
  return [
    ['Access-Control-Allow-Methods', methods.join(', ')],
    ['Access-Control-Allow-Headers', allowed.join(', ')],
    ['Access-Control-Max-Age', String(PREFLIGHT_SECONDS)],
  ];
}

/** The origins that the setting names, in lower case. */
export function toListedOrigins(corsOrigin: CorsOrigin): ReadonlySet<string> {
  return new Set(typeof corsOrigin === 'boolean' ? [] : [corsOrigin].flat().map(toComparable));
}

/** The scheme is not compared: a proxy that ends TLS changes it and keeps the Host header. */
export function isSameOrigin(origin: string, host: string): boolean {
  return origin === '' || (URL.canParse(origin) && host !== '' && new URL(origin).host === host.toLowerCase());
}

function toComparable(origin: string): string {
  return origin.toLowerCase().replace(/\/$/, '');
}
