import { strict as assert } from 'node:assert';
import { ROW_ID_AHEAD_MS } from '../../../src/store/sqlite/limits.js';
import {
  correctedReceivedAtMs,
  correctedRowIdAt,
  openRowIds,
  parsePublicId,
  type RowIdCorrection,
  receivedAtMsOf,
  rowIdAt,
  toPublicId,
} from '../../../src/store/sqlite/row-id.js';
import { DAY_MS, HOUR_MS } from '../../support/store-digests.js';
import { times } from '../../support/store-harness.js';

const NOW_MS = Date.UTC(2026, 2, 14, 9, 26, 53);

describe('row ids', () => {
  const timesOf: readonly [string, number, number][] = [
    ['the epoch of ids', Date.UTC(2020, 0, 1), 0],
    ['one millisecond later', Date.UTC(2020, 0, 1) + 1, 4096],
    ['a time before the epoch', Date.UTC(2019, 11, 31), 0],
    ['the epoch of Unix', 0, 0],
    ['a negative time', -1, 0],
    ['parts of a millisecond', Date.UTC(2020, 0, 1) + 1.9, 4096],
  ];
  for (const [name, ms, expected] of timesOf) {
    it(`start at ${expected} for ${name}`, () => {
      assert.equal(rowIdAt(ms), expected);
    });
  }

  it('tell the millisecond of their receipt', () => {
    for (const seq of [0, 1, 4095]) assert.equal(receivedAtMsOf(rowIdAt(NOW_MS) + seq), NOW_MS);
    assert.equal(receivedAtMsOf(rowIdAt(NOW_MS) + 4096), NOW_MS + 1);
  });

  it('ascend within a millisecond, over it, and when the clock steps back', () => {
    const clock = [NOW_MS, NOW_MS, NOW_MS + 1, NOW_MS - 3_600_000, NOW_MS - 3_600_000, NOW_MS + 2];
    const ids = openRowIds(0, () => clock.shift() ?? 0);
    const made = times(6, () => ids.next());
    assert.deepEqual(
      made,
      made.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(made).size, 6);
    assert.deepEqual(
      made.map(receivedAtMsOf),
      [0, 0, 1, 1, 1, 2].map((after) => NOW_MS + after),
    );
  });

  it('run on into the next millisecond when one has more rows than fit', () => {
    const ids = openRowIds(0, () => NOW_MS);
    const made = times(5000, () => ids.next());
    assert.equal(receivedAtMsOf(made.at(-1) ?? 0), NOW_MS + 1);
    assert.equal(new Set(made).size, 5000);
  });

  it('go on after the newest stored one, however far ahead it is', () => {
    const last = rowIdAt(NOW_MS + 86_400_000);
    assert.equal(openRowIds(last, () => NOW_MS).next(), last + 1);
  });

  it('are not corrected for a clock that is behind by as much as is let pass, and are past it', () => {
    for (const [behindMs, isDue] of [
      [ROW_ID_AHEAD_MS - 1, false],
      [ROW_ID_AHEAD_MS + 1, true],
    ] as const) {
      const ids = openRowIds(rowIdAt(NOW_MS + behindMs), () => NOW_MS);
      assert.equal(ids.dueCorrection() !== null, isDue, `${behindMs}`);
    }
  });

  it('tell the time of receipt again after a clock that was ahead, and stay ascending', () => {
    let nowMs = NOW_MS;
    const ids = openRowIds(0, () => nowMs);
    const corrections: RowIdCorrection[] = [];
    const made: { id: number; atMs: number }[] = [];
    const make = (): void => void made.push({ id: ids.next(), atMs: nowMs });
    for (const aheadMs of [40 * DAY_MS, 3 * DAY_MS]) {
      make();
      nowMs += aheadMs;
      make();
      nowMs += 5000 - aheadMs;
      const due = ids.dueCorrection();
      assert.ok(due);
      corrections.push(due);
      ids.correct(due);
      assert.equal(ids.dueCorrection(), null);
      make();
      nowMs += HOUR_MS;
      make();
    }
    for (const [index, { id, atMs }] of made.entries()) {
      assert.ok(index === 0 || id > (made[index - 1]?.id ?? 0), 'ids ascend');
      // What came while the clock was ahead was received before it was set right.
      const told = correctedReceivedAtMs(id, corrections);
      const rightMs = Math.min(atMs, ...corrections.filter(({ fromId }) => fromId > id).map((next) => next.atMs));
      assert.ok(Math.abs(told - rightMs) <= 1, `${index}: ${told - rightMs}`);
      assert.ok(correctedRowIdAt(told, corrections) <= id, 'kept until its own time');
      assert.ok(correctedRowIdAt(told + 1, corrections) > id, 'and no longer');
    }
    assert.equal(correctedRowIdAt(0, corrections), 0);
  });

  it('go on by a correction of an earlier process', () => {
    const last = rowIdAt(NOW_MS + 40 * DAY_MS);
    const correction = { fromId: last + 4096, atMs: NOW_MS };
    const id = openRowIds(last, () => NOW_MS + HOUR_MS, correction).next();
    assert.equal(correctedReceivedAtMs(id, [correction]), NOW_MS + HOUR_MS);
  });

  it('stay exact and ascending when the clock is past what they can hold', () => {
    for (const ms of [Date.UTC(2089, 0, 1), Date.UTC(2200, 0, 1), Number.MAX_SAFE_INTEGER]) {
      const ids = openRowIds(0, () => ms);
      const [first, second] = [ids.next(), ids.next()];
      assert.ok(Number.isSafeInteger(second));
      assert.equal(second, first + 1);
      assert.equal(parsePublicId(toPublicId(second)), second);
    }
  });

  it('part earlier from later at a boundary, to the millisecond', () => {
    for (const stepMs of [0, 1, 50, -100]) {
      let nowMs = NOW_MS;
      const ids = openRowIds(0, () => nowMs);
      const before = times(3, () => ids.next());
      nowMs += stepMs;
      const boundary = ids.nextBoundary();
      const after = times(3, () => ids.next());
      assert.ok(before.every((id) => id < boundary && receivedAtMsOf(id) < receivedAtMsOf(boundary)));
      assert.ok(after.every((id) => id > boundary && receivedAtMsOf(id) >= receivedAtMsOf(boundary)));
    }
  });

  const texts: readonly [string, number | null][] = [
    ['0', 0],
    ['z', 35],
    ['10', 36],
    [toPublicId(Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER],
    [(2n ** 53n).toString(36), null],
    ['zzzzzzzzzzz', null],
    ['', null],
    ['01', null],
    ['A', null],
    ['-1', null],
    ['1.5', null],
    ['1e3!', null],
    [' 1', null],
    ['1\n', null],
    ['１', null],
    ['a'.repeat(12), null],
    ['a'.repeat(100_000), null],
  ];
  for (const [text, expected] of texts) {
    it(`read ${JSON.stringify(text.slice(0, 16))} as ${String(expected)}`, () => {
      assert.equal(parsePublicId(text), expected);
    });
  }
});
