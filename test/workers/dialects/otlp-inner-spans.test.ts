import assert from 'node:assert/strict';
import { SPAN_PARENTS_MAX, SPANS_READ_MAX } from '../../../src/limits.js';
import { toRequestSpans } from '../../../src/workers/domain/request-spans.js';
import { contentsOf, encode, FORMATS, itemsOf, toKeyValues, toRequest } from '../../support/otlp.js';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const BEGAN_NANOS = 1_769_860_800_250_000_000n;

const idOf = (number: number): string => number.toString(16).padStart(16, '0');
const nanosOf = (ms: number): string => String(BEGAN_NANOS + BigInt(ms * 1_000_000));

interface Place {
  readonly id: number;
  readonly below?: number;
  readonly fromMs?: number;
  readonly toMs?: number;
}

const inner = ({ id, below, fromMs = 1, toMs = 2 }: Place, fields: object = {}): object => ({
  traceId: TRACE_ID,
  spanId: idOf(id),
  ...(below !== undefined && { parentSpanId: idOf(below) }),
  name: `work ${id}`,
  kind: 1,
  startTimeUnixNano: nanosOf(fromMs),
  endTimeUnixNano: nanosOf(toMs),
  ...fields,
});

const server = (place: Place, fields: object = {}): object =>
  inner(
    { fromMs: 0, toMs: 10, ...place },
    {
      kind: 2,
      attributes: toKeyValues({ 'http.request.method': 'GET', 'url.path': `/${place.id}` }),
      ...fields,
    },
  );

function spansByUrl(spans: readonly object[]): Readonly<Record<string, readonly string[]>> {
  const requests = itemsOf('traces', toRequest('traces', spans)).filter(({ kind }) => kind === 'request');
  return Object.fromEntries(
    requests.map(({ payload }): [string, string[]] => [
      String(payload.url),
      ((payload.spans ?? []) as { name: string }[]).map(({ name }) => name).sort(),
    ]),
  );
}

function skippedOf(spans: readonly object[]): unknown {
  const contents = contentsOf('traces', encode('traces', toRequest('traces', spans), 'protobuf'));
  return 'reason' in contents ? contents.reason : contents.notes?.skipped;
}

describe('spans of OpenTelemetry inside of a request', () => {
  for (const format of FORMATS) {
    it(`go with it, wherever they stand in the call, in ${format}`, () => {
      const query = { 'db.system.name': 'postgresql', 'db.query.text': 'SELECT 1' };
      const spans = [
        inner({ id: 2, below: 1, fromMs: 1.5, toMs: 4 }, { kind: 3, attributes: toKeyValues(query) }),
        server({ id: 1 }),
        inner({ id: 3, below: 2, fromMs: 5, toMs: 6 }, { status: { code: 2 } }),
      ];
      const [request] = itemsOf('traces', toRequest('traces', spans), { format });
      assert.deepEqual(toRequestSpans(request?.payload.spans)?.kept, [
        {
          name: 'SELECT 1',
          op: 'db',
          spanId: idOf(2),
          parentSpanId: idOf(1),
          offset: 1.5,
          duration: 2.5,
        },
        { name: 'work 3', spanId: idOf(3), parentSpanId: idOf(2), offset: 5, duration: 1, failed: true },
      ]);
      assert.equal(skippedOf(spans), undefined);
    });
  }

  it('say what they asked for', () => {
    const called = { 'http.request.method': 'POST', 'url.full': 'https://prices.example/v1' };
    const sent = { 'messaging.system': 'kafka' };
    const older = { 'db.system': 'redis', 'db.statement': 'GET a' };
    const spans = [called, sent, older].map((attributes, index) =>
      inner({ id: index + 2, below: 1 }, { kind: 3, attributes: toKeyValues(attributes) }),
    );
    const [request] = itemsOf('traces', toRequest('traces', [server({ id: 1 }), ...spans]));
    assert.deepEqual(
      (request?.payload.spans as { name: string; op: string }[]).map(({ name, op }) => [op, name]),
      [
        ['http', 'POST https://prices.example/v1'],
        ['messaging', 'work 3'],
        ['db', 'GET a'],
      ],
    );
  });

  it('go with the nearest server above them, where one trace has several', () => {
    const spans = [
      server({ id: 1 }),
      inner({ id: 2, below: 1 }),
      server({ id: 3, below: 2 }),
      inner({ id: 4, below: 3 }),
    ];
    assert.deepEqual(spansByUrl(spans), { '/1': ['work 2'], '/3': ['work 4'] });
  });

  it('go with the only server of their trace, where those between them came in another call', () => {
    assert.deepEqual(spansByUrl([server({ id: 1 }), inner({ id: 9, below: 8 })]), { '/1': ['work 9'] });
    const two = [server({ id: 1 }), server({ id: 2 }), inner({ id: 9, below: 8 })];
    assert.deepEqual(spansByUrl(two), { '/1': [], '/2': [] });
    assert.deepEqual(skippedOf(two), { span: 1 });
  });

  it('are not those that the request was called from', () => {
    const caller = inner({ id: 5, below: 8 }, { kind: 3 });
    const root = inner({ id: 4 });
    const spans = [root, caller, server({ id: 1, below: 5 }), inner({ id: 2, below: 1 })];
    assert.deepEqual(spansByUrl(spans), { '/1': ['work 2'] });
    assert.deepEqual(skippedOf(spans), { span: 2 });
  });

  it('are skipped where they are of no request, go in a circle, or have the id of another', () => {
    assert.deepEqual(skippedOf([inner({ id: 2, below: 3 }), inner({ id: 3, below: 2 })]), { span: 2 });
    assert.deepEqual(skippedOf([server({ id: 1 }), inner({ id: 2, below: 1 }), inner({ id: 2, below: 1 })]), {
      span: 1,
    });
    assert.deepEqual(skippedOf([server({ id: 1 }), inner({ id: 2 }, { traceId: '' })]), { span: 1 });
  });

  it('are found below as many others as calls nest', () => {
    const chain = (length: number): object[] =>
      Array.from({ length }, (_, index) => inner({ id: index + 10, below: index === 0 ? 1 : index + 9 }));
    // Two servers, so that the trace alone decides nothing.
    const servers = [server({ id: 1 }), server({ id: 2 })];
    assert.equal(skippedOf([...servers, ...chain(SPAN_PARENTS_MAX)]), undefined);
    assert.deepEqual(skippedOf([...servers, ...chain(SPAN_PARENTS_MAX + 1)]), { span: 1 });
  });

  it('are read up to a bound', () => {
    const spans = Array.from({ length: SPANS_READ_MAX + 1 }, (_, index) => inner({ id: index + 10, below: 1 }));
    assert.equal(skippedOf([server({ id: 1 }), ...spans.slice(1)]), undefined);
    assert.deepEqual(skippedOf([server({ id: 1 }), ...spans]), { span: 1 });
  });
});
