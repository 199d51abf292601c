import { strict as assert } from 'node:assert';
import { EventEmitter, once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { openDigestSender } from '../../../../src/digest-channel.js';
import type { DigestBatch } from '../../../../src/messages.js';
import { COMMIT_CALLS_FEW, COMMIT_CALLS_MANY, COMMIT_PAUSE_MS_MAX } from '../../../../src/store/postgres/limits.js';
import { openCommitQueue, toPauseMs } from '../../../../src/store/postgres/writer/commit-queue.js';

describe('the pause after a commit to PostgreSQL', () => {
  it('is as long as the commit took, and bounded', () => {
    assert.equal(toPauseMs(COMMIT_CALLS_FEW, 1.5), 1.5);
    assert.equal(toPauseMs(COMMIT_CALLS_MANY - 1, COMMIT_PAUSE_MS_MAX), COMMIT_PAUSE_MS_MAX);
    assert.equal(toPauseMs(COMMIT_CALLS_FEW, COMMIT_PAUSE_MS_MAX + 1), COMMIT_PAUSE_MS_MAX);
  });

  it('is left out where few calls are under way, and where so many are that a commit is worth it as they come', () => {
    assert.equal(toPauseMs(COMMIT_CALLS_FEW - 1, 2), 0);
    assert.equal(toPauseMs(COMMIT_CALLS_MANY, 2), 0);
  });
});

describe('a queue of commits to PostgreSQL', () => {
  /** A clock that stands still but while a commit runs; each commit and each pause ends when it is told to. */
  const open = () => {
    let nowMs = 0;
    const commits: number[][] = [];
    const steps = new EventEmitter();
    const { port1, port2 } = new MessageChannel();
    const queue = openCommitQueue({
      committer: {
        async commit(group: readonly DigestBatch[]) {
          commits.push(group.map(({ ticket }) => ticket));
          steps.emit('commit');
          await once(steps, 'end');
          nowMs += COMMIT_PAUSE_MS_MAX;
          return {} as never;
        },
      },
      report: () => undefined,
      clock: () => nowMs,
      pause: async (ms) => {
        steps.emit('pause', ms);
        await once(steps, 'end');
      },
    });
    queue.accept(port1);
    /** Resolves when the queue has them. */
    const post = async (tickets: readonly number[]): Promise<void> => {
      const batches = tickets.map((ticket) => ({ ticket, items: [], bodyRefused: false }));
      port2.postMessage(openDigestSender().toMessage(batches));
      await once(port1, 'message');
    };
    /** Ends the commit or the pause, until the next of that name begins. */
    const until = async (next: 'commit' | 'pause'): Promise<unknown[]> => {
      const begun = once(steps, next);
      steps.emit('end');
      return begun;
    };
    return { queue, commits, steps, post, until };
  };
  const few = (count: number) => Array.from({ length: count }, (_, index) => index);

  it('takes calls that come during a pause into one commit with those that came before it', async () => {
    const { queue, commits, steps, post, until } = open();
    const begun = once(steps, 'commit');
    await post([90]);
    await begun;
    // With the one that is being committed, as many as there is a pause for.
    await post(few(COMMIT_CALLS_FEW - 1));
    assert.deepEqual(await until('pause'), [COMMIT_PAUSE_MS_MAX]);
    await post([91]);
    await until('commit');
    assert.deepEqual(commits, [[90], [...few(COMMIT_CALLS_FEW - 1), 91]]);
    steps.emit('end');
    await queue.close();
  });

  it('begins the next commit at once where few calls are under way', async () => {
    const { queue, commits, steps, post, until } = open();
    steps.on('pause', () => assert.fail('a pause'));
    const begun = once(steps, 'commit');
    await post([90]);
    await begun;
    await post(few(COMMIT_CALLS_FEW - 2));
    await until('commit');
    assert.deepEqual(commits, [[90], few(COMMIT_CALLS_FEW - 2)]);
    steps.emit('end');
    await queue.close();
  });

  it('holds a pause for calls that come after all were committed, and commits them when it is closed', async () => {
    const { queue, commits, steps, post, until } = open();
    const begun = once(steps, 'commit');
    await post(few(COMMIT_CALLS_FEW));
    await begun;
    steps.emit('end');
    await queue.flush();
    const paused = once(steps, 'pause');
    await post([90]);
    await paused;
    const closed = queue.close();
    await until('commit');
    steps.emit('end');
    await closed;
    assert.deepEqual(commits, [few(COMMIT_CALLS_FEW), [90]]);
  });
});
