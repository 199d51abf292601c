// Which pages may change or delete what the daemon holds. A browser sends a page's simple POST before anybody is asked, so
// that the page cannot read the answer protects nothing.

import type { DialectName } from '../messages.js';
import { type CorsOrigin, isSameOrigin, toListedOrigins } from './cors.js';
import type { RequestFacts } from './exchange.js';
import { isLoopbackName, toHostName } from './hosts.js';
import { matchRoute } from './match-route.js';

/** The protocol of a call that pages make to report what happens in them, also where a browser asks beforehand; else null. */
export function toIngestDialect({ method, path }: Pick<RequestFacts, 'method' | 'path'>): DialectName | null {
  if (method !== 'POST' && method !== 'OPTIONS') return null;
  const match = matchRoute('POST', path);
  return match.kind === 'route' && match.route.action.kind === 'ingest' ? match.route.action.form.dialect : null;
}

export interface ChangePolicyOptions {
  readonly corsOrigin: CorsOrigin;
  /** `corsOrigin` was set, to whatever value; by default every origin may read, and none but these may change. */
  readonly corsOriginGiven: boolean;
}

/** Whether the caller may change something, as far as the page it comes from goes. */
export type ChangePolicy = (facts: Pick<RequestFacts, 'origin' | 'host' | 'fetchSite'>) => boolean;

/**
 * Callers that are no page may. Of pages: the daemon's own, those on a loopback host, those listed by name, and any when
 * `corsOrigin` was set to true on purpose.
 */
export function toChangePolicy({ corsOrigin, corsOriginGiven }: ChangePolicyOptions): ChangePolicy {
  const isOpen = corsOriginGiven && (corsOrigin === true || corsOrigin === '*');
  const listed = toListedOrigins(corsOrigin);
  return ({ origin, host, fetchSite }) => {
    if (isOpen || listed.has(origin.toLowerCase())) return true;
    if (origin === '') return !isForeignSite(fetchSite);
    return isSameOrigin(origin, host) || isLoopbackOrigin(origin);
  };
}

/**
 * Whether the page is the daemon's own, or the caller none. A browser sends cookies by host name: pages of every port of
 * this host have the session's cookie sent along.
 */
export function isOwnPage({ origin, host, fetchSite }: Pick<RequestFacts, 'origin' | 'host' | 'fetchSite'>): boolean {
  return origin === '' ? !isForeignSite(fetchSite) : isSameOrigin(origin, host);
}

/** https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header; `none` is what a person typed or clicked outside a page. */
function isForeignSite(fetchSite: string): boolean {
  return fetchSite === 'cross-site' || fetchSite === 'same-site';
}

function isLoopbackOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const name = toHostName(host);
  return (protocol === 'http:' || protocol === 'https:') && name !== null && isLoopbackName(name);
}
