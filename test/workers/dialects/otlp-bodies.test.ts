// Bodies of OTLP as nobody should send them, before any daemon is involved: what is refused, and what it costs.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PROTOBUF_FIELDS_MAX } from '../../../src/limits.js';
import type { BodyFormat } from '../../../src/messages.js';
import { digestCall } from '../../../src/workers/digest.js';
import { assertQuick } from '../../support/assert-quick.js';
import {
  contentsOf,
  encode,
  NANOS,
  OTLP_FORM,
  type Signal,
  SPAN_ID,
  TRACE_ID,
  toKeyValues,
  toRequest,
} from '../../support/otlp.js';

const EXCEPTION = toKeyValues({ 'exception.type': 'T', 'exception.message': 'm', 'exception.stacktrace': 'at f' });
const REQUESTS: Readonly<Record<Signal, object>> = {
  logs: toRequest('logs', [
    { timeUnixNano: NANOS, severityNumber: 9, body: { stringValue: 'order stored' }, traceId: TRACE_ID },
    { timeUnixNano: NANOS, severityNumber: 17, attributes: EXCEPTION, spanId: SPAN_ID },
  ]),
  traces: toRequest('traces', [
    {
      traceId: TRACE_ID,
      spanId: SPAN_ID,
      kind: 2,
      startTimeUnixNano: NANOS,
      endTimeUnixNano: NANOS,
      attributes: toKeyValues({ 'http.request.method': 'GET', 'url.path': '/a', n: 1.5, list: ['a', { b: true }] }),
      events: [{ timeUnixNano: NANOS, name: 'exception', attributes: EXCEPTION }],
    },
  ]),
  metrics: toRequest('metrics', [{ name: 'a' }]),
};
const SIGNALS = ['logs', 'traces', 'metrics'] as const satisfies Signal[];

const reasonOf = (bytes: Uint8Array, signal: Signal = 'logs'): string => {
  const contents = contentsOf(signal, bytes);
  return 'reason' in contents ? contents.reason : 'taken';
};

/** A field that holds bytes. */
function field(number: number, content: Buffer): Buffer {
  const length: number[] = [];
  let rest = content.length;
  for (; rest > 0x7f; rest >>>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length, rest]), content]);
}

describe('a protobuf body', () => {
  it('is refused wherever it is cut off', () => {
    for (const signal of SIGNALS) {
      const bytes = encode(signal, REQUESTS[signal], 'protobuf');
      for (let length = 1; length < bytes.length; length++) {
        assert.equal(reasonOf(bytes.subarray(0, length), signal), 'validation_failed', `${signal} ${length}`);
      }
      assert.equal(reasonOf(bytes, signal), 'taken');
    }
  });

  const LIES: Readonly<Record<string, string>> = {
    'a message that is longer than the body': '0a05',
    'a message that is longer than the body by far': '0affffffff0f',
    'a length of 64 bits': '0affffffffffffffffff01',
    'a length of more than 64 bits': '0affffffffffffffffffff01',
    'a text that is longer than its message': '0a0412020a057368',
    'an unknown field that is longer than the body': '7a7f',
    'a field without a number': '0a020000',
    'the end of a group': '0c',
    'a wire type that is none': '0f',
    'a text where a time should be': '0a080a0012041202080a',
  };
  for (const [what, hex] of Object.entries(LIES)) {
    it(`is refused with ${what}`, () => {
      assert.equal(reasonOf(Buffer.from(hex, 'hex')), 'validation_failed');
    });
  }

  it('is refused where a part ends behind the end of the whole', () => {
    // The record's severity text says that it has a byte more than its record.
    const record = Buffer.from([0x1a, 0x03, 0x41, 0x42]);
    const scope = field(2, record);
    const bytes = field(1, field(2, scope));
    assert.equal(reasonOf(Buffer.concat([bytes, Buffer.from([0x43])])), 'validation_failed');
  });

  it('is read past the fields that are not known', () => {
    const known = encode('logs', REQUESTS.logs, 'protobuf');
    const unknown = Buffer.concat([field(100 & 0x0f, Buffer.from('later')), Buffer.from([0x78, 0x01])]);
    assert.equal(reasonOf(Buffer.concat([known, unknown])), 'taken');
  });

  it('has as many fields as the limit, and one more is refused before it is read', () => {
    const metrics = (count: number): Buffer => {
      // A request, a resource and a scope take a field each; every empty metric is one.
      const list = Buffer.alloc((count - 2) * 2);
      for (let at = 0; at < list.length; at += 2) list[at] = 0x12;
      return field(1, field(2, list));
    };
    assert.equal(reasonOf(metrics(PROTOBUF_FIELDS_MAX), 'metrics'), 'taken');
    assert.equal(reasonOf(metrics(PROTOBUF_FIELDS_MAX + 1), 'metrics'), 'too_costly');
  });

  it('costs little more when it is made of empty messages', () => {
    const bomb = Buffer.alloc(10 * 1024 * 1024);
    for (let at = 0; at < bomb.length; at += 2) bomb[at] = 0x0a;
    assertQuick(2000, () => assert.equal(reasonOf(bomb), 'too_costly'));
  });

  it('is refused when its values nest without end', function () {
    this.timeout(20_000);
    let value: Buffer = Buffer.from([0x0a, 0x01, 0x78]);
    for (let depth = 0; depth < 20_000; depth++) value = field(5, field(1, value));
    const bytes = field(1, field(2, field(2, field(5, value))));
    assert.equal(reasonOf(bytes), 'validation_failed');
  });

  it('keeps its records when texts in it are no UTF-8', () => {
    const bytes = encode('logs', toRequest('logs', [{ body: { stringValue: 'MARK' } }]), 'protobuf');
    bytes[bytes.indexOf('MARK')] = 0xff;
    const contents = contentsOf('logs', bytes);
    assert.ok('items' in contents);
    assert.equal((contents.items[0]?.payload as { message: string }).message, '\ufffdARK');
  });

  it('is taken or refused, and never more, however it was torn', () => {
    for (const signal of SIGNALS) {
      const whole = encode(signal, REQUESTS[signal], 'protobuf');
      const torn = fc
        .array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
        .map((changes) => {
          const bytes = Buffer.from(whole);
          for (const [at, byte] of changes) bytes[at] = byte;
          return bytes;
        });
      fc.assert(
        fc.property(fc.oneof(torn, fc.uint8Array({ maxLength: 200 })), (bytes) => {
          assertSettled(signal, bytes, 'protobuf');
        }),
        { numRuns: 2000 },
      );
    }
  });
});

describe('a JSON body of OpenTelemetry', () => {
  it('is taken or refused, and never more, whatever its fields hold', () => {
    const hostile = fc.oneof(
      fc.jsonValue({ maxDepth: 4 }),
      fc.constantFrom('', '\ud800', '\u0000', 'NaN', '-1', '1e400', '9'.repeat(40), -1, 1e300, [], {}, null),
      fc.string().map((stringValue) => ({ stringValue })),
    );
    const attributes = fc.array(
      fc.record({
        key: fc.constantFrom('exception.type', 'exception.message', 'http.request.method', 'url.path', '__proto__', ''),
        value: fc.oneof(hostile, fc.record({ value: hostile, stringValue: hostile }), fc.record({ intValue: hostile })),
      }),
    );
    const names = [
      'timeUnixNano',
      'severityNumber',
      'severityText',
      'body',
      'traceId',
      'spanId',
      'kind',
      'events',
      'name',
    ];
    const record = fc.record({
      attributes: fc.oneof(attributes, hostile),
      ...Object.fromEntries(names.map((name) => [name, hostile])),
    });
    const server = record.map((fields) => ({ ...fields, kind: 2 }));
    fc.assert(
      fc.property(fc.constantFrom('logs', 'traces'), fc.array(fc.oneof(record, server, hostile)), (signal, records) => {
        const resource = { 'service.name': '\u0000..' };
        assertSettled(signal, encode(signal, toRequest(signal, records, { resource }), 'json'), 'json');
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused when it nests without end', () => {
    const bytes = Buffer.from(`{"resourceLogs":${'['.repeat(100_000)}`);
    assert.equal('reason' in contentsOf('logs', bytes, { format: 'json' }), true);
  });
});

/** The dialect answers, and what it makes passes through the digest without a fault of ours. */
function assertSettled(signal: Signal, bytes: Uint8Array, format: BodyFormat): void {
  const contents = contentsOf(signal, bytes, { format });
  if ('reason' in contents) return;
  const facts = {
    ticket: 1,
    form: OTLP_FORM,
    receivedAtMs: 1_770_000_000_000,
    projectName: null,
    keyProject: null,
    correlationId: null,
  };
  const { batch, faults } = digestCall(facts, contents, { newId: () => 'id' });
  assert.deepEqual(faults, []);
  assert.equal(batch.items.length, contents.items.length);
}
