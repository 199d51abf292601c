// Deletion along the primary keys: from where one was last, over what others own, so that no index by receipt is needed.

import { PRUNE_SCAN_ROWS } from '../limits.js';
import { isOwned, type Owners, toOwnerParameters } from '../tables/project-range.js';
import { type DeletionRun, subtract } from './deletion-run.js';

export interface OldestRange {
  /** What the owners had up to this row id has been deleted. */
  readonly afterId: number;
  /** Rows from here on stay. */
  readonly endId: number;
  /** At most so many rows of all kinds go. */
  readonly rows: number;
}

/** The id up to which all is gone that the owners had; null when nothing is left to look at. */
export interface OldestDeleted {
  readonly toId: number | null;
  readonly deleted: number;
}

/** Deletes the oldest records of some projects, whatever their kind, in one step that looks at a bounded number of rows. */
export function openOldest({ db, tables, step }: DeletionRun, nowMs: number) {
  const endOfScan = db
    .prepare<{ afterId: number; endId: number; limit: number }, number | null>(
      ofEveryKind((table) => `SELECT id FROM ${table} WHERE id > :afterId AND id < :endId ORDER BY id LIMIT :limit`),
    )
    .pluck();
  const endOfRows = db
    .prepare<{ afterId: number; scanId: number; projectIds: string; isAmong: 0 | 1; limit: number }, number | null>(
      ofEveryKind(
        (table) =>
          `SELECT id FROM ${table} WHERE id > :afterId AND id <= :scanId AND ${isOwned('project_id')}
           ORDER BY id LIMIT :limit`,
      ),
    )
    .pluck();
  return (owners: Owners, { afterId, endId, rows }: OldestRange): OldestDeleted => {
    const owned = toOwnerParameters(owners);
    let toId: number | null = null;
    const deleted = step((rowsMax) => {
      const scanId = endOfScan.get({ afterId, endId, limit: PRUNE_SCAN_ROWS }) ?? null;
      if (scanId === null) return 0;
      const lastId = endOfRows.get({ ...owned, afterId, scanId, limit: rowsMax }) ?? null;
      toId = lastId ?? scanId;
      if (lastId === null) return 0;
      const range = { ...owned, afterId, toId: lastId };
      const { events, requests, logs } = tables;
      return subtract(
        tables,
        { events: events.deleteRange(range), requests: requests.deleteRange(range), logs: logs.deleteRange(range) },
        nowMs,
      );
    }, rows);
    return { toId, deleted };
  };
}

/** The last of the first `:limit` ids that the selects of all kinds give together. */
function ofEveryKind(select: (table: string) => string): string {
  const selects = ['events', 'requests', 'logs'].map((table) => `SELECT id FROM (${select(table)})`);
  return `SELECT max(id) FROM (${selects.join(' UNION ALL ')} ORDER BY id LIMIT :limit)`;
}
