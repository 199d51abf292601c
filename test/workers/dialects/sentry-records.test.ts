// Transactions, spans and logs: request records and log entries.

import assert from 'node:assert/strict';
import { envelopeOf, itemOf, type Json, readContents, readDigests, readOnly, TRACE_ID } from '../../support/sentry.js';

const START = 1_772_600_000.25;
const STARTED_AT = '2026-03-04T04:53:20.250Z';

const transactionOf = (event: Json): Buffer => envelopeOf({}, itemOf({ type: 'transaction' }, event));
const SERVER = {
  type: 'transaction',
  event_id: 'c'.repeat(32),
  transaction: 'GET /orders/:id',
  start_timestamp: START,
  timestamp: START + 0.0125,
  contexts: {
    trace: {
      trace_id: TRACE_ID,
      span_id: 'b'.repeat(16),
      op: 'http.server',
      status: 'ok',
      data: {
        'http.response.status_code': 200,
        'http.route': '/orders/:id',
        'url.full': 'http://shop.example/orders/7',
      },
    },
  },
  request: { method: 'GET', url: 'http://shop.example/orders/7', headers: { authorization: 'Bearer hunter2' } },
};

describe('a transaction of an HTTP server', () => {
  it('is a request record with status, duration, route and trace', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(readOnly(transactionOf(SERVER)))), {
      recordId: 'c'.repeat(32),
      method: 'GET',
      url: 'http://shop.example/orders/7',
      route: '/orders/:id',
      statusCode: 200,
      duration: 12.5,
      timestamp: STARTED_AT,
      correlationId: TRACE_ID,
      headers: { authorization: 'Bearer hunter2' },
      source: 'backend',
    });
    const [digest] = readDigests(transactionOf(SERVER));
    assert.ok(digest?.kind === 'request' && digest.route === '/orders/:id');
    assert.doesNotMatch(JSON.stringify(digest), /hunter2/);
  });

  for (const [what, name, source, expected] of [
    ['with its method', 'GET /orders/:id', 'route', '/orders/:id'],
    ['alone', '/orders/:id', 'route', '/orders/:id'],
    ['that is an address', 'GET /orders/7', 'url', undefined],
    ['that nobody says more of', 'GET /orders/7', undefined, undefined],
  ] as const) {
    it(`has the name of the transaction for its route, or none: a name ${what}`, () => {
      const trace = { op: 'http.server' };
      const event = { ...SERVER, transaction: name, transaction_info: { source }, contexts: { trace } };
      assert.equal(readOnly(transactionOf(event)).route, expected);
    });
  }

  for (const [what, event, expected] of [
    [
      'of Python',
      {
        transaction: '/orders/{id}',
        start_timestamp: '2026-03-04T04:53:20.25Z',
        timestamp: '2026-03-04T04:53:21.25Z',
        contexts: { trace: { op: 'http.server', status: 'internal_error' }, response: { status_code: 500 } },
        request: { method: 'POST', url: 'http://localhost/orders/7', query_string: 'a=1' },
      },
      ['POST', 'http://localhost/orders/7?a=1', 500, 1000],
    ],
    [
      'of Go',
      {
        transaction: 'GET /orders',
        start_timestamp: START,
        timestamp: START,
        tags: { 'http.status_code': '404' },
        contexts: { trace: { op: 'http.server', status: 'not_found' } },
      },
      ['GET', '/orders', 404, 0],
    ],
    [
      'of Rails',
      {
        transaction: 'OrdersController#show',
        contexts: { trace: { op: 'rails.request', status: 'internal_error' } },
        request: { method: 'GET', url: 'http://localhost/orders' },
      },
      ['GET', 'http://localhost/orders', 500, undefined],
    ],
    [
      'whose clock went back',
      {
        transaction: 'GET /',
        start_timestamp: 5,
        timestamp: 1,
        contexts: { trace: { op: 'http.server', data: { 'http.status_code': 99_999 } } },
      },
      ['GET', '/', undefined, 0],
    ],
  ] as const) {
    it(`is read ${what}`, () => {
      const { method, url, statusCode, duration } = readOnly(transactionOf(event));
      assert.deepEqual([method, url, statusCode, duration], expected);
    });
  }

  it('is skipped and counted when it is none of a server, or has neither method nor path', () => {
    const of = (op: unknown, name = 'GET /'): Buffer =>
      transactionOf({ transaction: name, contexts: { trace: { op } } });
    for (const bytes of [
      of('pageload'),
      of('queue.process'),
      of('http.client'),
      of(undefined),
      of({}),
      of('http.server', 'x'),
    ]) {
      assert.deepEqual(readContents(bytes), { items: [], notes: { skipped: { transaction: 1 } } });
    }
  });

  it('has the spans in it', () => {
    const spans = [
      {
        op: 'db.query',
        description: 'SELECT id FROM users WHERE email = ada@example.com',
        span_id: 'd'.repeat(16),
        parent_span_id: 'b'.repeat(16),
        start_timestamp: START + 0.002,
        timestamp: START + 0.005,
        status: 'ok',
      },
      { op: 'http.client', start_timestamp: START, timestamp: START - 1, status: 'internal_error' },
      { op: 'of no time' },
      null,
    ];
    const [digest] = readDigests(transactionOf({ ...SERVER, spans }));
    assert.ok(digest?.kind === 'request' && digest.spans !== null);
    assert.equal(digest.spanCount, 2);
    const [called, query] = JSON.parse(digest.spans) as Record<string, unknown>[];
    assert.deepEqual(called, { name: 'http.client', op: 'http.client', offset: 0, duration: 0, failed: true });
    assert.match(String(query?.name), /^SELECT id FROM users/);
    assert.deepEqual([query?.offset, query?.duration, query?.failed], [2, 3, undefined]);
  });

  it('survives whatever stands where something else belongs', () => {
    for (const junk of [null, 5, 'x', [], {}, [null], { toString: 1 }, 1e300, '\u0000']) {
      readDigests(
        transactionOf({
          event_id: junk,
          spans: [junk, { op: junk, description: junk, span_id: junk, start_timestamp: junk, timestamp: junk }],
          transaction: 'GET /',
          start_timestamp: junk,
          timestamp: junk,
          tags: junk,
          request: { method: 'GET', url: junk, headers: junk, data: junk, query_string: junk },
          contexts: {
            response: junk,
            trace: { op: 'http.server', trace_id: junk, span_id: junk, data: junk, status: junk },
          },
        }),
      );
      readContents(
        transactionOf({ contexts: { trace: { op: 'http.server', data: { 'http.method': junk, 'http.url': junk } } } }),
      );
    }
  });
});

describe('a span that is sent on its own', () => {
  const attributes = {
    'sentry.op': { type: 'string', value: 'http.server' },
    'http.request.method': { type: 'string', value: 'GET' },
    'url.path': { type: 'string', value: '/orders/7' },
    'http.route': { type: 'string', value: '/orders/:id' },
    'http.response.status_code': { type: 'integer', value: 503 },
  };
  const span = {
    trace_id: TRACE_ID,
    span_id: 'b'.repeat(16),
    name: 'GET /orders/:id',
    start_timestamp: START,
    end_timestamp: START + 0.5,
    attributes,
  };
  const other = { trace_id: TRACE_ID, name: 'SELECT', start_timestamp: START, end_timestamp: START };

  it('is a request record when it is that of a server; the others are counted', () => {
    const { items, notes } = readContents(
      envelopeOf({}, itemOf({ type: 'span', item_count: 3 }, { items: [span, other, null] })),
    );
    assert.deepEqual(notes?.skipped, { span: 2 });
    const [item] = items;
    const { method, url, route, statusCode, duration, correlationId, recordId } = (item as { payload: Json }).payload;
    assert.deepEqual(
      [method, url, route, statusCode, duration, correlationId],
      ['GET', '/orders/7', '/orders/:id', 503, 500, TRACE_ID],
    );
    assert.match(String(recordId), /^[0-9a-f]{32}$/);
  });

  it('may be the older kind, one an item', () => {
    const old = {
      op: 'http.server',
      description: 'PUT /a',
      trace_id: TRACE_ID,
      start_timestamp: START,
      timestamp: START + 1,
      data: { 'http.response.status_code': 201 },
    };
    const { method, url, statusCode, duration } = readOnly(envelopeOf({}, itemOf({ type: 'span' }, old)));
    assert.deepEqual([method, url, statusCode, duration], ['PUT', '/a', 201, 1000]);
  });

  it('has the same id when it is sent again', () => {
    const bytes = envelopeOf({}, itemOf({ type: 'span' }, { items: [span] }));
    assert.equal(readOnly(bytes).recordId, readOnly(bytes).recordId);
  });
});

describe('an item of logs', () => {
  const logsOf = (...items: readonly unknown[]): Buffer =>
    envelopeOf(
      { sdk: { name: 'sentry.javascript.node' } },
      itemOf(
        { type: 'log', item_count: items.length, content_type: 'application/vnd.sentry.items.log+json' },
        { items },
      ),
    );

  it('holds log entries with their attributes and trace', () => {
    const payload = readOnly(
      logsOf({
        timestamp: START,
        trace_id: TRACE_ID,
        span_id: 'b'.repeat(16),
        level: 'info',
        severity_number: 9,
        body: 'order 7 paid',
        attributes: {
          orderId: { value: 7, type: 'integer' },
          token: { value: 'hunter2', type: 'string' },
          plain: 'x',
          'sentry.environment': { value: 'staging', type: 'string' },
          'sentry.release': { value: '1.0', type: 'string' },
          'sentry.sdk.name': { value: 'sentry.javascript.node', type: 'string' },
          'server.address': { value: 'web-1', type: 'string' },
        },
      }),
    );
    const { recordId, ...rest } = payload;
    assert.match(String(recordId), /^[0-9a-f]{32}-0$/);
    assert.deepEqual(rest, {
      level: 'info',
      message: 'order 7 paid',
      source: 'backend',
      timestamp: STARTED_AT,
      correlationId: TRACE_ID,
      environment: { name: 'staging', release: '1.0', server: 'web-1' },
      extra: { orderId: 7, token: 'hunter2', plain: 'x', spanId: 'b'.repeat(16) },
    });
  });

  it('has our levels, and keeps the one that we have not beside', () => {
    const levelOf = (level: unknown): readonly unknown[] => {
      const payload = readOnly(logsOf({ level, body: 'b' }));
      return [payload.level, (payload.extra as Json | undefined)?.level];
    };
    assert.deepEqual(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'x', null].map(levelOf), [
      ['debug', 'trace'],
      ['debug', undefined],
      ['info', undefined],
      ['warn', undefined],
      ['warn', 'error'],
      ['warn', 'fatal'],
      ['info', 'x'],
      ['info', undefined],
    ]);
  });

  it('comes from the side that the SDK runs on', () => {
    const browser = {
      'sentry.sdk.name': { value: 'sentry.javascript.react' },
      'browser.name': { value: 'Chrome' },
      'browser.version': { value: '143' },
    };
    const payload = readOnly(logsOf({ level: 'info', body: 'b', attributes: browser }));
    assert.equal(payload.source, 'frontend');
    assert.deepEqual(payload.environment, { browser: 'Chrome 143' });
    assert.equal(readOnly(logsOf({ level: 'info', body: 'b' })).source, 'backend');
  });

  it('keeps its good entries beside bad ones, and survives whatever stands in them', () => {
    const { items } = readContents(logsOf({ level: 'info', body: 'b' }, null, 5));
    assert.deepEqual(
      items.map((item) => ('reason' in item ? item.reason : item.kind)),
      ['log', 'invalid_json', 'invalid_json'],
    );
    for (const junk of [null, 5, 'x', [], {}, [null], { toString: 1 }, { value: { a: [1] } }, 1e300]) {
      readDigests(
        logsOf({ level: junk, body: junk, timestamp: junk, trace_id: junk, span_id: junk, attributes: junk }),
      );
      readDigests(
        logsOf({
          body: 'b',
          attributes: { a: junk, 'sentry.sdk.name': junk, 'browser.name': junk, 'sentry.environment': junk },
        }),
      );
    }
    assert.deepEqual(readContents(envelopeOf({}, itemOf({ type: 'log' }, { items: 5 }))).items, []);
  });

  it('has the same ids when it is sent again, and other ones for equal entries', () => {
    const idsOf = (bytes: Buffer): unknown[] =>
      readContents(bytes).items.map((item) => (item as { payload: Json }).payload.recordId);
    const same = { level: 'info', body: 'b', timestamp: START };
    assert.deepEqual(idsOf(logsOf(same, same)), idsOf(logsOf(same, same)));
    assert.equal(new Set([...idsOf(logsOf(same, same)), ...idsOf(logsOf({ ...same, body: 'c' }))]).size, 3);
  });
});
