import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { MIGRATION_COPIES_MAX } from '../../../../src/store/sqlite/limits.js';
import { MIGRATIONS } from '../../../../src/store/sqlite/migrations/migrate.js';
import type { Migration } from '../../../../src/store/sqlite/migrations/migration.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { openSqlite } from '../../../support/test-sqlite.js';

const newest = MIGRATIONS.at(-1)?.version ?? 0;
const later = times(
  MIGRATION_COPIES_MAX + 2,
  (index): Migration => ({
    version: newest + 10 * (index + 1),
    up: (db) => void db.exec(`CREATE TABLE later_${index} (a)`),
  }),
);
const upTo = (count: number): { migrations: readonly Migration[] } => ({
  migrations: [...MIGRATIONS, ...later.slice(0, count)],
});
const copiesBeside = (dbPath: string): string[] =>
  readdirSync(dirname(dbPath)).filter((name) => name.startsWith(`${basename(dbPath)}.before-`));
const nameOf = (dbPath: string, step: number): string =>
  `${basename(dbPath)}.before-${String(newest + 10 * step).padStart(4, '0')}`;

describe('the copy before a migration', () => {
  afterEach(cleanUp);

  it('is not made for a new database, nor when the schema is up to date', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    openWritable(dbPath).close();
    assert.deepEqual(copiesBeside(dbPath), []);
  });

  it('holds what was in the log too, for its owner only, and opens with the older build', () => {
    const dbPath = join(tempDir(), 'service.db');
    const first = openWritable(dbPath);
    first.prepare('INSERT INTO projects (id, name, created_at_ms) VALUES (1, :name, 2)').run({ name: 'shop' });
    // Still open, so that the row is in the log and nowhere else.
    const told: string[] = [];
    openWritable(dbPath, { ...upTo(1), onCopy: (path) => told.push(path) }).close();
    first.close();
    assert.deepEqual(copiesBeside(dbPath), [nameOf(dbPath, 1)]);
    const copy = join(dirname(dbPath), nameOf(dbPath, 1));
    assert.equal(told.length, 1);
    assert.equal(basename(told[0] ?? ''), basename(copy));
    assert.equal((statSync(copy).mode & 0o777).toString(8), '600');
    const restored = openWritable(copy);
    assert.equal(restored.pragma('user_version', { simple: true }), newest);
    assert.equal(restored.prepare('SELECT name FROM projects').pluck().get(), 'shop');
    restored.close();
  });

  it('is one for all migrations of a start', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    openWritable(dbPath, upTo(3)).close();
    assert.deepEqual(copiesBeside(dbPath), [nameOf(dbPath, 1)]);
  });

  it('replaces what an attempt that was cut short has left', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    const partial = join(dirname(dbPath), `${nameOf(dbPath, 1)}.partial`);
    writeFileSync(partial, 'half');
    openWritable(dbPath, upTo(1)).close();
    assert.ok(!existsSync(partial));
    assert.deepEqual(copiesBeside(dbPath), [nameOf(dbPath, 1)]);
  });

  it('stays until there are too many, and then the oldest goes', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    for (let step = 1; step <= MIGRATION_COPIES_MAX; step += 1) openWritable(dbPath, upTo(step)).close();
    assert.equal(copiesBeside(dbPath).length, MIGRATION_COPIES_MAX);
    openWritable(dbPath, upTo(MIGRATION_COPIES_MAX + 1)).close();
    assert.deepEqual(
      copiesBeside(dbPath).sort(),
      times(MIGRATION_COPIES_MAX, (index) => nameOf(dbPath, index + 2)),
    );
  });

  it('that cannot be made leaves the database as it was', () => {
    const dbPath = join(tempDir(), 'service.db');
    openWritable(dbPath).close();
    // What is renamed onto a directory that holds something is refused.
    mkdirSync(join(dirname(dbPath), nameOf(dbPath, 1), 'x'), { recursive: true });
    assert.throws(() => openWritable(dbPath, upTo(1)), { code: 'database_unusable' });
    const db = openSqlite(dbPath);
    assert.equal(db.pragma('user_version', { simple: true }), newest);
    db.close();
  });
});
