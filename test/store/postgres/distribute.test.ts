// Citus cannot be run here. What it asks of tables is read from the catalog, and its functions are stood in for by such as write
// down what they were called with (docs/adr/0028-postgresql.md).

import { strict as assert } from 'node:assert';
import type { Parameter } from '../../../src/answers/condition.js';
import type { Digest } from '../../../src/messages.js';
import { type Db, openDb, type Queries } from '../../../src/store/postgres/connection.js';
import { DISTRIBUTED_TABLES, distribute, REFERENCE_TABLES } from '../../../src/store/postgres/distribute.js';
import { COMMIT_ALIVE_RECORDS } from '../../../src/store/postgres/limits.js';
import { prepareDatabase } from '../../../src/store/postgres/prepare-database.js';
import { openRowIds } from '../../../src/store/postgres/row-id.js';
import { openContentCache } from '../../../src/store/postgres/tables/contents.js';
import { takePlace, writeOutbox } from '../../../src/store/postgres/tables/outbox.js';
import { appendAll, SAY_ALIVE } from '../../../src/store/postgres/writer/append.js';
import { openUsualCache } from '../../../src/store/postgres/writer/usual.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';
import { eventDigest, logDigest, requestDigest } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';

interface Sent {
  readonly text: string;
  readonly parameters: readonly Parameter[];
}

/** What a commit does, with a client of another daemon that listens to the feed; what it sends is noted. */
function commitOf(digests: readonly Digest[], sent: Sent[]): (transaction: Queries) => Promise<unknown> {
  const nowMs = Date.now();
  return (transaction) => {
    const noting: Queries = {
      query: (text, parameters = []) => {
        sent.push({ text, parameters });
        return transaction.query(text, parameters);
      },
      queryOnce: (text, parameters = []) => {
        sent.push({ text, parameters });
        return transaction.queryOnce(text, parameters);
      },
      change: (text, parameters = []) => {
        sent.push({ text, parameters });
        return transaction.change(text, parameters);
      },
      exec: (text) => transaction.exec(text),
    };
    return appendAll(noting, digests, {
      nowMs,
      shard: 1,
      ids: openRowIds(1, 0, () => nowMs),
      contents: openContentCache(),
      usual: openUsualCache(),
      held: new Set(),
      watch: 'all',
      part: {
        demand: Promise.resolve({ isListening: true, hasRoom: true, take: () => undefined }),
        tell: async (items) => {
          await takePlace(noting);
          await writeOutbox(noting, { shard: 1, number: sent.length * 1000, items });
        },
      },
    });
  };
}

/** Found before those of the system, in a database with this path. */
const STAND_INS = `
  CREATE VIEW pg_available_extensions AS SELECT 'citus' AS name, '13.0' AS installed_version;
  CREATE TABLE pg_dist_partition (logicalrelid oid);
  CREATE TABLE calls (id serial, name text, told text);
  CREATE FUNCTION note(name regclass, told text) RETURNS void LANGUAGE sql AS $$
    INSERT INTO pg_dist_partition VALUES (name); INSERT INTO calls (name, told) VALUES (name::text, told) $$;
  CREATE FUNCTION create_reference_table(name regclass) RETURNS void LANGUAGE sql AS $$ SELECT note(name, 'reference') $$;
  CREATE FUNCTION create_distributed_table(name regclass, key text, colocate_with text) RETURNS void LANGUAGE sql AS
    $$ SELECT note(name, key || ' with ' || colocate_with) $$;`;

describe('the tables of PostgreSQL, distributed', () => {
  let url: string;
  let db: Db;

  before(async () => {
    url = await makeDatabase(await sharedPostgres());
    await prepareDatabase({ url, mayDistribute: false });
    db = openDb(url, { max: 1 });
  });

  after(() => db.close());

  it('are each told to be distributed or to be everywhere', async () => {
    const tables = await db.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
         AND NOT relispartition ORDER BY relname`,
    );
    assert.deepEqual(
      tables.map(({ name }) => name),
      [...DISTRIBUTED_TABLES, ...REFERENCE_TABLES].toSorted(),
    );
  });

  it('have keys that lead with the project, all of one type, and nothing that goes across projects', async () => {
    const keys = await db.query<{ name: string; first: string; type: string }>(
      `SELECT t.relname AS name, a.attname AS first, a.atttypid::regtype::text AS type
       FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
         JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = i.indkey[0]
       WHERE i.indisunique AND t.relname = ANY($1::text[])`,
      [DISTRIBUTED_TABLES],
    );
    assert.deepEqual(new Set(keys.map(({ name }) => name)), new Set(DISTRIBUTED_TABLES));
    assert.deepEqual(new Set(keys.map(({ first, type }) => `${first} ${type}`)), new Set(['project_id integer']));
    const others = await db.query(
      `SELECT conrelid::regclass::text FROM pg_constraint WHERE contype IN ('f', 'x') AND connamespace = 'public'::regnamespace
       UNION ALL SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal
       UNION ALL SELECT attrelid::regclass::text FROM pg_attribute
         WHERE (attidentity <> '' OR atthasdef) AND attrelid = ANY($1::text[]::regclass[])
           AND pg_get_serial_sequence(attrelid::regclass::text, attname) IS NOT NULL`,
      [DISTRIBUTED_TABLES],
    );
    assert.equal(others.length, 0);
  });

  it('have their numbers from sequences of bigint, where they are on every server', async () => {
    const numbered = await db.query<{ name: string; type: string }>(
      `SELECT attrelid::regclass::text AS name, atttypid::regtype::text AS type FROM pg_attribute
       WHERE attrelid = ANY($1::text[]::regclass[]) AND attnum > 0
         AND pg_get_serial_sequence(attrelid::regclass::text, attname) IS NOT NULL ORDER BY 1`,
      [REFERENCE_TABLES],
    );
    assert.deepEqual(
      numbered.map(({ name, type }) => `${name} ${type}`),
      [
        'alert_messages bigint',
        'audit bigint',
        'keys bigint',
        'projects bigint',
        'saved_views bigint',
        'sessions bigint',
      ],
    );
  });

  it('are written by a commit in statements of one project each, in one order', async () => {
    const sent: Sent[] = [];
    const names = ['zeta', 'alpha', null, 'mid'];
    const digests = (suffix: string) =>
      names.flatMap((projectName) => [
        eventDigest({ projectName, eventId: `${projectName}-${suffix}` }),
        requestDigest({ projectName }),
        logDigest({ projectName }),
      ]);
    // Made, then joined, with the same ids again.
    for (const round of ['first', 'second', 'second']) await db.transact(commitOf(digests(round), sent));
    assert.ok(sent.length > 50, `${sent.length} were sent`);
    for (const { text, parameters } of sent) {
      if (text.startsWith('/* reference */')) continue;
      assert.match(text, /^\/\* project \*\//);
      const isByNumber = /project_id = \$1|\(project_id, [\s\S]*SELECT \$1::integer/.test(text);
      assert.ok(isByNumber ? typeof parameters[0] === 'number' : /p\.name = \$1$/.test(text), text);
      assert.doesNotMatch(text, /project_id = ANY/);
    }
    const locking = sent
      .filter(({ text }) => text.includes('FOR NO KEY UPDATE'))
      .map(({ parameters }) => parameters[0]);
    const rounds = [locking.slice(0, names.length), locking.slice(names.length, 2 * names.length)];
    for (const round of rounds) {
      assert.equal(new Set(round).size, names.length);
      assert.deepEqual(
        round,
        round.toSorted((one, other) => Number(one) - Number(other)),
      );
    }
  });

  it(`hear from a large commit every ${COMMIT_ALIVE_RECORDS} records (COMMIT_ALIVE_RECORDS) while it computes`, async () => {
    const sent: Sent[] = [];
    const commit = (records: number) =>
      db.transact(
        commitOf(
          times(records, () => logDigest()),
          sent,
        ),
      );
    const count = (): number => sent.filter(({ text }) => text === SAY_ALIVE).length;
    await commit(COMMIT_ALIVE_RECORDS);
    assert.equal(count(), 0);
    await commit(2 * COMMIT_ALIVE_RECORDS + 1);
    assert.equal(count(), 2);
  });

  it('are told to Citus once, records beside each other', async () => {
    const name = new URL(url.replace('@/', '@localhost/')).pathname.slice(1);
    await db.exec(STAND_INS);
    await db.exec(`ALTER DATABASE ${name} SET search_path = public, pg_catalog`);
    const again = openDb(url, { max: 1 });
    try {
      const told = await distribute(again);
      assert.deepEqual(told, [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES]);
      const calls = await again.query<{ name: string; told: string }>('SELECT name, told FROM calls ORDER BY id');
      assert.deepEqual(
        calls.map(({ name, told }) => `${name}: ${told}`),
        [
          ...REFERENCE_TABLES.map((table) => `${table}: reference`),
          ...DISTRIBUTED_TABLES.map(
            (table, index) => `${table}: project_id with ${index === 0 ? 'none' : DISTRIBUTED_TABLES[0]}`,
          ),
        ],
      );
      assert.deepEqual(await distribute(again), []);
    } finally {
      await again.close();
    }
  });
});
