import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type BoundedCache, openBoundedCache } from '../../../src/workers/domain/bounded-cache.js';

/** A cache in which the numbers from 0 stand for themselves, in this order. */
function filled(entriesMax: number, count: number): BoundedCache<number, number> {
  const cache = openBoundedCache<number, number>(entriesMax);
  for (let key = 0; key < count; key++) cache.set(key, key);
  return cache;
}

/** What it holds. Each key is looked up in a cache of its own: to be found makes a value stay. */
function heldBy(entriesMax: number, count: number): number[] {
  const keys = Array.from({ length: count }, (_, key) => key);
  return keys.filter((key) => filled(entriesMax, count).get(key) === key);
}

describe('openBoundedCache', () => {
  for (const entriesMax of [1, 2, 3, 8, 9]) {
    it(`holds no more than ${entriesMax} values, and always the newest of them`, () => {
      for (let count = 1; count <= 4 * entriesMax; count++) {
        const held = heldBy(entriesMax, count);
        assert.ok(held.length <= entriesMax, `${held.length} of ${count}`);
        const sure = Math.min(count, Math.ceil(entriesMax / 2));
        assert.deepEqual(held.slice(-sure), [...Array(count).keys()].slice(-sure), `of ${count}`);
        // Those that are gone are the oldest.
        assert.deepEqual(held, [...Array(count).keys()].slice(count - held.length), `of ${count}`);
      }
    });
  }

  const MAX = 8;

  it('finds what was set fewer than half its bound of other keys ago', () => {
    for (let older = 0; older < 2 * MAX; older++) {
      const cache = filled(MAX, older);
      cache.set(-1, 5);
      for (let key = 0; key < MAX / 2 - 1; key++) cache.set(100 + key, key);
      assert.equal(cache.get(-1), 5, `after ${older}`);
    }
  });

  it('forgets what was not used for as many other keys as its bound', () => {
    for (let older = 0; older < 2 * MAX; older++) {
      const cache = filled(MAX, older);
      cache.set(-1, 5);
      for (let key = 0; key < MAX; key++) cache.set(100 + key, key);
      assert.equal(cache.get(-1), undefined, `after ${older}`);
    }
  });

  it('keeps what is looked up again and again, however much else comes', () => {
    const cache = openBoundedCache<number, number>(MAX);
    cache.set(-1, 5);
    for (let key = 0; key < 100 * MAX; key++) {
      cache.set(key, key);
      if (key % (MAX / 2 - 1) === 0) assert.equal(cache.get(-1), 5, `after ${key}`);
    }
  });

  it('drops nothing when a key that it knows is set again', () => {
    const cache = filled(MAX, MAX / 2 - 1);
    for (let time = 0; time < 10 * MAX; time++) cache.set(0, 0);
    assert.deepEqual([cache.get(0), cache.get(1), cache.get(2)], [0, 1, 2]);
  });

  it('returns what was set, and keeps no place for undefined', () => {
    const cache = filled(MAX, MAX / 2);
    assert.equal(cache.set(50, 7), 7);
    const absent = cache.get(-1);
    for (let key = 0; key < 10 * MAX; key++) assert.equal(cache.set(100 + key, absent), undefined);
    assert.equal(cache.get(50), 7);
    assert.equal(cache.get(0), 0);
  });

  it('finds values that are false, zero and empty as well, also in its older half', () => {
    const cache = openBoundedCache<string, boolean | number | string>(6);
    cache.set('false', false);
    cache.set('zero', 0);
    cache.set('empty', '');
    assert.deepEqual([cache.get('false'), cache.get('zero'), cache.get('empty')], [false, 0, '']);
  });

  it('never finds anything but what the key was last set to', () => {
    const step = fc.record({ key: fc.nat(12), isGet: fc.boolean() });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.array(step, { maxLength: 200 }), (entriesMax, steps) => {
        const cache = openBoundedCache<number, number>(entriesMax);
        const latest = new Map<number, number>();
        for (const [index, { key, isGet }] of steps.entries()) {
          if (isGet) {
            const found = cache.get(key);
            if (found !== undefined) assert.equal(found, latest.get(key));
          } else {
            cache.set(key, index);
            latest.set(key, index);
          }
        }
      }),
    );
  });
});
