// Who may send where the key is that of a DSN, and to which project. An open daemon takes any DSN; one that wants a key takes
// it as the key of the DSN, which may be in the body alone.

import { ProjectHeader } from '../../schemas/common.js';
import { ERROR_CODES } from '../errors.js';
import type { Rejection } from '../outcome.js';
import { compileBody } from '../validate.js';
import type { Access, CallPlace, Recognised } from './access.js';
import { toDsnKey, toPresented } from './auth.js';
import { type Dsn, readEnvelopeDsn } from './dsn.js';
import { type Entry, type IngestEntry, type Refusal, toEntry } from './entry.js';
import type { Exchange } from './exchange.js';
import type { CallSender } from './ingest.js';
import type { PathIds } from './match-route.js';

/** Looks at what a call shows of its DSN. Must be called before the route handler returns. */
export type DsnAccess = (exchange: Exchange, pathIds: PathIds) => IngestEntry;

const UNAUTHORIZED: Refusal<'unauthorized'> = {
  code: 'unauthorized',
  message:
    'This daemon wants a key: write its token, or an ingest key, into the DSN, http://<key>@<host>:<port>/<project>.',
  headers: [],
};

export function toDsnAccess(access: Pick<Access, 'isClosed' | 'recognise' | 'recogniseKey'>): DsnAccess {
  return (exchange, { project = null }) => {
    const { projectName } = exchange.facts;
    const idProject = toLegalName(project);
    if (toPresented(exchange) === null) {
      const named = projectName === '' ? idProject : projectName;
      return {
        ok: true,
        call: { keyProject: null, sentBy: { projectName: named, readSender: toReader(exchange, named) } },
      };
    }
    const entry = toDsnEntry(access.recognise(exchange, false));
    if (!entry.ok) return entry;
    const { project: keyProject } = entry.caller;
    const named = projectName === '' ? (keyProject ?? toKeyProject(toDsnKey(exchange)) ?? idProject) : projectName;
    return { ok: true, call: { keyProject, sentBy: { projectName: named } } };
  };

  /** Where keys are secrets, none of them may become a name. */
  function toKeyProject(key: string): string | null {
    return access.isClosed || MADE_KEY.test(key) ? null : toLegalName(key);
  }

  /** For a call that shows nothing beside its body. */
  function toReader(exchange: Exchange, named: string | null): NonNullable<CallSender['readSender']> {
    const address = exchange.addressText();
    const place: CallPlace = { sender: exchange.senderAddress(), address: () => address };
    const isNamed = exchange.facts.projectName !== '';
    return (body, contentEncoding) => {
      const dsn = readEnvelopeDsn(body, contentEncoding);
      const entry = toDsnEntry(dsn === null && access.isClosed ? UNKNOWN : recogniseDsn(dsn, place));
      if (!entry.ok) return toRejection(entry.refusal);
      const { project: keyProject } = entry.caller;
      if (dsn === null || isNamed) return { projectName: named, keyProject };
      return { projectName: keyProject ?? toKeyProject(dsn.key) ?? toLegalName(dsn.projectId) ?? named, keyProject };
    };
  }

  function recogniseDsn(dsn: Dsn | null, place: CallPlace): Recognised {
    return access.recogniseKey(dsn?.key ?? '', place);
  }
}

const UNKNOWN: Recognised = { kind: 'unknown' };

function toDsnEntry(recognised: Recognised): Entry<KeyRefusal['code']> {
  const entry = toEntry(recognised, 'ingest');
  if (entry.ok || entry.refusal.code !== 'unauthorized') return entry;
  return { ok: false, refusal: UNAUTHORIZED };
}

type KeyRefusal = Refusal<'unauthorized' | 'forbidden' | 'too_many_attempts'>;

function toRejection({ code, message = ERROR_CODES[code].error, headers }: KeyRefusal): Rejection {
  const [, seconds] = headers.find(([name]) => name === 'Retry-After') ?? [];
  return {
    kind: 'rejected',
    reason: code,
    message,
    ...(seconds === undefined ? null : { retryAfterSeconds: Number(seconds) }),
  };
}

/** Keys that are made by a machine name nothing: those of Sentry and its kin, and our own. */
const MADE_KEY = /^(?:[0-9a-f]{32}$|errord_)/i;
const checkName = compileBody(ProjectHeader);

function toLegalName(name: string | null): string | null {
  return name !== null && checkName(name).ok ? name : null;
}
