import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { MIGRATIONS, migrate } from '../../../../src/store/sqlite/migrations/migrate.js';
import type { Migration } from '../../../../src/store/sqlite/migrations/migration.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';
import { openSqlite } from '../../../support/test-sqlite.js';

const schemaOf = (db: WritableDb): unknown[] =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name').all();
const versionOf = (db: WritableDb): unknown => db.pragma('user_version', { simple: true });
const newest = MIGRATIONS.at(-1)?.version ?? 0;

/** Migrations that do not exist yet. */
const add = (version: number, sql: string): Migration => ({ version, up: (db) => void db.exec(sql) });

describe('migrations', () => {
  afterEach(cleanUp);

  it('have versions in tens, ascending', () => {
    const versions = MIGRATIONS.map(({ version }) => version);
    assert.deepEqual(
      versions,
      versions.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(versions).size, versions.length);
    assert.ok(versions.every((version) => version > 0 && version % 10 === 0));
  });

  it('bring a new file to the newest version', () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    assert.equal(versionOf(db), newest);
    db.close();
  });

  it('give the same schema one by one, over several starts, as at once', () => {
    const directory = tempDir();
    const fresh = openWritable(join(directory, 'fresh.db'));
    const path = join(directory, 'migrated.db');
    openWritable(path).close();
    for (const count of MIGRATIONS.keys()) {
      const step = openWritable(path);
      migrate(step, MIGRATIONS.slice(0, count + 1).concat(MIGRATIONS.slice(count + 1)));
      step.close();
    }
    const migrated = openWritable(path);
    assert.deepEqual(schemaOf(migrated), schemaOf(fresh));
    assert.equal(versionOf(migrated), versionOf(fresh));
    fresh.close();
    migrated.close();
  });

  it('change nothing when there is nothing to do', () => {
    const path = join(tempDir(), 'service.db');
    const first = openWritable(path);
    const schema = schemaOf(first);
    first.close();
    const second = openWritable(path);
    assert.deepEqual(schemaOf(second), schema);
    second.close();
  });

  it('run the later ones only, each once, on a database with rows', () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    db.prepare('INSERT INTO projects (id, name, created_at_ms) VALUES (1, :name, 2)').run({ name: 'shop' });
    const later = [add(newest + 10, 'CREATE TABLE later (a)'), add(newest + 20, 'INSERT INTO later VALUES (1)')];
    migrate(db, [...MIGRATIONS, ...later.slice(0, 1)]);
    assert.equal(versionOf(db), newest + 10);
    migrate(db, [...MIGRATIONS, ...later]);
    migrate(db, [...MIGRATIONS, ...later]);
    assert.equal(versionOf(db), newest + 20);
    assert.equal(db.prepare('SELECT count(*) FROM later').pluck().get(), 1);
    assert.equal(db.prepare('SELECT name FROM projects').pluck().get(), 'shop');
    db.close();
  });

  it('keep what the first version has stored, and give the same schema as a new file', () => {
    const directory = tempDir();
    const path = join(directory, 'service.db');
    const old = openSqlite(path);
    // The mark of our files.
    old.pragma('application_id = 0x65727264');
    migrate(old, MIGRATIONS.slice(0, 1));
    assert.equal(versionOf(old), 10);
    old.exec(`INSERT INTO logs (id, project_id, timestamp_ms, level, message) VALUES (5, 0, 1, 1, 'kept');
      INSERT INTO requests (id, project_id, timestamp_ms, method, url, request_body_truncated, response_body_truncated)
        VALUES (6, 0, 1, 'GET', '/kept', 0, 0)`);
    old.close();
    const [migrated, fresh] = [openWritable(path), openWritable(join(directory, 'fresh.db'))];
    assert.deepEqual(schemaOf(migrated), schemaOf(fresh));
    assert.equal(migrated.prepare('SELECT message FROM logs').pluck().get(), 'kept');
    assert.equal(migrated.prepare('SELECT url FROM requests').pluck().get(), '/kept');
    const marks = 'SELECT name, indexed_to FROM index_marks ORDER BY name';
    assert.deepEqual(migrated.prepare(marks).all(), fresh.prepare(marks).all());
    migrated.close();
    fresh.close();
  });

  it('leave the version before when one fails half-way', () => {
    const db = openWritable(join(tempDir(), 'service.db'));
    const schema = schemaOf(db);
    const broken = [...MIGRATIONS, add(newest + 10, 'CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)')];
    assert.throws(() => migrate(db, broken), /nowhere/);
    assert.equal(versionOf(db), newest);
    assert.deepEqual(schemaOf(db), schema);
    db.close();
  });

  it('refuse a database of a newer errord, in words, and leave it as it was', () => {
    const path = join(tempDir(), 'service.db');
    const db = openWritable(path);
    db.pragma(`user_version = ${newest + 10}`);
    const schema = schemaOf(db);
    db.close();
    assert.throws(() => openWritable(path), {
      code: 'database_newer',
      message: /Cannot use the database .*service\.db: it was written by a newer errord .* --db-path/,
    });
    assert.throws(() => openWritable(path), { code: 'database_newer' });
    assert.ok(schema.length > 0);
  });
});
