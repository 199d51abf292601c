import { toLevelRow, toSourceRow } from '../../../answers/enums.js';
import type { LogDigest } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { type OwnedIds, openOwnedIds } from './project-range.js';
import { openRecordIds, type RecordIds } from './record-ids.js';
import { openSearchIndex } from './search-index.js';

/** Stands for "no source" in the counters, whose key columns are never null. */
export const NO_SOURCE = -1;

export interface LogKeys {
  readonly id: number;
  readonly projectId: number;
  readonly environmentId: number | null;
}

export interface DeletedLog {
  readonly id: number;
  readonly projectId: number;
  readonly timestampMs: number;
  readonly level: number;
  readonly source: number;
}

export interface LogCommands extends OwnedIds {
  /** The ids that clients gave them. */
  readonly ids: RecordIds;
  insert(digest: LogDigest, keys: LogKeys): void;
  /** Answers those that there were. */
  deleteIds(ids: readonly number[]): DeletedLog[];
  deleteAll(): void;
}

export function openLogCommands(db: WritableDb): LogCommands {
  const ids = openRecordIds(db, 'log');
  const insert = db.prepare(
    `INSERT INTO logs (id, project_id, timestamp_ms, sent_timestamp_ms, level, source, message, environment_id,
       correlation_id, extra)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addToSearch = openSearchIndex(db, 'logs_search');
  return {
    ids,
    insert({ timestampMs, receivedAtMs, level, source, message, correlationId, extra, recordId }, keys) {
      const { id, projectId, environmentId } = keys;
      const atMs = Math.min(timestampMs, receivedAtMs);
      const sentAtMs = timestampMs > receivedAtMs ? timestampMs : null;
      // By position, in the order of the columns: binding by name takes as long as the insert itself.
      const head = [id, projectId, atMs, sentAtMs, toLevelRow(level), source === null ? null : toSourceRow(source)];
      insert.run(...head, message, environmentId, correlationId, extra);
      addToSearch(id, message);
      ids.add(keys, recordId);
    },
    ...openLogDeletes(db, ids),
  };
}

function openLogDeletes(db: WritableDb, ids: RecordIds) {
  const returning = `RETURNING id, project_id AS projectId, timestamp_ms AS timestampMs, level,
    coalesce(source, ${NO_SOURCE}) AS source`;
  const byIds = db.prepare<{ ids: string }, DeletedLog>(
    `DELETE FROM logs WHERE id IN (SELECT value FROM json_each(:ids)) ${returning}`,
  );
  const deleteSearch = db.prepare<{ id: number }>('DELETE FROM logs_search WHERE rowid = :id');
  const all = db.prepare('DELETE FROM logs');
  const allSearch = db.prepare("INSERT INTO logs_search (logs_search) VALUES ('delete-all')");
  const unindex = (rows: DeletedLog[]): DeletedLog[] => {
    for (const { id } of rows) deleteSearch.run({ id });
    ids.remove(rows);
    return rows;
  };
  return {
    ...openOwnedIds(db, 'logs'),
    deleteIds: (ids: readonly number[]) => unindex(byIds.all({ ids: JSON.stringify(ids) })),
    deleteAll(): void {
      all.run();
      allSearch.run();
      ids.removeAll();
    },
  };
}

export interface LogRow {
  readonly id: number;
  readonly projectId: number;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly level: number;
  readonly source: number | null;
  readonly message: string;
  readonly correlationId: string | null;
  readonly extra: string | null;
  readonly environment: string | null;
}

/** The columns of `LogRow`; the tables are `logs l` and, joined by `l.environment_id`, `contents n`. */
export const LOG_COLUMNS = `l.id, l.project_id AS projectId, l.timestamp_ms AS timestampMs,
  l.sent_timestamp_ms AS sentTimestampMs, l.level, l.source, l.message, l.correlation_id AS correlationId, l.extra,
  n.body AS environment`;
