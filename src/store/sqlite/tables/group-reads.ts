// What is read of single groups, and of those with most events.

import type { GroupDetailTexts } from '../../../answers/error-group.js';
import { TOP_COUNTED_MAX, TOP_LOOKED_MAX } from '../../../limits.js';
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
  /** Open groups that were seen since a time, of those seen last, with most events in all. */
  topSeenSince(projectId: number | null, fromMs: number): TopGroupRow[];
}

const TOP = 'SELECT id, message, event_count AS eventCount, type, severity FROM error_groups WHERE status < 2';

function toSeenSince(where: string): string {
  return `SELECT id, message, eventCount, type, severity FROM
      (SELECT id, message, event_count AS eventCount, type, severity, status FROM error_groups WHERE ${where}
       ORDER BY last_seen_at_ms DESC, id DESC LIMIT ${TOP_LOOKED_MAX})
    WHERE status < 2 ORDER BY eventCount DESC, id DESC LIMIT ${TOP_COUNTED_MAX}`;
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
  const seenSince = db.prepare<{ fromMs: number }, TopGroupRow>(toSeenSince('last_seen_at_ms >= :fromMs'));
  const seenSinceOfProject = db.prepare<{ projectId: number; fromMs: number }, TopGroupRow>(
    toSeenSince('project_id = :projectId AND last_seen_at_ms >= :fromMs'),
  );
  return {
    read: (id) => read.get({ id }),
    topSeenSince: (projectId, fromMs) =>
      projectId === null ? seenSince.all({ fromMs }) : seenSinceOfProject.all({ projectId, fromMs }),
    top: (projectId) => (projectId === null ? top.all() : topOfProject.all({ projectId })),
  };
}
