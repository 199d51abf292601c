// What is made of the records besides counters: the indexes that are written in parts, the search indexes, and how many
// events a group has.

import { IS_UNINDEXED } from '../tables/group-events.js';
import { rebuildSearchIndex, type SearchIndex } from '../tables/search-index.js';
import { asIfWritten } from './as-if-written.js';
import type { Check } from './check.js';
import { countingFault } from './check.js';

const ID_MARK = "(SELECT indexed_to FROM index_marks WHERE name = 'event_ids')";

const marks: Check = {
  name: 'marks of the indexes in parts',
  find: countingFault(
    "SELECT 2 - count(*) FROM index_marks WHERE name IN ('event_ids', 'group_events')",
    true,
    (count) => `index_marks: ${count} of 2 are missing`,
  ),
  repair: (db) =>
    void db.prepare("INSERT OR IGNORE INTO index_marks (name) VALUES ('event_ids'), ('group_events')").run(),
};

const eventIds: Check = {
  name: 'index of event ids',
  find: countingFault(
    `SELECT (SELECT count(*) FROM events e WHERE e.id <= ${ID_MARK} AND NOT EXISTS (
         SELECT 1 FROM event_ids i WHERE i.event_id = e.event_id AND i.project_id = e.project_id AND i.id = e.id))
       + (SELECT count(*) FROM event_ids i WHERE NOT EXISTS (
         SELECT 1 FROM events e WHERE e.id = i.id AND e.event_id = i.event_id AND e.project_id = i.project_id))`,
    true,
    (count) => `event_ids: ${count} entries are missing or have no event`,
  ),
  repair(db) {
    db.prepare('DELETE FROM event_ids').run();
    db.prepare(
      `INSERT OR REPLACE INTO event_ids (event_id, project_id, id)
       SELECT event_id, project_id, id FROM events ORDER BY event_id, project_id, id`,
    ).run();
    markIndexed(db, 'event_ids');
  },
};

const groupEvents: Check = {
  name: 'index of the events of each group',
  find: countingFault(
    `SELECT (SELECT count(*) FROM events e WHERE NOT (${IS_UNINDEXED}) AND NOT EXISTS (
         SELECT 1 FROM group_events b WHERE b.group_id = e.group_id AND b.timestamp_ms = e.timestamp_ms AND b.id = e.id))
       + (SELECT count(*) FROM group_events b WHERE NOT EXISTS (
         SELECT 1 FROM events e WHERE e.id = b.id AND e.group_id = b.group_id AND e.timestamp_ms = b.timestamp_ms
           AND NOT (${IS_UNINDEXED})))`,
    true,
    (count) => `group_events: ${count} entries are missing, have no event, or would be found twice`,
  ),
  repair(db) {
    db.prepare('DELETE FROM group_events').run();
    db.prepare(
      `INSERT INTO group_events (group_id, timestamp_ms, id)
       SELECT group_id, timestamp_ms, id FROM events ORDER BY group_id, timestamp_ms, id`,
    ).run();
    markIndexed(db, 'group_events');
  },
};

function markIndexed(db: Parameters<NonNullable<Check['repair']>>[0], name: string): void {
  db.prepare<{ name: string }>(
    `UPDATE index_marks SET indexed_to = (SELECT coalesce(max(id), 0) FROM events), merging_to = 0, merged_group = 0
     WHERE name = :name`,
  ).run({ name });
}

const groupSizes: Check = {
  name: 'events of each group',
  find: asIfWritten(
    'error_groups',
    countingFault(
      `SELECT count(*) FROM error_groups g LEFT JOIN (
         SELECT group_id, count(*) AS n FROM events GROUP BY group_id) e ON e.group_id = g.id
       WHERE e.n IS NULL OR g.event_count <> e.n`,
      true,
      (count) => `error_groups: ${count} count other events than they have`,
    ),
  ),
  repair(db) {
    db.prepare(
      `UPDATE error_groups SET event_count = e.n FROM (
         SELECT group_id, count(*) AS n FROM events GROUP BY group_id) e WHERE e.group_id = error_groups.id`,
    ).run();
    // A group goes with its last event.
    db.prepare('DELETE FROM error_groups WHERE id NOT IN (SELECT group_id FROM events)').run();
    db.prepare('DELETE FROM error_group_texts WHERE id NOT IN (SELECT id FROM error_groups)').run();
  },
};

/** A text index that keeps no texts: by what it knows of each row, and by what SQLite finds inside it. */
function toSearchCheck(index: SearchIndex, table: string): Check {
  return {
    name: `search index of ${table}`,
    find: countingFault(
      `SELECT (SELECT count(*) FROM ${table} t WHERE NOT EXISTS (SELECT 1 FROM ${index}_docsize d WHERE d.id = t.id))
         + (SELECT count(*) FROM ${index}_docsize d WHERE NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = d.id))
         + (SELECT count(*) FROM pragma_integrity_check('${index}') WHERE integrity_check <> 'ok')`,
      true,
      (count) => `${index}: ${count} rows are missing, have no record, or are damaged`,
    ),
    repair(db) {
      rebuildSearchIndex(db, index, table);
    },
  };
}

/** In this order: a group that goes also goes from what is searched. */
export const derived: readonly Check[] = [
  marks,
  eventIds,
  groupEvents,
  groupSizes,
  toSearchCheck('error_groups_search', 'error_groups'),
  toSearchCheck('logs_search', 'logs'),
];
