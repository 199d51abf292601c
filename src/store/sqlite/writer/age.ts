// Deletion by age: by the daemon's rule, and by those that projects have of their own.

import type { PrunePolicy } from '../../store.js';
import { PRUNE_ROWS_READ } from '../limits.js';
import { correctedRowIdAt, receivedAtMsOf } from '../row-id.js';
import type { Owners } from '../tables/project-range.js';
import { type DeletionRun, deleteRecords, type Steps } from './deletion-run.js';
import { openOldest } from './oldest.js';

const DAY_MS = 86_400_000;
const EVERY_PROJECT: Owners = { projectIds: [], isAmong: 0 };

/** Projects whose records are kept for the same time. */
interface AgeClass {
  readonly days: number;
  readonly owners: Owners;
}

/** Up to this row id nothing is left of some owners. */
interface Looked {
  toId: number;
}

/** Deletes what is too old; remembers how far it has looked. */
export type AgeDeletion = (policy: PrunePolicy) => Steps;

export function openAgeDeletion(run: DeletionRun): AgeDeletion {
  // By the days of a class. What comes later has a higher id.
  const looked = new Map<number | null, Looked>();
  let revision = -1;
  const isOlder = (days: number, { nowMs }: PrunePolicy): number =>
    correctedRowIdAt(nowMs - days * DAY_MS, run.tables.idCorrections());
  function* deleteClass({ days, owners }: AgeClass, key: number | null, policy: PrunePolicy): Steps {
    const endId = isOlder(days, policy);
    const ofClass = looked.get(key) ?? { toId: 0 };
    looked.set(key, ofClass);
    yield* deleteReceivedBefore(run, owners, { endId, nowMs: policy.nowMs, looked: ofClass });
    yield* deleteUnusedTexts(run, owners, receivedAtMsOf(endId));
  }
  return function* deleteByAge(policy) {
    const { settings } = run.tables;
    if (settings.revision !== revision) looked.clear();
    revision = settings.revision;
    const own = findOwnClasses(run);
    if (own.length === 0) {
      // All projects alike: the records that go are the first of each table.
      if (policy.retentionDays === 0) return;
      const endId = isOlder(policy.retentionDays, policy);
      yield* deleteReceivedBefore(run, EVERY_PROJECT, { endId, nowMs: policy.nowMs, looked: { toId: 0 } });
      return;
    }
    for (const one of own) if (one.days > 0) yield* deleteClass(one, one.days, policy);
    if (policy.retentionDays === 0) return;
    const projectIds = own.flatMap(({ owners }) => owners.projectIds);
    yield* deleteClass({ days: policy.retentionDays, owners: { projectIds, isAmong: 0 } }, null, policy);
  };
}

/** One class for each number of days that a project with records has of its own: they are looked for in one pass. */
function findOwnClasses({ tables }: DeletionRun): AgeClass[] {
  const classes = new Map<number, number[]>();
  for (const { name, retentionDays } of tables.settings.all()) {
    const projectId = tables.projects.find(name);
    if (retentionDays === null || projectId === null) continue;
    classes.set(retentionDays, [...(classes.get(retentionDays) ?? []), projectId]);
  }
  return [...classes].map(([days, projectIds]) => ({ days, owners: { projectIds, isAmong: 1 } }));
}

/** Deletes what the owners have up to a row id, and notes how far that is done. */
function* deleteReceivedBefore(
  run: DeletionRun,
  owners: Owners,
  { endId, nowMs, looked }: { readonly endId: number; readonly nowMs: number; readonly looked: Looked },
): Steps {
  const readOldest = openOldest(run);
  for (;;) {
    const oldest = readOldest(owners, { afterId: looked.toId, endId, rows: PRUNE_ROWS_READ });
    if (oldest === null) return;
    yield* deleteRecords(run, oldest.ids, { nowMs });
    looked.toId = oldest.toId;
    // A look may find nothing of theirs.
    yield 0;
  }
}

/** The oldest record of all says nothing of the texts of these projects: another one may keep it for ever. */
function* deleteUnusedTexts({ step, tables }: DeletionRun, owners: Owners, sinceMs: number): Steps {
  const ids = new Set(owners.projectIds);
  const isOwner = (projectId: number): boolean => ids.has(projectId) === (owners.isAmong === 1);
  for (;;) {
    const deleted = step((rows) => tables.contents.deleteUnusedSince(sinceMs, rows, isOwner));
    if (deleted === 0) return;
    tables.contents.reload();
    yield deleted;
  }
}
