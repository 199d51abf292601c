import type { Queries } from './connection.js';
import { DAEMON_LOCK } from './locks.js';

export interface LivingDaemon {
  readonly number: number;
  /** Its host and the number of its process: `web-1:4242`. */
  readonly name: string;
  /** Of errord; null of one that did not say. */
  readonly version: string | null;
  readonly startedAtMs: number;
  /** By its own clock; a daemon that is well says so at least every minute. */
  readonly seenAtMs: number;
}

/**
 * The daemons that are connected, by number: who has died holds no number any more. Asked of the server that is written to;
 * its standby knows of none.
 */
export function readLivingDaemons(db: Queries): Promise<LivingDaemon[]> {
  return db.query<LivingDaemon>(
    `/* reference */ SELECT number, name, version, started_at_ms, seen_at_ms FROM daemons
     WHERE number IN (SELECT objid::int FROM pg_locks WHERE locktype = 'advisory' AND classid = ${DAEMON_LOCK} AND objsubid = 2
       AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))
     ORDER BY number`,
  );
}
