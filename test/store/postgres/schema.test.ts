// Daemons of different versions on one database.

import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { takeDaemonNumber } from '../../../src/store/postgres/daemon-number.js';
import {
  COMMIT_TIMEOUT_MS,
  MIGRATION_LOCK_WAIT_MS,
  MIGRATION_PAUSE_MS,
  MIGRATION_STATEMENT_TIMEOUT_MS,
  MIGRATION_TRIES_MAX,
  STATEMENT_TIMEOUT_MS,
} from '../../../src/store/postgres/limits.js';
import { MIGRATIONS, migrate, toNewest } from '../../../src/store/postgres/migrations/migrate.js';
import type { Migration } from '../../../src/store/postgres/migrations/migration.js';
import { toStoreErrorCode } from '../../../src/store/postgres/postgres-error.js';
import { openWriterConnection } from '../../../src/store/postgres/writer/connection.js';
import { toPostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { eventDigest, fingerprintOf, requestDigest } from '../../support/store-digests.js';
import { cleanUp, openHarness, times } from '../../support/store-harness.js';
import { assertGroupedAnew, storeByOlderRules } from '../suite/older-rules.js';

const NEXT = toNewest() + 10;
/** What the next version of errord brings. */
const ADDING: Migration = {
  version: NEXT,
  statements: [
    'ALTER TABLE events ADD COLUMN weather text',
    'ALTER TABLE daemons ADD COLUMN mood text',
    'CREATE TABLE moods (project_id integer PRIMARY KEY)',
  ],
};
const BREAKING: Migration = {
  version: NEXT,
  statements: ['ALTER TABLE events ADD COLUMN weather text'],
  isBreaking: true,
};

/** What schemas 190, 200 and 210 brought. */
const DROP_NEWEST = `ALTER TABLE group_history DROP COLUMN change_name, DROP COLUMN before;
  ALTER TABLE requests DROP COLUMN spans, DROP COLUMN span_count;
  DROP TABLE group_splits; ALTER TABLE groupings DROP COLUMN split_count, DROP COLUMN splits_due`;

describe('the schema of a PostgreSQL that daemons of different versions use', function () {
  this.timeout(60_000);
  let url = '';
  let db: Db;
  const opened: { close(): Promise<void> }[] = [];
  beforeEach(async () => {
    url = await makeDatabase(await sharedPostgres());
    db = openDb(url, { max: 1 });
    opened.push(db);
  });
  afterEach(async () => {
    await cleanUp();
    for (const one of opened.splice(0)) await one.close();
  });
  const openOne = () => openHarness(() => Promise.resolve(toPostgresPlace(url)));
  const versionsOf = async (by: Db = db): Promise<number[]> =>
    (await by.query<{ version: number }>('SELECT version FROM migrations ORDER BY version')).map(
      ({ version }) => version,
    );

  it('is made once by daemons that start together', async () => {
    const connections = times(6, () => openDb(url, { max: 1 }));
    opened.push(...connections);
    await Promise.all(connections.map((connection) => migrate(connection)));
    assert.deepEqual(
      await versionsOf(),
      MIGRATIONS.map(({ version }) => version),
    );
    const daemons = await Promise.all(times(3, openOne));
    const groups = await Promise.all(daemons.map(({ store }) => store.append([eventDigest()])));
    assert.equal(groups.length, 3);
  });

  it('is made newer under a daemon, and beside one that starts later, which both go on', async () => {
    const before = await openOne();
    await before.put(eventDigest());
    await migrate(db, [...MIGRATIONS, ADDING]);
    await before.put(eventDigest());
    const later = await openOne();
    await later.put(eventDigest());
    for (const { onlyGroup } of [before, later]) assert.equal((await onlyGroup()).count, 3);
    assert.equal((await versionsOf()).at(-1), NEXT);
    await later.store.clear('shop');
    assert.equal((await before.status()).events, 0);
  });

  it('may take its time to change, and lets go of what others use', async () => {
    const asking: Migration = {
      version: NEXT,
      statements: [
        "CREATE TABLE times AS SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
      ],
    };
    await migrate(db, [...MIGRATIONS, asking]);
    const inMs = async (text: string) => (await db.query<{ ms: number }>(`SELECT ${text} AS ms`))[0]?.ms;
    const toMs = (column: string): string => `extract(epoch FROM ${column}::interval) * 1000`;
    assert.equal(await inMs(`(SELECT ${toMs('statement')} FROM times)::bigint`), MIGRATION_STATEMENT_TIMEOUT_MS);
    assert.equal(await inMs(`(SELECT ${toMs('lock')} FROM times)::bigint`), MIGRATION_LOCK_WAIT_MS);
    // Of the connection, afterwards as before.
    assert.equal(await inMs(`(${toMs("current_setting('statement_timeout')")})::bigint`), STATEMENT_TIMEOUT_MS);
  });

  it('waits for a table that somebody reads without holding up daemons, and is changed when it is free', async () => {
    const daemon = await openOne();
    const reader = openDb(url, { max: 1 });
    opened.push(reader);
    await reader.exec('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
    const migrated = migrate(db, [...MIGRATIONS, ADDING]);
    // Behind who waits for the table, until that lets go of it.
    await daemon.put(eventDigest());
    assert.ok(MIGRATION_LOCK_WAIT_MS + MIGRATION_PAUSE_MS < COMMIT_TIMEOUT_MS);
    assert.equal((await versionsOf(reader)).at(-1), toNewest());
    await reader.exec('COMMIT');
    await migrated;
    assert.equal((await versionsOf()).at(-1), NEXT);
  });

  it('stays as it is when the table is never free', async () => {
    await migrate(db);
    const reader = openDb(url, { max: 1 });
    opened.push(reader);
    await reader.exec('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
    await assert.rejects(migrate(db, [...MIGRATIONS, ADDING], 1), { code: '55P03' });
    await reader.exec('COMMIT');
    assert.equal((await versionsOf()).at(-1), toNewest());
    assert.ok(MIGRATION_TRIES_MAX * (MIGRATION_LOCK_WAIT_MS + MIGRATION_PAUSE_MS) > 60_000);
  });

  it('gets wider numbers under a daemon that has prepared its statements', async () => {
    const daemon = await openOne();
    // As it was before schema 110.
    const types = (type: string): string =>
      ['projects', 'keys'].map((table) => `ALTER TABLE ${table} ALTER COLUMN id TYPE ${type}`).join(';');
    await db.exec(types('integer'));
    await daemon.put(eventDigest());
    await db.exec(
      `${types('integer')}; DROP TABLE gone_partitions; DELETE FROM migrations WHERE version >= 110;
       ALTER TABLE error_groups DROP COLUMN recent_from_ms, DROP COLUMN recent_count, DROP COLUMN louder_until_ms,
         DROP COLUMN louder_factor, DROP COLUMN news_at_ms, DROP COLUMN news_kind;
       ALTER TABLE group_triage DROP COLUMN snooze_at_users, DROP COLUMN resolved_in, DROP COLUMN reopened_in;
       ${DROP_NEWEST};
       DROP INDEX facet_users_user`,
    );
    // Those behind it that break are another test's.
    await migrate(
      db,
      MIGRATIONS.filter(({ version, isBreaking }) => version <= 110 || isBreaking !== true),
    );
    await daemon.put(eventDigest());
    assert.equal((await daemon.onlyGroup()).count, 2);
    const [row] = await db.query<{ type: string; sequence: string }>(
      `SELECT pg_typeof(id)::text AS type, (SELECT data_type::text FROM pg_sequences WHERE sequencename = 'projects_id_seq') AS sequence
       FROM projects WHERE id > 0`,
    );
    assert.deepEqual(row, { type: 'bigint', sequence: 'bigint' });
  });

  it('has what version 2 has grouped by its rules of before grouped by those of today', async () => {
    const older = await openOne();
    const ids = await storeByOlderRules(older);
    await older.close();
    await db.exec(`DELETE FROM migrations WHERE version >= 170; DROP INDEX facet_users_user; ${DROP_NEWEST}`);
    await migrate(db);
    await assertGroupedAnew(await openOne(), ids);
  });

  it('finds the groups of a user in what was counted before users had an index', async () => {
    const older = await openOne();
    const details = JSON.stringify({ user: { id: 'ann' } });
    await older.store.append([eventDigest({ message: 'of somebody', details }), eventDigest({ message: 'of nobody' })]);
    await older.store.append([eventDigest({ message: 'of somebody', details })]);
    await older.close();
    await db.exec(`DELETE FROM migrations WHERE version >= 180; DROP INDEX facet_users_user; ${DROP_NEWEST}`);
    const { errors } = await openOne();
    const messages = async (query: string) => (await errors({ query })).errors.map(({ message }) => message);
    assert.deepEqual(await messages('user:ann'), ['of somebody']);
    assert.deepEqual(await messages('-user:ann'), ['of nobody']);
    assert.deepEqual(await messages('user:eve'), []);
    assert.equal((await db.query("SELECT FROM pg_indexes WHERE indexname = 'facet_users_user'")).length, 1);
  });

  it('takes changes back in what was written before they had names, and leaves alone what older daemons change', async () => {
    const older = await openOne();
    await older.put(eventDigest());
    const { id } = await older.onlyGroup();
    await older.store.setStatus(id, 'acknowledged');
    await older.close();
    await db.exec(`DELETE FROM migrations WHERE version >= 190; ${DROP_NEWEST}`);
    const { store, onlyGroup } = await openOne();
    await store.setStatus(id, { status: 'resolved', change: 'a' });
    assert.equal((await store.undoStatuses([id], 'a')).undoneCount, 1);
    assert.equal((await onlyGroup()).status, 'acknowledged');
    await store.setStatus(id, { status: 'resolved', change: 'b' });
    // As a daemon writes it that does not know of names.
    await db.exec(
      `INSERT INTO group_history (project_id, group_id, number, at_ms, kind, actor, text)
       SELECT project_id, group_id, max(number) + 1, 0, 'status', NULL, 'resolved' FROM group_history GROUP BY 1, 2`,
    );
    assert.deepEqual((await store.undoStatuses([id], 'b')).leftIds, [id]);
  });

  it('splits what was stored before, beside a daemon that knows of no splits', async () => {
    const stock = (message: string) => eventDigest({ message, fingerprint: fingerprintOf('stock') });
    const older = await openOne();
    await older.putAll([stock('no shoes'), stock('no hats')]);
    await older.close();
    await db.exec(`DELETE FROM migrations WHERE version >= 190; ${DROP_NEWEST}`);
    const { store, errors, putAll } = await openOne();
    const [from] = (await errors()).errors;
    const outcome = await store.splitting.split({ groupId: from?.id ?? '', conditions: { message: '*hats' } });
    assert.ok(outcome.kind === 'done' && outcome.isComplete, JSON.stringify(outcome));
    await putAll([stock('no hats')]);
    assert.deepEqual((await errors()).errors.map(({ message, count }) => `${message}: ${count}`).sort(), [
      'no hats: 2',
      'no shoes: 1',
    ]);
  });

  it('gives requests spans beside those that were stored before, and those that older daemons store', async () => {
    const older = await openOne();
    const [before = ''] = await older.putAll([requestDigest()]);
    await older.close();
    await db.exec(`DELETE FROM migrations WHERE version >= 190; ${DROP_NEWEST}`);
    const { putAll, request, requests } = await openOne();
    const spans = [{ name: 'SELECT 1', offset: 1, duration: 2 }];
    const [id = ''] = await putAll([requestDigest({ spanCount: 1, spans: JSON.stringify(spans) })]);
    assert.deepEqual([(await request(id))?.spans, (await request(before))?.spans], [spans, undefined]);
    assert.deepEqual(
      (await requests()).requests.map(({ spanCount }) => spanCount),
      [1, undefined],
    );
  });

  it('is not broken while daemons run that cannot follow, and they are named', async () => {
    const running = await openOne();
    await assert.rejects(migrate(db, [...MIGRATIONS, BREAKING]), (error: Error) => {
      assert.equal((error as { code?: unknown }).code, 'database_in_use');
      return error.message.includes(`:${process.pid}`) && error.message.includes('stop ');
    });
    assert.equal((await versionsOf()).at(-1), toNewest());
    await running.put(eventDigest());
    await running.close();
    await migrate(db, [...MIGRATIONS, BREAKING]);
    assert.equal((await versionsOf()).at(-1), NEXT);
  });

  it('refuses a daemon that cannot follow, in words, and takes those that know of the change', async () => {
    await migrate(db, [...MIGRATIONS, BREAKING]);
    await assert.rejects(openOne(), (error: Error) => {
      assert.equal((error as { code?: unknown }).code, 'database_newer');
      return /cannot be used: a newer errord has changed it \(schema \d+\).*install that version/.test(error.message);
    });
    // What came after it broke nothing more.
    await migrate(db, [...MIGRATIONS, BREAKING, { version: NEXT + 10, statements: [] }]);
    await migrate(db, [...MIGRATIONS, BREAKING]);
  });

  it('refuses a daemon whose connection was lost while it was broken', async () => {
    await migrate(db);
    const facts = { name: 'x', holder: 'x', version: '1.0.0', startedAtMs: 0, nowMs: 0 };
    const connection = openWriterConnection({
      url,
      daemon: { ...facts, schema: toNewest() },
      clock: () => 0,
      commitTimeoutMs: COMMIT_TIMEOUT_MS,
    });
    opened.push(connection);
    const write = (): Promise<unknown> => connection.transact((transaction) => transaction.query('SELECT 1'));
    await write();
    const [backend] = await connection.between((own) => own.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'));
    await db.query('SELECT pg_terminate_backend($1::int, 5000)', [backend?.pid ?? 0]);
    await migrate(db, [...MIGRATIONS, BREAKING]);
    // The first one may meet the connection that is gone.
    const codes = await Promise.all(times(2, () => write().then(String, toStoreErrorCode)));
    assert.equal(codes.includes('1'), false);
    await assert.rejects(write(), { code: 'database_newer' });
    assert.equal((await takeDaemonNumber(db, { ...facts, schema: NEXT, wanted: null })).lastId, 0);
  });
});
