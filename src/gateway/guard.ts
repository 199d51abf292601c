import { type HttpAnswer, toErrorAnswer } from '../http-answer.js';
import type { Drop, Rejection } from '../outcome.js';
import type { Authorizer } from './auth.js';
import type { CorsPolicy } from './cors.js';
import type { RequestFacts } from './exchange.js';
import { toQueryToken } from './query-string.js';
import { CLOSE_HEADERS } from './reply.js';

/** Why nobody looks at a request, as it is answered and, when it brings items, as they are counted. */
export interface Refusal {
  readonly answer: HttpAnswer;
  readonly outcome: Rejection | Drop;
}

export interface GuardOptions {
  readonly cors: CorsPolicy;
  readonly isAuthorized: Authorizer;
  readonly isStopping: () => boolean;
}

export interface Guard {
  /** Refuses everything while the daemon stops. */
  checkRunning(): Refusal | null;
  /** Refuses pages of origins that are barred. */
  checkOrigin(facts: RequestFacts): Refusal | null;
  checkToken(facts: RequestFacts): Refusal | null;
}

const STOPPING: Refusal = {
  answer: toErrorAnswer('shutting_down', { headers: CLOSE_HEADERS }),
  outcome: { kind: 'dropped', reason: 'shutting_down' },
};
const FORBIDDEN: Refusal = {
  answer: toErrorAnswer('origin_forbidden'),
  outcome: { kind: 'rejected', reason: 'unauthorized' },
};
const UNAUTHORIZED: Refusal = {
  answer: toErrorAnswer('unauthorized', { headers: [['WWW-Authenticate', 'Bearer']] }),
  outcome: { kind: 'rejected', reason: 'unauthorized' },
};

/** The checks that come before any route. */
export function toGuard({ cors, isAuthorized, isStopping }: GuardOptions): Guard {
  return {
    checkRunning: () => (isStopping() ? STOPPING : null),
    checkOrigin: ({ origin, host }) => (cors.isAllowed(origin, host) ? null : FORBIDDEN),
    checkToken: ({ authorization, query }) =>
      isAuthorized({ authorization, queryToken: toQueryToken(query) }) ? null : UNAUTHORIZED,
  };
}
