import assert from 'node:assert/strict';
import { toUsage } from '../../src/answers/project-settings.js';

const at = (text: string): number => Date.parse(text);

const COUNTED = {
  minuteStartMs: at('2026-03-01T23:59:00.000Z'),
  minuteItems: 12,
  dayStartMs: at('2026-03-01T00:00:00.000Z'),
  dayBytes: 5_000,
};

describe('usage of the limits of a project', () => {
  it('is what was counted, while its minute and its day last', () => {
    assert.deepEqual(toUsage(COUNTED, at('2026-03-01T23:59:59.999Z')), {
      minute: { items: 12, resetsAt: '2026-03-02T00:00:00.000Z' },
      day: { bytes: 5_000, resetsAt: '2026-03-02T00:00:00.000Z' },
    });
  });

  it('is nothing of a minute in which nothing was counted, and the day goes on', () => {
    const { minute, day } = toUsage(
      { ...COUNTED, minuteStartMs: at('2026-03-01T12:00:00.000Z') },
      at('2026-03-01T12:01:00.000Z'),
    );
    assert.deepEqual(minute, { items: 0, resetsAt: '2026-03-01T12:02:00.000Z' });
    assert.equal(day.bytes, 5_000);
  });

  it('is nothing of a new day', () => {
    assert.deepEqual(toUsage(COUNTED, at('2026-03-02T00:00:00.000Z')), {
      minute: { items: 0, resetsAt: '2026-03-02T00:01:00.000Z' },
      day: { bytes: 0, resetsAt: '2026-03-03T00:00:00.000Z' },
    });
  });
});
