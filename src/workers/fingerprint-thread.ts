// The thread side of `fingerprinter.ts`. Started by path; imported by nobody.

import { parentPort, workerData } from 'node:worker_threads';
import { monotonicClock } from '../clock.js';
import type { FingerprintReply, FingerprintRequest } from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { DEFAULT_RULES, toRedactRules } from './domain/redact-rules.js';
import { openMapBook } from './source-maps/map-book.js';
import { type StoredMaps, toStoredPrint } from './stored-print.js';

const made = toRedactRules(workerData as RedactSettings);
const maps: StoredMaps = {
  // A dev server has what it serves now, and knows nothing of what was stored.
  book: openMapBook({ nowMs: monotonicClock, fetchFile: () => null }),
  rules: made.ok ? made.rules : DEFAULT_RULES,
};

parentPort?.on('message', ({ id, events, version, sourceMaps }: FingerprintRequest) => {
  const rule = { version, sourceMaps };
  maps.book.startCall();
  const prints = events.map((event) => toStoredPrint(event, rule, maps));
  parentPort?.postMessage({ id, prints } satisfies FingerprintReply);
});
