// The writer's connection: one transaction after the other, under the number of this daemon.

import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../clock.js';
import type { CommitMark } from '../commit-mark.js';
import { type Db, OutcomeUnknown, openDb, type Queries } from '../connection.js';
import { type DaemonFacts, takeDaemonNumber } from '../daemon-number.js';
import { OUTCOME_WAIT_MS, TRANSACTION_TRIES_MAX } from '../limits.js';
import { isCutOff, isRetried } from '../postgres-error.js';
import { openRowIds, type RowIds } from '../row-id.js';

/** What a transaction of the writer works with. */
export interface Writing {
  readonly ids: RowIds;
  /** The number of this daemon; its rows of the counters. */
  readonly shard: number;
  /** Messages that it has written into the outbox; raised when they are committed. */
  feedNumber: number;
}

type Work<T> = (transaction: Queries, writing: Writing) => Promise<T>;

export interface WriterConnection {
  readonly db: Db;
  /** The number of this daemon, while it has one. */
  readonly shard: number | null;
  /** Takes the number of this daemon, as each transaction does where it has none. */
  enter(): Promise<void>;
  /**
   * Runs work in a transaction of its own, after those that were asked for before. Work that the server ended for the sake
   * of another transaction is done again, so it changes nothing outside before it is committed.
   */
  transact<T>(work: Work<T>): Promise<T>;
  /**
   * The same for work that makes ids and notes the last of them (`daemons.last_id`). When the answer to its `COMMIT` is lost,
   * the note tells whether it was made: then its result is answered, else it is done again.
   */
  commit<T>(work: Work<T>): Promise<T>;
  /** Runs statements between two transactions. */
  between<T>(work: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface WriterConnectionOptions {
  readonly url: string;
  readonly daemon: Pick<DaemonFacts, 'name' | 'version' | 'schema'>;
  readonly clock: Clock;
  /** A commit that takes longer is given up. */
  readonly commitTimeoutMs: number;
  /** Where it is noted how far the log is after each commit, for who reads from a standby. */
  readonly mark?: CommitMark | undefined;
}

class NumberLost extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

interface Held extends Writing {
  /** As the database had it when the number was taken. */
  readonly lastId: number;
  readonly isOwn: boolean;
}

export function openWriterConnection(options: WriterConnectionOptions): WriterConnection {
  const { url, daemon, clock, commitTimeoutMs, mark } = options;
  const startedAtMs = clock();
  const holder = randomUUID();
  let held: Held | null = null;
  let wanted: number | null = null;
  let lostCount = 0;
  const db = openDb(url, {
    max: 1,
    // The number is free from then on.
    onClose: () => {
      held = null;
      lostCount += 1;
    },
  });
  const start = async (): Promise<Held> => {
    if (held !== null) return held;
    const before = lostCount;
    const facts = { ...daemon, holder, wanted, startedAtMs, nowMs: clock() };
    const { number, lastId, feedNumber, isOwn } = await takeDaemonNumber(db, facts);
    // Taken by a connection that is gone by now.
    if (lostCount !== before) throw new NumberLost('the connection was lost');
    wanted = number;
    held = { shard: number, ids: openRowIds(number, lastId, clock), feedNumber, lastId, isOwn };
    return held;
  };
  const inTurn = openTurns();
  const attempt = async <T>(work: Work<T>, withinMs?: number): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      const now = await start();
      const made: { result?: { readonly value: T; readonly lastId: number } } = {};
      try {
        return await db.transact(
          async (transaction) => {
            // The connection is another one than that which has the number.
            if (held !== now) throw new NumberLost('the connection was lost');
            const value = await work(transaction, now);
            made.result = { value, lastId: now.ids.last };
            return value;
          },
          { ...(withinMs !== undefined && { withinMs }) },
        );
      } catch (error) {
        let isAgain = isRetried(error) || error instanceof NumberLost;
        if (error instanceof OutcomeUnknown && withinMs !== undefined && made.result !== undefined) {
          const outcome = await wasCommitted(start, now.shard, made.result.lastId);
          if (outcome === true) return made.result.value;
          isAgain = outcome === false;
        }
        if (!isAgain || tries >= TRANSACTION_TRIES_MAX) throw error;
      }
    }
  };
  const noting = async <T>(committed: Promise<T>): Promise<T> => {
    const result = await committed;
    if (mark !== undefined) await note(db, mark);
    return result;
  };
  return {
    db,
    get shard() {
      return held?.shard ?? null;
    },
    enter: () => inTurn(async () => void (await noting(start()))),
    transact: (work) => inTurn(() => noting(attempt(work))),
    commit: (work) => inTurn(() => noting(attempt(work, commitTimeoutMs))),
    between: (work) => inTurn(() => work(db)),
    close: () => inTurn(() => db.close()),
  };
}

/** One after the other, in the order in which they are asked for. */
function openTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** What was committed is, whether or not the server tells how far its log is. */
async function note(db: Db, mark: CommitMark): Promise<void> {
  try {
    const [row] = await db.query<{ position: number }>(
      `/* reference */ SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS position`,
    );
    if (row !== undefined) mark.note(row.position);
  } catch {
    mark.lose();
  }
}

/**
 * Whether the ids of a transaction whose outcome is unknown were committed; null when nobody can tell in time. The number is
 * held again by then, so the connection that was lost has ended, with its transaction.
 */
async function wasCommitted(start: () => Promise<Held>, shard: number, lastId: number): Promise<boolean | null> {
  const untilMs = performance.now() + OUTCOME_WAIT_MS;
  for (;;) {
    try {
      const now = await start();
      return now.isOwn && now.shard === shard ? now.lastId >= lastId : null;
    } catch (error) {
      if (!isCutOff(error) || performance.now() > untilMs) return null;
    }
  }
}
