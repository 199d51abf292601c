import assert from 'node:assert/strict';
import { GROUPING_CONDITION_CHARS_MAX } from '../schemas/limits.js';
import { MAX_MESSAGE_LENGTH } from '../src/constants.js';
import { toGlob } from '../src/glob.js';

describe('a pattern with *', () => {
  for (const [pattern, matching, others] of [
    ['TypeError', ['TypeError'], ['typeerror', 'TypeErrors', 'a TypeError', '']],
    ['*', ['', 'anything', 'two\nlines'], []],
    ['Type*', ['Type', 'TypeError'], ['aType', 'type']],
    ['*Error', ['Error', 'TypeError'], ['Errors']],
    ['*src/cart*', ['src/cart.ts', '/app/src/cart/a.ts'], ['src/card.ts']],
    ['a*b*c', ['abc', 'a-b-c', 'abbcc'], ['ab', 'acb', 'abcd', 'bc']],
    // Both ends want characters of their own.
    ['aba*aba', ['abaaba', 'aba-aba'], ['ababa', 'aba']],
    ['*ab*b', ['abb', 'xab-b'], ['ab']],
    ['a**b', ['ab', 'a-b'], ['a']],
    // Nothing else in it means anything.
    ['a.c?[x]', ['a.c?[x]'], ['abc?[x]', 'a.cx']],
  ] as const) {
    it(`of ${JSON.stringify(pattern)} is of the whole value`, () => {
      const glob = toGlob(pattern);
      for (const value of matching) assert.equal(glob(value), true, value);
      for (const value of others) assert.equal(glob(value), false, value);
    });
  }

  it('takes no longer for what nearly is of it, however often a part may stand in several places', () => {
    const glob = toGlob(`${'a*'.repeat(GROUPING_CONDITION_CHARS_MAX / 2 - 1)}b`);
    const value = 'a'.repeat(MAX_MESSAGE_LENGTH);
    const startMs = performance.now();
    for (let count = 0; count < 1000; count += 1) assert.equal(glob(value), false);
    assert.equal(toGlob(`*${'a'.repeat(GROUPING_CONDITION_CHARS_MAX - 3)}b*`)(value), false);
    assert.ok(performance.now() - startMs < 2000);
  });
});
