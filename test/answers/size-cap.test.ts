import { strict as assert } from 'node:assert';
import { type HeldShare, toStepRows } from '../../src/answers/size-cap.js';
import * as postgres from '../../src/store/postgres/limits.js';

const { PRUNE_STEP_ROWS, PRUNE_STEP_ROWS_MIN } = postgres;

/** The largest first; a row takes 100 bytes. */
const sharesOf = (...rows: readonly number[]): HeldShare[] =>
  rows.map((count) => ({ rows: count, bytes: 100 * count }));

const STEP = { rowsMin: PRUNE_STEP_ROWS_MIN, rowsMax: PRUNE_STEP_ROWS };

describe('a step of the size cap', () => {
  for (const [name, rows, tooMuch, wanted] of [
    ['is as large as may be when projects are of equal size', [10_000, 10_000, 10_000], 400_000, PRUNE_STEP_ROWS],
    ['takes the share of one of them, however many there are', [5000, 5000, 5000, 5000], 80_000, 200],
    ['takes of the largest alone what it has above the others', [5000, 4000, 4000], 60_000, 600],
    ['takes of the largest what all of the larger ones give up', [5000, 4900, 100], 50_000, 300],
    ['takes no more than a step, however much is too much', [100_000, 5], 9_000_000, PRUNE_STEP_ROWS],
    ['takes some rows, however little is too much', [1000, 1000], 1, PRUNE_STEP_ROWS_MIN],
    ['takes all that there is when nothing of it fits', [300, 200], 60_000, 300],
    ['is nothing where there is no project', [], 100, 0],
  ] as const)
    it(name, () => {
      assert.equal(toStepRows(sharesOf(...rows), tooMuch, STEP), wanted);
    });
});
