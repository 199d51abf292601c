// Has facets written that have waited long enough, and counts the events of an older build, a few at a time.

import type { JsonObject } from '../../../../schemas/common.js';
import { FACETS_GATHERED_MS } from '../../../limits.js';
import { messageOf, toStoreErrorCode } from '../sqlite-error.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';

export interface FacetClerk {
  /** What the commits have left to be written is, once there are no more of them. */
  afterCommits(): void;
  /** Writes all that has gathered until now, in steps between which commits may run. On a full disk it stays to be written. */
  settle(): Generator<void, void, undefined>;
  close(): void;
}

export interface FacetClerkOptions {
  readonly tables: Pick<WriterTables, 'facets'>;
  readonly committer: Pick<Committer, 'transact'>;
  readonly log: (level: 'warn', message: string, facts?: JsonObject) => void;
}

export function openFacetClerk({ tables: { facets }, committer, log }: FacetClerkOptions): FacetClerk {
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let isBusy = false;
  /** They stay where they are until the next commit writes them. */
  const trySettle = (): void => {
    timer = null;
    if (!facets.isWaiting) return;
    try {
      committer.transact(() => {
        facets.settle();
      });
    } catch (error) {
      log('warn', 'facets could not be written yet', { reason: messageOf(error) });
    }
  };
  const arm = (): void => {
    isBusy = false;
    timer = setTimeout(look, FACETS_GATHERED_MS);
  };
  /** Commits write a part each as long as they come: all at once would hold them up. */
  const look = (): void => {
    if (isBusy) arm();
    else trySettle();
  };
  const countGap = (): void => {
    if (isClosed) return;
    try {
      if (committer.transact(() => facets.countGap()) > 0) setImmediate(countGap);
    } catch (error) {
      log('warn', 'facets of older events are counted at the next start', { reason: messageOf(error) });
    }
  };
  setImmediate(countGap);
  return {
    afterCommits() {
      isBusy = true;
      if (timer === null && facets.isWaiting && !isClosed) arm();
    },
    *settle() {
      const { newestId } = facets;
      try {
        while (facets.isWaiting && !committer.transact(() => facets.settlePart(newestId))) yield;
      } catch (error) {
        if (toStoreErrorCode(error) !== 'storage_full') throw error;
      }
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
