// What commits change of the rows that count, gathered: heads of groups, and counters of statistics. Two thirds of the pages
// that a commit of ten events writes are theirs, and the commits of a short time change the same ones. So most commits note
// what they change in one row, and one of many writes it where it belongs. Who reads or changes those rows has that done
// first; after a kill the next start does.

import { type Clock, monotonicClock } from '../../../clock.js';
import type { WritableDb } from '../connection.js';
import { COUNTS_GATHERED_MAX, COUNTS_GATHERED_MS, COUNTS_READ_OFTEN_MS } from '../limits.js';
import { isNothing } from './counter-gathering.js';
import { type CounterDeltas, openCounterDeltas } from './counters.js';
import type { GroupHead } from './error-groups.js';
import { openHeadWriter, toHeadRow } from './head-rows.js';
import { type NotedChange, writeNoted, writeOldest } from './noted-counts.js';

export interface GatheredCounts {
  /** Heads that are not written, by id. */
  readonly heads: ReadonlyMap<number, GroupHead>;
  /** Counts what a transaction changes; of a commit, `add` takes it. */
  readonly deltas: CounterDeltas;
  /** First in each transaction, with its time: after one that failed, what is noted is written. */
  begin(nowMs: number): void;
  /** Last in the transaction of a commit: notes or writes these heads, and what `deltas` has counted. */
  add(heads: ReadonlyMap<number, GroupHead>): void;
  /** Writes what is noted, in the transaction of who reads or changes the rows. */
  settle(): void;
  /** After a transaction that failed: writes what one commit has noted, and answers whether there is more. */
  settleOldest(nowMs: number): boolean;
  /** Before what is noted is written for somebody who reads: where that is often, all commits write for a while. */
  noteReader(): void;
  /** The transaction has been committed. */
  committed(): void;
  /** It has not. */
  forget(): void;
  /** Whether something is noted that is not written. */
  isWaiting(): boolean;
  /** Whether it is longer ago than commits wait that one of them has written. */
  isOverdue(): boolean;
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
  const pace = openPace(clock);
  let begunAtMs = 0;
  let notedRows = 0;
  let isWaiting = true;
  // What an earlier process noted is in the table only.
  let isForgotten = true;
  const write = (): void => {
    for (const head of heads.values()) writeHead(toHeadRow(head));
    counters.flush(begunAtMs, 1);
    if (notedRows > 0) remove.run();
    heads.clear();
    notedRows = 0;
    pace.noteWritten(hasRoom());
  };
  const begin = (nowMs: number): void => {
    begunAtMs = nowMs;
    if (!isForgotten) return;
    writeNoted(db, nowMs);
    remove.run();
    isForgotten = false;
  };
  return {
    heads,
    deltas,
    begin,
    add(changed) {
      const changes = deltas.take();
      if (changed.size === 0 && isNothing(changes)) return;
      for (const [id, head] of changed) heads.set(id, head);
      counters.add(changes);
      if (pace.isDue() || heads.size + counters.size() > COUNTS_GATHERED_MAX) {
        write();
        return;
      }
      const rows = Array.from(changed.values(), toHeadRow);
      note.run(JSON.stringify({ heads: rows, counters: changes } satisfies NotedChange));
      notedRows += 1;
    },
    settle() {
      if (notedRows > 0) write();
    },
    settleOldest(nowMs) {
      if (isForgotten) isForgotten = writeOldest(db, nowMs);
      return isForgotten;
    },
    noteReader: pace.noteReader,
    committed: () => void (isWaiting = notedRows > 0 || isForgotten),
    forget() {
      deltas.discard();
      heads.clear();
      counters.discard();
      notedRows = 0;
      isForgotten = true;
    },
    isWaiting: () => isWaiting,
    isOverdue: pace.isOverdue,
  };
}

interface Pace {
  isDue(): boolean;
  isOverdue(): boolean;
  /** `mayWait`: the next commits may note what they change. */
  noteWritten(mayWait: boolean): void;
  noteReader(): void;
}

/** When commits write: once in a while, and each of them while somebody reads often. */
function openPace(clock: Clock): Pace {
  let waitsFromMs = Number.NEGATIVE_INFINITY;
  let writtenAtMs = Number.NEGATIVE_INFINITY;
  let writesUntilMs = Number.NEGATIVE_INFINITY;
  let readAtMs = Number.NEGATIVE_INFINITY;
  return {
    isDue() {
      const atMs = clock();
      return atMs < writesUntilMs || atMs - waitsFromMs >= COUNTS_GATHERED_MS;
    },
    isOverdue: () => clock() - writtenAtMs >= COUNTS_GATHERED_MS,
    noteWritten(mayWait) {
      writtenAtMs = clock();
      waitsFromMs = mayWait ? writtenAtMs : Number.NEGATIVE_INFINITY;
    },
    noteReader() {
      const atMs = clock();
      if (atMs - readAtMs < COUNTS_READ_OFTEN_MS) writesUntilMs = atMs + COUNTS_GATHERED_MS;
      readAtMs = atMs;
    },
  };
}
