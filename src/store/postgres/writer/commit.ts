import type { Clock } from '../../../clock.js';
import { ErrordError, type StoreErrorCode } from '../../../errors.js';
import type { BatchResult, Digest, DigestBatch, FeedItem, ItemRefusal } from '../../../messages.js';
import { TRANSACTION_TRIES_MAX } from '../limits.js';
import { toStoreErrorCode } from '../postgres-error.js';
import type { ContentCache } from '../tables/contents.js';
import type { CommitMessage } from '../thread-messages.js';
import type { WatchState } from './alert-calls.js';
import { type Appended, appendAll, GroupMadeElsewhere } from './append.js';
import type { WriterConnection } from './connection.js';
import type { FeedWriter } from './feed-writer.js';
import { HoldNeeded } from './open-projects.js';
import type { TableStatistics } from './statistics.js';
import type { UsualCache } from './usual.js';

export interface CommitOptions {
  readonly connection: Pick<WriterConnection, 'between'>;
  readonly feedWriter: FeedWriter;
  readonly clock: Clock;
  readonly contents: ContentCache;
  readonly usual: UsualCache;
  readonly statistics: TableStatistics;
  readonly alerts: Readonly<WatchState>;
  readonly onFailure: (error: unknown, code: StoreErrorCode) => void;
  readonly onSuccess: () => void;
}

export interface Committer {
  /** Commits the batches in one transaction: all of them are durable when this resolves, or each says why not. */
  commit(batches: readonly DigestBatch[]): Promise<CommitMessage>;
}

export function openCommitter(options: CommitOptions): Committer {
  const { connection, statistics, onFailure, onSuccess } = options;
  const commit = async (batches: readonly DigestBatch[]): Promise<CommitMessage> => {
    const digests = batches.flatMap(({ items }) => items.filter((item) => !isRefusal(item)));
    // What was refused already needs no transaction.
    if (digests.length === 0) return toUncommitted(batches, 'internal');
    try {
      const startedAtMs = performance.now();
      const { outcomes, feed, reachedLimits, written } = await append(options, digests);
      onSuccess();
      const durationMs = performance.now() - startedAtMs;
      // The records are stored, whatever becomes of this; a server that is away is told of by the next commit.
      void connection.between((db) => statistics.note(db, written)).catch(() => undefined);
      return { kind: 'commit', results: toResults(batches, outcomes), feed, reachedLimits, durationMs };
    } catch (error) {
      const code = toStoreErrorCode(error);
      onFailure(error, code);
      // A fault of one batch must not take its neighbours with it; a fault of the server takes all.
      if (code !== 'internal' || batches.length === 1) return toUncommitted(batches, code);
      const parts: CommitMessage[] = [];
      for (const batch of batches) parts.push(await commit([batch]));
      return {
        kind: 'commit',
        results: parts.flatMap((part) => part.results),
        feed: parts.flatMap((part) => part.feed),
        reachedLimits: parts.flatMap((part) => part.reachedLimits ?? []),
      };
    }
  };
  return { commit };
}

interface Committed extends Appended {
  readonly feed: readonly FeedItem[];
}

/** One transaction, done again while another daemon makes a group that it needs, or projects must be held for it. */
async function append(options: CommitOptions, digests: readonly Digest[]): Promise<Committed> {
  const { feedWriter, clock, contents, usual, alerts } = options;
  let held: ReadonlySet<string> = new Set();
  for (let tries = 1; ; tries += 1) {
    try {
      const { out, feed } = await feedWriter.commit((transaction, { ids, shard }, part) =>
        appendAll(transaction, digests, {
          nowMs: clock(),
          shard,
          ids,
          part,
          contents,
          usual,
          held,
          watch: alerts.watch,
        }),
      );
      out.remember();
      return { ...out, feed };
    } catch (error) {
      const isAgain = error instanceof HoldNeeded || error instanceof GroupMadeElsewhere;
      if (error instanceof HoldNeeded) held = new Set(error.projectNames);
      if (!isAgain) throw error;
      // Each time, at least one group more is there.
      if (tries >= TRANSACTION_TRIES_MAX * digests.length + TRANSACTION_TRIES_MAX)
        throw new ErrordError('storage_unavailable', 'other daemons made the same groups again and again', {
          cause: error,
        });
    }
  }
}

function isRefusal(item: Digest | ItemRefusal): item is ItemRefusal {
  return item.kind === 'rejected' || item.kind === 'dropped';
}

/** Puts the outcomes where their digests were. */
function toResults(batches: readonly DigestBatch[], outcomes: Appended['outcomes']): BatchResult[] {
  let index = 0;
  return batches.map((batch) => ({
    ...batch,
    items: batch.items.map((item) => {
      if (isRefusal(item)) return item;
      const outcome = outcomes[index];
      index += 1;
      if (outcome === undefined) throw new Error('a digest has no outcome');
      return outcome;
    }),
  }));
}

/** The report of batches without a commit: what was refused stays refused, the rest is lost for the reason. */
function toUncommitted(batches: readonly DigestBatch[], code: StoreErrorCode): CommitMessage {
  const results = batches.map((batch) => ({
    ...batch,
    items: batch.items.map(
      (item): ItemRefusal =>
        isRefusal(item) ? item : { kind: 'dropped', reason: code, projectName: item.projectName },
    ),
  }));
  return { kind: 'commit', results, feed: [] };
}
