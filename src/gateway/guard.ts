import { ERROR_CODES } from '../errors.js';
import { type HttpAnswer, toErrorAnswer } from '../http-answer.js';
import type { Drop, Rejection } from '../outcome.js';
import type { Authorizer } from './auth.js';
import type { CorsPolicy } from './cors.js';
import type { RequestFacts } from './exchange.js';
import type { ChangePolicy } from './foreign-pages.js';
import type { HostPolicy } from './hosts.js';
import { toQueryToken } from './query-string.js';
import { CLOSE_HEADERS } from './reply.js';

/** Why nobody looks at a request, as it is answered and, when it brings items, as they are counted. */
export interface Refusal {
  readonly answer: HttpAnswer;
  readonly outcome: Rejection | Drop;
}

export interface GuardOptions {
  /** Which pages may ask what is asked here. */
  readonly corsOf: (facts: RequestFacts) => CorsPolicy;
  readonly isHostAllowed: HostPolicy;
  readonly mayChange: ChangePolicy;
  /** A token is configured, so that who presents it has one. */
  readonly hasToken: boolean;
  readonly isAuthorized: Authorizer;
  readonly isStopping: () => boolean;
}

export interface Guard {
  /** Refuses everything while the daemon stops. */
  checkRunning(): Refusal | null;
  /** Refuses pages of origins that are barred. */
  checkOrigin(facts: RequestFacts): Refusal | null;
  /** Refuses a Host that could be a stranger's domain. Not asked of ingest, which any page may call. */
  checkHost(facts: RequestFacts): Refusal | null;
  /** Refuses pages that may not change or delete anything; a caller with a key has shown that it may. */
  checkChange(facts: RequestFacts): Refusal | null;
  checkToken(facts: RequestFacts): Refusal | null;
}

const STOPPING: Refusal = {
  answer: toErrorAnswer('shutting_down', { headers: CLOSE_HEADERS }),
  outcome: { kind: 'dropped', reason: 'shutting_down' },
};
const FORBIDDEN: Refusal = {
  answer: toErrorAnswer('origin_forbidden'),
  outcome: { kind: 'rejected', reason: 'unauthorized', message: ERROR_CODES.origin_forbidden.error },
};
const HOST_FORBIDDEN: Refusal = {
  answer: toErrorAnswer('host_forbidden'),
  outcome: { kind: 'rejected', reason: 'unauthorized' },
};
const CHANGE_FORBIDDEN: Refusal = {
  answer: toErrorAnswer('origin_forbidden', {
    message:
      'A page of another origin may not change or delete what the daemon holds; add its origin to the corsOrigin setting.',
  }),
  outcome: { kind: 'rejected', reason: 'unauthorized' },
};
const UNAUTHORIZED: Refusal = {
  answer: toErrorAnswer('unauthorized', { headers: [['WWW-Authenticate', 'Bearer']] }),
  outcome: { kind: 'rejected', reason: 'unauthorized' },
};

/** The checks that come before any route. */
export function toGuard({ corsOf, isHostAllowed, mayChange, hasToken, isAuthorized, isStopping }: GuardOptions): Guard {
  const checkToken = ({ authorization, query }: RequestFacts): Refusal | null =>
    isAuthorized({ authorization, queryToken: toQueryToken(query) }) ? null : UNAUTHORIZED;
  return {
    checkRunning: () => (isStopping() ? STOPPING : null),
    checkOrigin: (facts) => (corsOf(facts).isAllowed(facts.origin, facts.host) ? null : FORBIDDEN),
    checkHost: ({ host }) => (isHostAllowed(host) ? null : HOST_FORBIDDEN),
    checkChange: (facts) => (mayChange(facts) || (hasToken && checkToken(facts) === null) ? null : CHANGE_FORBIDDEN),
    checkToken,
  };
}
