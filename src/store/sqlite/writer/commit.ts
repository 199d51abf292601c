import type { Clock } from '../../../clock.js';
import type { StoreErrorCode } from '../../../errors.js';
import type { AppendOutcome, BatchResult, Digest, DigestBatch, FeedItem } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import type { CommitMessage } from '../thread-messages.js';
import { startAppend, type WriterTables } from './append.js';

export interface CommitOptions {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly clock: Clock;
  /** True while a feed client is connected. */
  readonly isListening: () => boolean;
  /** Throws when what is committed would not be found again. Asked after each commit, before it is acknowledged. */
  readonly assertDurable: () => void;
  readonly onFailure: (error: unknown, code: StoreErrorCode) => void;
  readonly onSuccess: () => void;
}

interface GroupResult {
  readonly outcomes: readonly (readonly AppendOutcome[])[];
  readonly feed: readonly FeedItem[];
}

export interface Committer {
  /** Commits the batches in one transaction: all of them are on disk when this returns, or each says why not. */
  commit(batches: readonly DigestBatch[]): CommitMessage;
  /** Runs other writes in a transaction; what the writer remembers is dropped when it fails. */
  transact<T>(work: () => T): T;
}

export function openCommitter(options: CommitOptions): Committer {
  const { db, tables, clock, isListening, assertDurable, onFailure, onSuccess } = options;
  // IMMEDIATE, not DEFERRED: the lock is taken at BEGIN, so nothing can turn a read into a failed write half-way.
  // https://sqlite.org/lang_transaction.html
  const transaction = db.transaction((work: () => unknown) => work());
  const transact = <T>(work: () => T): T => {
    tables.events.begin();
    try {
      return transaction.immediate(work) as T;
    } catch (error) {
      forget(tables);
      throw error;
    }
  };
  const appendAll = (batches: readonly DigestBatch[]): GroupResult => {
    const run = startAppend(tables, { nowMs: clock(), listening: isListening() });
    const outcomes = batches.map(({ digests }) => digests.map((digest: Digest) => run.append(digest)));
    run.finish();
    return { outcomes, feed: run.feed };
  };
  const committer: Committer = {
    transact,
    commit(batches) {
      try {
        const result = transact(() => appendAll(batches));
        assertDurable();
        onSuccess();
        return toReport(batches, result);
      } catch (error) {
        const code = toStoreErrorCode(error);
        onFailure(error, code);
        // A fault of one batch must not take its neighbours with it; a fault of the disk takes all.
        if (code !== 'internal' || batches.length === 1) return toFailure(batches, code);
        const parts = batches.map((batch) => committer.commit([batch]));
        return {
          kind: 'commit',
          results: parts.flatMap((part) => part.results),
          feed: parts.flatMap((part) => part.feed),
        };
      }
    },
  };
  return committer;
}

function toReport(batches: readonly DigestBatch[], { outcomes, feed }: GroupResult): CommitMessage {
  const results = batches.map(
    ({ ticket }, index): BatchResult => ({ ticket, ok: true, outcomes: outcomes[index] ?? [] }),
  );
  return { kind: 'commit', results, feed };
}

function toFailure(batches: readonly DigestBatch[], code: StoreErrorCode): CommitMessage {
  return { kind: 'commit', results: batches.map(({ ticket }): BatchResult => ({ ticket, ok: false, code })), feed: [] };
}

/** After a rollback, what was remembered of the transaction is wrong. */
export function forget(tables: WriterTables): void {
  tables.projects.reload();
  tables.contents.reload();
  tables.groups.reload();
  tables.events.rollback();
  tables.deltas.discard();
}
