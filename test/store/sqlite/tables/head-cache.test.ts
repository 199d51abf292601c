import { strict as assert } from 'node:assert';
import { openHeadCache } from '../../../../src/store/sqlite/tables/head-cache.js';

describe('remembered groups', () => {
  it('are found by key and by id, and by neither once they are forgotten, pushed out or replaced', () => {
    const cache = openHeadCache<{ id: number }>(2);
    const known = () => [1, 2, 3, 4].filter((id) => cache.findById(id) !== undefined);
    cache.set('a', { id: 1 });
    cache.set('b', { id: 2 });
    assert.equal(cache.get('a'), cache.findById(1));
    // The other one was used longer ago.
    cache.set('c', { id: 3 });
    assert.equal(cache.get('b'), undefined);
    assert.deepEqual(known(), [1, 3]);
    cache.set('c', { id: 4 });
    assert.deepEqual(known(), [1, 4]);
    const again = { id: 4 };
    cache.set('c', again);
    assert.equal(cache.findById(4), again);
    cache.delete('a');
    assert.deepEqual(known(), [4]);
    cache.clear();
    assert.deepEqual([cache.get('c'), known()], [undefined, []]);
  });
});
