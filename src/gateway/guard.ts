import { type Access, ANYBODY, type Recognised } from './access.js';
import type { CorsPolicy } from './cors.js';
import { toDsnAccess } from './dsn-access.js';
import { type Entry, type IngestEntry, type Refusal, toEntry } from './entry.js';
import type { Exchange, RequestFacts } from './exchange.js';
import { type ChangePolicy, isOwnPage } from './foreign-pages.js';
import type { HostPolicy } from './hosts.js';
import type { PathIds } from './match-route.js';
import { CLOSE_HEADERS } from './reply.js';
import { type Route, toRole } from './route.js';

export interface GuardOptions {
  /** Which pages may ask what is asked here. */
  readonly corsOf: (facts: RequestFacts) => CorsPolicy;
  readonly isHostAllowed: HostPolicy;
  readonly mayChange: ChangePolicy;
  readonly access: Pick<Access, 'isClosed' | 'recognise' | 'recogniseKey'>;
  readonly isStopping: () => boolean;
}

/** The checks that come before any route. The functions that take an exchange must be called before its handler returns. */
export interface Guard {
  /** Refuses everything while the daemon stops. */
  checkRunning(): Refusal<'shutting_down'> | null;
  /** Refuses a Host that could be a stranger's domain. Not asked of ingest, which any page may call. */
  checkHost(facts: RequestFacts): Refusal<'host_forbidden'> | null;
  /**
   * For routes that take items. They take keys and no cookies: a page must not report in the name of who is logged in.
   * Where the row says that the key may be in the body, what is admitted brings what reads it there.
   */
  admitIngest(exchange: Exchange, route: Route, ids: PathIds): IngestEntry;
  admit(exchange: Exchange, route: Route): Entry;
  admitFeed(exchange: Exchange): Entry;
}

const STOPPING: Refusal<'shutting_down'> = { code: 'shutting_down', headers: CLOSE_HEADERS };
const ORIGIN_FORBIDDEN: Refusal<'origin_forbidden'> = { code: 'origin_forbidden', headers: [] };
const HOST_FORBIDDEN: Refusal<'host_forbidden'> = { code: 'host_forbidden', headers: [] };
const CHANGE_FORBIDDEN: Refusal<'origin_forbidden'> = {
  code: 'origin_forbidden',
  message:
    'A page of another origin may not change or delete what the daemon holds; add its origin to the corsOrigin setting.',
  headers: [],
};

export function toGuard({ corsOf, isHostAllowed, mayChange, access, isStopping }: GuardOptions): Guard {
  const checkRunning = () => (isStopping() ? STOPPING : null);
  const checkOrigin = (facts: RequestFacts) =>
    corsOf(facts).isAllowed(facts.origin, facts.host) ? null : ORIGIN_FORBIDDEN;
  const checkHost = ({ host }: RequestFacts) => (isHostAllowed(host) ? null : HOST_FORBIDDEN);
  const recogniseDsn = toDsnAccess(access);
  return {
    checkRunning,
    checkHost,
    admitIngest(exchange, { isKeyInDsn = false }, ids) {
      const refusal = checkRunning() ?? checkOrigin(exchange.facts);
      if (refusal !== null) return { ok: false, refusal };
      if (isKeyInDsn) return recogniseDsn(exchange, ids);
      const entry = toEntry(access.recognise(exchange, false), 'ingest');
      return entry.ok ? { ok: true, call: { keyProject: entry.caller.project } } : entry;
    },
    admit(exchange, route) {
      const { facts } = exchange;
      const { method, isForOwnPages = false, isOpen = false } = route;
      const isForeign = isForOwnPages && !isOwnPage(facts);
      const refusal =
        checkRunning() ??
        checkHost(facts) ??
        // A page may send these without asking first, so that it cannot read the answer is not enough.
        (method === 'GET' ? null : checkOrigin(facts)) ??
        (isForeign ? CHANGE_FORBIDDEN : null);
      if (refusal !== null) return { ok: false, refusal };
      if (isOpen) return { ok: true, caller: ANYBODY };
      const recognised = access.recognise(exchange, true);
      if (method !== 'GET' && !mayChange(facts) && !hasShownKey(recognised))
        return { ok: false, refusal: CHANGE_FORBIDDEN };
      return toEntry(recognised, toRole(route));
    },
    admitFeed(exchange) {
      const { facts } = exchange;
      const refusal = checkRunning() ?? checkHost(facts) ?? checkOrigin(facts);
      return refusal === null ? toEntry(access.recognise(exchange, true), 'reader') : { ok: false, refusal };
    },
  };
}

/** A page cannot send a key that nobody gave it. A browser adds a cookie by itself. */
function hasShownKey(recognised: Recognised): boolean {
  return recognised.kind === 'caller' && recognised.caller.by === 'key';
}
