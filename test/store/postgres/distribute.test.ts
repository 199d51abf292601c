// Citus cannot be run here. What it asks of tables is read from the catalog, and its functions are stood in for by such as write
// down what they were called with (docs/adr/0028-postgresql.md).

import { strict as assert } from 'node:assert';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { DISTRIBUTED_TABLES, distribute, REFERENCE_TABLES } from '../../../src/store/postgres/distribute.js';
import { prepareDatabase } from '../../../src/store/postgres/prepare-database.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';

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
