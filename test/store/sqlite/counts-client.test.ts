import { strict as assert } from 'node:assert';
import { openCountReads, openCountsWaiting } from '../../../src/store/sqlite/reader/counts-client.js';

describe('readers of counts', () => {
  /** Runs of `settle` that have begun; each goes on until it is ended. */
  const openRuns = () => {
    const runs: (() => void)[] = [];
    const waiting = openCountsWaiting();
    const untilCounted = openCountReads(waiting, () => new Promise<void>((resolve) => runs.push(resolve)));
    let done = 0;
    const read = (): Promise<void> => untilCounted().then(() => void (done += 1));
    return { runs, waiting, read, done: () => done, turn: () => new Promise((resolve) => setImmediate(resolve)) };
  };

  it('wait for nothing where nothing waits', async () => {
    const { runs, read, waiting } = openRuns();
    await read();
    waiting[0] = 1;
    waiting[0] = 0;
    await read();
    assert.equal(runs.length, 0);
  });

  it('share a run that begins after each of them came, however many they are', async () => {
    const { runs, waiting, read, done, turn } = openRuns();
    waiting[0] = 1;
    const first = [read(), read()];
    await turn();
    assert.equal(runs.length, 1);
    // What was committed since that run began may not be in it.
    const second = [read(), read(), read()];
    await turn();
    assert.deepEqual([runs.length, done()], [1, 0]);
    runs[0]?.();
    await Promise.all(first);
    await turn();
    assert.deepEqual([runs.length, done()], [2, 2]);
    const third = read();
    await turn();
    assert.equal(runs.length, 2);
    runs[1]?.();
    await Promise.all(second);
    await turn();
    runs[2]?.();
    await third;
    assert.deepEqual([runs.length, done()], [3, 6]);
  });

  it('read all the same after a run that failed, and the next ones have it tried again', async () => {
    const waiting = openCountsWaiting();
    waiting[0] = 1;
    let runs = 0;
    const untilCounted = openCountReads(waiting, () => {
      runs += 1;
      return Promise.reject(new Error('lost'));
    });
    await Promise.all([untilCounted(), untilCounted()]);
    await untilCounted();
    assert.equal(runs, 2);
  });
});
