// Has counts written that commits have noted and that no later commit has written.

import type { JsonObject } from '../../../../schemas/common.js';
import { COUNTS_GATHERED_MS } from '../limits.js';
import { messageOf } from '../sqlite-error.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';

export interface CountClerk {
  afterCommits(): void;
  /** Writes what is noted. Where it cannot be written it stays noted: on a full disk people still read. */
  settle(): void;
  close(): void;
}

export interface CountClerkOptions {
  readonly tables: Pick<WriterTables, 'counts'>;
  readonly committer: Pick<Committer, 'transact'>;
  readonly log: (level: 'warn', message: string, facts?: JsonObject) => void;
}

/** Begins with writing what an earlier process has noted. */
export function openCountClerk({ tables: { counts }, committer, log }: CountClerkOptions): CountClerk {
  let timer: NodeJS.Timeout | null = null;
  let hasFailed = false;
  let isClosed = false;
  const settle = (): void => {
    if (!counts.isWaiting()) return;
    try {
      // Each transaction that is not a commit begins with it.
      committer.transact(() => undefined);
      hasFailed = false;
    } catch (error) {
      // Each reader has it tried.
      if (!hasFailed) log('warn', 'counts could not be written yet', { reason: messageOf(error) });
      hasFailed = true;
    }
  };
  // What a process that was killed has noted. Who is to make room on a full disk needs a daemon that starts all the same.
  settle();
  return {
    settle,
    afterCommits() {
      if (timer !== null || isClosed || !counts.isWaiting()) return;
      // Twice as long as commits wait: while they come, one of them has written most of it.
      timer = setTimeout(() => {
        timer = null;
        settle();
      }, 2 * COUNTS_GATHERED_MS);
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
