import { strict as assert } from 'node:assert';
import fc from 'fast-check';
import { toIsoText } from '../src/timestamp.js';

const DATE_MS_MAX = 8_640_000_000_000_000;

describe('the text of a time', () => {
  it('is what Date gives, for every time that a Date can hold', () => {
    fc.assert(
      fc.property(fc.integer({ min: -DATE_MS_MAX, max: DATE_MS_MAX }), (ms) => {
        assert.equal(toIsoText(ms), new Date(ms).toISOString());
      }),
    );
    for (const ms of [-DATE_MS_MAX, -1, 0, 999, 1000, 86_399_999, 86_400_000, 253_402_300_800_000, DATE_MS_MAX]) {
      assert.equal(toIsoText(ms), new Date(ms).toISOString());
    }
  });

  it('is right for times of the same day one after the other', () => {
    const startMs = Date.UTC(2026, 1, 28);
    for (let ms = startMs; ms < startMs + 2 * 86_400_000; ms += 997_331) {
      assert.equal(toIsoText(ms), new Date(ms).toISOString());
    }
  });
});
