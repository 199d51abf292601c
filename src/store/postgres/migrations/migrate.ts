import { setTimeout as wait } from 'node:timers/promises';
import { ErrordError } from '../../../errors.js';
import type { Db, Queries } from '../connection.js';
import {
  MIGRATION_LOCK_WAIT_MS,
  MIGRATION_PAUSE_MS,
  MIGRATION_STATEMENT_TIMEOUT_MS,
  MIGRATION_TRIES_MAX,
} from '../limits.js';
import { readLivingDaemons } from '../living-daemons.js';
import { MIGRATION_LOCK } from '../locks.js';
import { isRetried } from '../postgres-error.js';
import { initial } from './0010-initial.js';
import { imports } from './0030-imports.js';
import { feed } from './0040-feed.js';
import { versions } from './0050-versions.js';
import { holders } from './0060-holders.js';
import { facets } from './0070-facets.js';
import { searchAndViews } from './0080-search-and-views.js';
import { alerts } from './0090-alerts.js';
import { sourceMaps } from './0100-source-maps.js';
import { wideIdentities } from './0110-wide-identities.js';
import { gonePartitions } from './0111-gone-partitions.js';
import { groupSignals } from './0125-group-signals.js';
import { releases } from './0130-releases.js';
import { groupParts } from './0140-group-parts.js';
import { groupingRules } from './0150-grouping-rules.js';
import { finerGrouping } from './0160-finer-grouping.js';
import { groupingOfToday } from './0170-grouping-of-today.js';
import { facetsByUser } from './0180-facets-by-user.js';
import { namedChanges } from './0190-named-changes.js';
import { requestSpans } from './0200-request-spans.js';
import { groupSplits } from './0210-group-splits.js';
import type { Migration } from './migration.js';
import { readSchema, refuseNewer } from './schema.js';

/** In ascending order. */
export const MIGRATIONS: readonly Migration[] = [
  initial,
  imports,
  feed,
  versions,
  holders,
  facets,
  searchAndViews,
  alerts,
  sourceMaps,
  wideIdentities,
  gonePartitions,
  groupSignals,
  releases,
  groupParts,
  groupingRules,
  finerGrouping,
  groupingOfToday,
  facetsByUser,
  namedChanges,
  requestSpans,
  groupSplits,
];

/**
 * Brings the schema to the newest version in one transaction; of daemons that start together one does it, and the others
 * wait. A schema that is newer is used as it is, unless a change in it says otherwise (`database_newer`). A change that breaks
 * is refused while daemons run that do not know it (`database_in_use`). Answers whether texts have an index for search.
 *
 * A change may take long, as an index of a large table does; but what it waits for it has soon, or it lets go of all it has
 * and begins again: behind who waits for a table alone, every daemon waits that uses the table.
 */
export async function migrate(
  db: Db,
  migrations: readonly Migration[] = MIGRATIONS,
  triesMax = MIGRATION_TRIES_MAX,
): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transact((transaction) => bringUp(transaction, migrations), {
        statementTimeoutMs: MIGRATION_STATEMENT_TIMEOUT_MS,
      });
    } catch (error) {
      if (!isRetried(error) || tries >= triesMax) throw error;
      await wait(MIGRATION_PAUSE_MS);
    }
  }
}

async function bringUp(transaction: Queries, migrations: readonly Migration[]): Promise<boolean> {
  await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}, 0)`);
  await transaction.exec(`SET LOCAL lock_timeout = ${MIGRATION_LOCK_WAIT_MS}`);
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
    if (isBreaking) await transaction.exec(`UPDATE migrations SET usable_from = ${version} WHERE version = ${version}`);
  }
  return canSearch;
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
