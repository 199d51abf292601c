import type { EventDigest } from '../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { toSeverityRow, toSourceRow } from './enums.js';

export interface EventKeys {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  readonly stackId: number | null;
  readonly contextId: number | null;
  /** Null when it is the group's type, or message. */
  readonly type: string | null;
  readonly message: string | null;
}

/** What the counters need to know of events that go. */
export interface DeletedEvent {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  readonly timestampMs: number;
  readonly source: number;
  readonly type: string;
}

export interface EventCommands {
  /** False when the project has an event with this id already: the call is a retry. */
  insert(digest: EventDigest, keys: EventKeys): boolean;
  /** Fingerprint of the stored event with this id, in hex. */
  findFingerprint(projectId: number, eventId: string): string | null;
  /** Deletes up to `limit` of the oldest events received before `id`, and answers them. */
  deleteBefore(id: number, limit: number): DeletedEvent[];
  deleteProject(projectId: number, beforeId: number, limit: number): DeletedEvent[];
  deleteAll(): void;
}

export function openEventCommands(db: WritableDb): EventCommands {
  const insert = db.prepare(
    `INSERT INTO events (id, project_id, group_id, event_id, timestamp_ms, sent_timestamp_ms, severity, source, type,
       message, stack_id, context_id, correlation_id, details)
     VALUES (:id, :projectId, :groupId, :eventId, :timestampMs, :sentTimestampMs, :severity, :source, :type, :message,
       :stackId, :contextId, :correlationId, :details)
     ON CONFLICT (project_id, event_id) DO NOTHING`,
  );
  const find = db
    .prepare<{ projectId: number; eventId: string }, Buffer>(
      `SELECT g.fingerprint FROM events e JOIN error_groups g ON g.id = e.group_id
       WHERE e.project_id = :projectId AND e.event_id = :eventId`,
    )
    .pluck();
  return {
    insert({ eventId, timestampMs, receivedAtMs, severity, source, correlationId, details }, keys) {
      const { changes } = insert.run({
        ...keys,
        eventId,
        timestampMs: Math.min(timestampMs, receivedAtMs),
        sentTimestampMs: timestampMs > receivedAtMs ? timestampMs : null,
        severity: toSeverityRow(severity),
        source: toSourceRow(source),
        correlationId,
        details,
      });
      return changes > 0;
    },
    findFingerprint: (projectId, eventId) => find.get({ projectId, eventId })?.toString('hex') ?? null,
    ...openEventDeletes(db),
  };
}

function openEventDeletes(db: WritableDb) {
  const columns = `SELECT e.id, e.project_id AS projectId, e.group_id AS groupId, e.timestamp_ms AS timestampMs, e.source,
    coalesce(e.type, g.type) AS type FROM events e JOIN error_groups g ON g.id = e.group_id`;
  const oldest = db.prepare<{ id: number; limit: number }, DeletedEvent>(
    `${columns} WHERE e.id < :id ORDER BY e.id LIMIT :limit`,
  );
  const ofProject = db.prepare<{ projectId: number; id: number; limit: number }, DeletedEvent>(
    `${columns} WHERE e.project_id = :projectId AND e.id < :id LIMIT :limit`,
  );
  const remove = db.prepare<{ id: number }>('DELETE FROM events WHERE id = :id');
  const all = db.prepare('DELETE FROM events');
  const removeAll = (rows: DeletedEvent[]): DeletedEvent[] => {
    for (const { id } of rows) remove.run({ id });
    return rows;
  };
  return {
    deleteBefore: (id: number, limit: number) => removeAll(oldest.all({ id, limit })),
    deleteProject: (projectId: number, id: number, limit: number) => removeAll(ofProject.all({ projectId, id, limit })),
    deleteAll: () => void all.run(),
  };
}

export interface EventRow {
  readonly id: number;
  readonly eventId: string;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly severity: number;
  readonly source: number;
  readonly type: string | null;
  readonly message: string | null;
  readonly correlationId: string | null;
  readonly details: string | null;
  readonly stackId: number | null;
  readonly contextId: number | null;
}

export interface EventQueries {
  /** Newest first. */
  ofGroup(groupId: number, limit: number, offset: number): EventRow[];
}

export function openEventQueries(db: ReadableDb): EventQueries {
  // As arrays: the driver takes twice as long when it makes an object of each row.
  const ofGroup = db
    .prepare<{ groupId: number; limit: number; offset: number }, EventColumns>(
      `SELECT e.id, e.event_id, e.timestamp_ms, e.sent_timestamp_ms, e.severity, e.source, e.type, e.message,
         e.correlation_id, e.details, e.stack_id, e.context_id
       FROM (SELECT id FROM events WHERE group_id = :groupId ORDER BY timestamp_ms DESC, id DESC LIMIT :limit OFFSET :offset) p
       JOIN events e ON e.id = p.id
       ORDER BY e.timestamp_ms DESC, e.id DESC`,
    )
    .raw();
  return { ofGroup: (groupId, limit, offset) => ofGroup.all({ groupId, limit, offset }).map(columnsToEvent) };
}

type EventColumns = [
  id: number,
  eventId: string,
  timestampMs: number,
  sentTimestampMs: number | null,
  severity: number,
  source: number,
  type: string | null,
  message: string | null,
  correlationId: string | null,
  details: string | null,
  stackId: number | null,
  contextId: number | null,
];

function columnsToEvent(columns: EventColumns): EventRow {
  const [id, eventId, timestampMs, sentTimestampMs, severity, source, type, message, correlationId, ...texts] = columns;
  const [details, stackId, contextId] = texts;
  return {
    id,
    eventId,
    timestampMs,
    sentTimestampMs,
    severity,
    source,
    type,
    message,
    correlationId,
    details,
    stackId,
    contextId,
  };
}
