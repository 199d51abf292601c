import assert from 'node:assert/strict';
import fc from 'fast-check';
import { sliceText } from '../src/slice-text.js';

describe('sliceText', () => {
  it('keeps a text of the limit and cuts one past it', () => {
    assert.equal(sliceText('abc', 3), 'abc');
    assert.equal(sliceText('abcd', 3), 'abc');
    assert.equal(sliceText('', 3), '');
    assert.equal(sliceText('abc', 0), '');
  });

  it('keeps a pair that ends at the limit and leaves out one that goes through it', () => {
    assert.equal(sliceText('ab😀c', 4), 'ab😀');
    assert.equal(sliceText('ab😀c', 3), 'ab');
    assert.equal(sliceText('😀', 1), '');
  });

  it('keeps a lone surrogate at the limit, of which no other half is cut off', () => {
    assert.equal(sliceText('a\ud83dbc', 2), 'a\ud83d');
    assert.equal(sliceText('a\ude00bc', 2), 'a\ude00');
    assert.equal(sliceText('a\ud83d', 2), 'a\ud83d');
  });

  it('gives the longest beginning of whole characters that has room', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, charsMax) => {
        let longest = '';
        for (const character of text) {
          if (longest.length + character.length > charsMax) break;
          longest += character;
        }
        assert.equal(sliceText(text, charsMax), longest);
      }),
    );
  });
});
