// Retention by whole days: what is too old of all projects goes without a row being deleted.

import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { PARTITION_LOCK_WAIT_MS, PRUNE_STEP_ROWS, TRANSACTION_TRIES_MAX } from '../../../src/store/postgres/limits.js';
import { readPartitions, toPartition } from '../../../src/store/postgres/partitions.js';
import { deleteEmptyCounters } from '../../../src/store/postgres/tables/counters.js';
import { EVERY_PROJECT_ID } from '../../../src/store/postgres/tables/projects.js';
import { type PostgresPlace, toPostgresPlace } from '../../support/postgres-place.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { DAY_MS, eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, openHarness, times } from '../../support/store-harness.js';

/** By then everything that was received until now is older than 30 days, to the end of its day. */
const POLICY = { nowMs: Date.now() + 32 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 };
const KINDS = ['events', 'requests', 'logs'] as const;
const today = KINDS.map((kind) => toPartition(kind, Date.now()).name);

/** Each row that a DELETE takes from a table of records. */
const NOTING = `
  CREATE TABLE deleted_rows (kind text);
  CREATE FUNCTION note_delete() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO deleted_rows VALUES (TG_TABLE_NAME); RETURN OLD; END $$;
  ${KINDS.map((kind) => `CREATE TRIGGER note AFTER DELETE ON ${kind} FOR EACH ROW EXECUTE FUNCTION note_delete();`).join('')}`;

/** Rows, and what is counted of them, of all projects and of every daemon together. */
const COUNTED = `SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM requests) AS requests,
  (SELECT count(*) FROM logs) AS logs, (SELECT count(*) FROM client_ids) AS client_ids,
  (SELECT coalesce(sum(event_count), 0) FROM error_groups) AS in_groups,
  (SELECT coalesce(sum(count), 0) FROM event_counts WHERE project_id = -1 AND span_ms = 0) AS counted_events,
  (SELECT coalesce(sum(total), 0) FROM request_counts WHERE project_id = -1 AND span_ms = 0) AS counted_requests,
  (SELECT coalesce(sum(count), 0) FROM log_counts WHERE project_id >= 0 AND span_ms = 0) AS counted_logs,
  (SELECT count(*) FROM projects WHERE id > 0) AS projects,
  (SELECT coalesce(sum(bytes), 0) FROM project_sizes) > 0 AS has_bytes`;
const NOTHING = {
  events: 0,
  requests: 0,
  logs: 0,
  clientIds: 0,
  inGroups: 0,
  countedEvents: 0,
  countedRequests: 0,
  countedLogs: 0,
  projects: 0,
  hasBytes: false,
};

const COUNTS = [
  ['event_counts', 'count'],
  ['request_counts', 'total'],
  ['log_counts', 'count'],
  ['group_counts', 'count'],
  ['project_sizes', 'bytes'],
] as const;

describe('retention of the PostgreSQL store', function () {
  this.timeout(60_000);
  let url = '';
  let db: Db;
  let store: Harness<PostgresPlace>;
  beforeEach(async () => {
    url = await makeDatabase(await sharedPostgres());
    store = await openHarness(() => Promise.resolve(toPostgresPlace(url)));
    db = openDb(url, { max: 2 });
    await db.exec(NOTING);
  });
  afterEach(async () => {
    await cleanUp();
    await db.close();
  });
  const fill = async (projectName: string | null, count: number): Promise<void> => {
    const digests = times(count, (index) => [
      eventDigest({ projectName, eventId: `${projectName}-${index}` }),
      requestDigest({ projectName }),
      logDigest({ projectName }),
    ]);
    await store.store.append(digests.flat());
  };
  const counted = async () => (await db.query<typeof NOTHING>(COUNTED))[0];
  const deleted = async (): Promise<number> => (await db.query('SELECT FROM deleted_rows')).length;
  const partitions = async (): Promise<string[]> => (await readPartitions(db)).map(({ name }) => name);
  const left = async (): Promise<number> =>
    (await db.query(`SELECT FROM gone_partitions UNION ALL SELECT FROM pg_class WHERE relname LIKE 'gone\\_%\\_2%'`))
      .length;

  it('takes whole days out at once, in which no row is deleted, with all that is counted of them', async () => {
    for (const project of ['shop', 'blog', null]) await fill(project, PRUNE_STEP_ROWS / 2 + 1);
    const { deletedRows } = await store.store.prune(POLICY);
    assert.equal(deletedRows, 3 * 3 * (PRUNE_STEP_ROWS / 2 + 1));
    assert.deepEqual(await counted(), NOTHING);
    assert.equal(await deleted(), 0);
    assert.equal(await left(), 0);
    assert.deepEqual(
      (await partitions()).filter((name) => today.includes(name)),
      [],
    );
    // A retry is new again, and is stored though its day has no partition any more.
    await fill('shop', 1);
    assert.equal((await store.onlyGroup()).count, 1);
  });

  it('deletes rows of a day that some project keeps, and takes it out when that is through with it', async () => {
    await store.store.setProjectSettings('keeper', { retentionDays: 60 });
    for (const project of ['shop', 'keeper']) await fill(project, 5);
    await store.store.prune(POLICY);
    assert.equal(await deleted(), 15);
    assert.deepEqual(await store.projects(), ['keeper']);
    assert.equal((await store.onlyGroup()).count, 5);
    assert.equal((await partitions()).filter((name) => today.includes(name)).length, 3);
    await store.store.prune({ ...POLICY, nowMs: POLICY.nowMs + 30 * DAY_MS });
    assert.equal(await deleted(), 15);
    assert.deepEqual(await counted(), NOTHING);
  });

  it('deletes rows of the day that the border cuts', async () => {
    await fill('shop', 3);
    const nowMs = Date.now() + 30 * DAY_MS;
    await store.store.prune({ ...POLICY, nowMs });
    assert.equal(await deleted(), 9);
    assert.equal((await partitions()).filter((name) => today.includes(name)).length, 3);
    assert.deepEqual(await counted(), NOTHING);
  });

  it('goes on with a day that was taken out by a daemon that was ended', async () => {
    for (const project of ['shop', 'blog']) await fill(project, 20);
    // As one leaves it that is ended after its first step.
    const events = today[0] ?? '';
    await db.exec(`ALTER TABLE events DETACH PARTITION ${events}; ALTER TABLE ${events} RENAME TO gone_${events};
      INSERT INTO gone_partitions (name, kind) VALUES ('gone_${events}', 'events')`);
    await store.close();
    const next = await openHarness(() => Promise.resolve(toPostgresPlace(url)));
    assert.equal((await counted())?.inGroups, 40);
    await next.store.prune({ ...POLICY, nowMs: Date.now() });
    const { inGroups, countedEvents, requests, clientIds } = (await counted()) ?? NOTHING;
    assert.deepEqual([inGroups, countedEvents, requests, clientIds], [0, 0, 40, 0]);
    assert.equal(await left(), 0);
  });

  it('leaves nothing of a project that was cleared while its days were out, nor after everything is', async () => {
    for (const project of ['shop', 'blog']) await fill(project, 20);
    for (const name of today)
      await db.exec(`ALTER TABLE ${name.slice(0, -9)} DETACH PARTITION ${name}; ALTER TABLE ${name} RENAME TO gone_${name};
        INSERT INTO gone_partitions (name, kind) VALUES ('gone_${name}', '${name.slice(0, -9)}')`);
    await store.store.clear('shop');
    await store.store.clearLogs(null);
    await store.store.prune({ ...POLICY, nowMs: Date.now() });
    assert.deepEqual(await counted(), NOTHING);
    for (const [table, count] of COUNTS) {
      const off = `SELECT FROM ${table} GROUP BY project_id HAVING sum(${count}) <> 0`;
      assert.equal((await db.query(off)).length, 0, table);
    }
    await fill('shop', 20);
    await store.store.clear(null);
    assert.deepEqual(await counted(), NOTHING);
  });

  it('leaves no counter that has come to nothing, of a cleared project or of one whose records are too old', async () => {
    const emptyCounters = async (): Promise<number> => {
      const kinds = [
        ['event_counts', 'type, source', 'count'],
        ['request_counts', 'project_id', 'total'],
        ['log_counts', 'level, source', 'count'],
      ] as const;
      const empty = kinds.map(([table, key, count]) =>
        db.query(`SELECT FROM ${table} GROUP BY project_id, span_ms, start_ms, ${key} HAVING sum(${count}) <= 0`),
      );
      return (await Promise.all(empty)).flat().length;
    };
    const types = async (): Promise<string[]> =>
      Array.from(await db.query<{ type: string }>('SELECT DISTINCT type FROM event_counts'), ({ type }) => type);
    await store.store.append([
      eventDigest({ projectName: 'shop', type: 'SecretError' }),
      eventDigest({ projectName: 'blog', type: 'OpenError' }),
    ]);
    // As two daemons leave it: one has counted what the other took off.
    await db.exec(`INSERT INTO event_counts (project_id, span_ms, start_ms, type, source, shard, count)
      SELECT project_id, span_ms, start_ms, type, source, shard + 1, 0 FROM event_counts`);
    await store.store.clear('shop');
    assert.deepEqual(await types(), ['OpenError']);
    await fill('blog', 3);
    await store.store.prune({ ...POLICY, nowMs: Date.now() + 30 * DAY_MS });
    assert.equal(await emptyCounters(), 0);
  });

  it('keeps what another daemon counts while empty counters are deleted', async () => {
    await store.store.append([eventDigest({ projectName: 'blog', type: 'BackError' })]);
    await db.exec('UPDATE event_counts SET count = 0');
    const other = openDb(url, { max: 1 });
    await other.exec('BEGIN; UPDATE event_counts SET count = count + 1');
    const deleting = db.transact((transaction) => deleteEmptyCounters(transaction, EVERY_PROJECT_ID));
    const isWaiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await other.query(isWaiting)).length === 0) await new Promise(setImmediate);
    await other.exec('COMMIT');
    await deleting;
    await other.close();
    const [kept] = await db.query<{ count: number }>(
      `SELECT sum(count) AS count FROM event_counts WHERE project_id = ${EVERY_PROJECT_ID} AND span_ms = 0`,
    );
    assert.equal(kept?.count, 1);
  });

  it('deletes rows where somebody reads a table for long, and does not wait for them', async () => {
    await fill('shop', 3);
    const reader = openDb(url, { max: 1 });
    await reader.exec('SET idle_in_transaction_session_timeout = 0; BEGIN; LOCK TABLE events IN ACCESS SHARE MODE');
    await store.store.prune(POLICY);
    await reader.exec('COMMIT');
    await reader.close();
    assert.deepEqual(await counted(), NOTHING);
    assert.equal(await deleted(), 3);
    assert.ok(PARTITION_LOCK_WAIT_MS * TRANSACTION_TRIES_MAX < 5000);
  });
});
