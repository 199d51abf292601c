// The thread side of `fingerprinter.ts`. Started by path; imported by nobody.

import { parentPort, workerData } from 'node:worker_threads';
import { monotonicClock } from '../clock.js';
import type { FingerprintReply, FingerprintRequest, RulesReply, RulesRequest } from '../messages.js';
import type { RedactSettings } from '../redact-settings.js';
import { findRule, type RuleFacts, toGroupingRules } from './domain/fingerprint/grouping-rules.js';
import { DEFAULT_RULES, toRedactRules } from './domain/redact-rules.js';
import { openMapBook } from './source-maps/map-book.js';
import { type StoredMaps, toStoredPrint } from './stored-print.js';

const made = toRedactRules(workerData as RedactSettings);
const maps: StoredMaps = {
  // A dev server has what it serves now, and knows nothing of what was stored.
  book: openMapBook({ nowMs: monotonicClock, fetchFile: () => null }),
  rules: made.ok ? made.rules : DEFAULT_RULES,
};

parentPort?.on('message', (request: FingerprintRequest | RulesRequest) => {
  parentPort?.postMessage(request.kind === 'rules' ? toMatches(request) : toPrints(request));
});

function toPrints({ id, events, version, sourceMaps }: FingerprintRequest): FingerprintReply {
  const rule = { version, sourceMaps };
  maps.book.startCall();
  return { kind: 'fingerprint', id, prints: events.map((event) => toStoredPrint(event, rule, maps)) };
}

function toMatches({ id, events, rules }: RulesRequest): RulesReply {
  const ready = toGroupingRules(rules);
  const matches = events.map((text) => {
    // The store wrote it, by its schema.
    const match = findRule(ready, JSON.parse(text) as RuleFacts);
    return match === null ? null : { index: match.index, fingerprint: match.fingerprint };
  });
  return { kind: 'rules', id, matches };
}
