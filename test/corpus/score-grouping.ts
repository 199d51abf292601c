import { readFileSync } from 'node:fs';
import type { EventPayload } from '../../schemas/event.js';
import { PACKAGE_ROOT } from '../../src/package.js';
import { type Fingerprint, fingerprint } from '../../src/workers/domain/fingerprint/v1.js';
import { normalizeSite } from '../../src/workers/domain/normalize.js';
import { redactSite } from '../../src/workers/domain/redact-site.js';

/** One line of grouping.jsonl: two events, and whether they are one error. */
export interface GroupingPair {
  readonly a: GroupingEvent;
  readonly b: GroupingEvent;
  readonly same: boolean;
  readonly why: string;
  readonly topic: string;
}

export type GroupingEvent = Omit<EventPayload, 'source'>;

export function readGroupingPairs(): readonly GroupingPair[] {
  const file = new URL('test/fixtures/corpus/grouping.jsonl', PACKAGE_ROOT);
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as GroupingPair);
}

/** The pairs on which the fingerprint is wrong, each in words. */
export function wrongPairs(pairs: readonly GroupingPair[]): readonly string[] {
  return pairs.filter((pair) => isOneGroup(pair) !== pair.same).map(describePair);
}

export function fingerprintOf(event: GroupingEvent): Fingerprint {
  return fingerprint(redactSite(normalizeSite(event)));
}

function isOneGroup({ a, b }: GroupingPair): boolean {
  return fingerprintOf(a).value === fingerprintOf(b).value;
}

function describePair({ a, b, same, why, topic }: GroupingPair): string {
  const [one, other] = [a, b].map((event) => JSON.stringify(fingerprintOf(event).parts));
  return `[${topic}] ${why}: must be ${same ? 'one group' : 'two groups'}\n  ${one}\n  ${other}`;
}
