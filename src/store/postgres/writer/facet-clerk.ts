// Has what commits have left pending counted, and the events that were stored before facets were.

import type { JsonObject } from '../../../../schemas/common.js';
import { FACETS_FOLD_MS } from '../limits.js';
import { messageOf } from '../postgres-error.js';
import { countGap, holdFacets, readPendingProjects } from '../tables/facets.js';
import type { WriterConnection } from './connection.js';
import type { TableStatistics } from './statistics.js';

export interface FacetClerk {
  /** What the commits have left pending is counted, in a while. */
  afterCommit(): void;
  /** Counts what is pending, of any daemon; answers whether events of older builds are left. */
  settle(): Promise<boolean>;
  close(): Promise<void>;
}

export interface FacetClerkOptions {
  readonly connection: Pick<WriterConnection, 'transact' | 'between'>;
  readonly statistics: TableStatistics;
}

export function openFacetClerk(
  { connection, statistics }: FacetClerkOptions,
  log: (level: 'warn', message: string, facts?: JsonObject) => void,
): FacetClerk {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const settle = async (): Promise<boolean> => {
    let isGapLeft = false;
    for (const projectId of await connection.between(readPendingProjects)) {
      const counted = await connection.transact(async (transaction) => {
        const added = await holdFacets(transaction, projectId);
        return { added, left: await countGap(transaction, projectId) };
      });
      isGapLeft ||= counted.left > 0;
      await connection.between((db) => statistics.note(db, new Map([['facet_counts', counted.added]])));
    }
    return isGapLeft;
  };
  const start = (inMs: number): void => {
    if (timer !== null || isClosed) return;
    timer = setTimeout(() => {
      timer = null;
      running = settle().then(
        (isGapLeft) => {
          if (isGapLeft) start(0);
        },
        (error: unknown) => {
          if (!isClosed) log('warn', 'facets could not be counted yet', { reason: messageOf(error) });
        },
      );
    }, inMs);
  };
  start(FACETS_FOLD_MS);
  return {
    afterCommit: () => {
      start(FACETS_FOLD_MS);
    },
    settle,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
