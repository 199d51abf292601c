// Which schema a database has, and who may use it.

import { ErrordError } from '../../../errors.js';
import type { Queries } from '../connection.js';

export interface Schema {
  /** The newest migration that was made; 0 for an empty database. */
  readonly version: number;
  /** Daemons that know no newer migration than one before this must not use it. */
  readonly usableFrom: number;
}

/** The table of migrations must be there. */
export async function readSchema(transaction: Queries): Promise<Schema> {
  // The column came with a migration of its own.
  const [row] = await transaction.query<Schema>(
    `/* reference */ SELECT coalesce(max(version), 0) AS version,
       coalesce(max((to_jsonb(m) ->> 'usable_from')::int), 0) AS usable_from FROM migrations m`,
  );
  return row ?? { version: 0, usableFrom: 0 };
}

/** Throws `database_newer` when a migration that breaks is newer than what the daemon knows. */
export function refuseNewer({ version, usableFrom }: Schema, newestKnown: number): void {
  if (usableFrom <= newestKnown) return;
  throw new ErrordError(
    'database_newer',
    `a newer errord has changed it (schema ${version}) so that this one, which knows ${newestKnown}, must not use it; install that version`,
  );
}
