// What is remembered of frames that come again is what would be made of them anew.

import assert from 'node:assert/strict';
import type { StackFrame } from '../../schemas/event.js';
import { toAwaiting } from '../../src/workers/domain/fingerprint/async-callers.js';
import { fingerprintV2 } from '../../src/workers/domain/fingerprint/v2.js';
import { normalizeSite, type SitePayload } from '../../src/workers/domain/normalize.js';
import { DEFAULT_RULES, toRedactRules } from '../../src/workers/domain/redact-rules.js';
import { redactSite } from '../../src/workers/domain/redact-site.js';
import type { RedactRules } from '../../src/workers/domain/redact-text.js';
import { addRepeatedFrames, areRepeatedFrames } from '../../src/workers/domain/repeated-frames.js';
import { toRedactedSite } from '../../src/workers/redacted-site.js';

const FRAMES = [
  { filename: '/srv/releases/20240101/src/price.ts', function: 'Price.total', lineno: 7, colno: 3 },
  { filename: '/app/node_modules/express/lib/router.js', function: 'next', lineno: 3, contextLine: 'password=hunter2' },
  { filename: '/app/vendor/shop/cart.php', function: 'fetchJson', lineno: 12, contextLine: 'fetchJson(cart)' },
];
const OTHER_RULES = ((): RedactRules => {
  const made = toRedactRules({ names: [], patterns: ['fetchJson'] });
  assert.ok(made.ok);
  return made.rules;
})();

function repeated<T extends object>(frames: T): T {
  addRepeatedFrames(frames);
  return frames;
}

describe('the redacted site of an event', () => {
  const payload = (fields: Partial<SitePayload>): SitePayload => ({ type: 'Error', message: 'm', ...fields });

  it('has the same frames again where the same ones are sent again', () => {
    const stackFrames = repeated([...FRAMES]);
    const [one, other] = [1, 2].map((order) =>
      toRedactedSite(payload({ message: `order ${order}`, stackFrames }), DEFAULT_RULES),
    );
    assert.equal(one?.stackFrames, other?.stackFrames);
    assert.deepEqual([one?.message, other?.message], ['order 1', 'order 2']);
    assert.ok(areRepeatedFrames(one?.stackFrames ?? []));
    const alone = toRedactedSite(payload({ stackFrames: [...FRAMES] }), DEFAULT_RULES);
    assert.ok(!areRepeatedFrames(alone.stackFrames));
  });

  it('is what it would be without memory, whatever came with these frames before', () => {
    const sent = [repeated([...FRAMES]), repeated([{}]), repeated([])];
    for (const platform of [undefined, 'php', 'node', 'php'])
      for (const rules of [DEFAULT_RULES, OTHER_RULES, DEFAULT_RULES])
        for (const stackFrames of sent) {
          const site = payload({ platform, stackFrames, stack: 'Error: m\n    at f (/app/a.js:1:2)' });
          assert.deepEqual(toRedactedSite(site, rules), redactSite(normalizeSite(site), rules));
        }
  });
});

const NO_FACTS = {
  type: 'Error',
  causes: [],
  isAggregate: false,
  clientFingerprint: undefined,
  code: undefined,
  transaction: undefined,
  request: undefined,
  componentName: undefined,
  componentStack: undefined,
};

describe('version 2 of the grouping', () => {
  it('makes of frames that come again what it makes of others, whatever came with them before', () => {
    const own = (frames: Partial<StackFrame>[]): StackFrame[] => frames.map((frame) => ({ ...frame, inApp: true }));
    const stacks = [
      own(FRAMES),
      // Go names a function with its package.
      own([{ filename: '/src/shop/total.go', function: 'github.com/acme/shop.Total', lineno: 7 }]),
      // What no name tells is grouped by its line where the message does not tell more.
      own([
        { filename: '/app/src/a.ts', lineno: 5, colno: 2 },
        { filename: '/app/src/b.ts', lineno: 9 },
      ]),
      own(
        ['f', 'g', 'f', 'g', 'f', 'main'].map((name, lineno) => ({
          filename: '/app/src/c.ts',
          function: name,
          lineno,
        })),
      ),
      own(
        ['a', 'b', 'c'].map((name) => ({
          filename: `/app/src/${name}.ts`,
          function: `${name}Order`,
          lineno: 7,
          colno: 3,
        })),
      ),
    ];
    const messages = [
      'order 1',
      'Maximum call stack size exceeded',
      "Cannot read properties of undefined (reading 'x')",
    ];
    const all = (['frontend', 'backend'] as const).flatMap((source) =>
      ([undefined, 'go'] as const).flatMap((language) =>
        messages.flatMap((message) =>
          ['', '    at async b (/app/src/b.ts:7:3)'].map((stack) => ({
            ...NO_FACTS,
            source,
            language,
            message,
            awaiting: toAwaiting(stack),
          })),
        ),
      ),
    );
    for (const stackFrames of stacks) {
      const again = repeated([...stackFrames]);
      const anew = all.map((facts) => fingerprintV2({ ...facts, stackFrames: [...stackFrames] }));
      for (const before of all)
        for (const [at, facts] of all.entries()) {
          fingerprintV2({ ...before, stackFrames: again });
          assert.deepEqual(fingerprintV2({ ...facts, stackFrames: again }), anew[at]);
        }
    }
  });
});
