import assert from 'node:assert/strict';
import { type PreviewedGroup, toPreviewFigures, toShownChanges } from '../src/grouping-preview.js';
import { PREVIEW_CHANGES_MAX, PREVIEW_NAMES_MAX } from '../src/limits.js';
import { times } from './support/store-harness.js';

function group(id: string, keys: readonly string[], count = 1): PreviewedGroup {
  return { id, type: 'TypeError', message: 'm', count, keys };
}

describe('what a preview tells of changes', () => {
  it('is all of them up to as many as it may tell, and those of most groups past that', () => {
    const pairs = (count: number) =>
      times(count, (pair) => [group(`${pair} a`, [`key ${pair}`]), group(`${pair} b`, [`key ${pair}`])]).flat();
    const three = times(3, (index) => group(`three ${index}`, ['three']));
    const shown = (groups: readonly PreviewedGroup[]) => toShownChanges(toPreviewFigures(groups), undefined);
    assert.equal(shown(pairs(PREVIEW_CHANGES_MAX)).length, PREVIEW_CHANGES_MAX);
    const past = [...pairs(PREVIEW_CHANGES_MAX), ...three];
    assert.equal(shown(past).length, PREVIEW_CHANGES_MAX);
    assert.equal(shown(past)[0]?.before, 3);
    // Counted are all, and that of a group is found behind the last one that is shown.
    const figures = toPreviewFigures(past);
    assert.deepEqual(figures.joined, { before: 2 * PREVIEW_CHANGES_MAX + 3, after: PREVIEW_CHANGES_MAX + 1 });
    const lastPair = toShownChanges(figures, `${PREVIEW_CHANGES_MAX - 1} b`);
    assert.deepEqual(
      lastPair.map(({ before, after }) => [before, after]),
      [[2, 1]],
    );
  });

  it('names as many groups of a change as it may, those of most events first', () => {
    for (const [count, names] of [
      [PREVIEW_NAMES_MAX, PREVIEW_NAMES_MAX],
      [PREVIEW_NAMES_MAX + 1, PREVIEW_NAMES_MAX],
    ] as const) {
      const groups = times(count, (index) => group(`g${index}`, ['same'], index));
      const [change] = toShownChanges(toPreviewFigures(groups), 'g0');
      assert.equal(change?.before, count);
      assert.equal(change.groups.length, names);
      assert.equal(change.groups[0]?.id, `g${count - 1}`);
    }
  });

  it('takes linear time where groups meet one after another', () => {
    const groups = times(5000, (index) => group(`g${index}`, [`key ${index}`, `key ${index + 1}`]));
    assert.deepEqual(toPreviewFigures(groups).joined, { before: 5000, after: 5001 });
  });
});
