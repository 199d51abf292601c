// What grouping anew reads and writes beyond what every commit does.

import { rowToSeverity, rowToSource } from '../../../answers/enums.js';
import { eventJson, toEventHead } from '../../../answers/event.js';
import { toStoredCulprit } from '../../../culprit.js';
import { FINGERPRINT_VERSIONS } from '../../../grouping-versions.js';
import type { EventPrint } from '../../../messages.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { unpackDetails } from '../packed-details.js';
import { unpackId } from '../packed-id.js';
import { EVENTS_OF_GROUP, INDEXED_EVENTS_OF_GROUP } from './group-events.js';
import { openSearchIndex } from './search-index.js';

/** A stored event with what is its own and what it shares. */
export interface WaitingEvent {
  readonly id: number;
  readonly eventId: string;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly severity: number;
  readonly source: number;
  readonly type: string;
  readonly message: string;
  readonly correlationId: string | null;
  readonly details: string | null;
  readonly stack: string | null;
  readonly context: string | null;
  readonly groupId: number;
  readonly homeId: number | null;
}

/** The same with what a file knows it by. */
export interface FileEvent extends WaitingEvent {
  readonly contextId: number | null;
  readonly projectId: number;
}

export interface EventPlaceRow {
  readonly id: number;
  readonly timestampMs: number;
}

export interface GroupEventsPage {
  readonly groupId: number;
  readonly afterMs: number;
  readonly afterId: number;
  readonly boundaryId: number;
  readonly limit: number;
}

/** A part of a group that becomes a group of its own. */
export interface GroupPart {
  readonly id: number;
  readonly fromId: number;
  readonly severity: number;
  readonly status: number;
  readonly reopenedAtMs: number | null;
  readonly event: WaitingEvent;
}

export interface RegroupCommands {
  /** Ids of groups of the project that are not of this version, the oldest first. */
  waiting(projectId: number, version: number, limit: number): number[];
  /** Ids of groups of this version. */
  ofVersion(projectId: number, version: number): number[];
  /** Indexed events; see `EventCommands.settle`. */
  places(page: GroupEventsPage): EventPlaceRow[];
  read(eventRowId: number): FileEvent | undefined;
  /** JSON of `Grouping`. */
  readGrouping(groupId: number): string;
  /** From now on the group is that of this fingerprint. */
  claim(groupId: number, print: EventPrint): void;
  /** Adds a group without counted events, with the texts of the group that it was in. */
  split(part: GroupPart, print: EventPrint): void;
  /** When its first and its last event were seen. */
  readSpan(groupId: number): { readonly firstMs: number | null; readonly lastMs: number | null };
  /** The event that was seen last; undefined where there is none. */
  readNewest(groupId: number): FileEvent | undefined;
  /** No event of the group may share with it what changes. */
  retitle(groupId: number, title: { readonly type: string; readonly message: string }): void;
  /** Groups of version 1 that were made although their group is on the shelf. */
  strays(projectId: number): number[];
  /** The id of the text that is the stack of an event from now on. */
  setStack(eventRowId: number, contentId: number): void;
}

export function openRegroupCommands(db: WritableDb): RegroupCommands {
  const waiting = db
    .prepare<{ projectId: number; version: number; limit: number }, number>(
      `SELECT id FROM error_groups WHERE project_id = :projectId
         AND fingerprint_version IN (SELECT value FROM json_each('${JSON.stringify(FINGERPRINT_VERSIONS)}') WHERE value <> :version)
       ORDER BY id LIMIT :limit`,
    )
    .pluck();
  const ofVersion = db
    .prepare<{ projectId: number; version: number }, number>(
      'SELECT id FROM error_groups WHERE project_id = :projectId AND fingerprint_version = :version',
    )
    .pluck();
  const setStack = db.prepare<{ id: number; stackId: number }>('UPDATE events SET stack_id = :stackId WHERE id = :id');
  const places = db.prepare<GroupEventsPage, EventPlaceRow>(INDEXED_EVENTS_OF_GROUP);
  const grouping = db.prepare<{ id: number }, string>('SELECT grouping FROM error_group_texts WHERE id = :id').pluck();
  const claim = db.prepare<{ id: number; version: number; fingerprint: Buffer }>(
    'UPDATE error_groups SET fingerprint = :fingerprint, fingerprint_version = :version WHERE id = :id',
  );
  const claimTexts = db.prepare<{ id: number; grouping: string }>(
    'UPDATE error_group_texts SET grouping = :grouping WHERE id = :id',
  );
  const span = (end: 'ASC' | 'DESC') =>
    db.prepare<{ groupId: number }, { id: number; timestamp_ms: number }>(
      `${EVENTS_OF_GROUP} ORDER BY timestamp_ms ${end}, id ${end} LIMIT 1`,
    );
  const [first, last] = [span('ASC'), span('DESC')];
  const strays = db
    .prepare<{ projectId: number }, number>(
      `SELECT g.id FROM shelved_groups s JOIN error_groups g ON g.project_id = s.project_id
         AND g.fingerprint_version = 1 AND g.fingerprint = s.fingerprint WHERE s.project_id = :projectId`,
    )
    .pluck();
  const readEvent = openWaitingEvent(db);
  return {
    waiting: (projectId, version, limit) => waiting.all({ projectId, version, limit }),
    ofVersion: (projectId, version) => ofVersion.all({ projectId, version }),
    places: (page) => places.all(page),
    read: readEvent,
    readGrouping: (id) => grouping.get({ id }) ?? '{}',
    claim(id, print) {
      claim.run({ id, version: print.fingerprintVersion, fingerprint: Buffer.from(print.fingerprint, 'hex') });
      claimTexts.run({ id, grouping: print.grouping });
    },
    split: openSplit(db),
    readSpan: (groupId) => ({
      firstMs: first.get({ groupId })?.timestamp_ms ?? null,
      lastMs: last.get({ groupId })?.timestamp_ms ?? null,
    }),
    readNewest(groupId) {
      const id = last.get({ groupId })?.id;
      return id === undefined ? undefined : readEvent(id);
    },
    retitle: openRetitle(db),
    strays: (projectId) => strays.all({ projectId }),
    setStack: (id, stackId) => void setStack.run({ id, stackId }),
  };
}

/** Reads stored events with all that they are grouped by. */
export function openWaitingEvent(db: ReadableDb): RegroupCommands['read'] {
  const read = db.prepare<{ id: number }, FileEvent>(
    `SELECT e.id, e.event_id AS eventId, e.timestamp_ms AS timestampMs, e.sent_timestamp_ms AS sentTimestampMs,
       e.severity, e.source, coalesce(e.type, g.type) AS type, coalesce(e.message, g.message) AS message,
       e.correlation_id AS correlationId, e.details, s.body AS stack, c.body AS context, e.context_id AS contextId,
       e.project_id AS projectId, e.group_id AS groupId,
       h.group_id AS homeId
     FROM events e JOIN error_groups g ON g.id = e.group_id LEFT JOIN contents s ON s.id = e.stack_id
       LEFT JOIN contents c ON c.id = e.context_id LEFT JOIN event_homes h ON h.id = e.id
     WHERE e.id = :id`,
  );
  return (id) => {
    const stored = read.get({ id });
    if (stored === undefined) return undefined;
    const { eventId, details } = stored;
    return { ...stored, eventId: unpackId(eventId), details: details === null ? null : unpackDetails(details) };
  };
}

function openRetitle(db: WritableDb): RegroupCommands['retitle'] {
  const update = db.prepare<{ id: number; type: string; message: string }>(
    'UPDATE error_groups SET type = :type, message = :message WHERE id = :id',
  );
  const removeFromSearch = db.prepare<{ id: number }>('DELETE FROM error_groups_search WHERE rowid = :id');
  const addToSearch = openSearchIndex(db, 'error_groups_search');
  return (id, { type, message }) => {
    update.run({ id, type, message });
    removeFromSearch.run({ id });
    addToSearch(id, message);
  };
}

function openSplit(db: WritableDb): RegroupCommands['split'] {
  const insert = db.prepare(
    `INSERT INTO error_groups (id, project_id, fingerprint, fingerprint_version, type, message, source, severity, status,
       first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
     SELECT :id, project_id, :fingerprint, :version, :type, :message, :source, :severity, :status, :atMs, :atMs, 0,
       :reopenedAtMs, :culprit FROM error_groups WHERE id = :fromId`,
  );
  const insertTexts = db.prepare(
    `INSERT INTO error_group_texts (id, explanation, explanation_title, suggestion, explanation_evidence, grouping)
     SELECT :id, explanation, explanation_title, suggestion, explanation_evidence, :grouping
     FROM error_group_texts WHERE id = :fromId`,
  );
  const addToSearch = openSearchIndex(db, 'error_groups_search');
  return ({ id, fromId, severity, status, reopenedAtMs, event }, print) => {
    const { type, message, source, timestampMs: atMs } = event;
    insert.run({
      id,
      fromId,
      fingerprint: Buffer.from(print.fingerprint, 'hex'),
      version: print.fingerprintVersion,
      type,
      message,
      source,
      severity,
      status,
      atMs,
      reopenedAtMs,
      culprit: toStoredCulprit(event.stack),
    });
    insertTexts.run({ id, fromId, grouping: print.grouping });
    addToSearch(id, message);
  };
}

/** A stored event as JSON; nothing of it that groups is of its time or its project. */
export function toEventText(event: WaitingEvent): string {
  const head = toEventHead({
    ...event,
    receivedAtMs: event.timestampMs,
    source: rowToSource(event.source),
    severity: rowToSeverity(event.severity),
    projectName: null,
  });
  return eventJson(head, event.stack, [event.context, event.details]);
}
