import type { KeyRole } from '../../schemas/words.js';
import { type HeaderList, type HttpAnswer, toErrorAnswer } from '../http-answer.js';
import { type Access, ANYBODY, type Caller, type Recognised } from './access.js';
import type { CorsPolicy } from './cors.js';
import type { Exchange, RequestFacts } from './exchange.js';
import { type ChangePolicy, isOwnPage } from './foreign-pages.js';
import type { HostPolicy } from './hosts.js';
import { CLOSE_HEADERS } from './reply.js';
import { type Route, toRole } from './route.js';

/** Why a call that brings items is refused before anybody looks at it. */
export type IngestRefusalCode =
  | 'shutting_down'
  | 'origin_forbidden'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_attempts';

/** Why nobody looks at a request. */
export interface Refusal<Code extends string = IngestRefusalCode | 'host_forbidden'> {
  readonly code: Code;
  /** Where the text of the code does not say enough. */
  readonly message?: string;
  /** On top of those of every error answer. */
  readonly headers: HeaderList;
}

/** Whether a call may go on, and whose it is. */
export type Entry<Code extends string = IngestRefusalCode | 'host_forbidden'> =
  | { readonly ok: true; readonly caller: Caller }
  | { readonly ok: false; readonly refusal: Refusal<Code> };

export interface GuardOptions {
  /** Which pages may ask what is asked here. */
  readonly corsOf: (facts: RequestFacts) => CorsPolicy;
  readonly isHostAllowed: HostPolicy;
  readonly mayChange: ChangePolicy;
  readonly access: Pick<Access, 'recognise'>;
  readonly isStopping: () => boolean;
}

/** The checks that come before any route. The functions that take an exchange must be called before its handler returns. */
export interface Guard {
  /** Refuses everything while the daemon stops. */
  checkRunning(): Refusal<'shutting_down'> | null;
  /** Refuses a Host that could be a stranger's domain. Not asked of ingest, which any page may call. */
  checkHost(facts: RequestFacts): Refusal<'host_forbidden'> | null;
  /** What is refused to ingest before anybody asks who calls. */
  checkIngest(facts: RequestFacts): Refusal<'shutting_down' | 'origin_forbidden'> | null;
  /** Ingest takes keys and no cookies: a page must not report in the name of who is logged in. */
  admitIngest(exchange: Exchange): Entry<IngestRefusalCode>;
  admit(exchange: Exchange, route: Route): Entry;
  admitFeed(exchange: Exchange): Entry;
}

/** The answer to a refusal in our own form. */
export function toRefusalAnswer({ code, message, headers }: Refusal): HttpAnswer {
  return toErrorAnswer(code, { message, headers });
}

/** Why a caller may not go on; null when it is known. */
export function toAccessRefusal(recognised: Recognised): Refusal<'unauthorized' | 'too_many_attempts'> | null {
  if (recognised.kind === 'caller') return null;
  if (recognised.kind !== 'throttled') return UNAUTHORIZED;
  return { code: 'too_many_attempts', headers: [['Retry-After', String(recognised.retryAfterSeconds)]] };
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
const UNAUTHORIZED: Refusal<'unauthorized'> = { code: 'unauthorized', headers: [['WWW-Authenticate', 'Bearer']] };
const ROLE_FORBIDDEN: Readonly<Record<KeyRole, Refusal<'forbidden'>>> = {
  ingest: toRoleRefusal('Records are taken with an ingest key or an admin key only.'),
  reader: toRoleRefusal('What is stored is read with a reader key or an admin key only.'),
  admin: toRoleRefusal('This is for an admin key only.'),
};

function toRoleRefusal(message: string): Refusal<'forbidden'> {
  return { code: 'forbidden', message, headers: [] };
}

export function toGuard({ corsOf, isHostAllowed, mayChange, access, isStopping }: GuardOptions): Guard {
  const checkRunning = () => (isStopping() ? STOPPING : null);
  const checkOrigin = (facts: RequestFacts) =>
    corsOf(facts).isAllowed(facts.origin, facts.host) ? null : ORIGIN_FORBIDDEN;
  const checkIngest = (facts: RequestFacts) => checkRunning() ?? checkOrigin(facts);
  const checkHost = ({ host }: RequestFacts) => (isHostAllowed(host) ? null : HOST_FORBIDDEN);
  return {
    checkRunning,
    checkHost,
    checkIngest,
    admitIngest(exchange) {
      const refusal = checkIngest(exchange.facts);
      return refusal === null ? toEntry(access.recognise(exchange, false), 'ingest') : { ok: false, refusal };
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

/** Whether who was recognised may do what is for this role. */
export function toEntry(
  recognised: Recognised,
  wanted: KeyRole,
): Entry<'unauthorized' | 'too_many_attempts' | 'forbidden'> {
  const refusal = toAccessRefusal(recognised);
  if (refusal !== null || recognised.kind !== 'caller') return { ok: false, refusal: refusal ?? UNAUTHORIZED };
  const { caller } = recognised;
  if (caller.role === 'admin' || caller.role === wanted) return { ok: true, caller };
  return { ok: false, refusal: ROLE_FORBIDDEN[wanted] };
}
