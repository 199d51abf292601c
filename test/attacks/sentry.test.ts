// Envelopes that no SDK sends: torn, packed to be more than they look, or made to cost.

import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Outcomes } from '../../schemas/stats.js';
import { INGEST_BODY_BYTES_MAX } from '../../src/limits.js';
import { EVENT_ID, envelopeOf, itemOf, type Json } from '../support/sentry.js';
import { assertBalanced, useSharedDaemon } from '../support/shared-daemon.js';

const MIB = 1024 * 1024;
const event = (fields: Json = {}): Buffer => itemOf({ type: 'event' }, { message: 'kept', ...fields });
const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const old = (bytes: string | Buffer): Buffer => Buffer.from(deflateSync(bytes).toString('base64'));

const DEEP_TEXTS = `{"exception":{"type":${deep(50_000)},"value":${deep(50_000)}},"tags":{"a":${deep(50_000)}},
"fingerprint":[${deep(50_000)}],"dist":${deep(50_000)},"request":{"headers":{"a":[${deep(50_000)}]},"data":${deep(50_000)}}}`;

interface Attack {
  readonly what: string;
  readonly body: Buffer;
  readonly status: number;
  readonly encoding?: string;
  readonly route?: 'envelope' | 'store';
  /** Records of it that are stored all the same. */
  readonly stored?: number;
}

const whole = envelopeOf({}, event(), itemOf({ type: 'log' }, { items: [{ level: 'info', body: 'kept' }] }));
const bomb = Buffer.alloc(8 * INGEST_BODY_BYTES_MAX, ' ');

const ATTACKS: readonly Attack[] = [
  { what: 'nothing', body: Buffer.alloc(0), status: 400 },
  { what: 'zeroes', body: Buffer.alloc(MIB), status: 400 },
  { what: 'newlines', body: Buffer.alloc(MIB, '\n'), status: 400 },
  { what: 'a header and newlines', body: Buffer.concat([Buffer.from('{}'), Buffer.alloc(9 * MIB, '\n')]), status: 200 },
  {
    what: 'a header and braces',
    body: Buffer.concat([Buffer.from('{}\n'), Buffer.alloc(9 * MIB, '{\n')]),
    status: 400,
  },
  {
    what: 'a header and empty headers',
    body: Buffer.concat([Buffer.from('{}\n'), Buffer.alloc(9 * MIB, '{}\n')]),
    status: 400,
  },
  { what: 'a first line without an end', body: Buffer.alloc(9 * MIB, '{'), status: 400 },
  { what: 'an item that is cut off', body: whole.subarray(0, whole.length - 3), status: 400, stored: 1 },
  {
    what: 'a length beyond the end',
    body: envelopeOf({}, event(), itemOf({ type: 'event', length: 2 ** 53 }, '{}')),
    status: 400,
    stored: 1,
  },
  {
    what: 'a length that is negative',
    body: envelopeOf({}, itemOf({ type: 'event', length: -5 }, '{}'), event()),
    status: 400,
    stored: 1,
  },
  { what: '10,000 items', body: envelopeOf({}, ...Array.from({ length: 10_000 }, () => event())), status: 400 },
  {
    what: '100,000 logs',
    body: envelopeOf({}, itemOf({ type: 'log' }, { items: new Array(100_000).fill({ body: 'b' }) })),
    status: 400,
  },
  {
    what: 'a million arrays',
    body: envelopeOf({}, itemOf({ type: 'event' }, `{"extra":{"a":[${'[],'.repeat(MIB)}[]]}}`)),
    status: 413,
  },
  {
    what: 'a million arrays in parts',
    body: envelopeOf(
      {},
      ...Array.from({ length: 50 }, () => itemOf({ type: 'event' }, `{"extra":[${'[],'.repeat(21_000)}[]]}`)),
    ),
    status: 413,
  },
  {
    what: 'an event too deep to read',
    body: envelopeOf({}, itemOf({ type: 'event' }, deep(100_000)), event()),
    status: 400,
    stored: 1,
  },
  {
    what: 'a deep event',
    body: envelopeOf({}, itemOf({ type: 'event' }, `{"message":"kept","extra":{"a":${deep(50_000)}}}`)),
    status: 200,
    stored: 1,
  },
  {
    what: 'deep values where texts belong',
    body: envelopeOf(
      {},
      itemOf({ type: 'event' }, DEEP_TEXTS),
      itemOf({ type: 'log' }, `{"items":[{"body":${deep(50_000)}}]}`),
    ),
    status: 200,
    stored: 2,
  },
  {
    what: 'ids that are none',
    body: envelopeOf({ event_id: '../..' }, event({ event_id: { $gt: '' } })),
    status: 200,
    stored: 1,
  },
  {
    what: 'times a million years off',
    body: envelopeOf({ sent_at: 1e13 }, event({ timestamp: -1e15, breadcrumbs: [{ timestamp: 1e300, message: 'm' }] })),
    status: 200,
    stored: 1,
  },
  {
    what: 'text that is not UTF-8',
    body: envelopeOf({}, itemOf({ type: 'event' }, Buffer.from([0x22, 0xc3, 0x28, 0x22])), event()),
    status: 400,
    stored: 1,
  },
  {
    what: 'names of prototypes',
    body: envelopeOf(
      {},
      itemOf(
        { type: 'event' },
        '{"__proto__":{"message":"x"},"constructor":1,"message":"kept","tags":[["__proto__","a"]],"contexts":{"__proto__":{"trace":5}}}',
      ),
    ),
    status: 200,
    stored: 1,
  },
  {
    what: '100,000 frames',
    body: envelopeOf(
      {},
      event({
        exception: { values: [{ type: 'E', stacktrace: { frames: new Array(100_000).fill({ function: 'f' }) } }] },
      }),
    ),
    status: 200,
    stored: 1,
  },
  {
    what: '100,000 causes',
    body: envelopeOf({}, event({ exception: { values: new Array(100_000).fill({ type: 'E', value: 'v' }) } })),
    status: 200,
    stored: 1,
  },
  {
    what: '100,000 tags',
    body: envelopeOf({}, event({ tags: Array.from({ length: 100_000 }, (_, index) => [`t${index}`, 1]) })),
    status: 200,
    stored: 1,
  },
  {
    what: '100,000 parts of a fingerprint',
    body: envelopeOf({}, event({ fingerprint: new Array(100_000).fill('p') })),
    status: 200,
    stored: 1,
  },
  {
    what: 'a template with 100,000 places',
    body: envelopeOf({}, event({ logentry: { message: '%s'.repeat(100_000), params: new Array(100_000).fill('x') } })),
    status: 200,
    stored: 1,
  },
  { what: 'a message of 9 MB', body: envelopeOf({}, event({ message: 'm'.repeat(9 * MIB) })), status: 200, stored: 1 },
  { what: 'a bomb of gzip', body: gzipSync(bomb), encoding: 'gzip', status: 413 },
  { what: 'a bomb of deflate', body: deflateSync(bomb), encoding: 'deflate', status: 413 },
  { what: 'a bomb of br', body: brotliCompressSync(bomb), encoding: 'br', status: 413 },
  { what: 'a bomb in a bomb', body: gzipSync(gzipSync(bomb)), encoding: 'gzip, gzip', status: 413 },
  { what: 'a bomb of an old SDK', body: old(bomb), route: 'store', status: 413 },
  { what: 'a bomb of an old SDK in a bomb', body: gzipSync(old(bomb)), encoding: 'gzip', route: 'store', status: 413 },
  { what: 'a body that is not what it says', body: whole, encoding: 'gzip', status: 400 },
  { what: 'a body that is packed and torn', body: gzipSync(whole).subarray(0, -9), encoding: 'gzip', status: 400 },
  { what: 'a store body that is an envelope', body: whole, route: 'store', status: 400 },
];

describe('an envelope that is an attack', function () {
  this.timeout(60_000);
  const shared = useSharedDaemon();

  for (const { what, body, status, encoding, route = 'envelope', stored = 0 } of ATTACKS) {
    it(`gets an answer of the protocol, and costs nothing else: ${what}`, async () => {
      const projectId = shared.newProject();
      const headers = encoding === undefined ? {} : { 'content-encoding': encoding };
      const url = `${shared.url()}/api/${projectId}/${route}/`;
      const init = { method: 'POST', body: new Uint8Array(body), headers };
      // A call that took five seconds would be ended and answered 413.
      const answer = await fetch(url, init);
      const value = (await answer.json()) as { detail?: string };
      assert.equal(answer.status, status, JSON.stringify(value));
      assert.equal(typeof value.detail, status === 200 ? 'undefined' : 'string');
      const { total } = (await shared.get<Outcomes>(`/api/outcomes?projectId=${projectId}`)).body;
      assert.equal(total.stored, stored, JSON.stringify(total));
      assert.deepEqual(total.dropped, {});
    });
  }

  it('leaves every count balanced, and a daemon that takes the next one', async () => {
    assertBalanced((await shared.get<Outcomes>('/api/outcomes')).body);
    const url = `${shared.url()}/api/1/envelope/`;
    const answer = await fetch(url, {
      method: 'POST',
      body: new Uint8Array(envelopeOf({ event_id: EVENT_ID }, event())),
    });
    assert.deepEqual([answer.status, await answer.json()], [200, { id: EVENT_ID }]);
  });
});
