import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CLIENT_RULES, redactRecord } from '../../../clients/core/redact.js';
import { redactProse } from '../../../src/workers/domain/redact-prose.js';
import { DEFAULT_RULES } from '../../../src/workers/domain/redact-rules.js';
import { contextAllowance, redactValue } from '../../../src/workers/domain/redact-value.js';

const NAMES = ['password', 'api_key', 'Authorization', 'set-cookie', 'tokenCount', 'name', 'value', 'key', 'id', 'a'];
const TEXTS = [
  'hunter2',
  'https://user:hunter2@host/a?token=hunter2&b=1',
  '{"password":"hunter2","a":1}',
  '{"password":"hunter2","cut',
  'password=hunter2&a=1',
  "{ secret: 'hunter2' }",
  'Unexpected token: "}"',
  'authorization',
  'Cookie: a=hunter2',
];

const anyText = fc.oneof(fc.constantFrom(...TEXTS), fc.string());
const anyName = fc.oneof(fc.constantFrom(...NAMES), fc.string());
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, anyText, fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('fields')),
  list: fc.array(fc.oneof(tie('value'), fc.tuple(anyName, anyText)), { maxLength: 6 }),
  fields: fc.dictionary(anyName, tie('value'), { maxKeys: 6 }),
}));

const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('what a client takes out of a record', () => {
  it('is what the daemon takes out by the same rules', () => {
    fc.assert(
      fc.property(fc.dictionary(anyName, anyValue, { maxKeys: 6 }), (extra) => {
        // The one name that the daemon does not keep at all.
        fc.pre(!JSON.stringify(extra).includes('__proto__'));
        const { extra: redacted } = toJson(redactRecord({ extra })) as { extra: unknown };
        assert.deepEqual(redacted, toJson(redactValue(toJson(extra), contextAllowance(CLIENT_RULES))));
      }),
    );
  });

  it('leaves nothing that the daemon would not have found in the record itself', () => {
    fc.assert(
      fc.property(fc.dictionary(anyName, anyValue, { maxKeys: 6 }), (extra) => {
        fc.pre(!JSON.stringify(extra).includes('__proto__'));
        const { extra: sent } = toJson(redactRecord({ extra })) as { extra: unknown };
        const redacted = JSON.stringify(redactValue(sent, contextAllowance(DEFAULT_RULES)));
        const direct = JSON.stringify(redactValue(toJson(extra), contextAllowance(DEFAULT_RULES)));
        assert.ok(!redacted.includes('hunter2') || direct.includes('hunter2'));
      }),
    );
  });

  it('is the same in sentences and frames', () => {
    for (const text of TEXTS) {
      const frame = { filename: text, lineno: 1, contextLine: text, preContext: [text] };
      const redacted = redactRecord({ message: text, stack: text, componentStack: text, stackFrames: [frame] });
      const kept = redactProse(text, CLIENT_RULES);
      assert.deepEqual(toJson(redacted), {
        message: kept,
        stack: kept,
        componentStack: kept,
        stackFrames: [{ filename: kept, lineno: 1, contextLine: kept, preContext: [kept] }],
      });
    }
  });

  it('is bounded for whatever a callback has put there', () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    const deep = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;
    const nested = '['.repeat(8000);
    const text = JSON.stringify(redactRecord({ extra: { loop, deep, nested }, tags: { password: 'hunter2' } }));
    assert.ok(text.length < 20_000 && !text.includes('hunter2'));
  });
});
