// Has what commits have left pending counted, and the events that were stored before facets were. On a connection of its own: the
// commits of this daemon go on meanwhile, as those of others do.

import type { JsonObject } from '../../../../schemas/common.js';
import type { Db } from '../connection.js';
import { FACETS_FOLD_MS, TRANSACTION_TRIES_MAX } from '../limits.js';
import { lockProjects } from '../locks.js';
import { isRetried, messageOf } from '../postgres-error.js';
import { countGap, holdFacets, type PendingProject, readPendingProjects } from '../tables/facets.js';
import { isProjectThere } from '../tables/projects.js';
import type { TableStatistics } from './statistics.js';

export interface FacetClerk {
  /** What the commits have left pending is counted, in a while. */
  afterCommit(): void;
  /** Counts what is pending, of any daemon; answers whether events of older builds are left. */
  settle(): Promise<boolean>;
  /** Closes the connection too. */
  close(): Promise<void>;
}

export interface FacetClerkOptions {
  /** Of nobody else. */
  readonly db: Db;
  readonly statistics: TableStatistics;
}

interface Counted {
  /** Rows that the counters have more, at most. */
  readonly added: number;
  /** Events of older builds that are left. */
  readonly left: number;
}

const NOTHING: Counted = { added: 0, left: 0 };

export function openFacetClerk(
  { db, statistics }: FacetClerkOptions,
  log: (level: 'warn', message: string, facts?: JsonObject) => void,
): FacetClerk {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  const settle = async (): Promise<boolean> => {
    let isGapLeft = false;
    for (const project of await readPendingProjects(db)) {
      const { added, left } = await count(db, project);
      isGapLeft ||= left > 0;
      await statistics.note(db, new Map([['facet_counts', added]]));
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
      await db.close();
    },
  };
}

/** The lock keeps those away who delete or move what is counted; a project that is cleared has lost its row by then. */
async function count(db: Db, { id, name }: PendingProject): Promise<Counted> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transact(async (transaction) => {
        await lockProjects(transaction, [name], NONE_HELD);
        if (!(await isProjectThere(transaction, id))) return NOTHING;
        const added = await holdFacets(transaction, id);
        return { added, left: await countGap(transaction, id) };
      });
    } catch (error) {
      if (!isRetried(error) || tries >= TRANSACTION_TRIES_MAX) throw error;
    }
  }
}

const NONE_HELD: ReadonlySet<string> = new Set();
