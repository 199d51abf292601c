import type { Clock } from '../../../clock.js';
import type { StoreErrorCode } from '../../../errors.js';
import type { FeedDemand } from '../../../feed-demand.js';
import type { BatchResult, Digest, DigestBatch, FeedItem, ItemRefusal, ReachedLimit } from '../../../messages.js';
import type { WritableDb } from '../connection.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import type { CommitMessage } from '../thread-messages.js';
import { startAppend, type WriterTables } from './append.js';
import type { StorageWatch } from './storage-watch.js';

export interface CommitOptions {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly clock: Clock;
  /** What of the feed is wanted. */
  readonly demand: FeedDemand;
  /** Asked before each transaction and after it, before it is acknowledged. */
  readonly watch: Pick<StorageWatch, 'assertUndamaged' | 'assertDurable'>;
  /** Told after each transaction whether counts are noted that are not written; before it is acknowledged. */
  readonly tellCounts: (isWaiting: boolean) => void;
  readonly onFailure: (error: unknown, code: StoreErrorCode) => void;
  readonly onSuccess: () => void;
}

interface GroupResult {
  readonly results: readonly BatchResult[];
  readonly feed: readonly FeedItem[];
  readonly reachedLimits: readonly ReachedLimit[];
}

export interface Committer {
  /** Commits the batches in one transaction: all of them are on disk when this returns, or each says why not. */
  commit(batches: readonly DigestBatch[]): CommitMessage;
  /**
   * Runs other writes in a transaction, with the counts of all commits written; what the writer remembers is dropped when it
   * fails. Throws `storage_unavailable` when what it wrote would not be found again.
   */
  transact<T>(work: () => T): T;
  /** The same for writes that have nothing to do with what counts: there may be no room for both. */
  transactAside<T>(work: () => T): T;
}

export function openCommitter(options: CommitOptions): Committer {
  const { db, tables, clock, demand, watch, tellCounts, onFailure, onSuccess } = options;
  // IMMEDIATE, not DEFERRED: the lock is taken at BEGIN, so nothing can turn a read into a failed write half-way.
  // https://sqlite.org/lang_transaction.html
  const transaction = db.transaction((work: () => unknown) => work());
  const run = <T>(work: () => T): T => {
    watch.assertUndamaged();
    for (const index of tables.indexes) index.begin();
    try {
      const result = transaction.immediate(work) as T;
      watch.assertDurable();
      tables.counts.committed();
      tellCounts(tables.counts.isWaiting());
      return result;
    } catch (error) {
      forget(tables);
      throw error;
    }
  };
  const transact = <T>(work: () => T): T =>
    run(() => {
      tables.counts.begin(clock());
      tables.counts.settle();
      return work();
    });
  const appendAll = (batches: readonly DigestBatch[]): GroupResult => {
    const nowMs = clock();
    tables.counts.begin(nowMs);
    const append = startAppend(tables, { nowMs, demand });
    const results = batches.map((batch) => ({
      ...batch,
      items: batch.items.map((item) => (isRefusal(item) ? item : append.append(item))),
    }));
    return { results, feed: append.finish(), reachedLimits: append.reachedLimits() };
  };
  const committer: Committer = {
    transact,
    transactAside: run,
    commit(batches) {
      // What was refused already needs no transaction.
      if (batches.every(({ items }) => items.every(isRefusal))) return toUncommitted(batches, 'internal');
      try {
        const startedAtMs = performance.now();
        const group = run(() => appendAll(batches));
        const durationMs = performance.now() - startedAtMs;
        onSuccess();
        return { kind: 'commit', ...group, durationMs };
      } catch (error) {
        const code = toStoreErrorCode(error);
        onFailure(error, code);
        // A fault of one batch must not take its neighbours with it; a fault of the disk takes all.
        if (code !== 'internal' || batches.length === 1) return toUncommitted(batches, code);
        const parts = batches.map((batch) => committer.commit([batch]));
        return {
          kind: 'commit',
          results: parts.flatMap((part) => part.results),
          feed: parts.flatMap((part) => part.feed),
          reachedLimits: parts.flatMap((part) => part.reachedLimits ?? []),
        };
      }
    },
  };
  return committer;
}

function isRefusal(item: Digest | ItemRefusal): item is ItemRefusal {
  return item.kind === 'rejected' || item.kind === 'dropped';
}

/** The report of batches without a commit: what was refused stays refused, the rest is lost for the reason. */
function toUncommitted(batches: readonly DigestBatch[], code: StoreErrorCode): CommitMessage {
  const results = batches.map((batch) => ({
    ...batch,
    items: batch.items.map((item) => (isRefusal(item) ? item : toDrop(item, code))),
  }));
  return { kind: 'commit', results, feed: [] };
}

function toDrop({ projectName }: Digest, reason: StoreErrorCode): ItemRefusal {
  return { kind: 'dropped', reason, projectName };
}

/** After a rollback, what was remembered of the transaction is wrong. */
export function forget(tables: WriterTables): void {
  tables.projects.reload();
  tables.settings.reload();
  tables.contents.reload();
  tables.groups.reload();
  tables.shelf.reload();
  tables.groupings.reload();
  tables.parts.reload();
  tables.splits.reload();
  tables.alerts.reload();
  for (const index of tables.indexes) index.rollback();
  tables.counts.forget();
}
