// What commits change of the rows that count, gathered: heads of groups, and counters of statistics. Two thirds of the pages
// that a commit of ten events writes are theirs, and the commits of a short time change the same ones. So most commits note
// what they change in one row, and one of many writes it where it belongs. Who reads or changes those rows has that done
// first; after a kill the next start does.

import { type Clock, monotonicClock } from '../../../clock.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { COUNTS_GATHERED_MAX, COUNTS_GATHERED_MS, COUNTS_READ_OFTEN_MS } from '../limits.js';
import type { CounterChanges } from './counter-gathering.js';
import { type CounterDeltas, openCounterDeltas } from './counters.js';
import type { GroupHead } from './error-groups.js';
import { type HeadRow, openHeadWriter, toHeadRow } from './head-rows.js';

/** What one commit has changed. */
interface GatheredChange {
  readonly heads: readonly HeadRow[];
  readonly counters: CounterChanges;
}

export interface GatheredCounts {
  /** Heads that are not written, by id. */
  readonly heads: ReadonlyMap<number, GroupHead>;
  /** Counts what a transaction changes; of a commit, `add` takes it. */
  readonly deltas: CounterDeltas;
  /** First in each transaction: after one that failed, what is noted is written. */
  begin(nowMs: number): void;
  /** Last in the transaction of a commit: notes or writes these heads, and what `deltas` has counted. */
  add(heads: ReadonlyMap<number, GroupHead>, nowMs: number): void;
  /** Writes what is noted, in the transaction of who reads or changes the rows. */
  settle(nowMs: number): void;
  /** Somebody who reads wants it: the next commit writes, and where that is often, all do for a while. */
  noteReader(): void;
  /** The transaction has been committed. */
  committed(): void;
  /** It has not. */
  forget(): void;
  /** Whether something is noted that is not written. */
  isWaiting(): boolean;
}

export interface Gathering {
  readonly clock?: Clock;
  /** Whether the disk has room to write later what is noted now. Without it, each commit writes what it counts. */
  readonly hasRoom?: () => boolean;
}

export function openGatheredCounts(
  db: WritableDb,
  { clock = monotonicClock, hasRoom = () => true }: Gathering = {},
): GatheredCounts {
  const [deltas, counters] = [openCounterDeltas(db), openCounterDeltas(db)];
  const heads = new Map<number, GroupHead>();
  const writeHead = openHeadWriter(db);
  const note = db.prepare<[changes: string]>('INSERT INTO gathered_counts (changes) VALUES (?)');
  const remove = db.prepare('DELETE FROM gathered_counts');
  let settledAtMs = Number.NEGATIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let writesUntilMs = Number.NEGATIVE_INFINITY;
  let notedRows = 0;
  let isWaiting = true;
  // What an earlier process noted is in the table only.
  let isForgotten = true;
  const write = (nowMs: number): void => {
    for (const head of heads.values()) writeHead(toHeadRow(head));
    counters.flush(nowMs, 1);
    if (notedRows > 0) remove.run();
    heads.clear();
    notedRows = 0;
    settledAtMs = hasRoom() ? clock() : Number.NEGATIVE_INFINITY;
  };
  const begin = (nowMs: number): void => {
    if (!isForgotten) return;
    writeNoted(db, nowMs);
    remove.run();
    isForgotten = false;
  };
  const isDue = (atMs: number): boolean =>
    atMs < writesUntilMs ||
    atMs - settledAtMs >= COUNTS_GATHERED_MS ||
    heads.size + counters.size() > COUNTS_GATHERED_MAX;
  return {
    heads,
    deltas,
    begin,
    add(changed, nowMs) {
      const changes = deltas.take();
      for (const [id, head] of changed) heads.set(id, head);
      counters.add(changes);
      if (isDue(clock())) {
        write(nowMs);
        return;
      }
      const rows = Array.from(changed.values(), toHeadRow);
      note.run(JSON.stringify({ heads: rows, counters: changes } satisfies GatheredChange));
      notedRows += 1;
    },
    settle(nowMs) {
      begin(nowMs);
      if (notedRows > 0) write(nowMs);
    },
    noteReader() {
      const atMs = clock();
      settledAtMs = Number.NEGATIVE_INFINITY;
      if (atMs - readAtMs < COUNTS_READ_OFTEN_MS) writesUntilMs = atMs + COUNTS_GATHERED_MS;
      readAtMs = atMs;
    },
    committed: () => void (isWaiting = notedRows > 0 || isForgotten),
    forget() {
      deltas.discard();
      heads.clear();
      counters.discard();
      notedRows = 0;
      isForgotten = true;
    },
    isWaiting: () => isWaiting,
  };
}

/** Writes what is noted in the table, and leaves it there. Rows are in the order of their commits: the last one of a head holds. */
export function writeNoted(db: WritableDb, nowMs: number): void {
  const writeHead = openHeadWriter(db);
  const counters = openCounterDeltas(db);
  const rows = new Map<unknown, HeadRow>();
  for (const changes of db.prepare<[], string>('SELECT changes FROM gathered_counts ORDER BY id').pluck().all()) {
    const change = JSON.parse(changes) as GatheredChange;
    for (const row of change.heads) rows.set(row.at(-1), row);
    counters.add(change.counters);
  }
  for (const row of rows.values()) writeHead(row);
  counters.flush(nowMs, 1);
}

/** Has what a process that was killed has noted written. Nobody else may write to the file meanwhile. */
export function settleCounts(db: WritableDb, nowMs: number): void {
  if (!hasNoted(db)) return;
  db.transaction(() => {
    writeNoted(db, nowMs);
    db.prepare('DELETE FROM gathered_counts').run();
  }).immediate();
}

/** Whether a process has ended, or one is at work, that noted what is not written. */
export function hasNoted(db: ReadableDb): boolean {
  return db.prepare('SELECT 1 FROM gathered_counts LIMIT 1').get() !== undefined;
}
