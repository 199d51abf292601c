import { readFileSync } from 'node:fs';
import type { EventPayload } from '../../schemas/event.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import type { Fingerprint } from '../../src/workers/domain/fingerprint/fingerprint.js';
import { toGroupingFacts } from '../../src/workers/domain/fingerprint/grouping-facts.js';
import { fingerprint } from '../../src/workers/domain/fingerprint/v1.js';
import { fingerprintV2 } from '../../src/workers/domain/fingerprint/v2.js';
import { normalizeEvent, normalizeSite } from '../../src/workers/domain/normalize.js';
import { redactEvent } from '../../src/workers/domain/redact.js';
import { redactSite } from '../../src/workers/domain/redact-site.js';

/** One line of a file of pairs: two events, and whether they are one error. */
export interface GroupingPair {
  readonly a: GroupingEvent;
  readonly b: GroupingEvent;
  readonly same: boolean;
  readonly why: string;
  readonly topic: string;
}

export type GroupingEvent = Omit<EventPayload, 'source'> & Partial<Pick<EventPayload, 'source'>>;

/**
 * `grouping` has pairs judged by the rule of version 1, `grouping2` and `grouping_own` pairs judged by what fixes them.
 */
export type GroupingFile = 'grouping' | 'grouping2' | 'grouping_own';

export type ToFingerprint = (event: GroupingEvent) => Fingerprint;

export function readGroupingPairs(name: GroupingFile = 'grouping'): readonly GroupingPair[] {
  const file = new URL(`test/fixtures/corpus/${name}.jsonl`, PACKAGE_ROOT);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GroupingPair);
}

/** The pairs on which the fingerprint is wrong, each in words. */
export function wrongPairs(pairs: readonly GroupingPair[], toPrint: ToFingerprint = fingerprintOf): readonly string[] {
  return pairs.filter((pair) => isWrong(pair, toPrint)).map((pair) => describePair(pair, toPrint));
}

export function isWrong({ a, b, same }: GroupingPair, toPrint: ToFingerprint): boolean {
  return (toPrint(a).value === toPrint(b).value) !== same;
}

/** Of version 1. */
export function fingerprintOf(event: GroupingEvent): Fingerprint {
  return fingerprint(redactSite(normalizeSite(event)));
}

const FACTS = { receivedAtMs: 0, newId: () => 'id', projectName: null, correlationId: null };

/** Of version 2. */
export function fingerprintV2Of(event: GroupingEvent): Fingerprint {
  const payload: EventPayload = { source: 'backend', ...event };
  return fingerprintV2(
    toGroupingFacts(redactSite(normalizeSite(payload)), redactEvent(normalizeEvent(payload, FACTS))),
  );
}

function describePair({ a, b, same, why, topic }: GroupingPair, toPrint: ToFingerprint): string {
  const [one, other] = [a, b].map((event) => JSON.stringify(toPrint(event).parts));
  return `[${topic}] ${why}: must be ${same ? 'one group' : 'two groups'}\n  ${one}\n  ${other}`;
}
