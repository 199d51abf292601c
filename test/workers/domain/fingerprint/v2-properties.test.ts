import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EventRecord } from '../../../../schemas/event.js';
import { eventJson, toEventHead } from '../../../../src/answers/event.js';
import { toStoredGroupingFacts } from '../../../../src/workers/domain/fingerprint/grouping-facts.js';
import { fingerprintV2 } from '../../../../src/workers/domain/fingerprint/v2.js';
import { fingerprintV2Of, type GroupingEvent, readGroupingPairs } from '../../../corpus/score-grouping.js';
import { digest, onlyDigest } from '../../../support/digests.js';

const EVENTS: readonly GroupingEvent[] = (['grouping', 'grouping2', 'grouping_own'] as const).flatMap((name) =>
  readGroupingPairs(name).flatMap(({ a, b }) => [a, b]),
);

/** The event as the API returns it. */
function toStored(event: GroupingEvent): EventRecord {
  const { site, context, details, ...facts } = onlyDigest(digest('event', { source: 'backend', ...event }), 'event');
  const head = toEventHead({ ...facts, type: site.type, message: site.message });
  const splices = [context?.text ?? null, details];
  return JSON.parse(eventJson(head, site.stack?.text ?? null, splices)) as EventRecord;
}

function assertStoredAlike(event: GroupingEvent): void {
  const stored = fingerprintV2(toStoredGroupingFacts(toStored(event), event.fingerprint ?? undefined));
  assert.deepEqual(stored, fingerprintV2Of(event), JSON.stringify(event));
}

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(...EVENTS.map(({ message }) => message)),
);
const frame = fc.record(
  {
    filename: fc.oneof(text, fc.constantFrom('/app/src/a.ts', 'node:net', 'https://x.example.com/a.3f2a1b.js')),
    function: text,
    lineno: fc.nat(90),
    colno: fc.nat(9000),
    inApp: fc.boolean(),
    contextLine: text,
  },
  { requiredKeys: [] },
);
const anyEvent: fc.Arbitrary<GroupingEvent> = fc.record(
  {
    type: fc.string({ minLength: 1, maxLength: 64 }),
    message: text,
    source: fc.constantFrom('backend', 'frontend'),
    stackFrames: fc.array(frame, { maxLength: 6 }),
    stack: text,
    platform: fc.constantFrom(
      'node',
      'python',
      'java',
      'go',
      'ruby',
      'php',
      'rust',
      'csharp',
      'dart',
      'swift',
      'elixir',
    ),
    code: fc.oneof(fc.string({ maxLength: 20 }), fc.nat()),
    transaction: text,
    componentName: text,
    componentStack: text,
    request: fc.record(
      { method: fc.constantFrom('GET', 'POST'), url: text, statusCode: fc.nat(599) },
      { requiredKeys: [] },
    ),
    causes: fc.array(fc.record({ type: text, message: text }, { requiredKeys: [] }), { maxLength: 3 }),
  },
  { requiredKeys: ['type', 'message', 'source'] },
);

describe('fingerprint version 2 of any event', () => {
  it('is the same for the stored event as for the one that came in, over the corpus', () => {
    for (const event of EVENTS) assertStoredAlike(event);
  });

  it('is the same for the stored event as for the one that came in', () => {
    fc.assert(fc.property(anyEvent, assertStoredAlike), { numRuns: 300 });
  });

  it('does not depend on what came before', () => {
    const first = EVENTS.map((event) => fingerprintV2Of(event).value);
    const backwards = [...EVENTS].reverse().map((event) => fingerprintV2Of(event).value);
    assert.deepEqual(backwards.reverse(), first);
  });

  it('stays when lines move, at functions with names', () => {
    const names = fc.array(fc.constantFrom('ship', 'pack', 'withRetry', 'invariant', 'show'), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(names, fc.nat(400), (functions, by) => {
        const at = (offset: number) =>
          fingerprintV2Of({
            type: 'Error',
            message: 'm',
            stackFrames: functions.map((name, index) => ({
              filename: '/app/src/a.ts',
              function: name,
              lineno: 10 * index + offset,
            })),
          }).value;
        assert.equal(at(by), at(0));
      }),
    );
  });

  it('stays when only a number of a message is another', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        const of = (id: number) =>
          fingerprintV2Of({ type: 'Error', message: `Order ${id} of customer cus_${id} is gone` });
        assert.equal(of(one).value, of(other).value);
      }),
    );
  });
});
