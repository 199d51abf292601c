import { strict as assert } from 'node:assert';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { rebuildSearchIndex } from '../../../../src/store/sqlite/tables/search-index.js';
import { openSqliteHarness } from '../../../support/sqlite-place.js';
import { eventDigest, logDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';

describe('a search index that is made anew', () => {
  afterEach(cleanUp);

  it('finds every text as people see it', async () => {
    const messages = ['plain words', '\u001b[31mred\u001b[39m words'];
    const { dbPath, store, putAll } = await openSqliteHarness();
    await putAll(messages.flatMap((message) => [logDigest({ message }), eventDigest({ message })]));
    await store.close();
    const db = openWritable(dbPath);
    rebuildSearchIndex(db, 'logs_search', 'logs');
    rebuildSearchIndex(db, 'error_groups_search', 'error_groups');
    db.close();
    const { logs, errors } = await openSqliteHarness({ dbPath });
    assert.equal((await logs({ search: 'red words' })).total, 1);
    assert.equal((await logs({ search: 'words' })).total, 2);
    assert.equal((await errors({ search: 'red words' })).total, 1);
    assert.equal((await errors({ search: 'plain words' })).total, 1);
  });

  it('finds more coloured texts than are read at once', async () => {
    const { dbPath, store, putAll } = await openSqliteHarness();
    await putAll(times(201, () => logDigest({ message: '\u001b[31mred\u001b[39m words' })));
    await store.close();
    const db = openWritable(dbPath);
    rebuildSearchIndex(db, 'logs_search', 'logs');
    db.close();
    const { logs } = await openSqliteHarness({ dbPath });
    assert.equal((await logs({ search: 'red words' })).total, 201);
  });
});
