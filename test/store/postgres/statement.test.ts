import { strict as assert } from 'node:assert';
import type { Queries } from '../../../src/store/postgres/connection.js';
import { NUMBERED_STATEMENTS_MAX } from '../../../src/store/postgres/limits.js';
import { ask } from '../../../src/store/postgres/queries/statement.js';

describe('statements with named parameters', () => {
  it('are numbered again where more than NUMBERED_STATEMENTS_MAX came in between', async () => {
    const sent: [string, readonly unknown[]][] = [];
    const query: Queries['query'] = (text, parameters = []) => {
      sent.push([text, parameters]);
      return Promise.resolve([]);
    };
    const unused = () => Promise.reject(new Error('not asked for'));
    const db: Queries = { query, queryOnce: query, change: unused, exec: unused };
    const first = 'SELECT :b, :a, :b::text';
    for (let index = 0; index <= NUMBERED_STATEMENTS_MAX; index += 1) await ask(db, `SELECT ${index}, :a`, { a: 1 });
    await ask(db, first, { a: 1, b: 2 });
    await ask(db, 'SELECT 0, :a', { a: 3 });
    assert.deepEqual(sent.slice(-2), [
      ['SELECT $1, $2, $1::text', [2, 1]],
      ['SELECT 0, $1', [3]],
    ]);
  });
});
