// Rows as arrays, in the text form that PostgreSQL reads.

import { strict as assert } from 'node:assert';
import { openBulk } from '../../../src/store/postgres/bulk.js';
import { type Db, openDb } from '../../../src/store/postgres/connection.js';
import { makeDatabase, sharedPostgres } from '../../support/postgres-server.js';

interface Row {
  readonly id: number;
  readonly ratio: number | null;
  readonly hash: string | null;
  readonly someText: string | null;
}

const bulk = openBulk<Row>({ id: 'bigint', ratio: 'double precision', hash: 'uuid', some_text: 'text' });
const HASH = '0123456789abcdef0123456789abcdef';

/** What an array, its elements or a driver could take for something else. */
const TEXTS = [
  '',
  'NULL',
  'null',
  '{}',
  '{a,b}',
  'a,b',
  '"',
  '\\',
  '\\"',
  'ends in \\',
  ' spaces ',
  'line\nbreak\r\t',
  'nul \0 and \ufdd0 and \ufdd1',
  '日本 😀',
  "it's",
  '$1',
];

describe('rows of one statement', function () {
  this.timeout(30_000);
  let db: Db;
  before(async () => {
    db = openDb(await makeDatabase(await sharedPostgres()), { max: 1 });
  });
  after(() => db.close());

  const send = (rows: readonly Row[]): Promise<Row[]> =>
    db.query(
      `SELECT id, ratio, replace(hash::text, '-', '') AS hash, some_text FROM unnest(${bulk.arrays}) AS n (${bulk.names})`,
      bulk.parameters(rows),
    );

  it('come as they were sent, whatever their texts are', async () => {
    const rows = TEXTS.map((someText, index) => ({ id: index, ratio: index / 3, hash: HASH, someText }));
    assert.deepEqual([...(await send(rows))], rows);
  });

  it('come with nothing where there is nothing, and with the largest numbers that JavaScript holds exactly', async () => {
    const rows = [
      { id: Number.MAX_SAFE_INTEGER, ratio: null, hash: null, someText: null },
      { id: Number.MIN_SAFE_INTEGER, ratio: 1e-300, hash: HASH, someText: 'x' },
    ];
    assert.deepEqual([...(await send(rows))], rows);
    assert.deepEqual([...(await send([]))], []);
  });

  it('are one text for each column', () => {
    assert.deepEqual(bulk.parameters([{ id: 1, ratio: 0.5, hash: HASH, someText: 'a"b' }]), [
      '{1}',
      '{0.5}',
      `{${HASH}}`,
      '{"a\\"b"}',
    ]);
  });
});
