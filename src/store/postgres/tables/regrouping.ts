// What grouping anew reads and writes beyond what every commit does. Whoever does it holds the project alone.

import { foldText } from '../../../answers/search-text.js';
import { toStoredCulprit } from '../../../culprit.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { EventPrint } from '../../../messages.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { Queries } from '../connection.js';

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

/** A stored event that comes into a group. */
export interface MovingEvent {
  readonly id: number;
  readonly groupId: number;
  /** Null where they are those of the group. */
  readonly type: string | null;
  readonly message: string | null;
  /** The shelved group that it is in; null where it has the id of `groupId`. */
  readonly homeId: number | null;
}

const EVENT = `/* project */ SELECT e.id, e.event_id, e.timestamp_ms, e.sent_timestamp_ms, e.severity, e.source,
    coalesce(e.type, g.type) AS type, coalesce(e.message, g.message) AS message, e.correlation_id, e.details,
    s.body AS stack, c.body AS context, e.group_id, e.home_id
  FROM events e JOIN error_groups g ON g.project_id = e.project_id AND g.id = e.group_id
    LEFT JOIN contents s ON s.project_id = e.project_id AND s.hash = e.stack_hash
    LEFT JOIN contents c ON c.project_id = e.project_id AND c.hash = e.context_hash
  WHERE e.project_id = $1`;

export interface NewTitle {
  readonly type: string;
  readonly message: string;
  /** That of the split that has moved the events of the old name. */
  readonly boundaryId: number;
}

/** The tables of one project, in a transaction. */
export interface RegroupTables {
  /** Ids of groups that are not of this version, the oldest first. */
  waiting(version: number, limit: number): Promise<number[]>;
  /** Ids of groups of this version. */
  ofVersion(version: number): Promise<number[]>;
  /** Events of a group behind a place, the oldest first. */
  places(page: GroupEventsPage): Promise<EventPlaceRow[]>;
  /** In the order of the ids; those that are gone are left out. */
  readEvents(ids: readonly number[]): Promise<WaitingEvent[]>;
  /** An id that is later than that of every stored event. */
  endOfEvents(): Promise<number>;
  /** JSON of `Grouping`. */
  readGrouping(groupId: number): Promise<string>;
  /** From now on the group is that of this fingerprint. */
  claim(groupId: number, print: EventPrint): Promise<void>;
  /** Adds a group without counted events, with the texts of the group that it was in. */
  split(part: GroupPart, print: EventPrint): Promise<void>;
  /** When its first and its last event were seen. */
  readSpan(groupId: number): Promise<{ readonly firstMs: number | null; readonly lastMs: number | null }>;
  /** The event that was seen last; undefined where there is none. */
  readNewest(groupId: number): Promise<WaitingEvent | undefined>;
  /** No event before the boundary may share with the group what changes. */
  retitle(groupId: number, title: NewTitle): Promise<void>;
  /** Groups of version 1 that were made although their group is on the shelf. */
  strays(): Promise<number[]>;
  move(event: MovingEvent): Promise<void>;
  setHome(eventRowId: number, homeId: number | null): Promise<void>;
  /** From now on this text is the stack of the event. */
  setStack(eventRowId: number, stackHash: string): Promise<void>;
}

export function openRegroupTables(transaction: Queries, projectId: number): RegroupTables {
  const ids = async (text: string, parameters: (string | number)[]): Promise<number[]> =>
    (await transaction.query<{ id: number }>(text, [projectId, ...parameters])).map(({ id }) => id);
  return {
    waiting: (version, limit) =>
      ids(
        `/* project */ SELECT id FROM error_groups WHERE project_id = $1 AND fingerprint_version <> $2
           AND fingerprint_version <> ${BY_HAND_VERSION}
         ORDER BY id LIMIT $3`,
        [version, limit],
      ),
    ofVersion: (version) =>
      ids('/* project */ SELECT id FROM error_groups WHERE project_id = $1 AND fingerprint_version = $2', [version]),
    places: ({ groupId, afterMs, afterId, boundaryId, limit }) =>
      transaction.query<EventPlaceRow>(
        `/* project */ SELECT id, timestamp_ms FROM events WHERE project_id = $1 AND group_id = $2
           AND (timestamp_ms, id) > ($3::bigint, $4::bigint) AND id < $5 ORDER BY timestamp_ms, id LIMIT $6`,
        [projectId, groupId, afterMs, afterId, boundaryId, limit],
      ),
    async readEvents(wanted) {
      const rows = await transaction.query<WaitingEvent>(`${EVENT} AND e.id = ANY($2::bigint[])`, [projectId, wanted]);
      const byId = new Map(rows.map((row) => [row.id, row]));
      return wanted.map((id) => byId.get(id)).filter((row) => row !== undefined);
    },
    async endOfEvents() {
      const [id = 0] = await ids(
        '/* project */ SELECT coalesce(max(id), 0) + 1 AS id FROM events WHERE project_id = $1',
        [],
      );
      return id;
    },
    async readGrouping(groupId) {
      const [row] = await transaction.query<{ grouping: string }>(
        '/* project */ SELECT grouping FROM error_group_texts WHERE project_id = $1 AND id = $2',
        [projectId, groupId],
      );
      return row?.grouping ?? '{}';
    },
    async claim(groupId, { fingerprint, fingerprintVersion, grouping }) {
      await transaction.change(
        `/* project */ UPDATE error_groups SET fingerprint = decode($3, 'hex'), fingerprint_version = $4
         WHERE project_id = $1 AND id = $2`,
        [projectId, groupId, fingerprint, fingerprintVersion],
      );
      await transaction.change(
        '/* project */ UPDATE error_group_texts SET grouping = $3 WHERE project_id = $1 AND id = $2',
        [projectId, groupId, grouping],
      );
    },
    split: (part, print) => split(transaction, projectId, { part, print }),
    async readSpan(groupId) {
      const end = (order: string): string => `(SELECT timestamp_ms FROM events WHERE project_id = $1 AND group_id = $2
        ORDER BY timestamp_ms ${order}, id ${order} LIMIT 1)`;
      const [row] = await transaction.query<{ firstMs: number | null; lastMs: number | null }>(
        `/* project */ SELECT ${end('ASC')} AS first_ms, ${end('DESC')} AS last_ms`,
        [projectId, groupId],
      );
      return row ?? { firstMs: null, lastMs: null };
    },
    readNewest: (groupId) => readNewest(transaction, projectId, groupId),
    retitle: (groupId, title) => retitle(transaction, projectId, { groupId, ...title }),
    strays: () =>
      ids(
        `/* project */ SELECT g.id FROM shelved_groups s JOIN error_groups g ON g.project_id = s.project_id
           AND g.fingerprint_version = 1 AND g.fingerprint = s.fingerprint WHERE s.project_id = $1`,
        [],
      ),
    ...openMoves(transaction, projectId),
  };
}

function openMoves(transaction: Queries, projectId: number): Pick<RegroupTables, 'move' | 'setHome' | 'setStack'> {
  return {
    async move({ id, groupId, type, message, homeId }) {
      await transaction.change(
        `/* project */ UPDATE events SET group_id = $3, type = $4, message = $5, home_id = $6
         WHERE project_id = $1 AND id = $2`,
        [projectId, id, groupId, type, message, homeId],
      );
    },
    async setHome(eventRowId, homeId) {
      await transaction.change(
        `/* project */ UPDATE events SET home_id = $3
         WHERE project_id = $1 AND id = $2 AND home_id IS DISTINCT FROM $3::bigint`,
        [projectId, eventRowId, homeId],
      );
    },
    async setStack(eventRowId, stackHash) {
      await transaction.change(
        '/* project */ UPDATE events SET stack_hash = $3::uuid WHERE project_id = $1 AND id = $2',
        [projectId, eventRowId, stackHash],
      );
    },
  };
}

async function split(
  transaction: Queries,
  projectId: number,
  { part, print }: { readonly part: GroupPart; readonly print: EventPrint },
): Promise<void> {
  const { id, fromId, severity, status, reopenedAtMs, event } = part;
  const { type, message, source, timestampMs } = event;
  await transaction.change(
    `/* project */ INSERT INTO error_groups (project_id, id, fingerprint, fingerprint_version, type, message,
       source, severity, status, first_seen_at_ms, last_seen_at_ms, event_count, reopened_at_ms, culprit)
     VALUES ($1, $2, decode($3, 'hex'), $4, $5, $6, $7, $8, $9, $10, $10, 0, $11, $12)`,
    [
      projectId,
      id,
      print.fingerprint,
      print.fingerprintVersion,
      type,
      message,
      source,
      severity,
      status,
      timestampMs,
      reopenedAtMs,
      toStoredCulprit(event.stack),
    ],
  );
  await transaction.change(
    `/* project */ INSERT INTO error_group_texts (project_id, id, explanation, explanation_title, suggestion,
       explanation_evidence, grouping, searched)
     SELECT project_id, $2, explanation, explanation_title, suggestion, explanation_evidence, $4, $5
     FROM error_group_texts WHERE project_id = $1 AND id = $3`,
    [projectId, id, fromId, print.grouping, foldText(message)],
  );
}

async function readNewest(db: Queries, projectId: number, groupId: number): Promise<WaitingEvent | undefined> {
  const [row] = await db.query<WaitingEvent>(
    `${EVENT} AND e.group_id = $2 ORDER BY e.timestamp_ms DESC, e.id DESC LIMIT 1`,
    [projectId, groupId],
  );
  return row;
}

/** An event that an older daemon put there since, behind the boundary, may share the name: it keeps the group's as it is. */
async function retitle(
  db: Queries,
  projectId: number,
  { groupId, type, message, boundaryId }: NewTitle & { readonly groupId: number },
): Promise<void> {
  const renamed = await db.query(
    `/* project */ UPDATE error_groups g SET type = $3, message = $4 WHERE g.project_id = $1 AND g.id = $2
       AND NOT EXISTS (SELECT FROM events e WHERE e.project_id = $1 AND e.group_id = $2 AND e.id >= $5
         AND (e.type IS NULL AND g.type <> $3 OR e.message IS NULL AND g.message <> $4))
     RETURNING g.id`,
    [projectId, groupId, type, message, boundaryId],
  );
  if (renamed.length === 0) return;
  await db.change('/* project */ UPDATE error_group_texts SET searched = $3 WHERE project_id = $1 AND id = $2', [
    projectId,
    groupId,
    foldText(message),
  ]);
}
