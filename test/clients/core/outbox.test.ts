import assert from 'node:assert/strict';
import {
  CATCH_UP_RECORDS_MAX,
  FAILED_CALL_TRIES_MAX,
  QUEUE_CHARS_MAX,
  QUEUE_RECORDS_MAX,
  RECORD_CHARS_MAX,
  RETRY_AFTER_MAX_MS,
  RETRY_MAX_MS,
} from '../../../clients/core/limits.js';
import { Outbox, type SendAnswer, toBody } from '../../../clients/core/outbox.js';
import { REQUEST_BATCH_SIZE, REQUEST_WAIT_MS } from '../../../clients/node/src/limits.js';
import { BATCH_INTERVAL_MS, BATCH_SIZE } from '../../../src/constants.js';

interface Call {
  readonly path: string;
  readonly records: readonly unknown[];
  answer(answer: Partial<SendAnswer> | Error): Promise<void>;
}

/** An outbox between a clock and a daemon that are both moved by hand. */
function openOutbox(queueCharsMax = QUEUE_CHARS_MAX, requestBatchSize?: number, requestWaitMs?: number) {
  const calls: Call[] = [];
  const timers = new Map<number, { run: () => void; delayMs: number }>();
  const reported: Record<string, number>[] = [];
  let timerLast = 0;
  const outbox = new Outbox({
    queueCharsMax,
    requestBatchSize,
    requestWaitMs,
    onDropped: (dropped) => reported.push(Object.fromEntries(dropped)),
    schedule: (run, delayMs) => {
      timerLast += 1;
      const timer = timerLast;
      timers.set(timer, { run, delayMs });
      return () => timers.delete(timer);
    },
    send: (path, records) =>
      new Promise((resolve, reject) => {
        calls.push({
          path,
          records: JSON.parse(toBody(records)) as unknown[],
          answer: async (answer) => {
            if (answer instanceof Error) reject(answer);
            else resolve({ status: 201, retryAfter: null, body: '[]', ...answer });
            // The outbox goes on in the reactions to the promise.
            await new Promise((done) => setImmediate(done));
          },
        });
      }),
  });
  return {
    outbox,
    calls,
    reported,
    push: (count: number, kind: 'events' | 'logs' | 'requests' = 'events', first = 0): void => {
      for (let index = 0; index < count; index++) outbox.push(kind, JSON.stringify(first + index));
    },
    /** Lets the only timer end; says how long it was to last. */
    tick: (): number => {
      const [entry, ...others] = timers;
      assert.ok(entry !== undefined && others.length === 0, `${timers.size} timers`);
      timers.delete(entry[0]);
      entry[1].run();
      return entry[1].delayMs;
    },
    timerCount: () => timers.size,
    call: (index: number): Call => {
      const call = calls[index];
      assert.ok(call, `there are ${calls.length} calls`);
      return call;
    },
  };
}

const numbers = (count: number, first = 0): number[] => Array.from({ length: count }, (_, index) => first + index);

describe('the outbox of a client', () => {
  it('sends request records together up to the size that the platform says, and the others by the contract', () => {
    const { push, calls, call } = openOutbox(QUEUE_CHARS_MAX, REQUEST_BATCH_SIZE);
    push(REQUEST_BATCH_SIZE - 1, 'requests');
    assert.equal(calls.length, 0);
    push(1, 'requests', REQUEST_BATCH_SIZE - 1);
    assert.deepEqual(call(0).records, numbers(REQUEST_BATCH_SIZE));
    const other = openOutbox(QUEUE_CHARS_MAX, REQUEST_BATCH_SIZE);
    other.push(BATCH_SIZE);
    assert.deepEqual(other.call(0).records, numbers(BATCH_SIZE));
  });

  it('waits the interval of the contract for more', async () => {
    const { push, calls, tick, call } = openOutbox();
    push(BATCH_SIZE - 1);
    // The outbox reads the real clock: moved early, it asks for what is left of the interval.
    let waitedMs = 0;
    const isSent = (): boolean => calls.length > 0;
    while (!isSent()) waitedMs = Math.max(waitedMs, tick());
    assert.ok(waitedMs <= BATCH_INTERVAL_MS && waitedMs > BATCH_INTERVAL_MS - 50, `${waitedMs} ms`);
    assert.deepEqual([call(0).path, call(0).records], ['/api/events/batch', numbers(BATCH_SIZE - 1)]);
    await call(0).answer({});
  });

  it('lets request records wait as long as the platform says, and the others by the contract', () => {
    const { push, tick } = openOutbox(QUEUE_CHARS_MAX, REQUEST_BATCH_SIZE, REQUEST_WAIT_MS);
    push(1, 'requests');
    assert.ok(tick() <= REQUEST_WAIT_MS);
    const other = openOutbox(QUEUE_CHARS_MAX, REQUEST_BATCH_SIZE, REQUEST_WAIT_MS);
    other.push(1);
    assert.ok(other.tick() > REQUEST_WAIT_MS);
  });

  it('sends a full batch at once', () => {
    const { push, call, calls } = openOutbox();
    push(BATCH_SIZE);
    assert.equal(calls.length, 1);
    assert.deepEqual(call(0).records, numbers(BATCH_SIZE));
  });

  it('sends each kind to its route', async () => {
    const { push, call, calls } = openOutbox();
    push(BATCH_SIZE, 'logs');
    await call(0).answer({});
    push(BATCH_SIZE, 'requests');
    await call(1).answer({});
    assert.deepEqual(
      calls.map(({ path }) => path),
      ['/api/logs/batch', '/api/events/request/batch'],
    );
  });

  it('has one call on its way, in order, of no more than a batch', async () => {
    const { push, calls, call, outbox } = openOutbox();
    push(2 * BATCH_SIZE);
    assert.equal(calls.length, 1);
    await call(0).answer({});
    assert.deepEqual(call(1).records, numbers(BATCH_SIZE, BATCH_SIZE));
    await call(1).answer({});
    assert.deepEqual(outbox.stats(), { sentCount: 2 * BATCH_SIZE, queuedCount: 0, dropped: {} });
  });

  it('sends the same records again, before newer ones, when there was no answer, waiting longer each time', async () => {
    const { push, call, calls, tick } = openOutbox();
    push(BATCH_SIZE);
    const waits: number[] = [];
    for (let failure = 0; failure < 8; failure++) {
      await call(failure).answer(new Error('refused'));
      if (failure === 0) push(3, 'events', 100);
      waits.push(tick());
      assert.deepEqual(call(failure + 1).records.slice(0, BATCH_SIZE), numbers(BATCH_SIZE));
    }
    assert.equal(calls.length, 9);
    const [first = 0, second = 0] = waits;
    assert.ok(first >= 125 && first <= 250 && second >= 250 && second <= 500, waits.join());
    assert.ok(Math.max(...waits) <= RETRY_MAX_MS);
    await call(8).answer({});
  });

  it('catches up in larger calls after an outage, and loses nothing', async () => {
    const { push, call, tick, outbox, calls } = openOutbox();
    push(BATCH_SIZE);
    await call(0).answer(new Error('refused'));
    push(6000, 'events', BATCH_SIZE);
    tick();
    for (let index = 1; index < calls.length; index++) await call(index).answer({});
    assert.equal(calls[1]?.records.length, CATCH_UP_RECORDS_MAX);
    assert.deepEqual(outbox.stats(), { sentCount: 6000 + BATCH_SIZE, queuedCount: 0, dropped: {} });
    assert.deepEqual(
      calls.slice(1).flatMap(({ records }) => records),
      numbers(6000 + BATCH_SIZE),
    );
  });

  it('waits as long as 429 and 503 ask, within reason, and is not hurried by new records', async () => {
    for (const [status, retryAfter, leastMs, mostMs] of [
      [503, '3', 3000, 3300],
      [429, '7', 7000, 7700],
      [503, new Date(Date.now() + 20_000).toUTCString(), 18_000, 22_000],
      [503, '86400', RETRY_AFTER_MAX_MS, RETRY_AFTER_MAX_MS * 1.1],
      [503, 'soon', 125, 250],
      [503, null, 125, 250],
    ] as const) {
      const { push, call, calls, tick } = openOutbox();
      push(BATCH_SIZE);
      await call(0).answer({ status, retryAfter });
      push(BATCH_SIZE);
      assert.equal(calls.length, 1);
      const waitedMs = tick();
      assert.ok(waitedMs >= leastMs && waitedMs <= mostMs, `${retryAfter}: ${waitedMs} ms`);
      assert.equal(calls.length, 2);
    }
  });

  it('sends again what a 207 refused for now, and counts what it refused for good', async () => {
    const { push, call, tick, outbox, reported } = openOutbox();
    push(BATCH_SIZE);
    const items = numbers(BATCH_SIZE).map((index) => {
      if (index === 2) return { error: 'The disk is full.', code: 'storage_full' };
      if (index === 3) return { error: 'The project has used up a limit.', code: 'rate_limited' };
      return index === 5 ? { error: 'No.', code: 'validation_failed' } : { id: String(index) };
    });
    await call(0).answer({ status: 207, body: JSON.stringify(items) });
    assert.deepEqual(outbox.stats(), { sentCount: 7, queuedCount: 2, dropped: { refused: 1 } });
    tick();
    assert.deepEqual(call(1).records, [2, 3]);
    await call(1).answer({});
    assert.deepEqual(reported, [{ refused: 1 }]);
    assert.equal(outbox.stats().sentCount, 9);
  });

  it('drops what the daemon refuses as a whole, and goes on', async () => {
    for (const status of [400, 401, 404]) {
      const { push, call, outbox } = openOutbox();
      push(2 * BATCH_SIZE);
      await call(0).answer({ status });
      await call(1).answer({});
      assert.deepEqual(outbox.stats(), { sentCount: BATCH_SIZE, queuedCount: 0, dropped: { refused: BATCH_SIZE } });
    }
  });

  it('sends smaller calls when one is too large, and drops the record that is too large alone', async () => {
    const { push, call, calls, outbox } = openOutbox();
    push(BATCH_SIZE);
    for (let index = 0; index < calls.length; index++) {
      const { records } = call(index);
      await call(index).answer(records.includes(7) ? { status: 413 } : {});
    }
    assert.deepEqual(outbox.stats(), { sentCount: BATCH_SIZE - 1, queuedCount: 0, dropped: { too_large: 1 } });
  });

  it('gives a call up that the daemon fails on again and again', async () => {
    const { push, call, tick, outbox } = openOutbox();
    push(BATCH_SIZE);
    for (let failure = 0; failure < FAILED_CALL_TRIES_MAX; failure++) {
      await call(failure).answer({ status: 500 });
      tick();
    }
    await call(FAILED_CALL_TRIES_MAX).answer({ status: 500 });
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: 0, dropped: { refused: BATCH_SIZE } });
  });

  it('holds so many records and no more: the oldest of what most waits goes, counted, and told later', async () => {
    const { push, call, tick, outbox, reported, calls } = openOutbox();
    push(BATCH_SIZE);
    await call(0).answer(new Error('refused'));
    push(QUEUE_RECORDS_MAX - BATCH_SIZE, 'logs');
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: QUEUE_RECORDS_MAX, dropped: {} });
    push(1, 'events', 50);
    push(2, 'logs', QUEUE_RECORDS_MAX);
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: QUEUE_RECORDS_MAX, dropped: { queue_full: 3 } });
    tick();
    for (let index = 1; index < calls.length; index++) await call(index).answer({});
    const events = calls.slice(1).filter(({ path }) => path.includes('events'));
    assert.deepEqual(
      events.flatMap(({ records }) => records),
      [...numbers(BATCH_SIZE), 50],
    );
    assert.deepEqual(reported, [{ queue_full: 3 }]);
  });

  it('holds so many characters and no more', () => {
    const { outbox } = openOutbox(1000);
    const record = JSON.stringify('x'.repeat(98));
    for (let count = 0; count < BATCH_SIZE; count++) outbox.push('logs', record);
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: 10, dropped: {} });
    outbox.push('logs', record);
    assert.deepEqual(outbox.stats().dropped, { queue_full: 1 });
  });

  it('takes a record of the limit and none past it', () => {
    const { outbox } = openOutbox();
    outbox.push('logs', 'x'.repeat(RECORD_CHARS_MAX));
    outbox.push('logs', 'x'.repeat(RECORD_CHARS_MAX + 1));
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: 1, dropped: { too_large: 1 } });
  });

  it('flushes without waiting for more, and says when all is delivered', async () => {
    const { push, call, outbox, calls } = openOutbox();
    push(1);
    push(1, 'logs');
    const flushed = outbox.flush(1000);
    await call(0).answer({});
    await call(1).answer({});
    assert.equal(await flushed, true);
    assert.equal(calls.length, 2);
    assert.equal(await outbox.flush(1000), true);
  });

  it('says that a flush did not deliver all when its time is over', async () => {
    const { push, call, outbox, tick } = openOutbox();
    push(1);
    const flushed = outbox.flush(1000);
    assert.equal(tick(), 1000);
    assert.equal(await flushed, false);
    await call(0).answer({});
  });

  it('hands out what waits, with the call on its way only where that is cut off', async () => {
    for (const withCall of [true, false]) {
      const { push, call, outbox, calls, timerCount } = openOutbox();
      push(BATCH_SIZE + 2);
      push(1, 'logs');
      const parcels = outbox.takeAll(1000, { withCall });
      assert.deepEqual(parcels, [
        { path: '/api/events/batch', body: JSON.stringify(withCall ? numbers(12) : numbers(2, 10)) },
        { path: '/api/logs/batch', body: '[0]' },
      ]);
      await call(0).answer({});
      assert.deepEqual([calls.length, timerCount(), outbox.stats().queuedCount], [1, 0, 0]);
    }
  });

  it('hands out parcels of at most the characters asked for, each record whole', () => {
    const { push, outbox, call } = openOutbox();
    push(BATCH_SIZE);
    void call(0);
    push(500, 'logs', 100);
    const parcels = outbox.takeAll(64, { withCall: false });
    for (const { body } of parcels) assert.ok(body.length <= 64, body);
    assert.deepEqual(
      parcels.flatMap(({ body }) => JSON.parse(body) as number[]),
      numbers(500, 100),
    );
  });

  it('sends nothing after it was closed, and counts what was left', async () => {
    const { push, call, calls, outbox, timerCount } = openOutbox();
    push(BATCH_SIZE + 1);
    outbox.close();
    await call(0).answer(new Error('refused'));
    assert.deepEqual([calls.length, timerCount()], [1, 0]);
    assert.deepEqual(outbox.stats(), { sentCount: 0, queuedCount: 0, dropped: { closed: BATCH_SIZE + 1 } });
  });
});
