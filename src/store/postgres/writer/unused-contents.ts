// Texts that no stored record refers to any more: those last used before the oldest record of their project was received.

import { receivedAtMsOf } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { PRUNE_STEP_ROWS } from '../limits.js';
import { deleteContents, USE_NOTED_MS } from '../tables/contents.js';
import { openCounterDeltas } from '../tables/counters.js';
import { type DeletionRun, type HeldProject, type Steps, stepAlone } from './deletion-run.js';

/** Of every project. */
export async function* deleteUnusedContents(run: DeletionRun): Steps {
  const projects = await run.connection.between((db) =>
    db.query<HeldProject>('/* reference */ SELECT id, name FROM projects ORDER BY id'),
  );
  for (const project of projects) {
    const isSome = await run.connection.between((db) => hasUnused(db, project.id));
    if (isSome) yield* deleteContentsOf(run, project);
  }
}

/** Of one project. */
export async function* deleteContentsOf(run: DeletionRun, project: HeldProject): Steps {
  for (;;) {
    const { count } = await stepAlone(run, project, async (transaction, { shard }) => {
      const beforeMs = await readUnusedBeforeMs(transaction, project.id);
      const deleted = await deleteContents(transaction, { projectId: project.id, beforeMs, limit: PRUNE_STEP_ROWS });
      const deltas = openCounterDeltas();
      deltas.countBytes(project.id, deleted.bytes);
      if (deleted.count > 0) await deltas.flush(transaction, { nowMs: run.clock(), shard, sign: -1 });
      return deleted;
    });
    if (count === 0) return;
    yield 0;
  }
}

async function hasUnused(db: Queries, projectId: number): Promise<boolean> {
  const found = await db.query(
    '/* project */ SELECT FROM contents WHERE project_id = $1 AND last_used_at_ms < $2 LIMIT 1',
    [projectId, await readUnusedBeforeMs(db, projectId)],
  );
  return found.length > 0;
}

/** What was last used before is used by nothing; where no record is left, by nothing at all. */
async function readUnusedBeforeMs(db: Queries, projectId: number): Promise<number> {
  const first = (table: string): string => `(SELECT min(id) FROM ${table} WHERE project_id = $1)`;
  const [row] = await db.query<{ id: number | null }>(
    `/* project */ SELECT least(${first('events')}, ${first('requests')}, ${first('logs')}) AS id`,
    [projectId],
  );
  const id = row?.id ?? null;
  return id === null ? Number.MAX_SAFE_INTEGER : receivedAtMsOf(id) - USE_NOTED_MS;
}
