import assert from 'node:assert/strict';
import { type GroupEvents, openTopSearch } from '../../src/answers/stats.js';
import { TOP_COUNTED_AT_ONCE } from '../../src/limits.js';

const group = (id: number, eventCount: number): GroupEvents => ({ id, eventCount });

describe('the search for the groups with most events in a window', () => {
  /** Counts by the events of the window, and tells how many groups were counted. */
  function find(candidates: readonly GroupEvents[], inWindow: (id: number) => number) {
    const search = openTopSearch(candidates);
    let countedGroups = 0;
    for (let ids = search.next(); ids.length > 0; ids = search.next()) {
      assert.ok(ids.length <= TOP_COUNTED_AT_ONCE);
      countedGroups += ids.length;
      search.add(ids.map((id) => group(id, inWindow(id))));
    }
    return { top: search.top(), countedGroups };
  }
  /** Each has ten events less than the one before it. */
  const candidates = Array.from({ length: 5 * TOP_COUNTED_AT_ONCE }, (_, index) => group(index + 1, 2000 - 10 * index));

  it(`counts ${TOP_COUNTED_AT_ONCE} groups (TOP_COUNTED_AT_ONCE) where they have more there than the others have in all`, () => {
    const { top, countedGroups } = find(candidates, (id) => 2000 - 10 * (id - 1));
    assert.equal(countedGroups, TOP_COUNTED_AT_ONCE);
    assert.deepEqual(top, candidates.slice(0, 5));
  });

  it('counts all of them where any may be among the first, and finds the same as by counting all', () => {
    const inWindow = (id: number): number => (id * 7919) % 997;
    const { top, countedGroups } = find(candidates, inWindow);
    assert.equal(countedGroups, candidates.length);
    const all = candidates.map(({ id }) => group(id, inWindow(id)));
    assert.deepEqual(top, all.sort((a, b) => b.eventCount - a.eventCount || b.id - a.id).slice(0, 5));
  });

  it('goes on for a newer group that may have as many', () => {
    const even = Array.from({ length: TOP_COUNTED_AT_ONCE + 1 }, (_, index) => group(index + 1, 3));
    const { top } = find(even, () => 3);
    assert.deepEqual(top, even.slice(-5).reverse());
  });

  it('leaves out groups that have none, and ends where there are none', () => {
    assert.deepEqual(find(candidates.slice(0, 3), (id) => id - 1).top, [group(3, 2), group(2, 1)]);
    assert.deepEqual(
      find([], () => 1),
      { top: [], countedGroups: 0 },
    );
  });
});
