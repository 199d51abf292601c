// The routes of the Sentry protocol: who may send, to which project, and what a page may read of the answers.

import assert from 'node:assert/strict';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parseDsn, readEnvelopeDsn } from '../../src/gateway/dsn.js';
import {
  DSN_CHARS_MAX,
  ENVELOPE_HEAD_BYTES_MAX,
  ENVELOPE_HEAD_PACKED_BYTES_MAX,
  INGEST_BODY_BYTES_MAX,
} from '../../src/limits.js';
import { useGateways } from '../support/gateway.js';
import { EVENT_ID, envelopeOf, itemOf, type Json } from '../support/sentry.js';

const TOKEN = 'a-long-secret';
const HEX_KEY = 'a'.repeat(32);
const event = itemOf({ type: 'event' }, { event_id: EVENT_ID, message: 'lost' });
const envelope = (header: Json = {}): string => envelopeOf(header, event).toString();

const detailOf = async (response: Response): Promise<string> => {
  const { detail } = (await response.json()) as { detail: string };
  assert.equal(response.headers.get('x-sentry-error'), detail);
  return detail;
};

describe('the routes of Sentry', () => {
  const openTestGateway = useGateways();

  for (const path of ['/api/1/envelope/', '/api/1/envelope', '/stream']) {
    it(`take envelopes on ${path}, whatever their type is called`, async () => {
      const { post, stored } = await openTestGateway();
      const types = [
        'application/x-sentry-envelope',
        'text/plain;charset=UTF-8',
        'application/x-www-form-urlencoded',
        '',
      ];
      for (const [index, type] of types.entries()) {
        const response = await post(
          path,
          envelope({ event_id: `${index}`.repeat(32).replaceAll('0', 'f') }),
          type === '' ? {} : { 'content-type': type },
        );
        assert.equal(response.status, 200);
      }
      assert.equal((await stored.errors()).errors[0]?.count, types.length);
    });
  }

  for (const path of ['/api/1/store/', '/api/1/store']) {
    it(`take one event on ${path}`, async () => {
      const { post, stored } = await openTestGateway();
      const response = await post(path, { event_id: EVENT_ID, message: 'lost' });
      assert.deepEqual([response.status, await response.json()], [200, { id: EVENT_ID }]);
      assert.equal((await stored.event(EVENT_ID))?.event.message, 'lost');
    });
  }

  for (const [method, path, status] of [
    ['POST', '/api/1/security/', 404],
    ['POST', '/api/1/minidump/', 404],
    ['GET', '/api/1/nothing', 404],
    ['GET', '/api/1/envelope/', 405],
    ['PUT', '/api/1/store', 405],
    ['GET', '/stream', 405],
  ] as const) {
    it(`answer ${method} ${path} in their own form, which a page of another origin may read`, async () => {
      const { fetch } = await openTestGateway();
      const response = await fetch(path, { method, headers: { origin: 'http://app.example' } });
      assert.equal(response.status, status);
      assert.equal(response.headers.get('allow'), status === 405 ? 'POST, OPTIONS' : null);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.match(await detailOf(response), /^[A-Z].*\.$/);
    });
  }

  it('take every coding of a body', async () => {
    const { fetch, stored } = await openTestGateway();
    const zstd = Buffer.from(ZSTD_ENVELOPE, 'base64');
    for (const [encoding, body] of [
      ['gzip', gzipSync(envelope())],
      ['deflate', deflateSync(envelope())],
      ['br', brotliCompressSync(envelope())],
      ['zstd', zstd],
    ] as const) {
      const init = { method: 'POST', body: new Uint8Array(body), headers: { 'content-encoding': encoding } };
      const response = await fetch('/api/1/envelope/', init);
      assert.deepEqual([encoding, response.status], [encoding, 200]);
    }
    assert.equal((await stored.errors()).errors[0]?.count, 1);
  });

  it('know a retry by the id of the event, as our own routes do', async () => {
    const { gateway, post, stored } = await openTestGateway();
    for (let tries = 0; tries < 3; tries++) {
      const response = await post('/api/1/envelope/', envelope());
      assert.deepEqual([response.status, await response.json()], [200, { id: EVENT_ID }]);
    }
    assert.equal((await stored.errors()).errors[0]?.count, 1);
    assert.equal(gateway.outcomes.toJson().total.duplicate, 2);
  });

  it('count what they skip and what the SDK dropped, for the project, and refuse nothing', async () => {
    const { gateway, post } = await openTestGateway();
    const report = { discarded_events: [{ reason: 'before_send', category: 'error', quantity: 3 }] };
    const body = envelopeOf(
      {},
      itemOf({ type: 'session' }, {}),
      itemOf({ type: 'new_thing' }, 'x'),
      itemOf({ type: 'client_report' }, report),
    );
    const response = await post('/api/7/envelope/', body.toString());
    assert.deepEqual([response.status, await response.json()], [200, {}]);
    const { total } = gateway.outcomes.toJson('7');
    assert.deepEqual(total, {
      received: 0,
      inFlight: 0,
      stored: 0,
      duplicate: 0,
      rejected: {},
      dropped: {},
      skipped: { session: 1, unknown: 1 },
      clientDropped: { before_send: 3 },
    });
  });

  for (const [what, path, headers, project] of [
    ['the id in the path', `/api/7/envelope/?sentry_key=${HEX_KEY}`, {}, '7'],
    ['the id in the path, for a key of ours', '/api/7/envelope/?sentry_key=errord_i_0', {}, '7'],
    ['the id in the path, without a key', '/api/7/envelope/', {}, '7'],
    ['the name in place of a key, in the query', '/api/7/envelope/?sentry_version=7&sentry_key=shop', {}, 'shop'],
    [
      'the name in place of a key, in the header',
      '/api/7/envelope/',
      { 'x-sentry-auth': 'Sentry sentry_version=7, sentry_key=shop, sentry_client=x/1' },
      'shop',
    ],
    [
      'the name in place of a key, in Authorization',
      '/api/7/envelope/',
      { authorization: 'Sentry sentry_key=shop,sentry_version=7' },
      'shop',
    ],
    ['the header of ours', '/api/7/envelope/?sentry_key=shop', { 'x-service-project-id': 'blog' }, 'blog'],
    ['nothing that is no name', '/api/..%2F..%2Fx/envelope/', {}, undefined],
    ['nothing for Spotlight', '/stream', {}, undefined],
  ] as const) {
    it(`file records under ${what}`, async () => {
      const { gateway, post, stored } = await openTestGateway();
      assert.equal((await post(path, envelope(), headers)).status, 200);
      assert.equal((await stored.errors()).errors[0]?.projectId, project);
      assert.deepEqual(
        gateway.outcomes.toJson().projects.map(({ projectId }) => projectId),
        [project],
      );
    });
  }

  for (const [dsn, project] of [
    ['http://shop@localhost:3800/1', 'shop'],
    [`http://${HEX_KEY}@localhost:3800/7`, '7'],
    [`http://${HEX_KEY}:secret@localhost:3800/prefix/7`, '7'],
    ['nonsense', '3'],
    [5, '3'],
  ] as const) {
    it(`file records of a tunnel under its DSN: ${dsn}`, async () => {
      const { post, stored } = await openTestGateway();
      assert.equal((await post('/api/3/envelope/', envelope({ dsn }))).status, 200);
      assert.equal((await stored.errors()).errors[0]?.projectId, project);
    });
  }

  it('refuse with a detail what cannot be read, and keep the rest', async () => {
    const { post, stored } = await openTestGateway();
    const torn = await post('/api/1/envelope/', `${envelope()}{"type":"event"}\n{"mess`);
    assert.equal(torn.status, 400);
    assert.equal(await detailOf(torn), 'The payload of an item is not valid JSON in UTF-8.');
    assert.equal((await stored.errors()).total, 1);
    for (const [status, body, headers] of [
      [400, 'nonsense', {}],
      [400, '', {}],
      [413, ' '.repeat(INGEST_BODY_BYTES_MAX + 1), {}],
      [415, envelope(), { 'content-encoding': 'compress' }],
      [400, envelope(), { 'content-encoding': 'gzip' }],
      [400, envelope(), { 'content-encoding': 'zstd' }],
    ] as const) {
      const response = await post('/api/1/envelope/', body, headers);
      assert.equal(response.status, status);
      assert.ok((await detailOf(response)).length > 10);
    }
  });

  it('answer 429 with both headers when there is no room, for any page to read', async () => {
    const { gateway, pool, post } = await openTestGateway();
    pool.holding = true;
    const body = envelope({ pad: 'x'.repeat(15_000) });
    // What is admitted waits, so the first answer is a refusal.
    const calls = Array.from({ length: 1000 }, () => post('/api/1/envelope/', body));
    const refused = await Promise.race(calls);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '1');
    assert.equal(refused.headers.get('x-sentry-rate-limits'), '1::organization:queue_full');
    assert.equal(refused.headers.get('access-control-allow-origin'), '*');
    pool.release();
    await Promise.all(calls);
    assert.ok((gateway.outcomes.toJson().total.dropped.queue_full ?? 0) > 0);
  });
});

describe('a daemon with a token', () => {
  const openTestGateway = useGateways();
  const dsnOf = (key: string): string => `http://${key}@localhost:3800/7`;

  for (const [what, path, headers, header] of [
    ['the query', `/api/7/envelope/?sentry_key=${TOKEN}`, {}, {}],
    ['X-Sentry-Auth', '/api/7/envelope/', { 'x-sentry-auth': `Sentry sentry_key=${TOKEN}` }, {}],
    ['Authorization', '/api/7/envelope/', { authorization: `Sentry sentry_key=${TOKEN}` }, {}],
    ['a Bearer header', '/api/7/envelope/', { authorization: `Bearer ${TOKEN}` }, {}],
    ['the DSN of an envelope', '/api/7/envelope/', {}, { dsn: dsnOf(TOKEN) }],
    ['the DSN of an envelope for Spotlight', '/stream', {}, { dsn: dsnOf(TOKEN) }],
  ] as const) {
    it(`takes its token in ${what}, and files nothing under it`, async () => {
      const { post, stored } = await openTestGateway({ authToken: TOKEN });
      assert.equal((await post(path, envelope(header), headers)).status, 200);
      assert.equal((await stored.errors()).errors[0]?.projectId, '7');
    });
  }

  for (const [what, path, headers, header] of [
    ['a wrong key in the query', '/api/7/envelope/?sentry_key=shop', {}, {}],
    ['a wrong key beside the right one in the body', '/api/7/envelope/?sentry_key=shop', {}, { dsn: dsnOf(TOKEN) }],
    ['a wrong key in the header', '/api/7/store/', { 'x-sentry-auth': 'Sentry sentry_key=shop' }, {}],
    ['a wrong key in the DSN', '/api/7/envelope/', {}, { dsn: dsnOf('shop') }],
    ['no key', '/api/7/envelope/', {}, {}],
    ['no key for Spotlight', '/stream', {}, {}],
    ['no key on the legacy route', '/api/7/store/', {}, {}],
  ] as const) {
    it(`refuses ${what} with 403 and says what to do`, async () => {
      const { gateway, post, stored } = await openTestGateway({ authToken: TOKEN });
      const response = await post(path, envelope(header), headers);
      assert.equal(response.status, 403);
      assert.match(await detailOf(response), /or an ingest key, into the DSN/);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal((await stored.errors()).total, 0);
      assert.deepEqual(gateway.outcomes.toJson().total.rejected, { unauthorized: 1 });
    });
  }

  it('finds the key in a packed envelope, also in a long one', async () => {
    const { fetch } = await openTestGateway({ authToken: TOKEN });
    const long = envelopeOf(
      { dsn: dsnOf(TOKEN) },
      itemOf({ type: 'event' }, { message: 'm', extra: { text: noise(200_000) } }),
    );
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      for (const plain of [envelope({ dsn: dsnOf(TOKEN) }), long]) {
        const body = new Uint8Array(pack(plain));
        const response = await fetch('/api/7/envelope/', {
          method: 'POST',
          body,
          headers: { 'content-encoding': encoding },
        });
        assert.deepEqual([encoding, response.status], [encoding, 200]);
      }
    }
  });
});

describe('the DSN of an envelope', () => {
  const lineOf = (byteCount: number): string => {
    const [start, end] = ['{"dsn":"http://shop@h/1","pad":"', '"}'];
    return `${start}${'x'.repeat(byteCount - start.length - end.length)}${end}\n`;
  };

  it('is read from a first line of at most so many bytes', () => {
    assert.deepEqual(readEnvelopeDsn(Buffer.from(lineOf(ENVELOPE_HEAD_BYTES_MAX)), ''), {
      key: 'shop',
      projectId: '1',
    });
    assert.equal(readEnvelopeDsn(Buffer.from(lineOf(ENVELOPE_HEAD_BYTES_MAX + 1)), ''), null);
  });

  it('is read from so many packed bytes, however much they unpack to', () => {
    const packedOf = (byteCount: number): Buffer => gzipSync(`{"pad":"${noise(byteCount)}","dsn":"http://shop@h/1"}\n`);
    assert.ok(packedOf(200).length < ENVELOPE_HEAD_PACKED_BYTES_MAX);
    assert.deepEqual(readEnvelopeDsn(packedOf(200), 'gzip'), { key: 'shop', projectId: '1' });
    assert.ok(packedOf(8000).length > ENVELOPE_HEAD_PACKED_BYTES_MAX);
    assert.equal(readEnvelopeDsn(packedOf(8000), 'gzip'), null);
    const bomb = Buffer.alloc(INGEST_BODY_BYTES_MAX, ' ');
    for (const [encoding, pack] of [
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const) {
      assert.equal(readEnvelopeDsn(pack(bomb), encoding), null);
    }
    assert.equal(readEnvelopeDsn(Buffer.from(lineOf(100)), 'zstd'), null);
  });

  it('is a text of at most so many characters with a key', () => {
    const dsnOf = (charCount: number): string => 'http://shop@h/'.padEnd(charCount, '1');
    assert.equal(parseDsn(dsnOf(DSN_CHARS_MAX))?.key, 'shop');
    for (const text of [dsnOf(DSN_CHARS_MAX + 1), 'http://h/1', 'shop', '', 'http://%@h/1', 'http://k@h/%ff']) {
      assert.equal(parseDsn(text), null, text.slice(0, 20));
    }
  });
});

describe('a page of another origin', () => {
  const openTestGateway = useGateways();
  const origin = 'https://app.example';

  it('may ask before and read every answer, errors included', async () => {
    const { fetch } = await openTestGateway();
    for (const path of ['/api/1/envelope/', '/api/1/store/', '/stream']) {
      const preflight = await fetch(path, { method: 'OPTIONS', headers: { origin } });
      assert.equal(preflight.status, 204);
      assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /POST/);
      const allowed = (preflight.headers.get('access-control-allow-headers') ?? '').split(', ');
      for (const name of [
        'content-type',
        'content-encoding',
        'x-sentry-auth',
        'authorization',
        'sentry-trace',
        'baggage',
      ]) {
        assert.ok(allowed.includes(name), name);
      }
      for (const body of [envelope(), 'nonsense']) {
        const { headers } = await fetch(path, { method: 'POST', body, headers: { origin } });
        assert.equal(headers.get('access-control-allow-origin'), '*');
        assert.match(
          headers.get('access-control-expose-headers') ?? '',
          /X-Sentry-Error, X-Sentry-Rate-Limits, Retry-After/,
        );
      }
    }
  });

  it('is told the headers of Sentry on its routes only', async () => {
    const { fetch } = await openTestGateway();
    for (const path of ['/api/events', '/api/errors', '/api/1/other/']) {
      const { headers } = await fetch(path, { method: 'OPTIONS', headers: { origin } });
      assert.doesNotMatch(
        `${headers.get('access-control-allow-headers')} ${headers.get('access-control-expose-headers')}`,
        /sentry/i,
      );
    }
  });

  it('is refused with a detail when corsOrigin bars it', async () => {
    const { post, stored } = await openTestGateway({ corsOrigin: false });
    const response = await post('/api/1/envelope/', envelope(), { origin });
    assert.equal(response.status, 403);
    assert.match(await detailOf(response), /corsOrigin/);
    assert.equal((await stored.errors()).total, 0);
  });

  it('may send to a private daemon', async () => {
    const { post } = await openTestGateway({ corsOrigin: false, openIngest: true });
    const response = await post('/stream', envelope(), { origin });
    assert.deepEqual([response.status, response.headers.get('access-control-allow-origin')], [200, '*']);
  });
});

/** Text that does not pack well, the same each time. */
function noise(charCount: number): string {
  let state = 1;
  return Array.from({ length: charCount }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return String.fromCharCode(97 + ((state >>> 16) % 26));
  }).join('');
}

/** What `zstd` made of an envelope with the event above. */
const ZSTD_ENVELOPE =
  'KLUv/SRhtQIAsoUTF4BtDmzw/2d2WhNUhhkB0Ru4Ox44WJ2yajpCqPHzFQPCO15exAFnxyZKBC1oxGEwp7pvbXXYq58RppBqOj6X7udHU/RywvMSleeNpZoyAQDpUJ4MxRaX';
