// Writes the log back into the database file beside the writer, on a connection of its own, so that no commit waits for
// it. Started by the writer thread.

import { parentPort, workerData } from 'node:worker_threads';
import { checkpoint, openForCheckpoints } from '../database.js';
import { messageOf, toStoreErrorCode } from '../sqlite-error.js';
import type { CheckpointReply } from '../thread-messages.js';
import { runPasses } from './checkpoint-passes.js';

if (parentPort === null) throw new Error('checkpoint-thread.js runs as a worker thread only');
const writer = parentPort;
const { dbPath } = workerData as { dbPath: string };
const db = openForCheckpoints(dbPath);

// Each message asks for a run. PASSIVE: it waits for nobody, and the writer goes on appending meanwhile.
writer.on('message', () => {
  writer.postMessage(run());
});

function run(): CheckpointReply {
  try {
    runPasses(() => checkpoint(db, 'PASSIVE').writtenPages);
    return { ok: true };
  } catch (error) {
    return { ok: false, code: toStoreErrorCode(error), message: messageOf(error) };
  }
}
