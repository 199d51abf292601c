import assert from 'node:assert/strict';
import { Attempts } from '../../src/gateway/attempts.js';
import { toSecretHash } from '../../src/gateway/auth.js';
import { ATTEMPT_ADDRESSES_MAX, RIGHT_KEY_MS, WRONG_KEYS_MAX, WRONG_KEYS_MS } from '../../src/limits.js';
import { times } from '../support/store-harness.js';

describe('wrong keys of an address', () => {
  const open = () => {
    const time = { nowMs: 5000 };
    const attempts = new Attempts(() => time.nowMs);
    const guess = (count: number, address = 'a') =>
      times(count, (index) => attempts.noteWrong(address, toSecretHash(`guess ${index}`)));
    return { time, attempts, guess };
  };

  it('are let through up to the limit, and refused one past it until the minute is over', () => {
    const { time, attempts, guess } = open();
    assert.deepEqual(guess(WRONG_KEYS_MAX), new Array(WRONG_KEYS_MAX).fill(null));
    time.nowMs += 20_500;
    assert.deepEqual(guess(2), [
      { retryAfterSeconds: 40, isFirst: true },
      { retryAfterSeconds: 40, isFirst: false },
    ]);
    time.nowMs = 5000 + WRONG_KEYS_MS - 1;
    assert.deepEqual(guess(1), [{ retryAfterSeconds: 1, isFirst: false }]);
    time.nowMs += 1;
    assert.deepEqual(guess(1), [null]);
    assert.equal(attempts.noteRight('a', 'eve'), null);
  });

  it('are counted apart from those of another', () => {
    const { attempts, guess } = open();
    guess(WRONG_KEYS_MAX + 1);
    assert.deepEqual(guess(1, 'b'), [null]);
    assert.equal(attempts.noteRight('b', 'eve'), null);
    assert.deepEqual(attempts.noteRight('a', 'eve'), { retryAfterSeconds: 60, isFirst: false });
  });

  it('do not refuse a holder who was right from there within the hour, and do after it', () => {
    for (const [agoMs, isRefused] of [
      [RIGHT_KEY_MS - 1, false],
      [RIGHT_KEY_MS, true],
    ] as const) {
      const { time, attempts, guess } = open();
      attempts.noteRight('a', 'ada');
      time.nowMs += agoMs;
      guess(WRONG_KEYS_MAX + 1);
      assert.equal(attempts.noteRight('a', 'ada') !== null, isRefused, String(agoMs));
      assert.notEqual(attempts.noteRight('a', 'eve'), null);
    }
  });

  it('that are one and the same refuse no right key', () => {
    const { attempts } = open();
    const told = times(WRONG_KEYS_MAX + 5, () => attempts.noteWrong('a', toSecretHash('old')));
    assert.notEqual(told.at(-1), null);
    assert.equal(attempts.noteRight('a', 'eve'), null);
  });

  it('are forgotten of the address that was counted longest ago, past the limit', () => {
    const { attempts, guess } = open();
    guess(WRONG_KEYS_MAX + 1, 'first');
    for (let index = 1; index < ATTEMPT_ADDRESSES_MAX; index += 1) guess(1, `address ${index}`);
    assert.notEqual(attempts.noteRight('first', 'eve'), null);
    guess(1, 'one more');
    assert.equal(attempts.noteRight('first', 'eve'), null);
  });
});
