// The start: whether the server is one that this store can promise on, its schema, the daemon's number, and what it finds.

import { ErrordError } from '../../../errors.js';
import { receivedAtMsOf } from '../../sqlite/row-id.js';
import { describeAddress } from '../address.js';
import type { Db } from '../connection.js';
import { migrate } from '../migrations/migrate.js';
import { messageOf, toStartErrorCode } from '../postgres-error.js';
import type { WriterConnection } from './connection.js';

/** Of the oldest server that is supported. */
const SERVER_VERSION_MIN = 140_000;

export interface OpenedDatabase {
  /** Texts have an index for search. */
  readonly canSearch: boolean;
  /** When the newest record was received; null when there is none. */
  readonly newestMs: number | null;
  readonly serverVersion: string;
  /** A crash of the server loses what was acknowledged last. */
  readonly losesCommits: boolean;
}

/** Throws an `ErrordError` with a `StartErrorCode`, whose message names no login. */
export async function openDatabase(
  { db, enter }: Pick<WriterConnection, 'db' | 'enter'>,
  { url, mayLoseCommits }: { readonly url: string; readonly mayLoseCommits: boolean },
): Promise<OpenedDatabase> {
  try {
    const server = await checkServer(db, mayLoseCommits);
    const canSearch = await migrate(db);
    await enter();
    return { canSearch, newestMs: await readNewestMs(db), ...server };
  } catch (error) {
    const place = describeAddress(url);
    throw new ErrordError(toStartErrorCode(error), `PostgreSQL at ${place} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function checkServer(
  db: Db,
  mayLoseCommits: boolean,
): Promise<Pick<OpenedDatabase, 'serverVersion' | 'losesCommits'>> {
  const [row] = await db.query<{ version: string; number: number; commits: string; encoding: string }>(
    `/* reference */ SELECT current_setting('server_version') AS version,
       current_setting('server_version_num')::int AS number, current_setting('synchronous_commit') AS commits,
       current_setting('server_encoding') AS encoding`,
  );
  if (row === undefined || row.number < SERVER_VERSION_MIN)
    throw new ErrordError('database_unusable', `it is PostgreSQL ${row?.version ?? '?'}; use 14 or newer`);
  if (row.encoding !== 'UTF8') throw new ErrordError('database_unusable', `its encoding is ${row.encoding}; use UTF8`);
  const losesCommits = row.commits === 'off';
  if (losesCommits && !mayLoseCommits)
    throw new ErrordError(
      'database_unusable',
      'its synchronous_commit is off, so a crash of it loses records that were acknowledged; set it to on for this database, or allow it with storeMayLoseCommits (SERVICE_STORE_MAY_LOSE_COMMITS=true)',
    );
  return { serverVersion: row.version, losesCommits };
}

async function readNewestMs(db: Db): Promise<number | null> {
  const last = (table: string): string => `(SELECT max(id) FROM ${table} WHERE project_id = p.id)`;
  const [row] = await db.query<{ id: number | null }>(
    `/* fan-out */ SELECT max(greatest(${last('events')}, ${last('requests')}, ${last('logs')})) AS id FROM projects p`,
  );
  const id = row?.id ?? null;
  return id === null ? null : receivedAtMsOf(id);
}
