// What is read of single groups, and of those with most events.

import type { GroupDetailTexts } from '../../../answers/error-group.js';
import type { GroupEvents } from '../../../answers/stats.js';
import { TOP_COUNTED_MAX, TOP_FREQUENT_MAX, TOP_LOOKED_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { GROUP_COLUMNS, GROUPS, type GroupRow } from './error-groups.js';

export interface GroupDetailRow extends GroupRow, GroupDetailTexts {}

export interface TopGroupRow {
  readonly id: number;
  readonly message: string;
  readonly eventCount: number;
  readonly type: string;
  readonly severity: number;
}

export interface GroupQueries {
  read(id: number): GroupDetailRow | undefined;
  /** The five open groups with most events. */
  top(projectId: number | null): TopGroupRow[];
  /** Open groups that were seen since a time, of those seen last, those with most events in all first. */
  seenSince(projectId: number | null, fromMs: number): GroupEvents[];
  topGroup(id: number): TopGroupRow | undefined;
}

const TOP_GROUP = 'SELECT id, message, event_count AS eventCount, type, severity FROM error_groups';
const TOP = `${TOP_GROUP} WHERE status < 2`;

const MOST_EVENTS = 'ORDER BY eventCount DESC, id DESC';

/** `AND` conditions that narrow the groups. */
function toSeenSince(where: string): string {
  return `SELECT id, eventCount FROM
      (SELECT id, event_count AS eventCount, status FROM error_groups WHERE last_seen_at_ms >= :fromMs${where}
       ORDER BY last_seen_at_ms DESC, id DESC LIMIT ${TOP_LOOKED_MAX})
    WHERE status < 2 ${MOST_EVENTS} LIMIT ${TOP_COUNTED_MAX}`;
}

/** The last group that is looked at. Reads no group: the index of the times has both. */
function toEdge(where: string): string {
  return `SELECT id, last_seen_at_ms AS seenAtMs FROM error_groups WHERE last_seen_at_ms >= :fromMs${where}
    ORDER BY last_seen_at_ms DESC, id DESC LIMIT 1 OFFSET ${TOP_LOOKED_MAX - 1}`;
}

function toFrequent(where: string): string {
  return `SELECT id, eventCount FROM
      (SELECT id, event_count AS eventCount, last_seen_at_ms FROM error_groups WHERE status < 2${where}
       ORDER BY event_count DESC, id DESC LIMIT ${TOP_FREQUENT_MAX})
    WHERE (last_seen_at_ms, id) >= (:seenAtMs, :id) ${MOST_EVENTS} LIMIT ${TOP_COUNTED_MAX}`;
}

interface Edge {
  readonly id: number;
  readonly seenAtMs: number;
}

/** By the index of their counts where that finds enough, which reads a third of the groups. */
function openSeenSince(db: ReadableDb, where = '') {
  type Keys = { readonly projectId?: number };
  const edge = db.prepare<Keys & { fromMs: number }, Edge>(toEdge(where));
  const frequent = db.prepare<Keys & Edge, GroupEvents>(toFrequent(where));
  const seen = db.prepare<Keys & { fromMs: number }, GroupEvents>(toSeenSince(where));
  return (keys: Keys, fromMs: number): GroupEvents[] => {
    const from = edge.get({ ...keys, fromMs }) ?? { id: 0, seenAtMs: fromMs };
    const found = frequent.all({ ...keys, ...from });
    return found.length === TOP_COUNTED_MAX ? found : seen.all({ ...keys, fromMs });
  };
}

export function openGroupQueries(db: ReadableDb): GroupQueries {
  const read = db.prepare<{ id: number }, GroupDetailRow>(
    `SELECT ${GROUP_COLUMNS}, t.explanation_title AS explanationTitle,
       t.suggestion, t.explanation_evidence AS explanationEvidence, t.grouping FROM ${GROUPS} WHERE g.id = :id`,
  );
  const top = db.prepare<[], TopGroupRow>(`${TOP} ORDER BY event_count DESC, id DESC LIMIT 5`);
  const topOfProject = db.prepare<{ projectId: number }, TopGroupRow>(
    `${TOP} AND project_id = :projectId ORDER BY event_count DESC, id DESC LIMIT 5`,
  );
  const topGroup = db.prepare<{ id: number }, TopGroupRow>(`${TOP_GROUP} WHERE id = :id`);
  const seenSince = openSeenSince(db);
  const seenSinceOfProject = openSeenSince(db, ' AND project_id = :projectId');
  return {
    read: (id) => read.get({ id }),
    topGroup: (id) => topGroup.get({ id }),
    seenSince: (projectId, fromMs) =>
      projectId === null ? seenSince({}, fromMs) : seenSinceOfProject({ projectId }, fromMs),
    top: (projectId) => (projectId === null ? top.all() : topOfProject.all({ projectId })),
  };
}
