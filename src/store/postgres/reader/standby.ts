// Reads from a standby, as long as it has what this daemon has committed. Otherwise the primary is asked.

import { setTimeout as wait } from 'node:timers/promises';
import { monotonicClock } from '../../../clock.js';
import type { CommitMark } from '../commit-mark.js';
import { openDb, type Queries } from '../connection.js';
import {
  READER_CONNECTIONS,
  STANDBY_ANSWER_MS,
  STANDBY_LOOK_MS,
  STANDBY_RETRY_MS,
  STANDBY_WAIT_MS,
} from '../limits.js';
import { isTimedOut, toStoreErrorCode } from '../postgres-error.js';

export interface StandbyAnswer<T> {
  readonly value: T;
  /** How long ago the standby was as the primary is now, as the standby knows it. */
  readonly lagMs: number;
}

export interface Standby {
  /** What the work reads there at one moment; null when the standby is away, or behind this daemon's commits. */
  read<T>(work: (transaction: Queries) => Promise<T>): Promise<StandbyAnswer<T> | null>;
}

class Behind extends Error {}

/** `url` may name several hosts: each connection is looked at by itself. */
export function openStandby(url: string, mark: Pick<CommitMark, 'position'>): Standby {
  const db = openDb(url, { max: READER_CONNECTIONS, isReader: true, mayBeStandby: true });
  let isAway = false;
  /** Who waited in vain shows that others would too, for a while: under constant writes nobody else would find out that it has caught up. */
  let hopelessUntilMs = 0;
  const probe = async (): Promise<void> => {
    try {
      await db.query('/* reference */ SELECT 1');
      isAway = false;
    } catch {
      // Told by the header that answers lack; asked again.
      probeLater();
    }
  };
  const probeLater = (): void => {
    setTimeout(() => void probe(), STANDBY_RETRY_MS).unref();
  };
  const leave = (): void => {
    if (!isAway) probeLater();
    isAway = true;
  };
  const untilCaughtUp = async (queries: Queries): Promise<number> => {
    const { position } = mark;
    for (let waitedMs = 0; ; waitedMs += STANDBY_LOOK_MS) {
      const { isCaughtUp, lagMs } = await look(queries, position);
      if (isCaughtUp) {
        hopelessUntilMs = 0;
        return lagMs;
      }
      if (waitedMs >= STANDBY_WAIT_MS) hopelessUntilMs = monotonicClock() + STANDBY_RETRY_MS;
      if (monotonicClock() < hopelessUntilMs) throw new Behind();
      await wait(STANDBY_LOOK_MS);
    }
  };
  return {
    async read(work) {
      if (isAway) return null;
      let lagMs = 0;
      try {
        const before = async (queries: Queries): Promise<void> => {
          lagMs = await untilCaughtUp(queries);
        };
        const value = await db.read(work, { before, withinMs: STANDBY_ANSWER_MS });
        return { value, lagMs };
      } catch (error) {
        if (error instanceof Behind) return null;
        if (toStoreErrorCode(error) !== 'storage_unavailable' || isTimedOut(error)) throw error;
        leave();
        return null;
      }
    },
  };
}

/**
 * Where it takes all that was sent as soon as it comes, and is connected, it is not behind; else by the time of the last
 * commit that it has.
 */
async function look(queries: Queries, position: number): Promise<{ isCaughtUp: boolean; lagMs: number }> {
  const [row] = await queries.query<{ isCaughtUp: boolean; lagMs: number }>(
    `/* reference */ SELECT
       coalesce(CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_insert_lsn() END - '0/0'::pg_lsn
         >= $1::bigint, false) AS is_caught_up,
       CASE WHEN NOT pg_is_in_recovery() THEN 0
         WHEN pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() AND EXISTS (SELECT FROM pg_stat_wal_receiver) THEN 0
         ELSE greatest(0, coalesce(ceil(extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000), 0))
       END::bigint AS lag_ms`,
    [position],
  );
  return row ?? { isCaughtUp: false, lagMs: 0 };
}
