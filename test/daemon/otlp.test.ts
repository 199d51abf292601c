// Calls of OpenTelemetry's protocol over HTTP: what is stored of them, and answers in their own form.

import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { Outcomes } from '../../schemas/stats.js';
import { INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import type { BodyFormat } from '../../src/messages.js';
import {
  CONTENT_TYPES,
  encode,
  FORMATS,
  NANOS,
  readStatus,
  readSuccess,
  type Signal,
  SPAN_ID,
  TRACE_ID,
  toKeyValues,
  toRequest,
} from '../support/otlp.js';
import { assertBalanced, useSharedDaemon } from '../support/shared-daemon.js';

const log = (fields: object = {}): object => ({
  timeUnixNano: NANOS,
  severityNumber: 9,
  body: { stringValue: 'order stored' },
  ...fields,
});

describe('calls of OpenTelemetry', () => {
  const shared = useSharedDaemon();
  const closed = useSharedDaemon({ authToken: 'a-long-secret', corsOrigin: false });

  interface Call {
    readonly format: BodyFormat;
    readonly signal?: Signal;
    readonly headers?: Readonly<Record<string, string>>;
    readonly url?: string;
  }

  async function send(bytes: Buffer, { format, signal = 'logs', headers = {}, url = shared.url() }: Call) {
    const answer = await fetch(`${url}/v1/${signal}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: { 'content-type': CONTENT_TYPES[format], ...headers },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-type')?.split(';')[0], CONTENT_TYPES[format]);
    assert.equal(answer.headers.get('access-control-allow-origin'), url === shared.url() ? '*' : null);
    return { status: answer.status, headers: answer.headers, body };
  }

  const outcomesOf = async (project: string): Promise<Outcomes> => {
    const { body } = await shared.get<Outcomes>(`/api/outcomes?projectId=${project}`);
    assertBalanced(body);
    return body;
  };

  for (const format of FORMATS) {
    describe(`in ${format}`, () => {
      it('are answered with an empty success when everything is stored', async () => {
        const project = shared.newProject();
        const bytes = encode('logs', toRequest('logs', [log()], { resource: { 'service.name': project } }), format);
        for (const packed of [{}, { 'content-encoding': 'gzip' }]) {
          const body = 'content-encoding' in packed ? gzipSync(bytes) : bytes;
          const answer = await send(body, { format, headers: packed });
          assert.equal(answer.status, 200);
          assert.deepEqual(readSuccess(answer.body, format), {});
        }
        const { logs } = await shared.logs(project);
        assert.deepEqual(
          logs.map(({ message }) => message),
          ['order stored'],
        );
        const { total } = await outcomesOf(project);
        assert.deepEqual([total.stored, total.duplicate], [1, 1]);
      });

      it('are answered with success when they hold nothing', async () => {
        for (const signal of ['logs', 'traces', 'metrics'] as const) {
          const bytes = format === 'json' ? Buffer.from('{}') : Buffer.alloc(0);
          const answer = await send(bytes, { format, signal });
          assert.deepEqual([answer.status, readSuccess(answer.body, format)], [200, {}]);
        }
      });

      it('store a span once, however often it is sent', async () => {
        const project = shared.newProject();
        const span = {
          traceId: TRACE_ID,
          spanId: SPAN_ID,
          kind: 2,
          startTimeUnixNano: NANOS,
          endTimeUnixNano: NANOS,
          attributes: toKeyValues({ 'http.request.method': 'GET', 'url.path': '/a' }),
          events: [{ name: 'exception', timeUnixNano: NANOS, attributes: toKeyValues({ 'exception.type': 'T' }) }],
        };
        const request = toRequest('traces', [span, { ...span, spanId: '1'.repeat(16), kind: 3 }], {
          resource: { 'service.name': project },
        });
        for (const stored of [3, 3]) {
          const answer = await send(encode('traces', request, format), { format, signal: 'traces' });
          assert.equal(answer.status, 200);
          assert.equal((await outcomesOf(project)).total.stored, stored);
        }
        assert.equal((await shared.onlyErrorGroup(project)).total, 2);
        assert.equal((await shared.onlyRequest(project)).correlationId, TRACE_ID);
        const { total } = await outcomesOf(project);
        assert.deepEqual([total.duplicate, total.skipped], [3, { span: 2 }]);
      });

      it('take metrics and count them as skipped', async () => {
        const project = shared.newProject();
        const request = toRequest('metrics', [{ name: 'a' }], { resource: { 'service.name': project } });
        const answer = await send(encode('metrics', request, format), { format, signal: 'metrics' });
        assert.deepEqual([answer.status, readSuccess(answer.body, format)], [200, {}]);
        assert.deepEqual((await outcomesOf(project)).total.skipped, { metric: 1 });
      });

      const refusals: readonly [string, number, number, () => [Buffer, Record<string, string>]][] = [
        ['a body that is none', 400, 3, () => [Buffer.from('{"broken'), {}]],
        ['a body that does not unpack', 400, 3, () => [Buffer.from('no gzip'), { 'content-encoding': 'gzip' }]],
        ['an encoding that nobody knows', 415, 3, () => [Buffer.from('{}'), { 'content-encoding': 'compress' }]],
        ['a body that is too large', 413, 3, () => [Buffer.alloc(INGEST_BODY_BYTES_MAX + 1, 0x20), {}]],
        [
          'a body that unpacks to too much',
          413,
          3,
          () => [gzipSync(Buffer.alloc(INGEST_BODY_BYTES_MAX + 1)), { 'content-encoding': 'gzip' }],
        ],
      ];
      for (const [what, status, code, make] of refusals) {
        it(`are answered with ${status} and a status for ${what}`, async () => {
          const [bytes, headers] = make();
          const answer = await send(bytes, { format, headers });
          assert.equal(answer.status, status);
          const refused = readStatus(answer.body, format);
          assert.equal(refused.code, code);
          assert.ok(refused.message.length > 10, refused.message);
        });
      }

      it('are answered with 401, 403 and a status where they may not write', async () => {
        const bytes = encode('logs', toRequest('logs', [log()]), format);
        const noKey = await send(bytes, { format, url: closed.url() });
        assert.equal(noKey.headers.get('www-authenticate'), 'Bearer');
        assert.deepEqual([noKey.status, readStatus(noKey.body, format).code], [401, 16]);
        const foreign = await send(bytes, { format, url: closed.url(), headers: { origin: 'https://other.example' } });
        assert.deepEqual([foreign.status, readStatus(foreign.body, format).code], [403, 7]);
        const right = await send(bytes, {
          format,
          url: closed.url(),
          headers: { authorization: 'Bearer a-long-secret' },
        });
        assert.equal(right.status, 200);
      });
    });
  }

  it('name the records that were refused, and store the others', async () => {
    const project = shared.newProject();
    const request = toRequest('logs', [log(), 5, log(), null], { resource: { 'service.name': project } });
    const answer = await send(encode('logs', request, 'json'), { format: 'json' });
    assert.equal(answer.status, 200);
    const { partialSuccess } = readSuccess(answer.body, 'json');
    assert.equal(partialSuccess?.rejectedLogRecords, '2');
    assert.match(partialSuccess.errorMessage ?? '', /does not match its schema/);
    assert.equal((await shared.logs(project)).total, 2);
  });

  it('are refused when nothing in them can be stored', async () => {
    const answer = await send(encode('logs', toRequest('logs', [5]), 'json'), { format: 'json' });
    assert.equal(answer.status, 400);
    assert.equal(readStatus(answer.body, 'json').code, 3);
  });

  it('are refused where a level of them is no list, and say where', async () => {
    for (const [body, path] of [
      [[], 'object'],
      [{ resourceLogs: 5 }, '/resourceLogs '],
      [{ resourceLogs: [null] }, '/resourceLogs '],
      [{ resourceLogs: [{ scopeLogs: {} }] }, '/resourceLogs/0/scopeLogs'],
      [{ resourceLogs: [{ scopeLogs: [{ logRecords: 'x' }] }] }, '/resourceLogs/0/scopeLogs/0/logRecords'],
    ] as const) {
      const answer = await send(Buffer.from(JSON.stringify(body)), { format: 'json' });
      assert.equal(answer.status, 400);
      assert.ok(readStatus(answer.body, 'json').message.includes(path), readStatus(answer.body, 'json').message);
    }
  });

  it('are redacted like any other record', async () => {
    const project = shared.newProject();
    const attributes = toKeyValues({
      'http.request.header.cookie': 'sid=s3cret',
      'app.token': 's3cret',
      'url.full': 'https://shop.example/?token=s3cret',
      nested: { password: 's3cret' },
    });
    const records = [
      log({ attributes, body: { stringValue: 'Authorization: Bearer s3crets3crets3cret' } }),
      log({ severityNumber: 17, attributes: [...attributes, ...toKeyValues({ 'exception.type': 'T' })] }),
    ];
    const request = toRequest('logs', records, { resource: { 'service.name': project, 'db.password': 's3cret' } });
    await send(encode('logs', request, 'protobuf'), { format: 'protobuf' });
    const stored = JSON.stringify([await shared.logs(project), await shared.onlyErrorGroup(project)]);
    assert.ok(stored.includes('[Redacted]'));
    assert.equal(stored.includes('s3cret'), false, stored);
  });

  it('may end with a slash', async () => {
    const answer = await fetch(`${shared.url()}/v1/logs/`, { method: 'POST', body: '{}' });
    assert.equal(answer.status, 200);
  });
});
