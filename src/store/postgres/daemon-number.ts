import { setTimeout as wait } from 'node:timers/promises';
import { ErrordError } from '../../errors.js';
import type { Db, Queries } from './connection.js';
import { DAEMONS_MAX, OUTCOME_WAIT_MS } from './limits.js';
import { DAEMON_LOCK, MIGRATION_LOCK } from './locks.js';
import { readSchema, refuseNewer } from './migrations/schema.js';

export interface DaemonNumber {
  readonly number: number;
  /** The last id that was committed under it. */
  readonly lastId: number;
  /** Messages that were written into the outbox under it. */
  readonly feedNumber: number;
  /** Nobody else has had it since this daemon took it the last time. */
  readonly isOwn: boolean;
}

export interface DaemonFacts {
  /** For people: its host and the number of its process. */
  readonly name: string;
  /** Told by no other daemon. */
  readonly holder: string;
  /** Of errord. */
  readonly version: string;
  /** The newest migration that it knows. */
  readonly schema: number;
  readonly startedAtMs: number;
  readonly nowMs: number;
}

/**
 * Takes a number for the connection, which holds it as long as it lives. `wanted` is tried first, then those that nobody
 * has had for longest. Throws `database_in_use` when all are taken, and `database_newer` when the schema is not the daemon's
 * to use any more, as after a change of it while the daemon was not connected.
 */
export async function takeDaemonNumber(
  db: Pick<Db, 'query' | 'transact'>,
  { wanted, ...facts }: DaemonFacts & { readonly wanted: number | null },
): Promise<DaemonNumber> {
  if (wanted !== null && (await isHolder(db, wanted, facts.holder))) await endLost(db, wanted);
  return db.transact(async (transaction) => {
    // A change of the schema is made before or afterwards, and afterwards it sees the number.
    await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock_shared(${MIGRATION_LOCK}, 0)`);
    refuseNewer(await readSchema(transaction), facts.schema);
    const seen = await transaction.query<{ number: number; lastId: number }>(
      '/* reference */ SELECT number, last_id FROM daemons ORDER BY seen_at_ms',
    );
    const lastIds = new Map(seen.map(({ number, lastId }) => [number, lastId]));
    const unused = Array.from({ length: DAEMONS_MAX }, (_, number) => number).filter((number) => !lastIds.has(number));
    for (const number of [...(wanted === null ? [] : [wanted]), ...unused, ...lastIds.keys()])
      if (await tryLock(transaction, number)) return { number, ...(await noteDaemon(transaction, number, facts)) };
    throw new ErrordError('database_in_use', `${DAEMONS_MAX} daemons use it already, and no more can`);
  });
}

async function tryLock(transaction: Pick<Queries, 'query'>, number: number): Promise<boolean> {
  const [lock] = await transaction.query<{ isHeld: boolean }>(
    `/* reference */ SELECT pg_try_advisory_lock(${DAEMON_LOCK}, $1) AS is_held`,
    [number],
  );
  return lock?.isHeld === true;
}

/** Answers what who had the number before has left. */
async function noteDaemon(
  transaction: Queries,
  number: number,
  { name, holder, version, startedAtMs, nowMs }: DaemonFacts,
): Promise<Omit<DaemonNumber, 'number'>> {
  const [row] = await transaction.query<Omit<DaemonNumber, 'number' | 'isOwn'> & { readonly isOwn: boolean | null }>(
    `/* reference */ WITH earlier AS (SELECT holder FROM daemons WHERE number = $1)
     INSERT INTO daemons (number, name, holder, version, started_at_ms, seen_at_ms, last_id)
     VALUES ($1, $2, $3, $4, $5, $6, 0)
     ON CONFLICT (number) DO UPDATE SET name = excluded.name, holder = excluded.holder, version = excluded.version,
       started_at_ms = excluded.started_at_ms, seen_at_ms = excluded.seen_at_ms
     RETURNING last_id, feed_number, (SELECT holder FROM earlier) = $3 AS is_own`,
    [number, name, holder, version, startedAtMs, nowMs],
  );
  return { lastId: row?.lastId ?? 0, feedNumber: row?.feedNumber ?? 0, isOwn: row?.isOwn === true };
}

async function isHolder(db: Pick<Queries, 'query'>, number: number, holder: string): Promise<boolean> {
  const found = await db.query('/* reference */ SELECT FROM daemons WHERE number = $1 AND holder = $2', [
    number,
    holder,
  ]);
  return found.length > 0;
}

/** Between two tries to have a number back. */
const RETAKE_MS = 50;

/**
 * Ends the connection that was lost, where the server has not noticed: what it did is decided then, and its locks are free.
 * The number is held when this returns, or is not to be had.
 */
async function endLost(db: Pick<Queries, 'query'>, number: number): Promise<void> {
  const untilMs = performance.now() + OUTCOME_WAIT_MS;
  while (!(await tryLock(db, number)) && performance.now() < untilMs) {
    await db.query(
      `/* reference */ SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND classid = ${DAEMON_LOCK} AND objid = $1::int::oid AND pid <> pg_backend_pid()`,
      [number],
    );
    await wait(RETAKE_MS);
  }
}

/** Whether another daemon uses the database. */
export async function hasOthers(db: Queries, ownNumber: number | null): Promise<boolean> {
  const found = await db.query(
    `/* reference */ SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${DAEMON_LOCK} AND objid <> $1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1`,
    [ownNumber ?? -1],
  );
  return found.length > 0;
}
