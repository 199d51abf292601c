import { toSeverityRow, toSourceRow } from '../../../answers/enums.js';
import type { EventDigest } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { EVENT_IDS_GATHERED_MAX } from '../limits.js';
import { packDetails, unpackDetails } from '../packed-details.js';
import { type PackedId, unpackId } from '../packed-id.js';
import type { Place } from '../place.js';
import { ClientIds, openEventIdLookup } from './client-ids.js';
import { toHex } from './error-groups.js';
import { openEventHomeCommands } from './event-homes.js';
import { EVENTS_OF_GROUP, EVENTS_OF_GROUP_BEFORE, GroupEvents, IS_UNINDEXED } from './group-events.js';
import type { WrittenInParts } from './index-backlog.js';
import { isOwned, type OwnedIds, type ProjectRange } from './project-range.js';

export interface EventKeys {
  readonly id: number;
  /** Of the client's id. */
  readonly packedId: PackedId;
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
  /** The client's id, as it is stored. */
  readonly storedId: string;
  readonly projectId: number;
  readonly groupId: number;
  readonly timestampMs: number;
  readonly source: number;
  readonly type: string;
  /** The shelved group that it is in; null where it has the id of `groupId`. */
  readonly homeId: number | null;
  readonly contextId: number | null;
  /** As they are stored. */
  readonly details: string | null;
}

/** Ids of a project and of a range are answered with those of a group side by side. */
export interface EventCommands extends WrittenInParts, OwnedIds {
  /** The row id of the stored event with this id, or null. */
  find(projectId: number, eventId: string, packedId: PackedId): number | null;
  /** Fingerprint of a stored event, in hex. */
  readFingerprint(id: number): string | null;
  /** The project must not have an event with this id. */
  insert(digest: EventDigest, keys: EventKeys): void;
  /** Answers those that there were. */
  deleteIds(ids: readonly number[]): DeletedEvent[];
  deleteAll(): void;
  /** Makes the events of groups ready to be moved. Takes a transaction. */
  settle(): void;
  /** Moves an event into another group; `type` and `message` are null where they are those of the group. */
  move(event: MovingEvent): void;
}

export interface MovingEvent {
  readonly id: number;
  readonly timestampMs: number;
  readonly fromGroupId: number;
  readonly groupId: number;
  readonly type: string | null;
  readonly message: string | null;
}

export function openEventCommands(db: WritableDb): EventCommands {
  const ids = new ClientIds(db, {
    index: 'event_ids',
    table: 'events',
    column: 'event_id',
    gatheredMax: EVENT_IDS_GATHERED_MAX,
  });
  const ofGroups = new GroupEvents(db);
  const insert = db.prepare(
    `INSERT INTO events (id, project_id, group_id, event_id, timestamp_ms, sent_timestamp_ms, severity, source, type,
       message, stack_id, context_id, correlation_id, details)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const move = db.prepare<MovingEvent>(
    'UPDATE events SET group_id = :groupId, type = :type, message = :message WHERE id = :id',
  );
  const readFingerprint = db
    .prepare<[number], Uint8Array>(
      'SELECT g.fingerprint FROM events e JOIN error_groups g ON g.id = e.group_id WHERE e.id = ?',
    )
    .pluck();
  return {
    begin() {
      ids.begin();
      ofGroups.begin();
    },
    find: (projectId, eventId, packedId) => ids.find(projectId, eventId, packedId),
    readFingerprint(id) {
      const bytes = readFingerprint.get(id);
      return bytes === undefined ? null : toHex(bytes);
    },
    insert({ timestampMs, receivedAtMs, severity, source, correlationId, details }, keys) {
      const { id, packedId, projectId, groupId, type, message, stackId, contextId } = keys;
      const atMs = Math.min(timestampMs, receivedAtMs);
      const sentAtMs = timestampMs > receivedAtMs ? timestampMs : null;
      // By position, in the order of the columns: binding by name takes as long as the insert itself.
      const head = [id, projectId, groupId, packedId, atMs, sentAtMs, toSeverityRow(severity), toSourceRow(source)];
      const packed = details === null ? null : packDetails(details);
      insert.run(...head, type, message, stackId, contextId, correlationId, packed);
      ids.add({ projectId, storedId: packedId, id });
      ofGroups.add({ groupId, timestampMs: atMs, id });
    },
    index() {
      ids.index();
      ofGroups.index();
    },
    indexAll() {
      ids.indexAll();
      ofGroups.indexAll();
    },
    rollback() {
      ids.rollback();
      ofGroups.rollback();
    },
    settle: () => ofGroups.settle(),
    move(event) {
      move.run(event);
      ofGroups.move({ groupId: event.fromGroupId, timestampMs: event.timestampMs, id: event.id });
    },
    ...openEventDeletes(db, { ids, ofGroups }),
  };
}

interface EventIndexes {
  readonly ids: ClientIds;
  readonly ofGroups: GroupEvents;
}

function openEventDeletes(db: WritableDb, { ids, ofGroups }: EventIndexes) {
  const columns = `SELECT e.id, e.event_id AS storedId, e.project_id AS projectId, e.group_id AS groupId,
    e.timestamp_ms AS timestampMs, e.source, coalesce(e.type, g.type) AS type,
    (SELECT group_id FROM event_homes WHERE id = e.id) AS homeId, e.context_id AS contextId, e.details`;
  // In this order: what is taken off a group is written once for all that go together.
  const byIds = db.prepare<{ ids: string }, DeletedEvent>(
    `${columns} FROM json_each(:ids) j CROSS JOIN events e ON e.id = j.value JOIN error_groups g ON g.id = e.group_id`,
  );
  // Through the groups of the project to the indexed events, then those that are not indexed yet.
  const ofProject = db
    .prepare<{ projectId: number; id: number; limit: number }, number>(
      `SELECT b.id FROM error_groups g CROSS JOIN group_events b ON b.group_id = g.id
         WHERE g.project_id = :projectId AND b.id < :id
       UNION ALL SELECT e.id FROM events e
         WHERE ${IS_UNINDEXED} AND e.id < :id AND e.project_id = :projectId
       LIMIT :limit`,
    )
    .pluck();
  const inRange = db
    .prepare<ProjectRange, number>(
      `SELECT id FROM events WHERE id > :afterId AND id <= :toId AND ${isOwned('project_id')} ORDER BY group_id`,
    )
    .pluck();
  const remove = db.prepare<[number]>('DELETE FROM events WHERE id = ?');
  const all = db.prepare('DELETE FROM events');
  const homes = openEventHomeCommands(db);
  const removeAll = (rows: DeletedEvent[]): DeletedEvent[] => {
    for (const row of rows) {
      remove.run(row.id);
      ids.remove(row);
      ofGroups.remove(row);
      if (row.homeId !== null) homes.delete(row.id);
    }
    return rows;
  };
  return {
    idsOfProject: (projectId: number, id: number, limit: number) => ofProject.all({ projectId, id, limit }),
    idsInRange: (range: ProjectRange) => inRange.all(range),
    deleteIds: (ids: readonly number[]) => removeAll(byIds.all({ ids: JSON.stringify(ids) })),
    deleteAll() {
      all.run();
      ids.removeAll();
      ofGroups.removeAll();
    },
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

/** A page of the events of a group. */
export interface GroupEventsPlan {
  readonly groupId: number;
  /** The place that it goes on behind. */
  readonly before: Place | undefined;
  readonly limit: number;
  readonly offset: number;
}

export interface EventQueries {
  /** Newest first. Where each event stands; its texts are read one event after the other with `read`. */
  placesOfGroup(plan: GroupEventsPlan): Place[];
  read(id: number): EventRow | undefined;
  /** The event with this id of its client, in this project; of whichever project has one when that is undefined. */
  find(eventId: string, projectId: number | undefined): FoundEvent | undefined;
}

export interface FoundEvent {
  readonly event: EventRow;
  readonly groupId: number;
}

const COLUMNS = `e.id, e.event_id, e.timestamp_ms, e.sent_timestamp_ms, e.severity, e.source, e.type, e.message,
  e.correlation_id, e.details, e.stack_id, e.context_id`;

export function openEventQueries(db: ReadableDb): EventQueries {
  // Not joined with the events: to sort the page, SQLite would hold the texts of all of them.
  const page = (events: string): string => `${events} ORDER BY timestamp_ms DESC, id DESC LIMIT :limit OFFSET :offset`;
  const newest = db.prepare<object, EventPlace>(page(EVENTS_OF_GROUP)).raw();
  const following = db.prepare<object, EventPlace>(page(EVENTS_OF_GROUP_BEFORE)).raw();
  // As arrays: the driver takes twice as long when it makes an object of each row.
  const byId = db
    .prepare<{ id: number }, [groupId: number, ...EventColumns]>(
      `SELECT e.group_id, ${COLUMNS} FROM events e WHERE e.id = :id`,
    )
    .raw();
  const findId = openEventIdLookup(db);
  return {
    placesOfGroup({ before, ...plan }) {
      const found =
        before === undefined
          ? newest.all(plan)
          : following.all({ ...plan, beforeMs: before.sortMs, beforeId: before.id });
      return found.map(([id, sortMs]) => ({ id, sortMs }));
    },
    read(id) {
      const found = byId.get({ id });
      return found && columnsToEvent(found.slice(1) as EventColumns);
    },
    find(eventId, projectId) {
      const id = findId(eventId, projectId);
      const found = id === undefined ? undefined : byId.get({ id });
      if (found === undefined) return undefined;
      const [groupId, ...columns] = found;
      return { event: columnsToEvent(columns), groupId };
    },
  };
}

/** As `EVENTS_OF_GROUP` gives them. */
type EventPlace = [id: number, timestampMs: number];

type EventColumns = [
  id: number,
  storedId: string,
  timestampMs: number,
  sentTimestampMs: number | null,
  severity: number,
  source: number,
  type: string | null,
  message: string | null,
  correlationId: string | null,
  storedDetails: string | null,
  stackId: number | null,
  contextId: number | null,
];

function columnsToEvent(columns: EventColumns): EventRow {
  const [id, storedId, timestampMs, sentTimestampMs, severity, source, type, message, correlationId, ...texts] =
    columns;
  const [storedDetails, stackId, contextId] = texts;
  return {
    id,
    eventId: unpackId(storedId),
    timestampMs,
    sentTimestampMs,
    severity,
    source,
    type,
    message,
    correlationId,
    details: storedDetails === null ? null : unpackDetails(storedDetails),
    stackId,
    contextId,
  };
}
