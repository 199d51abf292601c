// A reader that keeps its snapshot for as many milliseconds as it is told, on a thread of its own.

import { parentPort, workerData } from 'node:worker_threads';
import { openReadable } from '../../../src/store/sqlite/database.js';

const { dbPath } = workerData as { dbPath: string };

parentPort?.once('message', (ms: number) => {
  const db = openReadable(dbPath);
  db.transaction(() => {
    db.prepare('SELECT count(*) FROM filler').get();
    parentPort?.postMessage('holding');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
  })();
  db.close();
});
