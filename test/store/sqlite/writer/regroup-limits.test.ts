import { strict as assert } from 'node:assert';
import { REGROUP_PAGE_CHARS_MAX } from '../../../../src/limits.js';
import { REGROUP_EVENTS_MAX, REGROUP_GROUPS_MAX, REGROUP_RETURNS_MAX } from '../../../../src/store/sqlite/limits.js';
import { toEventText } from '../../../../src/store/sqlite/tables/regrouping.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { first } from '../../suite/regrouping.js';

/** How many events each page has, where some have. */
function pagesOf(parts: ReturnType<typeof openRegroupParts>): number[] {
  parts.choose(2);
  return parts.regroupAll().filter((count) => count > 0);
}

describe('the limits of grouping anew', () => {
  afterEach(cleanUp);

  it('ask for as many events in a step as one may, and for those past it in the next', () => {
    for (const [count, pages] of [
      [REGROUP_EVENTS_MAX, [REGROUP_EVENTS_MAX]],
      [REGROUP_EVENTS_MAX + 1, [REGROUP_EVENTS_MAX, 1]],
    ] as const) {
      const parts = openRegroupParts();
      parts.commit(...times(count, () => first('cart 1')));
      assert.deepEqual(pagesOf(parts), pages);
    }
  });

  it('ask for as many characters in a step as one may, and past them for what is left in the next', () => {
    const urls = (length: number): string[] => ['/', `/${'x'.repeat(length)}`];
    const store = (length: number) => {
      const parts = openRegroupParts();
      parts.commit(...urls(length).map((url) => first('cart 1', url)));
      return parts;
    };
    const { db, regroup } = store(0);
    const chars = db
      .prepare<[], number>('SELECT id FROM events')
      .pluck()
      .all()
      .map((id) => regroup.read(id))
      .reduce((sum, event) => sum + (event === undefined ? 0 : toEventText(event).length), 0);
    const room = REGROUP_PAGE_CHARS_MAX - chars;
    assert.deepEqual(pagesOf(store(room)), [2]);
    assert.deepEqual(pagesOf(store(room + 1)), [1, 1]);
    // One that is larger than a page goes alone.
    assert.deepEqual(pagesOf(store(2 * REGROUP_PAGE_CHARS_MAX)), [1, 1]);
  });

  it('look for as many groups at a time as one may, and then for those past it', () => {
    for (const count of [REGROUP_GROUPS_MAX, REGROUP_GROUPS_MAX + 1]) {
      const parts = openRegroupParts();
      parts.commit(...times(count, (index) => first(`family${index} 1`)));
      parts.choose(2);
      const projectId = parts.tables.projects.find('shop') ?? -1;
      assert.equal(parts.regroup.waiting(projectId, 2, REGROUP_GROUPS_MAX).length, REGROUP_GROUPS_MAX);
      parts.regroupAll();
      assert.equal(parts.tables.groupings.find(projectId)?.groupCount, count);
      assert.deepEqual(parts.regroup.waiting(projectId, 2, REGROUP_GROUPS_MAX), []);
    }
  });

  it('send as many events home in a step as one may, and those past it in the next', () => {
    const [below, at, past] = [-1, 0, 1].map((more) => {
      const parts = openRegroupParts();
      parts.commit(...times(REGROUP_RETURNS_MAX + more, () => first('cart 1')));
      parts.choose(2);
      parts.regroupAll();
      parts.choose(1);
      return parts.regroupAll().length;
    }) as [number, number, number];
    assert.equal(at, below);
    assert.equal(past, at + 1);
  });
});
