import assert from 'node:assert/strict';
import { HOUR_MS, QUARTER_DAY_MS, SLOT_MS, toFewestParts, toWholeHours } from '../../src/answers/spans.js';

/** A midnight. */
const DAY_START_MS = Date.UTC(2026, 0, 2);

function hoursFrom(hour: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => DAY_START_MS + (hour + index) * HOUR_MS);
}

describe('toFewestParts', () => {
  it('reads six hours that are a quarter of a day as one, and the hours before and after them as they are', () => {
    assert.deepEqual(toFewestParts({ spanMs: HOUR_MS, starts: hoursFrom(5, 9) }), {
      hours: [...hoursFrom(5, 1), ...hoursFrom(12, 2)],
      quarters: hoursFrom(6, 1),
    });
  });

  it('takes no quarter that an hour is missing of, at its beginning or its end', () => {
    for (const starts of [hoursFrom(0, 5), hoursFrom(1, 5), hoursFrom(1, 10), []]) {
      assert.deepEqual(toFewestParts({ spanMs: HOUR_MS, starts }), { hours: starts, quarters: [] });
    }
  });

  it('covers a day of 25 hours once, wherever it begins', () => {
    for (let hour = 0; hour < 24; hour++) {
      const starts = hoursFrom(hour, 25);
      const { hours, quarters } = toFewestParts({ spanMs: HOUR_MS, starts });
      const covered = [...hours, ...quarters.flatMap((startMs) => hoursFrom((startMs - DAY_START_MS) / HOUR_MS, 6))];
      assert.deepEqual(covered.sort(), starts);
      assert.ok(hours.length + quarters.length <= 10);
    }
  });

  it('leaves quarters as they are', () => {
    const starts = [DAY_START_MS, DAY_START_MS + QUARTER_DAY_MS];
    assert.deepEqual(toFewestParts({ spanMs: QUARTER_DAY_MS, starts }), { hours: [], quarters: starts });
  });
});

describe('toWholeHours', () => {
  const fromHours = (from: number, to: number, spanMs = SLOT_MS) =>
    toWholeHours({ spanMs, fromMs: DAY_START_MS + from * HOUR_MS, toMs: DAY_START_MS + to * HOUR_MS });
  const hours = (from: number, to: number) => ({
    hoursFromMs: DAY_START_MS + from * HOUR_MS,
    hoursToMs: DAY_START_MS + to * HOUR_MS,
  });

  it('leaves slots at both ends, none where an hour begins or ends there', () => {
    assert.deepEqual(fromHours(1.5, 4.25), hours(2, 4));
    assert.deepEqual(fromHours(1, 4), hours(1, 4));
  });

  it('has none, at the end, where no hour is whole', () => {
    assert.deepEqual(fromHours(1.5, 2.5), hours(2.5, 2.5));
    assert.deepEqual(fromHours(1.25, 1.75), hours(1.75, 1.75));
  });

  it('has none of a window that is not read in slots', () => {
    assert.deepEqual(fromHours(1, 4, HOUR_MS), hours(4, 4));
  });

  it('goes on to the end of a window that is open', () => {
    const { hoursFromMs, hoursToMs } = toWholeHours({
      spanMs: SLOT_MS,
      fromMs: DAY_START_MS + 1,
      toMs: Number.MAX_SAFE_INTEGER,
    });
    assert.equal(hoursFromMs, DAY_START_MS + HOUR_MS);
    assert.ok(hoursToMs > Number.MAX_SAFE_INTEGER - HOUR_MS);
  });
});
