// Up to which event an index table that is written in parts is complete. Readers find the events above the mark in the
// table of events itself.

import type { WritableDb } from '../connection.js';

export type IndexName = 'event_ids' | 'group_events';

export interface IndexMark {
  /** The row id of the last event that is indexed, 0 when none is. */
  read(): number;
  write(indexedTo: number): void;
}

export function openIndexMark(db: WritableDb, name: IndexName): IndexMark {
  const read = db.prepare<[IndexName], number>('SELECT indexed_to FROM index_marks WHERE name = ?').pluck();
  const write = db.prepare<[number, IndexName]>('UPDATE index_marks SET indexed_to = ? WHERE name = ?');
  return {
    read: () => read.get(name) ?? 0,
    write: (indexedTo) => void write.run(indexedTo, name),
  };
}
