// What may change of a group, as it is written.

import type { WritableDb } from '../connection.js';
import type { GroupHead } from './error-groups.js';

/** In the order of the columns that are written; the id is the last. */
export type HeadRow = (number | string | null)[];

export function toHeadRow(head: GroupHead): HeadRow {
  const { id, severity, status, firstSeenAtMs, lastSeenAtMs, eventCount, reopenedAtMs, culprit } = head;
  const { recentFromMs, recentCount, louderUntilMs, louderFactor, newsAtMs, newsKind } = head;
  const facts = [severity, status, firstSeenAtMs, lastSeenAtMs, eventCount, reopenedAtMs, culprit];
  return [...facts, recentFromMs, recentCount, louderUntilMs, louderFactor, newsAtMs, newsKind, id];
}

export function openHeadWriter(db: WritableDb): (row: HeadRow) => void {
  const update = db.prepare<HeadRow>(
    `UPDATE error_groups SET severity = ?, status = ?, first_seen_at_ms = ?, last_seen_at_ms = ?, event_count = ?,
       reopened_at_ms = ?, culprit = ?, recent_from_ms = ?, recent_count = ?, louder_until_ms = ?, louder_factor = ?,
       news_at_ms = ?, news_kind = ? WHERE id = ?`,
  );
  return (row) => void update.run(...row);
}
