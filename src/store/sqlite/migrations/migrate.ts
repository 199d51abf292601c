import { ErrordError } from '../../../errors.js';
import type { WritableDb } from '../connection.js';
import { initial } from './0010-initial.js';
import { fairRetention } from './0030-fair-retention.js';
import type { Migration } from './migration.js';

/** In ascending order. */
export const MIGRATIONS: readonly Migration[] = [initial, fairRetention];

/**
 * Brings the schema to the newest version, one transaction per step. Refuses a database that a newer errord has written,
 * because the older code would not keep its rules.
 */
export function migrate(db: WritableDb, migrations: readonly Migration[] = MIGRATIONS): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const current = Number(db.pragma('user_version', { simple: true }));
  if (current > newest) {
    throw new ErrordError(
      'database_newer',
      `it was written by a newer errord (schema ${current}, this one knows ${newest}); install that version or start with another --db-path`,
    );
  }
  for (const { version, up } of migrations) {
    if (version <= current) continue;
    db.transaction(() => {
      up(db);
      db.pragma(`user_version = ${version}`);
    }).immediate();
  }
}
