import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { THREAD_MEMORY_MS, THREADS_TOLD_MAX } from '../src/limits.js';
import { PACKAGE_ROOT } from '../src/package.js';
import { ThreadMemories } from '../src/thread-memory.js';

describe('what threads tell of their memory', () => {
  let memories: ThreadMemories;
  beforeEach(() => {
    memories = new ThreadMemories();
  });
  afterEach(() => {
    memories.close();
  });

  /** A thread that tells its memory at these times of its clock, and has ended. Resolves to its id. */
  async function runThread(timesMs: readonly number[]): Promise<number> {
    const { href } = new URL('dist/src/thread-memory.js', PACKAGE_ROOT);
    const script = `
      import('${href}').then(({ MemoryTeller }) => {
        let held;
        const times = ${JSON.stringify(timesMs)};
        const teller = new MemoryTeller(() => times[0]);
        while (times.length > 1) {
          times.shift();
          held = new Uint8Array(8e6);
          teller.tell();
        }
        return held;
      });
    `;
    const worker = new Worker(script, { eval: true });
    const { threadId } = worker;
    await once(worker, 'exit');
    // What was told before the exit comes over another port.
    await new Promise(setImmediate);
    return threadId;
  }

  const find = (thread: string, ids: readonly number[]) =>
    memories.read({ worker: ids }).find((told) => told.thread === thread);

  it('is told at once, and again when enough time has passed', async () => {
    const early = await runThread([0, THREAD_MEMORY_MS - 1]);
    const late = await runThread([0, THREAD_MEMORY_MS]);
    assert.ok((find('worker-1', [early, late])?.arrayBuffers ?? 8e6) < 8e6);
    assert.ok((find('worker-2', [early, late])?.arrayBuffers ?? 0) >= 8e6);
  });

  it('has the name of a thread for as long as that runs, and gives it to the next one then', async () => {
    const [one, two, three] = [await runThread([0]), await runThread([0, THREAD_MEMORY_MS]), await runThread([0])];
    const namesOf = (ids: readonly number[]) => memories.read({ worker: ids }).map(({ thread }) => thread);
    assert.deepEqual(namesOf([one, two]), ['gateway', 'worker-1', 'worker-2']);
    assert.deepEqual(namesOf([two]), ['gateway', 'worker-2']);
    assert.deepEqual(namesOf([two, three]), ['gateway', 'worker-2', 'worker-1']);
    assert.ok((find('worker-2', [two, three])?.arrayBuffers ?? 0) >= 8e6);
    assert.deepEqual(
      memories.read({ writer: one }).map(({ thread }) => thread),
      ['gateway', 'writer'],
    );
  });

  it('is known of so many threads, the last ones to tell it', async () => {
    const ids: number[] = [];
    while (ids.length <= THREADS_TOLD_MAX) ids.push(await runThread([0]));
    const [first = 0, second = 0] = ids;
    assert.equal(find('worker-1', [first]), undefined);
    assert.notEqual(find('worker-1', [second]), undefined);
    assert.equal(memories.read({ worker: ids }).length, 1 + THREADS_TOLD_MAX);
  });
});
