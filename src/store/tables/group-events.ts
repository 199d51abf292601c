// The events of each group in the order of their time. The events of one commit belong to many groups, and each of them
// would write a page of its own: they are indexed some thousand at a time, in the order of the key.

import { GROUP_EVENTS_GATHERED_MAX } from '../../limits.js';
import type { WritableDb } from '../connection.js';
import { openIndexMark } from './index-marks.js';

/** The events up to this row id are indexed. */
export const GROUP_EVENTS_MARK = `(SELECT indexed_to FROM index_marks WHERE name = 'group_events')`;

/** `id` and `timestamp_ms` of all events of the group `:groupId`. Sorted by both, it reads no more than it gives. */
export const EVENTS_OF_GROUP = `SELECT id, timestamp_ms FROM group_events WHERE group_id = :groupId
  UNION ALL SELECT id, timestamp_ms FROM events WHERE id > ${GROUP_EVENTS_MARK} AND group_id = :groupId`;

export interface GroupEventCommands {
  /** An event was inserted in the running transaction. */
  add(): void;
  remove(event: { readonly groupId: number; readonly timestampMs: number; readonly id: number }): void;
  removeAll(): void;
  /** Last step before COMMIT: indexes what gathered, once that is much. */
  mergeWhenMany(): void;
  mergeAll(): void;
  rollback(): void;
}

export function openGroupEventCommands(db: WritableDb): GroupEventCommands {
  const mark = openIndexMark(db, 'group_events');
  const merge = db.prepare<[number]>(
    `INSERT INTO group_events (group_id, timestamp_ms, id)
     SELECT group_id, timestamp_ms, id FROM events WHERE id > ? ORDER BY group_id, timestamp_ms, id`,
  );
  const newest = db.prepare<[], number>('SELECT coalesce(max(id), 0) FROM events').pluck();
  const countAbove = db.prepare<[number], number>('SELECT count(*) FROM events WHERE id > ?').pluck();
  const remove = db.prepare<[number, number, number]>(
    'DELETE FROM group_events WHERE group_id = ? AND timestamp_ms = ? AND id = ?',
  );
  const removeAll = db.prepare('DELETE FROM group_events');
  let gathered = countAbove.get(mark.read()) ?? 0;

  const mergeAll = (): void => {
    merge.run(mark.read());
    // Deleting the newest event must not take the mark back below what is indexed.
    mark.write(Math.max(mark.read(), newest.get() ?? 0));
    gathered = 0;
  };
  return {
    add() {
      gathered += 1;
    },
    remove: ({ groupId, timestampMs, id }) => void remove.run(groupId, timestampMs, id),
    removeAll: () => void removeAll.run(),
    mergeWhenMany() {
      if (gathered >= GROUP_EVENTS_GATHERED_MAX) mergeAll();
    },
    mergeAll,
    // Whether the merge was part of what was rolled back is not known any more; merging too early does no harm.
    rollback() {
      gathered = GROUP_EVENTS_GATHERED_MAX;
    },
  };
}
