// Deletion by age: by the daemon's rule, and by those that projects have of their own. Whole days go first, without a row being
// deleted; then what is left, of the day that the border cuts and of projects that keep less than others.

import type { PrunePolicy } from '../../store.js';
import { PRUNE_STEP_ROWS } from '../limits.js';
import { deleteOldest } from '../tables/record-deletes.js';
import { type DeletionRun, type HeldProject, type Steps, stepAlone } from './deletion-run.js';
import { deleteDays, readAges, toDueId } from './gone-days.js';

/** Deletes what is too old of each project. */
export async function* deleteByAge(run: DeletionRun, policy: PrunePolicy): Steps {
  yield* deleteDays(run, policy);
  for (const project of await run.connection.between(readAges)) {
    const dueId = toDueId(project, policy);
    if (dueId === null) continue;
    const old = { toId: dueId - 1, nowMs: policy.nowMs };
    if (await hasOlder(run, project.id, old.toId)) yield* deleteUpTo(run, project, old);
  }
}

async function hasOlder({ connection }: DeletionRun, projectId: number, toId: number): Promise<boolean> {
  const some = (table: string): string => `EXISTS (SELECT FROM ${table} WHERE project_id = $1 AND id <= $2)`;
  const [row] = await connection.between((db) =>
    db.query<{ hasOlder: boolean }>(
      `/* project */ SELECT ${some('events')} OR ${some('requests')} OR ${some('logs')} AS has_older`,
      [projectId, toId],
    ),
  );
  return row?.hasOlder === true;
}

/** Deletes all that a project has up to this row id. */
async function* deleteUpTo(
  run: DeletionRun,
  project: HeldProject,
  { toId, nowMs }: { readonly toId: number; readonly nowMs: number },
): Steps {
  for (;;) {
    const { count } = await stepAlone(run, project, async (transaction, { shard }) => ({
      count: await deleteOldest(transaction, { projectId: project.id, toId, limit: PRUNE_STEP_ROWS }, { nowMs, shard }),
    }));
    if (count === 0) return;
    yield count;
  }
}
