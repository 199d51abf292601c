import assert from 'node:assert/strict';
import { SPAN_ID_CHARS_MAX, SPAN_NAME_CHARS_MAX, SPAN_OP_CHARS_MAX, SPANS_KEPT_MAX } from '../../../src/limits.js';
import { DEFAULT_RULES } from '../../../src/workers/domain/redact-rules.js';
import { redactSpans, toRequestSpans } from '../../../src/workers/domain/request-spans.js';

const QUERY = { name: 'SELECT 1', op: 'db', spanId: 'b', parentSpanId: 'a', offset: 2, duration: 3, failed: true };

const spansOf = (value: unknown) => {
  const spans = toRequestSpans(value);
  return spans && redactSpans(spans, DEFAULT_RULES);
};

describe('the spans of a request', () => {
  it('are kept in the order in which they began, to the microsecond', () => {
    const first = { name: 'auth', offset: -0.0004, duration: 1.23456 };
    assert.deepEqual(spansOf([QUERY, first]), {
      count: 2,
      kept: [{ name: 'auth', offset: -0, duration: 1.235 }, QUERY],
    });
  });

  it('have the longest first of those that began together: senders tell of what ended first', () => {
    const [inner, outer] = [
      { ...QUERY, name: 'inner', duration: 1 },
      { ...QUERY, name: 'outer', duration: 5 },
    ];
    assert.deepEqual(
      spansOf([inner, outer])?.kept.map(({ name }) => name),
      ['outer', 'inner'],
    );
  });

  it('leave out what is none, and refuse nothing', () => {
    for (const value of [undefined, null, 5, 'x', {}, [], [null, 5, 'x', []]]) assert.equal(spansOf(value), undefined);
    const others = [{ name: '' }, { duration: -1 }, { duration: '3' }, { offset: Number.NaN }, { offset: 1e300 }];
    assert.deepEqual(spansOf([...others.map((other) => ({ ...QUERY, ...other })), QUERY]), { count: 1, kept: [QUERY] });
    const odd = { op: 5, spanId: 'a b', parentSpanId: 'x'.repeat(SPAN_ID_CHARS_MAX + 1), failed: 'yes' };
    assert.deepEqual(spansOf([{ ...QUERY, ...odd }])?.kept, [{ name: 'SELECT 1', offset: 2, duration: 3 }]);
    const longId = 'x'.repeat(SPAN_ID_CHARS_MAX);
    assert.equal(spansOf([{ ...QUERY, spanId: longId }])?.kept[0]?.spanId, longId);
  });

  it('are the longest where there are more than are kept, and how many there were', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ ...QUERY, offset: index, duration: index }));
    assert.equal(spansOf(of(SPANS_KEPT_MAX))?.kept.length, SPANS_KEPT_MAX);
    const { count, kept } = spansOf(of(SPANS_KEPT_MAX + 1)) ?? assert.fail();
    assert.deepEqual([count, kept.length, kept[0]?.offset], [SPANS_KEPT_MAX + 1, SPANS_KEPT_MAX, 1]);
  });

  it('have names of a bounded length, without secrets', () => {
    const [whole] =
      spansOf([{ ...QUERY, name: 'n'.repeat(SPAN_NAME_CHARS_MAX), op: 'o'.repeat(SPAN_OP_CHARS_MAX) }])?.kept ?? [];
    assert.deepEqual([whole?.name.length, whole?.op?.length], [SPAN_NAME_CHARS_MAX, SPAN_OP_CHARS_MAX]);
    const name = `GET https://prices.example/v1?token=hunter2hunter2 ${'n'.repeat(SPAN_NAME_CHARS_MAX)}`;
    const [cut] = spansOf([{ ...QUERY, name, op: 'o'.repeat(SPAN_OP_CHARS_MAX + 1) }])?.kept ?? [];
    assert.match(cut?.name ?? '', /token=\[Redacted\]/);
    assert.ok((cut?.name.length ?? 0) <= SPAN_NAME_CHARS_MAX);
    assert.equal(cut?.op?.length, SPAN_OP_CHARS_MAX);
    const nameOf = (sent: string, op: string) => spansOf([{ ...QUERY, name: sent, op }])?.kept[0]?.name;
    assert.equal(nameOf('AUTH default hunter2', 'db.redis'), 'AUTH [Redacted]');
    assert.equal(nameOf('hello 3 auth default hunter2', 'db'), 'hello 3 auth [Redacted]');
    assert.equal(nameOf('auth the user', 'middleware'), 'auth the user');
  });
});
