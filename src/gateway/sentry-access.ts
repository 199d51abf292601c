// Who may send in the protocol of Sentry, and to which project. An open daemon takes any DSN; one with a token takes it as the
// key of the DSN.

import { ProjectHeader } from '../../schemas/common.js';
import { toErrorAnswer } from '../http-answer.js';
import type { IngestCall } from '../messages.js';
import type { Rejection } from '../outcome.js';
import { compileBody } from '../validate.js';
import type { Authorizer } from './auth.js';
import { readEnvelopeDsn, toDsnKey } from './dsn.js';
import type { RequestFacts } from './exchange.js';
import type { Refusal } from './guard.js';
import type { CallSender } from './ingest.js';
import { toQueryToken } from './query-string.js';

export interface SentryAccess {
  /** Refuses a key that is not the token. A call without a key passes: its envelope may have one. */
  checkKey(facts: RequestFacts): Refusal | null;
  /** The project that a call is filed under: that of its header, else of its DSN. */
  toSender(facts: RequestFacts, pathIds: IngestCall['pathIds']): CallSender;
}

export interface SentryAccessOptions {
  readonly hasToken: boolean;
  readonly isAuthorized: Authorizer;
}

const FORBIDDEN: Rejection = {
  kind: 'rejected',
  reason: 'unauthorized',
  message: 'This daemon wants its token: write it as the key of the DSN, http://<token>@<host>:<port>/<project>.',
};
const REFUSED: Refusal = { answer: toErrorAnswer('unauthorized'), outcome: FORBIDDEN };

export function toSentryAccess({ hasToken, isAuthorized }: SentryAccessOptions): SentryAccess {
  const isToken = (key: string): boolean => isAuthorized({ authorization: '', queryToken: key });
  const showsToken = (facts: RequestFacts): boolean =>
    isAuthorized({ authorization: facts.authorization, queryToken: toQueryToken(facts.query) });
  return {
    checkKey: (facts) => {
      const key = toDsnKey(facts);
      return key === '' || isToken(key) || showsToken(facts) ? null : REFUSED;
    },
    toSender: (facts, { project = null }) => {
      const key = toDsnKey(facts);
      const named = facts.projectName === '' ? toLegalName(project) : facts.projectName;
      const keyProject = hasToken || facts.projectName !== '' ? null : toKeyProject(key);
      if (key !== '' || (hasToken && showsToken(facts))) return { projectName: keyProject ?? named };
      return {
        projectName: named,
        readSender: (body, contentEncoding) => {
          const dsn = readEnvelopeDsn(body, contentEncoding);
          if (hasToken && (dsn === null || !isToken(dsn.key))) return FORBIDDEN;
          if (dsn === null || facts.projectName !== '') return { projectName: named };
          // Where keys are secrets, none of them may become a name.
          const dsnProject = hasToken ? null : toKeyProject(dsn.key);
          return { projectName: dsnProject ?? toLegalName(dsn.projectId) ?? named };
        },
      };
    },
  };
}

/** Keys that are made by a machine name nothing: those of Sentry and its kin, and our own. */
const MADE_KEY = /^(?:[0-9a-f]{32}$|errord_)/i;
const checkName = compileBody(ProjectHeader);

/** `http://shop@localhost:3800/1`: somebody wrote a name where a key belongs. */
function toKeyProject(key: string): string | null {
  return MADE_KEY.test(key) ? null : toLegalName(key);
}

function toLegalName(name: string | null): string | null {
  return name !== null && checkName(name).ok ? name : null;
}
