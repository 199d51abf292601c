// Retention by whole days: what is too old of all projects goes without a row being deleted.

import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { PARTITION_LOCK_WAIT_MS, PRUNE_STEP_ROWS, TRANSACTION_TRIES_MAX } from '../../../src/store/postgres/limits.js';
import { readPartitions, toPartition } from '../../../src/store/postgres/partitions.js';
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
