import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { FINGERPRINT_THREAD_HEAP_MB, MAPPED_FINGERPRINT_HEAP_MB } from '../../src/limits.js';
import { openFingerprinter } from '../../src/workers/fingerprinter.js';

const EVENT = {
  event: JSON.stringify({ type: 'Error', message: 'm', source: 'backend', stackFrames: [] }),
  grouping: '{}',
  stack: null,
};
const PLAIN = { redaction: { names: [], patterns: [] }, hasMaps: false };
const SECOND = { version: 2, sourceMaps: [] };

describe('the thread of the fingerprints', () => {
  it('has the heap of its limit, and no more', async () => {
    // A heap cannot be filled to the byte: what is held here is that the thread is given it.
    const started = once(process, 'worker') as Promise<[Worker]>;
    const fingerprinter = openFingerprinter(PLAIN);
    const [worker] = await started;
    assert.equal(worker.resourceLimits?.maxOldGenerationSizeMb, FINGERPRINT_THREAD_HEAP_MB);
    const prints = await fingerprinter.fingerprint([EVENT, { event: 'no JSON', grouping: '{}', stack: null }], SECOND);
    assert.deepEqual(
      prints.map((print) => print?.fingerprintVersion ?? null),
      [2, null],
    );
    await fingerprinter.close();
  });

  it('has the heap of a digest thread where it may have to read source maps', async () => {
    const started = once(process, 'worker') as Promise<[Worker]>;
    const fingerprinter = openFingerprinter({ ...PLAIN, hasMaps: true });
    const [worker] = await started;
    assert.equal(worker.resourceLimits?.maxOldGenerationSizeMb, MAPPED_FINGERPRINT_HEAP_MB);
    await fingerprinter.close();
  });

  it('tells those that wait, and those that come later, that it has ended', async () => {
    const fingerprinter = openFingerprinter(PLAIN);
    const waiting = assert.rejects(fingerprinter.fingerprint([EVENT], SECOND), /has ended/);
    await fingerprinter.close();
    await waiting;
    await assert.rejects(fingerprinter.fingerprint([EVENT], SECOND), /has ended/);
  });
});
