// The events of each group in the order of their time. The events of one commit belong to many groups, each at another
// place of the index, so they are written in parts; see index-backlog.ts. Readers cannot see the writer's memory: they
// find what is not indexed yet in the table of events, above the mark of their group.

import type { WritableDb } from '../connection.js';
import { GROUP_EVENTS_GATHERED_MAX } from '../limits.js';
import { IndexBacklog } from './index-backlog.js';

export interface GroupEventEntry {
  readonly groupId: number;
  readonly timestampMs: number;
  readonly id: number;
}

// Up to `indexed_to` all events are indexed; of those up to `merging_to`, the ones whose group is at most `merged_group`.
const mark = (column: string): string => `(SELECT ${column} FROM index_marks WHERE name = 'group_events')`;

/** Whether the event of the table alias `e` is not indexed yet. */
export const IS_UNINDEXED = `e.id > ${mark('indexed_to')}
  AND (e.id > ${mark('merging_to')} OR e.group_id > ${mark('merged_group')})`;

// The condition stands in both halves: outside, it would be asked of every event of the group.
const eventsOfGroup = (
  condition: string,
): string => `SELECT id, timestamp_ms FROM group_events WHERE group_id = :groupId ${condition}
  UNION ALL SELECT id, timestamp_ms FROM events
    WHERE id > ${mark('iif(:groupId <= merged_group, merging_to, indexed_to)')} AND group_id = :groupId ${condition}`;

/** The indexed events of the group `:groupId` that were received before `:boundaryId`, the oldest first, behind a place. */
export const INDEXED_EVENTS_OF_GROUP = `SELECT id, timestamp_ms AS timestampMs FROM group_events
  WHERE group_id = :groupId AND (timestamp_ms, id) > (:afterMs, :afterId) AND id < :boundaryId
  ORDER BY timestamp_ms, id LIMIT :limit`;

/** `id` and `timestamp_ms` of all events of the group `:groupId`. Sorted by both, it reads no more than it gives. */
export const EVENTS_OF_GROUP = eventsOfGroup('');

/** Of those, the ones that come after the place `:beforeMs`, `:beforeId` when the newest are first. */
export const EVENTS_OF_GROUP_BEFORE = eventsOfGroup('AND (timestamp_ms, id) < (:beforeMs, :beforeId)');

export class GroupEvents {
  readonly #statements: ReturnType<typeof openStatements>;
  readonly #backlog: IndexBacklog<GroupEventEntry>;
  #hasRemovedAll = false;
  #hasSettled = false;
  /** The end of a merge of the process before this one of which no event is left; 0 when there is none. */
  #emptyMergeTo = 0;
  #hasEndedEmptyMerge = false;

  /** Merging begins when `gatheredMax` events have gathered. */
  constructor(db: WritableDb, gatheredMax = GROUP_EVENTS_GATHERED_MAX) {
    this.#statements = openStatements(db);
    this.#backlog = new IndexBacklog({ compare: compareEntries, gatheredMax });
    this.#reload();
  }

  /** Begins a transaction: what the one before it did is committed. */
  begin(): void {
    this.#backlog.begin();
    this.#hasRemovedAll = false;
    this.#hasSettled = false;
    if (this.#hasEndedEmptyMerge) this.#emptyMergeTo = 0;
    this.#hasEndedEmptyMerge = false;
  }

  add(entry: GroupEventEntry): void {
    this.#backlog.add(entry);
  }

  remove({ groupId, timestampMs, id }: GroupEventEntry): void {
    this.#statements.remove.run(groupId, timestampMs, id);
  }

  /** After the event has come into another group. Both before and after it must be indexed; see `settle`. */
  move(entry: GroupEventEntry): void {
    this.remove(entry);
    this.#statements.insert.run(entry.id);
  }

  /** Indexes all events there are. Unlike `indexAll`, the process goes on behind it. */
  settle(): void {
    this.#hasSettled = true;
    this.indexAll();
  }

  removeAll(): void {
    this.#hasRemovedAll = true;
    this.#backlog.restore([], []);
    this.#statements.removeAll.run();
  }

  /** Writes a part of what waits. Last step before COMMIT. */
  index(): void {
    // A group is indexed whole, because its number is all that the mark remembers of a merge.
    this.#write(this.#backlog.take((last, next) => last.groupId !== next.groupId));
  }

  /** Writes all that waits, in a transaction of its own. */
  indexAll(): void {
    while (this.#backlog.startMerge()) {
      this.#write(this.#backlog.takeRest());
      this.#backlog.endMerge();
    }
  }

  /** After a rollback. */
  rollback(): void {
    this.#backlog.rollback();
    this.#hasEndedEmptyMerge = false;
    if (this.#hasRemovedAll || this.#hasSettled) this.#reload();
  }

  #write(entries: readonly GroupEventEntry[]): void {
    const last = entries.at(-1);
    if (last === undefined) return;
    if (this.#emptyMergeTo > 0) this.#statements.completeMark.run(this.#emptyMergeTo);
    this.#hasEndedEmptyMerge = this.#emptyMergeTo > 0;
    for (const { id } of entries) this.#statements.insert.run(id);
    // A merge that was begun before a crash ends where it was to end, also when its newest events are indexed already.
    const mergingTo = (this.#backlog.merging ?? []).reduce((to, { id }) => Math.max(to, id), this.#readMergingTo());
    if (this.#backlog.isTaken) this.#statements.completeMark.run(mergingTo);
    else this.#statements.advanceMark.run(mergingTo, last.groupId);
  }

  #reload(): void {
    const mergingTo = this.#readMergingTo();
    const unindexed = this.#statements.unindexed.all();
    const merging = unindexed.filter(({ id }) => id <= mergingTo);
    this.#emptyMergeTo = merging.length === 0 ? mergingTo : 0;
    this.#hasEndedEmptyMerge = false;
    this.#backlog.restore(
      merging,
      unindexed.filter(({ id }) => id > mergingTo),
    );
  }

  #readMergingTo(): number {
    return this.#statements.mergingTo.get() ?? 0;
  }
}

function openStatements(db: WritableDb) {
  return {
    // From the table of events, so that one that was deleted meanwhile is left out.
    insert: db.prepare<[number]>(
      `INSERT INTO group_events (group_id, timestamp_ms, id)
       SELECT group_id, timestamp_ms, id FROM events WHERE id = ?`,
    ),
    remove: db.prepare<[number, number, number]>(
      'DELETE FROM group_events WHERE group_id = ? AND timestamp_ms = ? AND id = ?',
    ),
    removeAll: db.prepare('DELETE FROM group_events'),
    mergingTo: db.prepare<[], number>("SELECT merging_to FROM index_marks WHERE name = 'group_events'").pluck(),
    advanceMark: db.prepare<[number, number]>(
      "UPDATE index_marks SET merging_to = ?, merged_group = ? WHERE name = 'group_events'",
    ),
    completeMark: db.prepare<[number]>(
      "UPDATE index_marks SET indexed_to = ?, merging_to = 0, merged_group = 0 WHERE name = 'group_events'",
    ),
    unindexed: db.prepare<[], GroupEventEntry>(
      `SELECT e.group_id AS groupId, e.timestamp_ms AS timestampMs, e.id FROM events e WHERE ${IS_UNINDEXED}`,
    ),
  };
}

function compareEntries(one: GroupEventEntry, other: GroupEventEntry): number {
  return one.groupId - other.groupId || one.timestampMs - other.timestampMs || one.id - other.id;
}
