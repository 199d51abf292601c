// Has counts written that commits have noted and that no later commit has written.

import type { JsonObject } from '../../../../schemas/common.js';
import { COUNTS_GATHERED_MS } from '../limits.js';
import { messageOf, toStoreErrorCode } from '../sqlite-error.js';
import type { WriterTables } from './append.js';
import type { Checkpoints } from './checkpoints.js';
import type { Committer } from './commit.js';
import type { StorageWatch } from './storage-watch.js';

export interface CountClerk {
  afterCommits(): void;
  /** Writes what is noted. Where it cannot be written it stays noted: on a full disk people still read. */
  settle(): void;
  close(): void;
}

export interface CountClerkOptions {
  readonly tables: Pick<WriterTables, 'counts'>;
  readonly committer: Pick<Committer, 'transact' | 'transactAside'>;
  readonly nowMs: () => number;
  readonly checkpoints: Pick<Checkpoints, 'truncate'>;
  readonly watch: Pick<StorageWatch, 'note'>;
  readonly log: (level: 'warn', message: string, facts?: JsonObject) => void;
}

/** Begins with writing what an earlier process has noted. */
export function openCountClerk(options: CountClerkOptions): CountClerk {
  const { counts } = options.tables;
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  let isClosed = false;
  const settle = (): void => {
    if (!counts.isWaiting()) return;
    try {
      settleAll(options);
      hasFailed = false;
    } catch (error) {
      options.watch.note(error);
      // Each reader has it tried.
      if (!hasFailed) options.log('warn', 'counts could not be written yet', { reason: messageOf(error) });
      hasFailed = true;
    }
  };
  // Twice as long as commits wait: while they come, one of them has written most of it.
  const later = (): NodeJS.Timeout =>
    setTimeout(() => {
      timer = null;
      if (counts.isOverdue()) settle();
      else if (counts.isWaiting()) timer = later();
    }, 2 * COUNTS_GATHERED_MS);
  // What a process that was killed has noted. Who is to make room on a full disk needs a daemon that starts all the same.
  settle();
  return {
    settle,
    afterCommits() {
      if (timer === null && !isClosed && counts.isWaiting()) timer = later();
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}

function settleAll({ tables: { counts }, committer, nowMs, checkpoints }: CountClerkOptions): void {
  try {
    // Each transaction that is not a commit begins with it.
    committer.transact(() => undefined);
  } catch (error) {
    if (toStoreErrorCode(error) !== 'storage_full') throw error;
    // One by one they find room in a log that is written over.
    do checkpoints.truncate();
    while (committer.transactAside(() => counts.settleOldest(nowMs())));
  }
}
