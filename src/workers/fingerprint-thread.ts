// The thread side of `fingerprinter.ts`. Started by path; imported by nobody.

import { parentPort } from 'node:worker_threads';
import type { FingerprintReply, FingerprintRequest } from '../messages.js';
import { toStoredPrint } from './stored-print.js';

parentPort?.on('message', ({ id, events }: FingerprintRequest) => {
  parentPort?.postMessage({ id, prints: events.map(toStoredPrint) } satisfies FingerprintReply);
});
