// The schema of a database, without a daemon: for who upgrades before daemons start, and for who distributes it.

import { ErrordError } from '../../errors.js';
import { describeAddress, findAddressFault } from './address.js';
import { openDb } from './connection.js';
import { distribute } from './distribute.js';
import { messageOf, toStartErrorCode } from './postgres-error.js';
import { openDatabase } from './writer/open-database.js';

export interface PrepareOptions {
  /** Holds a password: never to be logged. */
  readonly url: string;
  /** Takes a server with `synchronous_commit = off`. */
  readonly mayLoseCommits?: boolean;
  /** Also distributes the tables by project. */
  readonly mayDistribute: boolean;
}

export interface PreparedDatabase {
  readonly serverVersion: string;
  /** Texts have an index for search. */
  readonly canSearch: boolean;
  /** The tables that were distributed now; null where that was not asked for. */
  readonly distributed: readonly string[] | null;
}

/** Brings the schema to the newest version. Rejects with an `ErrordError` whose message names no login. */
export async function prepareDatabase({
  url,
  mayLoseCommits = false,
  mayDistribute,
}: PrepareOptions): Promise<PreparedDatabase> {
  const fault = findAddressFault(url);
  if (fault !== null) throw new ErrordError('config_invalid', `The URL of the store is wrong: ${fault}.`);
  const db = openDb(url, { max: 1 });
  try {
    // No daemon: it takes no number.
    const { serverVersion, canSearch } = await openDatabase(
      { db, enter: () => Promise.resolve() },
      { url, mayLoseCommits },
    );
    const distributed = mayDistribute ? await distribute(db).catch((error: unknown) => refuse(url, error)) : null;
    return { serverVersion, canSearch, distributed };
  } finally {
    await db.close();
  }
}

function refuse(url: string, error: unknown): never {
  const text = `The tables in PostgreSQL at ${describeAddress(url)} cannot be distributed: ${messageOf(error)}.`;
  throw new ErrordError(toStartErrorCode(error), text, { cause: error });
}
