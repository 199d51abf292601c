// How much of the database each project holds, by counters and samples: near enough to tell who holds most.

import { ALL_TIME } from '../../../answers/spans.js';
import type { WritableDb } from '../connection.js';
import { PROJECT_SAMPLE_ROWS } from '../limits.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';

export interface ProjectShare {
  readonly projectId: number;
  readonly bytesPerRow: number;
  /** Of all kinds. */
  rows: number;
  /** What the project had up to this row id has been deleted. */
  afterId: number;
}

interface Kind {
  readonly table: string;
  readonly counts: string;
  /** Of one row, besides the text in `contents`. */
  readonly bytes: string;
  readonly contentId: string;
}

// The search index of a message takes about twice its size.
const KINDS: readonly Kind[] = [
  {
    table: 'events',
    counts: 'SELECT project_id AS projectId, sum(count) AS rows FROM event_counts',
    bytes: "octet_length(coalesce(details, '')) + octet_length(coalesce(message, ''))",
    contentId: 'stack_id',
  },
  {
    table: 'requests',
    counts: 'SELECT project_id AS projectId, sum(total) AS rows FROM request_counts',
    bytes: "octet_length(url) + octet_length(coalesce(request_body, '')) + octet_length(coalesce(response_body, ''))",
    contentId: 'headers_id',
  },
  {
    table: 'logs',
    counts: 'SELECT project_id AS projectId, sum(count) AS rows FROM log_counts',
    bytes: "3 * octet_length(message) + octet_length(coalesce(extra, ''))",
    contentId: 'environment_id',
  },
];

/** Columns, indexes and counters of a row. */
export const ROW_BYTES = 200;

/** Of every project that holds a record, and of the records without one. */
export function estimateShares(db: WritableDb): Set<ProjectShare> {
  const totals = new Map<number, { rows: number; bytes: number }>();
  for (const kind of KINDS) {
    const meanBytes = sampleMeans(db, kind);
    const counts = db
      .prepare<{ allTime: number; every: number }, { projectId: number; rows: number }>(
        `${kind.counts} WHERE span_ms = :allTime AND project_id <> :every GROUP BY project_id`,
      )
      .all({ allTime: ALL_TIME, every: EVERY_PROJECT_ID });
    for (const { projectId, rows } of counts) {
      const total = totals.get(projectId) ?? { rows: 0, bytes: 0 };
      totals.set(projectId, { rows: total.rows + rows, bytes: total.bytes + rows * meanBytes(projectId) });
    }
  }
  const shares = [...totals].filter(([, { rows }]) => rows > 0);
  return new Set(
    shares.map(([projectId, { rows, bytes }]) => ({ projectId, rows, bytesPerRow: bytes / rows, afterId: 0 })),
  );
}

interface SampleRow {
  readonly projectId: number;
  readonly bytes: number;
  readonly contentId: number | null;
  readonly contentBytes: number | null;
}

/** Mean bytes of a row of each project, by the newest and the oldest rows; of a project that is not among them, of all. */
function sampleMeans(db: WritableDb, { table, bytes, contentId }: Kind): (projectId: number) => number {
  const newestAndOldest = ['DESC', 'ASC'].flatMap((order) =>
    db
      .prepare<{ limit: number }, SampleRow>(
        `SELECT project_id AS projectId, ${bytes} AS bytes, ${contentId} AS contentId,
           (SELECT octet_length(body) FROM contents c WHERE c.id = ${contentId}) AS contentBytes
         FROM ${table} ORDER BY id ${order} LIMIT :limit`,
      )
      .all({ limit: PROJECT_SAMPLE_ROWS }),
  );
  const sums = new Map<number, { rows: number; bytes: number }>();
  const contents = new Set<number>();
  let all = 0;
  for (const row of newestAndOldest) {
    const sum = sums.get(row.projectId) ?? { rows: 0, bytes: 0 };
    // A text that many rows share is there once.
    const isNew = row.contentId !== null && !contents.has(row.contentId);
    if (row.contentId !== null) contents.add(row.contentId);
    const rowBytes = ROW_BYTES + row.bytes + (isNew ? (row.contentBytes ?? 0) : 0);
    sums.set(row.projectId, { rows: sum.rows + 1, bytes: sum.bytes + rowBytes });
    all += rowBytes;
  }
  const meanOfAll = newestAndOldest.length === 0 ? ROW_BYTES : all / newestAndOldest.length;
  return (projectId) => {
    const sum = sums.get(projectId);
    return sum === undefined ? meanOfAll : sum.bytes / sum.rows;
  };
}
