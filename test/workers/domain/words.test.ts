import assert from 'node:assert/strict';
import { hasWords } from '../../../src/workers/domain/words.js';

describe('words of a message', () => {
  const CASES: readonly (readonly [words: string, message: string, isThere: boolean])[] = [
    ['No such host', 'lookup a: No such host is known', true],
    ['No such host', 'no such host', false],
    ['^No such host', 'lookup a: No such host', false],
    ['^No such host', 'No such host is known', true],
    ['such host$', 'No such host', true],
    ['such host$', 'No such host is known', false],
    ['^No such host$', 'No such host', true],
    ['^No such host$', 'No such host\n', false],
    ['a.c (x)*', 'abc (x)*', false],
    ['a.c (x)*', 'in a.c (x)* of it', true],
  ];

  for (const [words, message, isThere] of CASES) {
    it(`${isThere ? 'finds' : 'does not find'} ${JSON.stringify(words)} in ${JSON.stringify(message)}`, () => {
      assert.equal(hasWords(message, words), isThere);
    });
  }
});
