// Spreads the tables over the servers of Citus: those of records by project, the few rows that everybody reads whole on each.

import { ErrordError } from '../../errors.js';
import type { Db, Queries } from './connection.js';
import { MIGRATION_STATEMENT_TIMEOUT_MS } from './limits.js';
import { MIGRATION_LOCK } from './locks.js';
import { messageOf } from './postgres-error.js';

/** Every key of them leads with `project_id`, so that one server can hold to it alone. */
export const DISTRIBUTED_TABLES = [
  'events',
  'requests',
  'logs',
  'client_ids',
  'contents',
  'error_groups',
  'error_group_texts',
  'shelved_groups',
  'group_parts',
  'group_splits',
  'group_redirects',
  'project_sizes',
  'event_counts',
  'group_counts',
  'request_counts',
  'log_counts',
  'feed_outbox',
  'facet_pending',
  'facet_counts',
  'facet_users',
  'facet_heads',
  'facet_gaps',
  'alert_activity',
  'group_triage',
  'group_history',
] as const;

/** Few rows, which every server has. */
export const REFERENCE_TABLES = [
  'projects',
  'gone_projects',
  'gone_partitions',
  'project_settings',
  'groupings',
  'keys',
  'sessions',
  'audit',
  'daemons',
  'feed_listeners',
  'imports',
  'saved_views',
  'migrations',
  'alert_settings',
  'alert_messages',
  'alert_marks',
] as const;

/**
 * Distributes what is not distributed yet, all in one transaction, and answers the names of these tables. Throws
 * `database_unusable` with a sentence where the server does not have the extension `citus`.
 */
export async function distribute(db: Db): Promise<readonly string[]> {
  await makeExtension(db);
  const makeAll = async (transaction: Queries): Promise<string[]> => {
    await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${MIGRATION_LOCK}, 0)`);
    const there = new Set(await readDistributed(transaction));
    const isMissing = (name: string): boolean => !there.has(name);
    const references = REFERENCE_TABLES.filter(isMissing);
    const records = DISTRIBUTED_TABLES.filter(isMissing);
    for (const name of references)
      await transaction.query('/* reference */ SELECT create_reference_table($1::text::regclass)', [name]);
    // All like the first, so that rows of one project are on one server.
    for (const name of records)
      await transaction.query(
        '/* reference */ SELECT create_distributed_table($1::text::regclass, $2::text, colocate_with => $3::text)',
        [name, 'project_id', name === DISTRIBUTED_TABLES[0] ? 'none' : DISTRIBUTED_TABLES[0]],
      );
    return [...references, ...records];
  };
  // Rows that are there already are moved.
  return db.transact(makeAll, { statementTimeoutMs: MIGRATION_STATEMENT_TIMEOUT_MS });
}

async function makeExtension(db: Db): Promise<void> {
  const [found] = await db.query<{ isMade: boolean }>(
    `/* reference */ SELECT installed_version IS NOT NULL AS is_made FROM pg_available_extensions WHERE name = 'citus'`,
  );
  if (found === undefined)
    throw new ErrordError(
      'database_unusable',
      'the server does not have the extension citus, which distributes tables; install it there, or go on with one server, which needs none',
    );
  if (found.isMade) return;
  await db.exec('CREATE EXTENSION citus').catch((error: unknown) => {
    throw new ErrordError('database_unusable', `the extension citus cannot be made: ${messageOf(error)}`, {
      cause: error,
    });
  });
}

async function readDistributed(transaction: Queries): Promise<string[]> {
  const rows = await transaction.query<{ name: string }>(
    '/* reference */ SELECT c.relname AS name FROM pg_dist_partition d JOIN pg_class c ON c.oid = d.logicalrelid',
  );
  return rows.map(({ name }) => name);
}
