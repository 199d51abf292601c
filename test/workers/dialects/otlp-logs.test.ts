import assert from 'node:assert/strict';
import { PROJECT_NAME_CHARS_MAX, TYPE_CHARS_MAX } from '../../../schemas/limits.js';
import { CONTEXT_DEPTH_MAX, CONTEXT_NODES_MAX, OTLP_ITEMS_MAX } from '../../../src/limits.js';
import {
  contentsOf,
  encode,
  FORMATS,
  itemsOf,
  NANOS,
  type ResourceOptions,
  SPAN_ID,
  TRACE_ID,
  toAnyValue,
  toKeyValues,
  toRequest,
} from '../../support/otlp.js';

const EXCEPTION = { 'exception.type': 'TypeError', 'exception.message': 'x is not a function' };

const record = (fields: object = {}): object => ({
  timeUnixNano: NANOS,
  severityNumber: 9,
  body: { stringValue: 'order stored' },
  ...fields,
});

const withException = (fields: object = {}): object => record({ attributes: toKeyValues(EXCEPTION), ...fields });

function onlyItem(fields: object, options: ResourceOptions = {}): { kind: string; payload: Record<string, unknown> } {
  const [item, ...more] = itemsOf('logs', toRequest('logs', [fields], options));
  assert.ok(item);
  assert.equal(more.length, 0);
  return item;
}

describe('log records of OpenTelemetry', () => {
  for (const format of FORMATS) {
    it(`become log entries, in ${format}`, () => {
      const request = toRequest('logs', [
        record({
          attributes: toKeyValues({ 'order.id': 7, ratio: 0.5, tags: ['a', 'b'], cart: { items: 2 }, isPaid: true }),
          traceId: TRACE_ID,
          spanId: SPAN_ID,
        }),
      ]);
      const [item] = itemsOf('logs', request, { format });
      assert.ok(item);
      const { recordId, ...payload } = item.payload;
      assert.match(String(recordId), /^[\w-]{22}-0$/);
      assert.deepEqual(
        [item.kind, payload],
        [
          'log',
          {
            level: 'info',
            message: 'order stored',
            source: 'backend',
            timestamp: '2026-01-31T12:00:00.250Z',
            projectId: 'shop',
            correlationId: TRACE_ID,
            environment: { 'service.name': 'shop' },
            extra: {
              'order.id': 7,
              ratio: 0.5,
              tags: ['a', 'b'],
              cart: { items: 2 },
              isPaid: true,
              logger: 'shop.orders',
              spanId: SPAN_ID,
            },
          },
        ],
      );
    });

    it(`become error events where they tell of an exception, in ${format}`, () => {
      const attributes = { ...EXCEPTION, 'exception.stacktrace': 'TypeError: x\n    at f (a.js:1:2)', 'order.id': 7 };
      const request = toRequest('logs', [
        record({ severityNumber: 17, attributes: toKeyValues(attributes), traceId: TRACE_ID, spanId: SPAN_ID }),
      ]);
      const [item] = itemsOf('logs', request, { format });
      assert.ok(item);
      const { eventId, ...payload } = item.payload;
      assert.match(String(eventId), /^[\w-]{22}-0$/);
      assert.deepEqual(
        [item.kind, payload],
        [
          'event',
          {
            type: 'TypeError',
            message: 'x is not a function',
            source: 'backend',
            severity: 'error',
            timestamp: '2026-01-31T12:00:00.250Z',
            projectId: 'shop',
            correlationId: TRACE_ID,
            stack: 'TypeError: x\n    at f (a.js:1:2)',
            environment: { 'service.name': 'shop' },
            mechanism: 'opentelemetry',
            logger: 'shop.orders',
            contexts: { trace: { traceId: TRACE_ID, spanId: SPAN_ID } },
            extra: { log: 'order stored', 'order.id': 7 },
          },
        ],
      );
    });
  }

  const severities: readonly [fields: object, kind: string, word: string][] = [
    [{ severityNumber: 24 }, 'event', 'fatal'],
    [{ severityNumber: 21 }, 'event', 'fatal'],
    [{ severityNumber: 20 }, 'event', 'error'],
    [{ severityNumber: 17 }, 'event', 'error'],
    [{ severityNumber: 16 }, 'event', 'warning'],
    [{ severityNumber: 13 }, 'event', 'warning'],
    [{ severityNumber: 0 }, 'event', 'error'],
    [{ severityNumber: 0, severityText: 'Critical' }, 'event', 'fatal'],
    [{ severityNumber: 0, severityText: 'WARN2' }, 'event', 'warning'],
    [{ severityNumber: 0, severityText: 'oops' }, 'event', 'error'],
    [{ severityNumber: 0, severityText: 'DEBUG' }, 'log', 'debug'],
    [{ severityNumber: 12 }, 'log', 'info'],
    [{ severityNumber: 5 }, 'log', 'debug'],
    [{ severityNumber: 1 }, 'log', 'debug'],
  ];
  for (const [fields, kind, word] of severities) {
    it(`with an exception and ${JSON.stringify(fields)} become a ${kind} that says ${word}`, () => {
      const item = onlyItem(withException(fields));
      assert.deepEqual([item.kind, item.payload.severity ?? item.payload.level], [kind, word]);
    });
  }

  it('keep the exception of an entry that is no trouble among its attributes', () => {
    const { payload } = onlyItem(withException({ severityNumber: 5 }));
    assert.deepEqual(payload.extra, { ...EXCEPTION, logger: 'shop.orders' });
  });

  const levels: readonly [number, string, string, string | undefined][] = [
    [1, 'TRACE', 'debug', 'trace'],
    [5, 'DEBUG', 'debug', undefined],
    [9, 'INFO', 'info', undefined],
    [13, 'WARN', 'warn', undefined],
    [17, 'ERROR', 'warn', 'error'],
    [21, 'FATAL', 'warn', 'fatal'],
    [0, '', 'log', undefined],
  ];
  for (const [severityNumber, severityText, level, original] of levels) {
    it(`of severity ${severityNumber} are entries of level ${level}`, () => {
      const { payload } = onlyItem(record({ severityNumber, severityText }));
      assert.equal(payload.level, level);
      assert.equal((payload.extra as { level?: string }).level, original);
    });
  }

  it('say a body that is no text as JSON, and without one their name', () => {
    assert.equal(onlyItem(record({ body: toAnyValue({ a: [1, 'b'] }) })).payload.message, '{"a":[1,"b"]}');
    assert.equal(onlyItem(record({ body: {}, eventName: 'cart.emptied' })).payload.message, 'cart.emptied');
    assert.equal(onlyItem(record({ body: {} })).payload.message, '');
  });

  it('keep integers that no number holds exactly as text', () => {
    const attributes = [{ key: 'id', value: { intValue: '9007199254740993' } }];
    const [json] = itemsOf('logs', toRequest('logs', [record({ attributes })]), { format: 'json' });
    assert.equal((json?.payload.extra as { id: unknown }).id, '9007199254740993');
    // KeyValue { key: "id", value: AnyValue { int_value: … } } as bytes, because the writer takes numbers.
    const pair = (varint: string): Buffer => Buffer.from(`0a02696412${varint}`, 'hex');
    for (const [value, expected] of [
      ['09'.concat('18', '8180808080808010'), '9007199254740993'],
      ['0b'.concat('18', 'ffffffffffffffffff01'), -1],
      ['0b'.concat('18', '80808080808080808001'), '-9223372036854775808'],
      ['02'.concat('18', '05'), 5],
    ] as const) {
      const attribute = pair(value);
      const log = Buffer.concat([Buffer.from([0x32, attribute.length]), attribute]);
      const scope = Buffer.concat([Buffer.from([0x12, log.length]), log]);
      const resource = Buffer.concat([Buffer.from([0x12, scope.length]), scope]);
      const contents = contentsOf('logs', Buffer.concat([Buffer.from([0x0a, resource.length]), resource]));
      assert.ok('items' in contents, value);
      assert.deepEqual((contents.items[0]?.payload as { extra: { id: unknown } }).extra.id, expected);
    }
  });

  it('keep nothing below the depth of a context', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { stringValue: 'end' } : { kvlistValue: { values: [{ key: 'k', value: nested(depth - 1) }] } };
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + depthOf((value as { k?: unknown }).k) : 0;
    const { payload } = onlyItem(record({ attributes: [{ key: 'deep', value: nested(200) }] }));
    assert.equal(depthOf((payload.extra as { deep: unknown }).deep), CONTEXT_DEPTH_MAX);
    const shallow = onlyItem(record({ attributes: [{ key: 'deep', value: nested(3) }] }));
    assert.deepEqual((shallow.payload.extra as { deep: unknown }).deep, { k: { k: { k: 'end' } } });
  });

  it('keep one attribute more than a context may have, so that the cut shows', () => {
    const attributes = Array.from({ length: CONTEXT_NODES_MAX + 3 }, (_, index) => ({
      key: `k${index}`,
      value: { intValue: index },
    }));
    const { payload } = onlyItem(record({ attributes }), { scope: '' });
    assert.equal(Object.keys(payload.extra as object).length, CONTEXT_NODES_MAX + 1);
    const fit = onlyItem(record({ attributes: attributes.slice(0, CONTEXT_NODES_MAX) }), { scope: '' });
    assert.equal(Object.keys(fit.payload.extra as object).length, CONTEXT_NODES_MAX);
  });

  it('take no field of an object from the names of attributes', () => {
    const attributes = toKeyValues({ constructor: 'c', toString: 't', hasOwnProperty: 'h' });
    const bad = { key: '__proto__', value: toAnyValue({ polluted: true }) };
    const { payload } = onlyItem(record({ attributes: [...attributes, bad] }));
    assert.deepEqual(payload.extra, {
      constructor: 'c',
      toString: 't',
      hasOwnProperty: 'h',
      logger: 'shop.orders',
    });
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('leave out ids that are none', () => {
    for (const [traceId, spanId] of [
      ['0'.repeat(32), '0'.repeat(16)],
      ['abcd', 'ab'],
      [`${TRACE_ID}00`, `${SPAN_ID}00`],
    ] as const) {
      for (const format of FORMATS) {
        const [item] = itemsOf('logs', toRequest('logs', [record({ traceId, spanId })]), { format });
        assert.equal(item?.payload.correlationId, undefined);
        assert.deepEqual(item?.payload.extra, { logger: 'shop.orders' });
      }
    }
    const [item] = itemsOf('logs', toRequest('logs', [record({ traceId: 'z'.repeat(32) })]), { format: 'json' });
    assert.equal(item?.payload.correlationId, undefined);
  });

  it('happened when they were seen where they do not say when, and now where nothing says so', () => {
    const observed = { timeUnixNano: '0', observedTimeUnixNano: NANOS };
    assert.equal(onlyItem(record(observed)).payload.timestamp, '2026-01-31T12:00:00.250Z');
    assert.equal(onlyItem(record({ timeUnixNano: '0' })).payload.timestamp, undefined);
    for (const timeUnixNano of ['1e30', 1e30, -5, 'yesterday', true, {}, '99999999999999999999999']) {
      const [item] = itemsOf('logs', toRequest('logs', [record({ timeUnixNano })]), { format: 'json' });
      assert.equal(item?.payload.timestamp, undefined, JSON.stringify(timeUnixNano));
    }
  });

  it('have the same ids in a retry, and others in every other call', () => {
    const ids = (records: readonly object[]): unknown[] =>
      itemsOf('logs', toRequest('logs', records)).map(({ payload }) => payload.recordId ?? payload.eventId);
    const [first, second, third] = ids([record(), record(), withException({ severityNumber: 17 })]);
    assert.equal(new Set([first, second, third]).size, 3);
    assert.deepEqual(ids([record(), record(), withException({ severityNumber: 17 })]), [first, second, third]);
    assert.notEqual(ids([record(), record({ severityNumber: 10 })])[0], first);
  });

  it('have no id without a time, because nothing would tell one from the next', () => {
    assert.equal(onlyItem(record({ timeUnixNano: 0 })).payload.recordId, undefined);
    assert.equal(onlyItem(withException({ timeUnixNano: 0, severityNumber: 17 })).payload.eventId, undefined);
  });

  it('are as many as a call may hold, and one more is refused', () => {
    const bytesOf = (count: number): Buffer =>
      encode('logs', toRequest('logs', new Array(count).fill({ severityNumber: 9 })), 'protobuf');
    const fit = contentsOf('logs', bytesOf(OTLP_ITEMS_MAX));
    assert.equal('items' in fit && fit.items.length, OTLP_ITEMS_MAX);
    const refused = contentsOf('logs', bytesOf(OTLP_ITEMS_MAX + 1));
    assert.equal('reason' in refused && refused.reason, 'batch_too_long');
  });

  it('that are none are items which their schema refuses, so that the others are stored', () => {
    const contents = contentsOf('logs', encode('logs', toRequest('logs', [5, record(), null]), 'json'), {
      format: 'json',
    });
    assert.ok('items' in contents);
    assert.deepEqual(
      contents.items.map((item) => 'payload' in item && typeof item.payload === 'object' && item.payload !== null),
      [false, true, false],
    );
  });
});

describe('exceptions of OpenTelemetry', () => {
  const event = (attributes: Readonly<Record<string, string | boolean>>, resource?: Readonly<Record<string, string>>) =>
    onlyItem(
      record({ severityNumber: 17, attributes: toKeyValues(attributes) }),
      resource === undefined ? {} : { resource },
    ).payload;

  it('need a type or a message', () => {
    assert.equal(onlyItem(record({ severityNumber: 17 })).kind, 'log');
    assert.equal(event({ 'exception.type': 'T' }).message, 'order stored');
    assert.equal(event({ 'exception.message': 'm' }).type, 'Error');
    const stackAlone = record({ severityNumber: 17, attributes: toKeyValues({ 'exception.stacktrace': 's' }) });
    assert.equal(onlyItem(stackAlone).kind, 'log');
  });

  it('keep the end of a type that is too long', () => {
    const packages = 'com.example.'.repeat(6);
    assert.equal(event({ 'exception.type': `${packages}CartError` }).type, 'CartError');
    assert.equal(event({ 'exception.type': 'x'.repeat(TYPE_CHARS_MAX) }).type, 'x'.repeat(TYPE_CHARS_MAX));
    assert.equal(event({ 'exception.type': 'x'.repeat(TYPE_CHARS_MAX + 1) }).type, 'x'.repeat(TYPE_CHARS_MAX));
    assert.equal(event({ 'exception.type': '.'.repeat(99) }).type, '.'.repeat(TYPE_CHARS_MAX));
  });

  it('were handled unless they escaped', () => {
    for (const [escaped, handled] of [
      [true, false],
      [false, true],
      ['True', false],
      ['False', true],
      ['perhaps', undefined],
    ] as const) {
      assert.equal(event({ 'exception.type': 'T', 'exception.escaped': escaped }).handled, handled);
    }
  });

  it('tell of their resource', () => {
    const { environment, ...payload } = event(
      { 'exception.type': 'T', 'user.id': '7', 'user.email': 'a@b.example' },
      {
        'service.name': 'shop',
        'service.version': '1.2.3',
        'deployment.environment.name': 'production',
        'host.name': 'web-1',
        'telemetry.sdk.language': 'nodejs',
        'telemetry.sdk.name': 'opentelemetry',
        'telemetry.sdk.version': '2.0.0',
        'os.type': 'linux',
        'os.version': '6.1',
        'process.runtime.name': 'nodejs',
        'process.runtime.version': '22.1.0',
        'process.command_line': 'node server.js --key=abc',
      },
    );
    const { release, serverName, platform, sdk, contexts, user } = payload;
    assert.deepEqual(
      { release, serverName, platform, sdk, contexts, user },
      {
        release: '1.2.3',
        serverName: 'web-1',
        platform: 'node',
        sdk: { name: 'opentelemetry', version: '2.0.0' },
        contexts: { os: { name: 'linux', version: '6.1' }, runtime: { name: 'nodejs', version: '22.1.0' } },
        user: { id: '7', email: 'a@b.example' },
      },
    );
    assert.equal((environment as { name: string }).name, 'production');
    assert.equal((environment as Record<string, string>)['host.name'], 'web-1');
    assert.equal(JSON.stringify(environment).includes('--key'), false);
  });

  for (const [resource, source] of [
    [{ 'telemetry.sdk.language': 'webjs' }, 'frontend'],
    [{ 'telemetry.sdk.language': 'swift' }, 'frontend'],
    [{ 'telemetry.sdk.language': 'java', 'os.name': 'Android' }, 'frontend'],
    [{ 'telemetry.sdk.language': 'java', 'os.name': 'Linux' }, 'backend'],
    [{}, 'backend'],
  ] as const) {
    it(`come from the ${source} with ${JSON.stringify(resource)}`, () => {
      assert.equal(event({ 'exception.type': 'T' }, resource).source, source);
    });
  }

  for (const [service, projectId] of [
    ['shop', 'shop'],
    ['  a\u0000b\n..c....d  ', 'a b .c.d'],
    ['s'.repeat(PROJECT_NAME_CHARS_MAX), 's'.repeat(PROJECT_NAME_CHARS_MAX)],
    ['s'.repeat(PROJECT_NAME_CHARS_MAX + 1), 's'.repeat(PROJECT_NAME_CHARS_MAX)],
    ['\u0007\u2028', undefined],
    ['', undefined],
    ['unknown_service:node', 'unknown_service:node'],
  ] as const) {
    it(`of the service ${JSON.stringify(service).slice(0, 40)} (${service.length}) are of the project ${String(projectId).slice(0, 20)}`, () => {
      assert.equal(onlyItem(record(), { resource: { 'service.name': service } }).payload.projectId, projectId);
    });
  }

  it('of a service without a name are of the project of header or key', () => {
    const request = toRequest('logs', [record()], { resource: { 'service.name': 'unknown_service:node' } });
    assert.equal(itemsOf('logs', request, { projectName: 'shop' })[0]?.payload.projectId, undefined);
    assert.equal(itemsOf('logs', request, { keyProject: 'shop' })[0]?.payload.projectId, undefined);
  });
});
