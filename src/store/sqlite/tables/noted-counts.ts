// The table in which most commits note what they have counted; see gathered-counts.ts. Here it is read by who has not noted it:
// the next process, a check, and a commit after one that failed.

import type { ReadableDb, WritableDb } from '../connection.js';
import type { CounterChanges } from './counter-gathering.js';
import { openCounterDeltas } from './counters.js';
import { type HeadRow, openHeadWriter } from './head-rows.js';

/** What one commit has changed. */
export interface NotedChange {
  readonly heads: readonly HeadRow[];
  readonly counters: CounterChanges;
}

/** Where it belongs. */
export type CountingTable = 'error_groups' | 'event_counts' | 'group_counts' | 'request_counts' | 'log_counts';

/** Writes what is noted, and leaves it noted. */
export function writeNoted(db: WritableDb, nowMs: number): void {
  writeChanges(db, readNoted(db), nowMs);
}

/** The same for one table. */
export function writeNotedFor(db: WritableDb, table: CountingTable, nowMs: number): void {
  const only = <T>(ofTable: CountingTable, rows: readonly T[]): readonly T[] => (ofTable === table ? rows : []);
  const changes = readNoted(db).map(({ heads, counters }) => ({
    heads: only('error_groups', heads),
    counters: {
      events: only('event_counts', counters.events),
      groups: only('group_counts', counters.groups),
      requests: only('request_counts', counters.requests),
      logs: only('log_counts', counters.logs),
    },
  }));
  writeChanges(db, changes, nowMs);
}

/** Writes what the oldest commit has noted, and removes it. Answers whether there is more. */
export function writeOldest(db: WritableDb, nowMs: number): boolean {
  const oldest = 'SELECT id, changes FROM gathered_counts ORDER BY id LIMIT 1';
  const note = db.prepare<[], { id: number; changes: string }>(oldest).get();
  if (note === undefined) return false;
  writeChanges(db, [toChange(note.changes)], nowMs);
  db.prepare<[id: number]>('DELETE FROM gathered_counts WHERE id = ?').run(note.id);
  return hasNoted(db);
}

/** Has what a process that was killed has noted written. Nobody else may write to the file meanwhile. */
export function settleCounts(db: WritableDb, nowMs: number): void {
  if (!hasNoted(db)) return;
  db.transaction(() => {
    writeNoted(db, nowMs);
    forgetCounts(db);
  }).immediate();
}

/** For who counts the rows anew, or has written it. */
export function forgetCounts(db: WritableDb): void {
  db.prepare('DELETE FROM gathered_counts').run();
}

/** Whether a process has ended, or one is at work, that noted what is not written. */
export function hasNoted(db: ReadableDb): boolean {
  return db.prepare('SELECT 1 FROM gathered_counts LIMIT 1').get() !== undefined;
}

/** In the order of their commits. */
function readNoted(db: ReadableDb): readonly NotedChange[] {
  const notes = db.prepare<[], string>('SELECT changes FROM gathered_counts ORDER BY id').pluck().all();
  return notes.map(toChange);
}

function toChange(note: string): NotedChange {
  return JSON.parse(note) as NotedChange;
}

/** The last one of a head holds. */
function writeChanges(db: WritableDb, changes: readonly NotedChange[], nowMs: number): void {
  const writeHead = openHeadWriter(db);
  const deltas = openCounterDeltas(db);
  const rows = new Map<unknown, HeadRow>();
  for (const { heads, counters } of changes) {
    for (const row of heads) rows.set(row.at(-1), row);
    deltas.add(counters);
  }
  for (const row of rows.values()) writeHead(row);
  deltas.flush(nowMs, 1);
}
