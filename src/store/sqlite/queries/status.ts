import { statSync } from 'node:fs';
import type { StoreStatus } from '../../store.js';
import type { ReadableDb } from '../connection.js';
import { EVERY_PROJECT_ID } from '../tables/projects.js';
import { allTime, openStatsQueries } from '../tables/stats.js';

/** The file, its sizes and counts of what it holds. */
export function openStatusRead(db: ReadableDb, dbPath: string): () => StoreStatus {
  const stats = openStatsQueries(db);
  const counts = db.prepare<[], { errors: number; events: number; projects: number }>(
    `SELECT (SELECT count(*) FROM error_groups) AS errors, (SELECT count(*) FROM projects) AS projects,
       (SELECT coalesce(sum(count), 0) FROM event_counts WHERE span_ms = 0 AND project_id = ${EVERY_PROJECT_ID}) AS events`,
  );
  return () => ({
    path: dbPath,
    bytes: statSync(dbPath).size,
    walBytes: statSync(`${dbPath}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    ...(counts.get() ?? { errors: 0, events: 0, projects: 0 }),
    requests: stats.countRequests(allTime(EVERY_PROJECT_ID)).total,
    logs: stats.countLogs({ projectId: EVERY_PROJECT_ID, level: null, source: null }),
  });
}
