import { strict as assert } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { openDigestSender } from '../../../../src/digest-channel.js';
import type { DigestBatch } from '../../../../src/messages.js';
import { COMMIT_CALLS_FEW, COMMIT_PAUSE_MS_MAX, COMMIT_QUIET_MS } from '../../../../src/store/sqlite/limits.js';
import { openCommitQueue, toPauseMs } from '../../../../src/store/sqlite/writer/commit-queue.js';

describe('the pause after a commit', () => {
  it('is as long as the commit took, and bounded', () => {
    assert.equal(toPauseMs(2, 1.5), 1.5);
    assert.equal(toPauseMs(COMMIT_CALLS_FEW - 1, COMMIT_PAUSE_MS_MAX), COMMIT_PAUSE_MS_MAX);
    assert.equal(toPauseMs(2, COMMIT_PAUSE_MS_MAX + 1), COMMIT_PAUSE_MS_MAX);
  });

  it('is left out for a call that came alone, and for as many as make a commit worth its pages', () => {
    assert.equal(toPauseMs(1, 2), 0);
    assert.equal(toPauseMs(COMMIT_CALLS_FEW, 2), 0);
  });
});

describe('a queue of commits', () => {
  /** `tookMs` is what each commit takes by the clock, which stands still otherwise. */
  const open = (tookMs: number) => {
    let nowMs = 0;
    const commits: number[][] = [];
    const { port1, port2 } = new MessageChannel();
    const reports = new EventEmitter();
    const flushed: number[] = [];
    const queue = openCommitQueue({
      committer: {
        commit(group: readonly DigestBatch[]) {
          nowMs += tookMs;
          commits.push(group.map(({ ticket }) => ticket));
          return {} as never;
        },
      } as never,
      report: () => void reports.emit('reported'),
      afterFlush: (recordCount) => void flushed.push(recordCount),
      clock: () => nowMs,
    });
    queue.accept(port1);
    const wait = (ms: number): void => void (nowMs += ms);
    return { queue, commits, reports, port: port2, wait, flushed };
  };
  const post = (port: MessagePort, tickets: readonly number[]): void =>
    port.postMessage(
      openDigestSender().toMessage(tickets.map((ticket) => ({ ticket, items: [], bodyRefused: false }))),
    );

  it('takes what comes during the pause into the next commit', async () => {
    // By this clock the pause never ends, so the timer alone ends it.
    const { queue, commits, reports, port } = open(COMMIT_PAUSE_MS_MAX);
    post(port, [1, 2]);
    await once(reports, 'reported');
    post(port, [3]);
    post(port, [4]);
    await once(reports, 'reported');
    assert.deepEqual(commits, [
      [1, 2],
      [3, 4],
    ]);
    queue.close();
  });

  it('commits what waits for the end of a pause when it is closed', async () => {
    const { queue, commits, reports, port } = open(COMMIT_PAUSE_MS_MAX);
    post(port, [1, 2]);
    await once(reports, 'reported');
    post(port, [3]);
    queue.close();
    assert.deepEqual(commits, [[1, 2], [3]]);
  });

  it('lets what comes during the pause gather, and commits it between two steps of other work once the pause is over', async () => {
    const { queue, commits, reports, port, wait, flushed } = open(COMMIT_PAUSE_MS_MAX);
    post(port, [1, 2]);
    await once(reports, 'reported');
    post(port, [3]);
    // A message that has come in is read before this is called.
    await new Promise(setImmediate);
    wait(COMMIT_PAUSE_MS_MAX - 1);
    queue.flushDue();
    assert.deepEqual(commits, [[1, 2]]);
    wait(1);
    queue.flushDue();
    assert.deepEqual(commits, [[1, 2], [3]]);
    queue.flushDue();
    assert.equal(commits.length, 2);
    // The log is looked after each time, as other work fills it too.
    assert.equal(flushed.length, 4);
    queue.close();
  });

  it('is busy for a while after a call came in', async () => {
    const { queue, reports, port, wait } = open(0);
    assert.equal(queue.isBusy(), false);
    post(port, [1]);
    await once(reports, 'reported');
    wait(COMMIT_QUIET_MS - 1);
    assert.equal(queue.isBusy(), true);
    wait(1);
    assert.equal(queue.isBusy(), false);
    queue.close();
  });
});
