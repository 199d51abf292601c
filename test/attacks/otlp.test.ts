// Bodies of OpenTelemetry's protocol that want more than a record: each against a daemon in a process of its own, with honest
// calls before and after it.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import type { ErrorGroupList } from '../../schemas/error-group.js';
import type { LogList } from '../../schemas/log.js';
import type { Outcomes } from '../../schemas/stats.js';
import { INGEST_BODY_BYTES_MAX, OTLP_EXCEPTIONS_MAX, OTLP_ITEMS_MAX } from '../../src/limits.js';
import type { BodyFormat } from '../../src/messages.js';
import { type DaemonProcess, endDaemonProcesses, startDaemonProcess } from '../support/daemon-process.js';
import { callJson } from '../support/http.js';
import { CONTENT_TYPES, encode, NANOS, readStatus, type Signal, toKeyValues, toRequest } from '../support/otlp.js';
import { assertBalanced } from '../support/shared-daemon.js';

interface Attack {
  readonly body: Buffer;
  readonly status: number;
  readonly signal?: Signal;
  readonly format?: BodyFormat;
  readonly encoding?: string;
}

const EXCEPTION = toKeyValues({ 'exception.type': 'T', 'exception.message': 'm' });

const bytesOf = (signal: Signal, records: readonly unknown[], format: BodyFormat = 'protobuf'): Buffer =>
  encode(signal, toRequest(signal, records, { resource: { 'service.name': 'attacker' } }), format);

const honest = bytesOf('logs', [{ timeUnixNano: NANOS, severityNumber: 9, body: { stringValue: 'honest' } }]);

/** Two bytes over and over: an empty message, if the first opens one. */
function repeat(tag: number, byteCount = INGEST_BODY_BYTES_MAX): Buffer {
  const bytes = Buffer.alloc(byteCount);
  for (let at = 0; at < byteCount; at += 2) bytes[at] = tag;
  return bytes;
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2]), varint(content.length), content]);
}

const inRecord = (content: Buffer): Buffer => field(1, field(2, field(2, content)));

/** A value in lists in lists; built from the inside, each level in front of the one before. */
function nestedValue(depth: number): Buffer {
  const heads: Buffer[] = [];
  let length = 3;
  for (let level = 0; level < depth; level++) {
    for (const number of [1, 5]) {
      const head = Buffer.concat([Buffer.from([(number << 3) | 2]), varint(length)]);
      heads.push(head);
      length += head.length;
    }
  }
  return Buffer.concat([...heads.reverse(), Buffer.from([0x0a, 0x01, 0x78])]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest & 0x7f) | 0x80);
  return Buffer.from([...bytes, rest]);
}

/** A test that packs for seconds finds its connections closed. */
const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

const uniqueNames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: { intValue: 1 } }));

const ATTACKS: Readonly<Record<string, () => Attack>> = {
  'a body that is cut off': () => ({ body: honest.subarray(0, honest.length - 9), status: 400 }),
  noise: () => ({ body: Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) & 0xff)), status: 400 }),
  'JSON that says it is protobuf': () => ({ body: Buffer.from('{"resourceLogs":[]}'), status: 400 }),
  'protobuf that says it is JSON': () => ({ body: honest, format: 'json', status: 400 }),
  'a length beyond the body': () => ({ body: Buffer.from('0affffffff0f00', 'hex'), status: 400 }),
  'a length of 64 bits': () => ({ body: Buffer.from('0affffffffffffffffff01', 'hex'), status: 400 }),
  'five million empty resources': () => ({ body: repeat(0x0a), status: 413 }),
  'five million empty records': () => ({
    body: field(1, field(2, repeat(0x12, INGEST_BODY_BYTES_MAX - 16))),
    status: 413,
  }),
  'five million empty attributes': () => ({ body: inRecord(repeat(0x32, INGEST_BODY_BYTES_MAX - 32)), status: 413 }),
  'a hundred thousand empty records': () => ({ body: field(1, field(2, repeat(0x12, 200_000))), status: 400 }),
  'a hundred thousand names': () => ({ body: bytesOf('logs', [{ attributes: uniqueNames(100_000) }]), status: 200 }),
  'values nested without end': () => ({ body: inRecord(field(5, nestedValue(500_000))), status: 400 }),
  'values nested as deep as the stack allows': () => ({ body: inRecord(field(5, nestedValue(500))), status: 200 }),
  'JSON nested without end': () => ({
    body: Buffer.from(`{"resourceLogs":${'['.repeat(5_000_000)}`),
    format: 'json',
    status: 413,
  }),
  'one record more than a call may hold': () => ({
    body: bytesOf('logs', new Array(OTLP_ITEMS_MAX + 1).fill({ severityNumber: 9 })),
    status: 400,
  }),
  'one exception more than a call may hold': () => ({
    body: bytesOf('traces', [
      { kind: 1, events: new Array(OTLP_ITEMS_MAX + 1).fill({ name: 'exception', attributes: EXCEPTION }) },
    ]),
    signal: 'traces',
    status: 400,
  }),
  'as many records as a call may hold': () => ({
    body: bytesOf('logs', new Array(OTLP_ITEMS_MAX).fill({ severityNumber: 9, body: { stringValue: 'many' } })),
    status: 200,
  }),
  'texts of megabytes': () => ({
    body: bytesOf('logs', [{ body: { stringValue: 'x'.repeat(4_000_000) }, severityText: 'y'.repeat(4_000_000) }]),
    status: 200,
  }),
  'times, ids and numbers that are none': () => ({
    body: bytesOf(
      'logs',
      [
        { timeUnixNano: '31556889864403199000000000', traceId: 'no id', spanId: 5, severityNumber: 'x', body: 7 },
        { timeUnixNano: -1, severityNumber: 1e300, attributes: { a: 1 }, severityText: [] },
      ],
      'json',
    ),
    format: 'json',
    status: 200,
  }),
  'a text that is no UTF-8': () => {
    const body = Buffer.from(honest);
    body[body.indexOf('honest')] = 0xff;
    return { body, status: 200 };
  },
  'JSON that is no UTF-8': () => ({ body: Buffer.from('{"a":"\xff"}', 'latin1'), format: 'json', status: 400 }),
  'a gzip bomb': () => ({ body: gzipSync(Buffer.alloc(100_000_000), { level: 1 }), encoding: 'gzip', status: 413 }),
  'a bomb in a bomb': () => ({
    body: gzipSync(brotliCompressSync(Buffer.alloc(2 * INGEST_BODY_BYTES_MAX), FAST)),
    encoding: 'br, gzip',
    status: 413,
  }),
  'a packed body that is cut off': () => ({
    body: deflateSync(honest).subarray(0, 9),
    encoding: 'deflate',
    status: 400,
  }),
  'three encodings': () => ({ body: honest, encoding: 'gzip, gzip, gzip', status: 415 }),
  'a name of a service that is none': () => ({
    body: encode('logs', toRequest('logs', [{}], { resource: { 'service.name': '\u0000'.repeat(999) } }), 'protobuf'),
    status: 200,
  }),
};

describe('hostile bodies of OpenTelemetry', () => {
  let dir = '';
  let daemon: DaemonProcess;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'errord-test-'));
    daemon = await startDaemonProcess(join(dir, 'service.db'));
  });
  after(async () => {
    await endDaemonProcesses();
    rmSync(dir, { recursive: true, force: true });
  });

  async function send({ body, signal = 'logs', format = 'protobuf', encoding }: Omit<Attack, 'status'>) {
    const answer = await fetch(`${daemon.url}/v1/${signal}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'content-type': CONTENT_TYPES[format],
        ...(encoding !== undefined && { 'content-encoding': encoding }),
      },
    });
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers, format };
  }

  const countHonest = async (): Promise<number> =>
    (await callJson<LogList>(`${daemon.url}/api/logs?projectId=honest`)).body.total;

  const sendHonest = (time: number): ReturnType<typeof send> => {
    const records = [{ timeUnixNano: String(1e18 + time * 1e6), severityNumber: 9, body: { stringValue: 'honest' } }];
    return send({
      body: encode('logs', toRequest('logs', records, { resource: { 'service.name': 'honest' } }), 'protobuf'),
    });
  };

  for (const [index, [what, make]] of Object.entries(ATTACKS).entries()) {
    it(`are answered in kind, and cost nobody else anything: ${what}`, async function () {
      this.timeout(60_000);
      const { status, ...attack } = make();
      // To make some bodies takes seconds without a turn of the event loop. In this one it is heard which connections the
      // daemon has ended meanwhile, else one of them is taken for the next call.
      await new Promise(setImmediate);
      const storedBefore = await countHonest();
      const [answer, ...others] = await Promise.all([send(attack), sendHonest(index * 2), sendHonest(index * 2 + 1)]);
      assert.equal(answer.status, status, answer.body.toString('latin1').slice(0, 200));
      assert.equal(answer.headers.get('content-type')?.split(';')[0], CONTENT_TYPES[answer.format]);
      if (status !== 200) assert.ok(readStatus(answer.body, answer.format).message.length > 10);
      assert.deepEqual(
        others.map((other) => other.status),
        [200, 200],
      );
      assert.equal(await countHonest(), storedBefore + 2);
    });
  }

  it('that tell of more exceptions than a batch may hold are told how many were refused, and those are counted', async () => {
    const events = Array.from({ length: 9500 }, (_, index) => ({
      name: 'exception',
      attributes: toKeyValues({ 'exception.type': `T${index}`, 'exception.message': `${index} of many` }),
    }));
    const resource = { 'service.name': 'storm' };
    const body = encode('traces', toRequest('traces', [{ kind: 1, events }], { resource }), 'json');
    const answer = await send({ body, signal: 'traces', format: 'json' });
    assert.equal(answer.status, 200);
    const { partialSuccess } = JSON.parse(answer.body.toString()) as { partialSuccess: Record<string, string> };
    const refused = 9500 - OTLP_EXCEPTIONS_MAX;
    assert.equal(partialSuccess.rejectedSpans, String(refused));
    assert.match(partialSuccess.errorMessage ?? '', /more than 1000 exceptions/);
    const { total } = (await callJson<Outcomes>(`${daemon.url}/api/outcomes?projectId=storm`)).body;
    assert.deepEqual([total.stored, total.rejected], [OTLP_EXCEPTIONS_MAX, { batch_too_long: refused }]);
    await callJson(`${daemon.url}/api/clear`, { body: { projectId: 'storm' } });
  });

  it('leave a daemon that has counted every item once, and has not grown beyond bounds', async () => {
    const { body } = await callJson<Outcomes>(`${daemon.url}/api/outcomes`);
    assertBalanced(body);
    assert.equal(body.total.inFlight, 0);
    assert.equal(body.total.dropped.internal, undefined);
    assert.deepEqual(
      daemon.log.filter((line) => line.includes('"level":50')),
      [],
    );
    const { body: groups } = await callJson<ErrorGroupList>(`${daemon.url}/api/errors`);
    assert.equal(groups.total, 0);
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${daemon.child.pid ?? ''}/status`, 'utf8'))?.[1];
    assert.ok(Number(peak) < 1_500_000, `the daemon took ${peak} kB`);
  });
});
