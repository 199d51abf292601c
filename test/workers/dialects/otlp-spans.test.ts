import assert from 'node:assert/strict';
import { METHOD_CHARS_MAX, URL_CHARS_MAX } from '../../../schemas/limits.js';
import {
  COMPONENT_NAME_CHARS_MAX,
  OTLP_EXCEPTIONS_MAX,
  OTLP_ITEMS_MAX,
  SECRET_AHEAD_CHARS,
} from '../../../src/limits.js';
import {
  contentsOf,
  encode,
  FORMATS,
  itemsOf,
  NANOS,
  SPAN_ID,
  TRACE_ID,
  toKeyValues,
  toRequest,
} from '../../support/otlp.js';

const HTTP = {
  'http.request.method': 'GET',
  'url.path': '/orders/7',
  'url.query': 'full=1',
  'http.route': '/orders/:id',
  'http.response.status_code': 500,
};

const span = (fields: object = {}): object => ({
  traceId: TRACE_ID,
  spanId: SPAN_ID,
  name: 'GET /orders/:id',
  kind: 2,
  startTimeUnixNano: NANOS,
  endTimeUnixNano: '1769860800262500000',
  attributes: toKeyValues(HTTP),
  ...fields,
});

const exception = (fields: object = {}): object => ({
  timeUnixNano: '1769860800251000000',
  name: 'exception',
  attributes: toKeyValues({ 'exception.type': 'TypeError', 'exception.message': 'x is not a function' }),
  ...fields,
});

const itemsOfSpan = (fields: object = {}) => itemsOf('traces', toRequest('traces', [span(fields)]));

function requestOf(attributes: Readonly<Record<string, string | number>>, fields: object = {}) {
  const [item] = itemsOfSpan({ attributes: toKeyValues(attributes), ...fields });
  assert.equal(item?.kind, 'request');
  return item.payload;
}

describe('spans of OpenTelemetry', () => {
  for (const format of FORMATS) {
    it(`of a server become request records, in ${format}`, () => {
      assert.deepEqual(itemsOf('traces', toRequest('traces', [span()]), { format }), [
        {
          kind: 'request',
          payload: {
            recordId: `${TRACE_ID}-${SPAN_ID}`,
            method: 'GET',
            url: '/orders/7?full=1',
            route: '/orders/:id',
            statusCode: 500,
            duration: 12.5,
            timestamp: '2026-01-31T12:00:00.250Z',
            correlationId: TRACE_ID,
            source: 'backend',
            projectId: 'shop',
          },
        },
      ]);
    });

    it(`have error events for the exceptions recorded in them, in ${format}`, () => {
      const [event, request, ...more] = itemsOf('traces', toRequest('traces', [span({ events: [exception()] })]), {
        format,
      });
      assert.deepEqual([event?.kind, request?.kind, more.length], ['event', 'request', 0]);
      assert.ok(event && request);
      const { eventId, ...payload } = event.payload;
      assert.match(String(eventId), /^[0-9a-f]{32}$/);
      assert.equal(request.payload.errorEventId, eventId);
      assert.deepEqual(payload, {
        type: 'TypeError',
        message: 'x is not a function',
        source: 'backend',
        severity: 'error',
        timestamp: '2026-01-31T12:00:00.251Z',
        projectId: 'shop',
        correlationId: TRACE_ID,
        environment: { 'service.name': 'shop' },
        mechanism: 'opentelemetry',
        logger: 'shop.orders',
        transaction: 'GET /orders/:id',
        request: { method: 'GET', url: '/orders/7?full=1', route: '/orders/:id', statusCode: 500 },
        contexts: { trace: { traceId: TRACE_ID, spanId: SPAN_ID } },
        extra: { 'span.name': 'GET /orders/:id', ...HTTP },
      });
    });
  }

  it('of other kinds and of no request are skipped and counted, but for the exceptions in them', () => {
    const traceId = 'f'.repeat(32);
    const spans = [
      span({ kind: 1, traceId, events: [exception()] }),
      span({ kind: 3, traceId: '' }),
      span({ kind: 0, traceId }),
      span(),
    ];
    const contents = contentsOf('traces', encode('traces', toRequest('traces', spans), 'protobuf'));
    assert.ok('items' in contents);
    assert.deepEqual(
      contents.items.map(({ kind }) => kind),
      ['event', 'request'],
    );
    assert.deepEqual(contents.notes, { skipped: { span: 3 }, projectName: 'shop' });
  });

  it('of a server that speaks no known protocol are skipped', () => {
    const contents = contentsOf(
      'traces',
      encode('traces', toRequest('traces', [span({ attributes: [] })]), 'protobuf'),
    );
    assert.deepEqual(contents, { items: [], notes: { skipped: { span: 1 }, projectName: 'shop' } });
  });

  it('are read by the names that attributes had before they were stable', () => {
    const { method, url, statusCode } = requestOf({
      'http.method': 'POST',
      'http.target': '/cart?x=1',
      'http.status_code': 201,
    });
    assert.deepEqual([method, url, statusCode], ['POST', '/cart?x=1', 201]);
  });

  it('take the address from the next best attribute', () => {
    for (const [attributes, url] of [
      [{ 'url.full': 'https://shop.example/a' }, 'https://shop.example/a'],
      [{ 'http.url': 'https://shop.example/b' }, 'https://shop.example/b'],
      [{ 'http.route': '/c/:id' }, '/c/:id'],
      [{ 'url.path': '/d', 'url.query': '?q=1' }, '/d?q=1'],
      [{}, '/'],
    ] as const) {
      assert.equal(requestOf({ 'http.request.method': 'GET', ...attributes }).url, url);
    }
  });

  it('of a remote procedure call tell its method, and its code as one of HTTP', () => {
    const rpc = { 'rpc.system': 'grpc', 'rpc.service': 'shop.Orders', 'rpc.method': 'Get' };
    const { method, url, statusCode } = requestOf({ ...rpc, 'rpc.grpc.status_code': 14 });
    assert.deepEqual([method, url, statusCode], ['GRPC', '/shop.Orders/Get', 503]);
    assert.equal(requestOf({ ...rpc, 'rpc.grpc.status_code': 0 }).statusCode, 200);
    assert.equal(requestOf({ ...rpc, 'rpc.grpc.status_code': 99 }).statusCode, undefined);
    assert.equal(requestOf(rpc).statusCode, undefined);
  });

  it('are cut to what a request record may hold', () => {
    const { method, url, statusCode } = requestOf({
      'http.request.method': 'M'.repeat(METHOD_CHARS_MAX + 1),
      'url.path': `/${'p'.repeat(URL_CHARS_MAX)}`,
      'http.response.status_code': 1000,
    });
    assert.equal(method, 'M'.repeat(METHOD_CHARS_MAX));
    assert.equal(String(url).length, URL_CHARS_MAX);
    assert.equal(statusCode, undefined);
  });

  it('have no duration when they end before they begin', () => {
    assert.equal(requestOf(HTTP, { endTimeUnixNano: '5' }).duration, undefined);
    assert.equal(requestOf(HTTP, { startTimeUnixNano: '0' }).duration, undefined);
  });

  it('bring the headers that were recorded', () => {
    const header = (name: string, ...values: string[]) => ({
      key: name,
      value: { arrayValue: { values: values.map((stringValue) => ({ stringValue })) } },
    });
    const attributes = [
      ...toKeyValues(HTTP),
      header('http.request.header.accept', 'text/html', '*/*'),
      header('http.request.header.authorization', 'Bearer abc'),
      header('http.response.header.content-type', 'text/html'),
    ];
    const [event, request] = itemsOfSpan({ attributes, events: [exception()] });
    const headers = { accept: 'text/html, */*', authorization: 'Bearer abc' };
    assert.deepEqual(request?.payload.headers, headers);
    assert.deepEqual(request.payload.responseHeaders, { 'content-type': 'text/html' });
    assert.deepEqual((event?.payload.request as { headers: object }).headers, headers);
  });

  it('have the same event ids in a retry, whatever else is in the call', () => {
    const ids = (spans: readonly object[]): unknown[] =>
      itemsOf('traces', toRequest('traces', spans)).flatMap(({ payload }) => payload.eventId ?? []);
    const [first, second] = ids([span({ events: [exception(), exception()] })]);
    assert.notEqual(first, second);
    assert.deepEqual(ids([span({ kind: 3 }), span({ events: [exception(), exception()] })]), [first, second]);
    assert.notEqual(ids([span({ spanId: '1'.repeat(16), events: [exception()] })])[0], first);
  });

  it('without ids are stored without', () => {
    const [event, request] = itemsOfSpan({ traceId: '', spanId: '', events: [exception()] });
    assert.deepEqual([event?.payload.eventId, request?.payload.recordId], [undefined, undefined]);
  });

  it('are cut to what a label may be in the events of them, and what redaction wants to see behind it', () => {
    const charsMax = COMPONENT_NAME_CHARS_MAX + SECRET_AHEAD_CHARS;
    for (const length of [charsMax, charsMax + 1]) {
      const [event] = itemsOfSpan({ kind: 1, name: 'n'.repeat(length), events: [exception()] });
      assert.equal(event?.payload.transaction, 'n'.repeat(charsMax));
    }
  });

  it('leave out events that are no exception', () => {
    const events = [
      exception({ name: 'message' }),
      exception({ attributes: [] }),
      exception({ name: 'rpc.exception' }),
    ];
    assert.deepEqual(
      itemsOfSpan({ kind: 1, events }).map(({ kind }) => kind),
      ['event'],
    );
  });

  it('make as many records as a call may hold, and one more is refused', () => {
    const bytesOf = (count: number): Buffer =>
      encode(
        'traces',
        toRequest('traces', [span({ kind: 1, events: new Array(count).fill(exception()) })]),
        'protobuf',
      );
    const fit = contentsOf('traces', bytesOf(OTLP_ITEMS_MAX));
    assert.equal('items' in fit && fit.items.length, OTLP_ITEMS_MAX);
    for (const count of [OTLP_ITEMS_MAX + 1, 3 * OTLP_ITEMS_MAX]) {
      const refused = contentsOf('traces', bytesOf(count));
      assert.equal('reason' in refused && refused.reason, 'batch_too_long');
    }
  });

  it('tell of as many exceptions as a batch may hold; those behind them are refused, and nothing else is', () => {
    const request = { kind: 2, attributes: toKeyValues({ 'http.request.method': 'GET' }) };
    const refusedOf = (count: number): unknown[] => {
      const spans = [span({ kind: 1, events: new Array(count).fill(exception()) }), span(request)];
      const contents = contentsOf('traces', encode('traces', toRequest('traces', spans), 'protobuf'));
      assert.ok('items' in contents && contents.items.length === count + 1);
      return contents.items.flatMap((item, index) => ('reason' in item ? [[index, item.reason]] : []));
    };
    assert.deepEqual(refusedOf(OTLP_EXCEPTIONS_MAX), []);
    assert.deepEqual(refusedOf(OTLP_EXCEPTIONS_MAX + 1), [[OTLP_EXCEPTIONS_MAX, 'batch_too_long']]);
  });
});

describe('metrics of OpenTelemetry', () => {
  for (const format of FORMATS) {
    it(`are counted as skipped, in ${format}`, () => {
      const metrics = encode('metrics', toRequest('metrics', [{ name: 'a' }, { name: 'b' }]), format);
      assert.deepEqual(contentsOf('metrics', metrics, { format }), {
        items: [],
        notes: { skipped: { metric: 2 }, projectName: 'shop' },
      });
    });
  }
});
