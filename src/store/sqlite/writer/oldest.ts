// What goes first, found along the primary keys: from where one was last, over what others own, so that no index by receipt is
// needed.

import { PRUNE_SCAN_ROWS } from '../limits.js';
import { isOwned, type Owners, toOwnerParameters } from '../tables/project-range.js';
import type { DeletionRun, RowIds } from './deletion-run.js';

export interface OldestRange {
  /** What the owners had up to this row id has been deleted. */
  readonly afterId: number;
  /** Rows from here on stay. */
  readonly endId: number;
  /** At most so many rows of all kinds go. */
  readonly rows: number;
}

export interface Oldest {
  /** The owners have nothing up to this row id but these. */
  readonly toId: number;
  readonly ids: RowIds;
}

const NOTHING: RowIds = { events: [], requests: [], logs: [] };

/** Reads which records of some projects are the oldest, whatever their kind; looks at a bounded number. Null when none is left. */
export function openOldest({ db, tables }: Pick<DeletionRun, 'db' | 'tables'>) {
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
  return (owners: Owners, { afterId, endId, rows }: OldestRange): Oldest | null => {
    const scanId = endOfScan.get({ afterId, endId, limit: PRUNE_SCAN_ROWS }) ?? null;
    if (scanId === null) return null;
    const owned = toOwnerParameters(owners);
    const lastId = endOfRows.get({ ...owned, afterId, scanId, limit: rows }) ?? null;
    if (lastId === null) return { toId: scanId, ids: NOTHING };
    const range = { ...owned, afterId, toId: lastId };
    const { events, requests, logs } = tables;
    return {
      toId: lastId,
      ids: { events: events.idsInRange(range), requests: requests.idsInRange(range), logs: logs.idsInRange(range) },
    };
  };
}

/** The last of the first `:limit` ids that the selects of all kinds give together. */
function ofEveryKind(select: (table: string) => string): string {
  const selects = ['events', 'requests', 'logs'].map((table) => `SELECT id FROM (${select(table)})`);
  return `SELECT max(id) FROM (${selects.join(' UNION ALL ')} ORDER BY id LIMIT :limit)`;
}
