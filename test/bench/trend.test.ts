import assert from 'node:assert/strict';
import { toTrend } from '../../bench/trend.js';

/** Half an hour of samples, one each ten seconds. */
function makePoints(valueAt: (hour: number) => number): [number, number][] {
  return Array.from({ length: 180 }, (_, index) => [index / 360, valueAt(index / 360)]);
}

describe('the trend of a run', () => {
  it('is the slope an hour', () => {
    assert.deepEqual(toTrend(makePoints((hour) => 200 + 60 * hour)), { perHour: 60, isFlat: false });
  });

  it('is flat when values only go to and fro, or fall', () => {
    assert.equal(toTrend(makePoints((hour) => 200 + 10 * Math.sin(hour * 300))).isFlat, true);
    assert.deepEqual(toTrend(makePoints((hour) => 200 - 60 * hour)), { perHour: -60, isFlat: true });
  });

  it('leaves out the first third', () => {
    assert.deepEqual(toTrend(makePoints((hour) => (hour < 1 / 6 ? 1000 * hour : 200))), { perHour: 0, isFlat: true });
  });

  it('refuses fewer than two points', () => {
    assert.throws(() => toTrend([[0, 1]]), /two points/);
  });
});
