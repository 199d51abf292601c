import { strict as assert } from 'node:assert';
import { CHECKPOINT_PAGES_LEFT, CHECKPOINT_PASSES_MAX } from '../../../../src/store/sqlite/limits.js';
import { runPasses } from '../../../../src/store/sqlite/writer/checkpoint-passes.js';

describe('passes over the log', () => {
  /** How many there were when each wrote so many pages more than the one before. */
  const countPasses = (pagesOfPass: (pass: number) => number): number => {
    let [passes, written] = [0, 0];
    runPasses(() => {
      written += pagesOfPass(passes);
      passes += 1;
      return written;
    });
    return passes;
  };

  it('end with the first that found as little as may be left', () => {
    const first = 4000;
    assert.equal(
      countPasses((pass) => (pass === 0 ? first : CHECKPOINT_PAGES_LEFT)),
      2,
    );
    assert.equal(
      countPasses((pass) => [first, CHECKPOINT_PAGES_LEFT + 1, CHECKPOINT_PAGES_LEFT][pass] ?? 0),
      3,
    );
  });

  it('end when a reader keeps them from writing anything', () => {
    assert.equal(
      countPasses(() => 0),
      2,
    );
  });

  it('are bounded where commits are faster than they are', () => {
    assert.equal(
      countPasses(() => CHECKPOINT_PAGES_LEFT + 1),
      CHECKPOINT_PASSES_MAX,
    );
  });
});
