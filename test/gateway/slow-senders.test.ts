import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { type ReadBody, SlowSenders } from '../../src/gateway/slow-senders.js';
import { INGEST_WINDOW_BYTES_MIN, INGEST_WINDOW_MS } from '../../src/limits.js';

describe('slow senders', () => {
  let nowMs: number;
  let slow: ReadBody[];
  let senders: SlowSenders<ReadBody>;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval'] });
    nowMs = 0;
    slow = [];
    senders = new SlowSenders({
      windowMs: INGEST_WINDOW_MS,
      windowBytesMin: INGEST_WINDOW_BYTES_MIN,
      clock: () => nowMs,
      onSlow: (body) => slow.push(body),
    });
  });
  afterEach(() => mock.timers.reset());

  /** Time passes in quarters of a window, as the timer looks. */
  function pass(windows: number): void {
    for (let quarter = 0; quarter < windows * 4; quarter += 1) {
      nowMs += INGEST_WINDOW_MS / 4;
      mock.timers.tick(INGEST_WINDOW_MS / 4);
    }
  }

  it('finds a body that brought a byte less than it must in a window, and not one that brought as much', () => {
    const [enough, tooFew] = [{ byteCount: 0 }, { byteCount: 0 }];
    senders.watch(enough);
    senders.watch(tooFew);
    pass(0.75);
    enough.byteCount = INGEST_WINDOW_BYTES_MIN;
    tooFew.byteCount = INGEST_WINDOW_BYTES_MIN - 1;
    assert.deepEqual(slow, []);
    pass(0.25);
    assert.deepEqual(slow, [tooFew]);
  });

  it('finds a body that brought much and then nothing, once', () => {
    const body = { byteCount: 0 };
    senders.watch(body);
    body.byteCount = INGEST_WINDOW_BYTES_MIN * 100;
    pass(1);
    assert.deepEqual(slow, []);
    pass(3);
    assert.deepEqual(slow, [body]);
  });

  it('forgets a body that has come', () => {
    const body = { byteCount: 0 };
    senders.watch(body);
    senders.leave(body);
    pass(2);
    assert.deepEqual(slow, []);
  });

  it('blames nobody when it was itself too slow to look', () => {
    const body = { byteCount: 0 };
    senders.watch(body);
    nowMs += INGEST_WINDOW_MS * 5;
    mock.timers.tick(INGEST_WINDOW_MS / 4);
    assert.deepEqual(slow, []);
    pass(1);
    assert.deepEqual(slow, [body]);
  });

  it('looks again when a body comes after a time without any', () => {
    senders.watch({ byteCount: 0 });
    pass(2);
    const later = { byteCount: 0 };
    senders.watch(later);
    pass(1);
    assert.equal(slow.at(-1), later);
  });
});
