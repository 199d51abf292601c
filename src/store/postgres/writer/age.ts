// Deletion by age: by the daemon's rule, and by those that projects have of their own.

import { rowIdAt } from '../../sqlite/row-id.js';
import type { PrunePolicy } from '../../store.js';
import { PRUNE_STEP_ROWS } from '../limits.js';
import { deleteOldest } from '../tables/record-deletes.js';
import { type DeletionRun, type HeldProject, type Steps, stepAlone } from './deletion-run.js';

const DAY_MS = 86_400_000;

interface AgedProject extends HeldProject {
  /** Of its own; null where the daemon's rule holds. */
  readonly retentionDays: number | null;
}

/** Deletes what is too old of each project. */
export async function* deleteByAge(run: DeletionRun, { nowMs, retentionDays }: PrunePolicy): Steps {
  for (const project of await readAges(run)) {
    const days = project.retentionDays ?? retentionDays;
    if (days === 0) continue;
    const toId = rowIdAt(nowMs - days * DAY_MS) - 1;
    if (await hasOlder(run, project.id, toId)) yield* deleteUpTo(run, project, { toId, nowMs });
  }
}

function readAges({ connection }: DeletionRun): Promise<AgedProject[]> {
  return connection.between((db) =>
    db.query<AgedProject>(
      `/* reference */ SELECT p.id, p.name, s.retention_days FROM projects p LEFT JOIN project_settings s USING (name)
       ORDER BY p.id`,
    ),
  );
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
