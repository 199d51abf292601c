import { ErrordError } from '../../../errors.js';
import type { Db, Queries } from '../connection.js';
import { readLivingDaemons } from '../living-daemons.js';
import { MIGRATION_LOCK } from '../locks.js';
import { initial } from './0010-initial.js';
import { imports } from './0030-imports.js';
import { feed } from './0040-feed.js';
import { versions } from './0050-versions.js';
import { holders } from './0060-holders.js';
import { alerts } from './0090-alerts.js';
import type { Migration } from './migration.js';
import { readSchema, refuseNewer } from './schema.js';

/** In ascending order. */
export const MIGRATIONS: readonly Migration[] = [initial, imports, feed, versions, holders, alerts];

/**
 * Brings the schema to the newest version in one transaction; of daemons that start together one does it, and the others
 * wait. A schema that is newer is used as it is, unless a change in it says otherwise (`database_newer`). A change that breaks
 * is refused while daemons run that do not know it (`database_in_use`). Answers whether texts have an index for search.
 */
export async function migrate(db: Db, migrations: readonly Migration[] = MIGRATIONS): Promise<boolean> {
  return db.transact(async (transaction) => {
    await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}, 0)`);
    await transaction.exec(
      'CREATE TABLE IF NOT EXISTS migrations (version integer PRIMARY KEY, at timestamptz NOT NULL)',
    );
    const schema = await readSchema(transaction);
    refuseNewer(schema, toNewest(migrations));
    const pending = migrations.filter(({ version }) => version > schema.version);
    if (schema.version > 0 && pending.some(({ isBreaking }) => isBreaking)) await refuseRunning(transaction);
    const canSearch = pending.length > 0 ? await makeTrigrams(transaction) : await hasTrigrams(transaction);
    for (const { version, statements, searchStatements = [], isBreaking } of pending) {
      for (const statement of statements) await transaction.exec(statement);
      if (canSearch) for (const statement of searchStatements) await transaction.exec(statement);
      await transaction.exec(`INSERT INTO migrations (version, at) VALUES (${version}, now())`);
      if (isBreaking)
        await transaction.exec(`UPDATE migrations SET usable_from = ${version} WHERE version = ${version}`);
    }
    return canSearch;
  });
}

/** What a daemon with these migrations knows. */
export function toNewest(migrations: readonly Migration[] = MIGRATIONS): number {
  return migrations.at(-1)?.version ?? 0;
}

/** Who has a number has not made the change. New ones take theirs when it is made. */
async function refuseRunning(transaction: Queries): Promise<void> {
  const running = await readLivingDaemons(transaction);
  if (running.length === 0) return;
  const names = running.map(({ name }) => name).join(', ');
  throw new ErrordError(
    'database_in_use',
    `older daemons run on it that cannot go on beside this one: stop ${names}, then start this one again`,
  );
}

async function hasTrigrams(transaction: Queries): Promise<boolean> {
  const found = await transaction.query(`/* reference */ SELECT FROM pg_extension WHERE extname = 'pg_trgm'`);
  return found.length > 0;
}

/** False where the server does not have the extension, or its owner has to make it. */
async function makeTrigrams(transaction: Queries): Promise<boolean> {
  await transaction.exec(`DO $$ BEGIN CREATE EXTENSION IF NOT EXISTS pg_trgm; EXCEPTION WHEN OTHERS THEN NULL; END $$`);
  return hasTrigrams(transaction);
}
