import assert from 'node:assert/strict';
import { loadDashboardModule } from '../support/dashboard-module.js';

interface Ticks {
  readonly stepMs: number;
  readonly stepPercent: number;
  readonly ticksMs: readonly number[];
}

describe('the axis of a timeline', () => {
  let toTicks: (spanMs: number) => Ticks;

  before(async function () {
    this.timeout(60_000);
    ({ toTicks } = await loadDashboardModule<{ toTicks: typeof toTicks }>('correlation/to-ticks.ts'));
  });

  for (const [spanMs, stepMs, count] of [
    [0.5, 1, 1],
    [1, 1, 2],
    [4, 1, 5],
    [5, 2, 3],
    [184, 50, 4],
    [400, 100, 5],
    [499, 100, 5],
    [500, 200, 3],
    [9000, 2000, 5],
    [59_000, 20_000, 3],
    [60_000, 20_000, 4],
    [100_000, 30_000, 4],
    [3_600_000, 1_800_000, 3],
    [26 * 3_600_000, 6 * 3_600_000, 5],
    [30 * 86_400_000, 8 * 86_400_000, 4],
  ] as const) {
    it(`has marks that a person counts in over ${spanMs} ms`, () => {
      const ticks = toTicks(spanMs);
      assert.deepEqual([ticks.stepMs, ticks.ticksMs.length, ticks.ticksMs[0]], [stepMs, count, 0]);
      assert.ok((ticks.ticksMs.at(-1) ?? 0) <= spanMs);
      assert.equal(Math.round(ticks.stepPercent), Math.round((stepMs / spanMs) * 100));
    });
  }
});
