// Deletion by size: the project that holds most pays first, with its oldest records.

import { type HeldShare, toStepRows } from '../../../answers/size-cap.js';
import { ALL_TIME } from '../../../answers/spans.js';
import type { Queries } from '../connection.js';
import { PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_MIN } from '../limits.js';
import { deleteOldest } from '../tables/record-deletes.js';
import { type DeletionRun, type HeldProject, readBytes, type Steps, stepAlone } from './deletion-run.js';
import { deleteContentsOf } from './unused-contents.js';

/** Pruning for size goes down to this part of the limit, so that it does not run again at once. */
const SIZE_LOW_WATER = 0.95;

interface Share extends HeldProject, HeldShare {}

/**
 * Deletes the oldest telemetry, whatever its kind, of the project that holds most, and so on until the rest fits or all that was
 * there has gone: in the end the largest projects hold the same.
 */
export async function* deleteOverSize(run: DeletionRun, bytesMax: number, nowMs: number): Steps {
  const { connection } = run;
  const readAll = (): Promise<number> => connection.between(readBytes);
  if ((await readAll()) <= bytesMax) return;
  const bytesWanted = bytesMax * SIZE_LOW_WATER;
  // What arrives meanwhile is for the next run: under a limit that cannot be met, this one would go after it for ever.
  const toId = await connection.transact((_, { ids }) => Promise.resolve(ids.nextBoundary()));
  const spent = new Set<number>();
  for (let bytes = await readAll(); bytes > bytesWanted; bytes = await readAll()) {
    const shares = (await connection.between(readShares)).filter(({ id }) => !spent.has(id));
    const [largest] = shares;
    if (largest === undefined) return;
    const limit = toStepRows(shares, bytes - bytesWanted, { rowsMin: PRUNE_STEP_ROWS_MIN, rowsMax: PRUNE_STEP_ROWS });
    const { count } = await stepAlone(run, largest, async (transaction, { shard }) => {
      const lastId = await findLastOf(transaction, largest.id, { toId, limit });
      const old = { projectId: largest.id, toId: lastId ?? 0, limit };
      return { count: lastId === null ? 0 : await deleteOldest(transaction, old, { nowMs, shard }) };
    });
    if (count === 0) spent.add(largest.id);
    yield count;
    // What is left of the project came later.
    yield* deleteContentsOf(run, largest);
  }
}

/** The largest first. */
async function readShares(db: Queries): Promise<Share[]> {
  const rows = (table: string, count: string): string =>
    `SELECT project_id, sum(${count}) AS rows FROM ${table} WHERE span_ms = ${ALL_TIME} GROUP BY project_id`;
  return db.query<Share>(
    `/* fan-out */ SELECT p.id, p.name, sum(s.bytes) AS bytes, coalesce((SELECT sum(r.rows) FROM (
         ${rows('event_counts', 'count')} UNION ALL ${rows('request_counts', 'total')}
         UNION ALL ${rows('log_counts', 'count')}) r WHERE r.project_id = p.id), 0) AS rows
     FROM projects p JOIN project_sizes s ON s.project_id = p.id GROUP BY p.id, p.name ORDER BY bytes DESC, p.id`,
  );
}

/** The last of the oldest records of a project, whatever their kind; null when it has none. */
async function findLastOf(
  transaction: Queries,
  projectId: number,
  { toId, limit }: { readonly toId: number; readonly limit: number },
): Promise<number | null> {
  const oldest = (table: string): string =>
    `(SELECT id FROM ${table} WHERE project_id = $1 AND id <= $2 ORDER BY id LIMIT $3)`;
  const [row] = await transaction.query<{ id: number | null }>(
    `/* project */ SELECT max(id) AS id FROM (
       SELECT id FROM (${oldest('events')} UNION ALL ${oldest('requests')} UNION ALL ${oldest('logs')}) every
       ORDER BY id LIMIT $3) oldest`,
    [projectId, toId, limit],
  );
  return row?.id ?? null;
}
