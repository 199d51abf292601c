import assert from 'node:assert/strict';
import { toCount, toDuration, toRetention, toSize } from '../../src/cli/words.js';

describe('words for people', () => {
  it('counts in the singular and the plural', () => {
    assert.deepEqual(
      [toCount(0, 'event'), toCount(1, 'event'), toCount(2, 'event')],
      ['0 events', '1 event', '2 events'],
    );
  });

  it('says sizes in the unit that fits', () => {
    assert.deepEqual([0, 1, 1023, 1024, 1_048_575, 1_048_576, 5e9].map(toSize), [
      '0 bytes',
      '1 byte',
      '1023 bytes',
      '1.0 KB',
      '1024.0 KB',
      '1.0 MB',
      '4768.4 MB',
    ]);
  });

  it('says durations in their two largest units', () => {
    assert.deepEqual([0.4, 59, 60, 3599, 3600, 86_399, 86_400, 180_000].map(toDuration), [
      '0 s',
      '59 s',
      '1 min 0 s',
      '59 min 59 s',
      '1 h 0 min',
      '23 h 59 min',
      '1 day 0 h',
      '2 days 2 h',
    ]);
  });

  it('says what is kept, and when there is no limit', () => {
    const words = (retentionDays: number, maxDbSizeMb: number) => toRetention({ retentionDays, maxDbSizeMb });
    assert.equal(words(30, 2048), 'keeps 30 days, at most 2048 MB');
    assert.equal(words(1, 0), 'keeps 1 day, without a size limit');
    assert.equal(words(0, 500), 'keeps everything, at most 500 MB');
    assert.equal(words(0, 0), 'keeps everything, without a size limit');
  });
});
