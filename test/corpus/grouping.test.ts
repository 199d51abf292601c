import assert from 'node:assert/strict';
import { readGroupingPairs, wrongPairs } from './score-grouping.js';

describe('grouping corpus', () => {
  it('groups every pair as the corpus says', () => {
    const pairs = readGroupingPairs();
    assert.ok(pairs.length > 0);
    assert.deepEqual(wrongPairs(pairs), []);
  });
});
