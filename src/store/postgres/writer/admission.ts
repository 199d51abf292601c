// Which of the digests of a transaction are stored: a retry is not, whichever daemon took the first one, nor is what its
// project may not have.

import type { AppendOutcome, Digest } from '../../../messages.js';
import { toPublicId } from '../../sqlite/row-id.js';
import { toHex } from '../../sqlite/tables/error-groups.js';
import { CLIENT_ID_KINDS } from '../client-id.js';
import type { Queries } from '../connection.js';
import type { RowIds } from '../row-id.js';
import {
  type ClientIdEntry,
  deleteClientIds,
  type FoundClientId,
  insertClientIds,
  toClientIdEntry,
  toClientIdKey,
} from '../tables/client-ids.js';
import type { KnownProject } from '../tables/projects.js';
import type { OpenProjects } from './open-projects.js';

/** A digest that is to be stored. */
export interface Admitted {
  /** Its place among all digests. */
  readonly index: number;
  readonly digest: Digest;
  readonly project: KnownProject;
  readonly id: number;
}

export interface Admission {
  readonly admitted: readonly Admitted[];
  /** What became of one that was admitted. */
  readonly answer: (one: Admitted, outcome: AppendOutcome) => void;
  /** The outcomes of all digests, in their order. */
  finish(): AppendOutcome[];
}

interface Candidate extends Admitted {
  readonly entry: ClientIdEntry | null;
}

export async function openAdmission(
  transaction: Queries,
  { digests, projects, ids }: { digests: readonly Digest[]; projects: OpenProjects; ids: RowIds },
): Promise<Admission> {
  const outcomes: (AppendOutcome | (() => AppendOutcome))[] = [];
  const candidates: Candidate[] = [];
  for (const [index, digest] of digests.entries()) {
    const project = projects.find(digest);
    if ('kind' in project) outcomes[index] = project;
    else candidates.push(toCandidate(index, digest, { project, id: ids.next() }));
  }
  const earlier = await insertClientIds(transaction, toFirstEntries(candidates));
  const admitted: Admitted[] = [];
  const firsts = new Map<string, Candidate>();
  const refused: ClientIdEntry[] = [];
  for (const one of candidates) {
    const { index, digest, entry } = one;
    const key = entry === null ? null : toClientIdKey(entry);
    const stored = key === null ? undefined : earlier.get(key);
    const first = key === null ? undefined : firsts.get(key);
    if (stored !== undefined) outcomes[index] = toDuplicate(digest, stored);
    else if (first !== undefined) outcomes[index] = () => repeat(outcomes[first.index]);
    else {
      const refusal = projects.limits.admit(digest);
      if (refusal === null) {
        admitted.push(one);
        if (key !== null) firsts.set(key, one);
      } else {
        outcomes[index] = refusal;
        if (entry !== null) refused.push(entry);
      }
    }
  }
  await deleteClientIds(transaction, refused);
  return {
    admitted,
    answer: ({ index }, outcome) => {
      outcomes[index] = outcome;
    },
    finish: () => outcomes.map((outcome) => (typeof outcome === 'function' ? outcome() : outcome)),
  };
}

function toCandidate(index: number, digest: Digest, keys: { project: KnownProject; id: number }): Candidate {
  const clientId = digest.kind === 'event' ? digest.eventId : digest.recordId;
  const record = { kind: CLIENT_ID_KINDS[digest.kind], clientId, rowId: keys.id };
  return { index, digest, ...keys, entry: toClientIdEntry(keys.project.id, record) };
}

/** Of records with one id, the first. */
function toFirstEntries(candidates: readonly Candidate[]): ClientIdEntry[] {
  const entries = new Map<string, ClientIdEntry>();
  for (const { entry } of candidates) {
    if (entry === null) continue;
    const key = toClientIdKey(entry);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return [...entries.values()];
}

/** A retry is answered as the first call was, whatever else it says now: it may come with another fingerprint. */
function toDuplicate(digest: Digest, { rowId, fingerprint }: FoundClientId): AppendOutcome {
  const { projectName } = digest;
  if (digest.kind !== 'event') return { kind: 'duplicate', id: toPublicId(rowId), projectName };
  const stored = fingerprint === null ? digest.site.fingerprint : toHex(fingerprint);
  return { kind: 'duplicate', id: digest.eventId, fingerprint: stored, isNew: false, projectName };
}

/** The same, where the first one is of the same transaction. */
function repeat(first: AppendOutcome | (() => AppendOutcome) | undefined): AppendOutcome {
  if (typeof first !== 'object' || first.kind !== 'stored')
    throw new Error('a digest that was admitted has no outcome');
  const { id, projectName } = first;
  if (!('fingerprint' in first)) return { kind: 'duplicate', id, projectName };
  return { kind: 'duplicate', id, fingerprint: first.fingerprint, isNew: false, projectName };
}
