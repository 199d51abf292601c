import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { Outcomes } from '../../schemas/stats.js';
import { FEED_INBOUND_BYTES_MAX } from '../../src/limits.js';
import { anEvent } from '../support/events.js';
import { FeedClient, refuseFeed } from '../support/feed-client.js';
import { exchangeRaw, openSocket, readUntil } from '../support/raw.js';
import { assertBalanced, assertRefused, useSharedDaemon } from '../support/shared-daemon.js';

const head = (...lines: readonly string[]): string => `${lines.join('\r\n')}\r\n\r\n`;
const POST_EVENTS = 'POST /api/events HTTP/1.1';
const HOST = 'Host: x';

/** What may come back to something that is not HTTP as it should be: a refusal, or nothing but the end. */
const REFUSED = /^(HTTP\/1\.1 (4\d\d|505) |$)/;

const BROKEN: Readonly<Record<string, string>> = {
  'no HTTP at all': 'garbage\r\n\r\n',
  'a TLS hello': '\u0016\u0003\u0001\u0002\0\u0001\0\u0001\u00fc\u0003\u0003',
  'NUL bytes': '\0'.repeat(10_000),
  'an unknown version': head('GET /api/health HTTP/9.9', HOST),
  'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'no Host': head('GET /api/health HTTP/1.1'),
  'a method of 10,000 letters': head(`${'M'.repeat(10_000)} / HTTP/1.1`, HOST),
  'a target of 1 MB': head(`GET /${'p'.repeat(1 << 20)} HTTP/1.1`, HOST),
  'a header of 1 MB': head('GET /api/health HTTP/1.1', HOST, `A: ${'a'.repeat(1 << 20)}`),
  '10,000 headers': head('GET /api/health HTTP/1.1', HOST, ...Array<string>(10_000).fill('A: b')),
  'a header name with spaces': head('GET /api/health HTTP/1.1', HOST, 'A b: c'),
  'a header without a colon': head('GET /api/health HTTP/1.1', HOST, 'nothing'),
  'a negative Content-Length': `${head(POST_EVENTS, HOST, 'Content-Length: -5')}hello`,
  'a signed Content-Length': `${head(POST_EVENTS, HOST, 'Content-Length: +5')}hello`,
  'a Content-Length in hexadecimal': `${head(POST_EVENTS, HOST, 'Content-Length: 0x5')}hello`,
  'a Content-Length past 2^64': `${head(POST_EVENTS, HOST, 'Content-Length: 18446744073709551617')}hello`,
  'a Content-Length of 1 TB': `${head(POST_EVENTS, HOST, 'Content-Length: 1000000000000')}{`,
  'Content-Length beside Transfer-Encoding': `${head(POST_EVENTS, HOST, 'Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'a chunk size that is no number': `${head(POST_EVENTS, HOST, 'Transfer-Encoding: chunked')}zz\r\nhello\r\n0\r\n\r\n`,
  'a chunk size past 2^64': `${head(POST_EVENTS, HOST, 'Transfer-Encoding: chunked')}ffffffffffffffffff\r\nhello`,
  'a negative chunk size': `${head(POST_EVENTS, HOST, 'Transfer-Encoding: chunked')}-5\r\nhello\r\n0\r\n\r\n`,
  'a body that is no JSON': `${head(POST_EVENTS, HOST, 'Content-Length: 5')}hello`,
};

/** Query strings and paths, each with the status it must have. */
const TARGETS: Readonly<Record<string, number>> = {
  '/api/errors?page=99999999999999999999': 400,
  '/api/errors?page=1000001': 400,
  '/api/errors?page=1000000&pageSize=1000': 200,
  '/api/errors?page=1&page=2': 400,
  '/api/errors?page[]=1': 200,
  '/api/errors?page=NaN': 400,
  '/api/errors?page=Infinity': 400,
  '/api/errors?page=-Infinity': 400,
  '/api/logs?pageSize=Infinity': 400,
  '/api/requests?page=1e2': 400,
  '/api/errors/1?page=Infinity': 400,
  '/api/errors?page=0x10': 400,
  '/api/errors?page=%31': 200,
  '/api/errors?page= 1': 400,
  '/api/errors?pageSize=-1': 400,
  '/api/errors?__proto__=1': 200,
  '/api/errors?constructor[prototype][x]=1': 200,
  '/api/errors?search=%00': 200,
  '/api/errors?search=%F0%9F%9A%AB': 200,
  '/api/errors?search=%FF': 400,
  '/api/errors?search=%': 400,
  '/api/errors?search': 200,
  '/api/errors?search=%25%5F%22%2A': 200,
  '/api/errors?search=%22%20OR%20%22': 200,
  [`/api/errors?search=${'%E6%B3%A8'.repeat(256)}`]: 200,
  [`/api/errors?search=${'s'.repeat(257)}`]: 400,
  '/api/errors?from=0000-01-01T00:00:00Z&to=9999-12-31T23:59:59Z': 200,
  '/api/errors?from=2016-12-31T23:59:60Z': 200,
  '/api/errors?from=2024-05-01': 400,
  '/api/errors?projectId=..': 400,
  '/api/errors?projectId=../../etc/passwd': 400,
  '/api/errors?projectId=%00': 400,
  '/api/errors?projectId=%0A': 400,
  '/api/errors?projectId=%E2%80%AEabc': 200,
  '/api/errors?projectId=%F0%9F%9A%AB': 200,
  '/api/errors?projectId=__proto__': 200,
  [`/api/errors?projectId=${'p'.repeat(128)}`]: 200,
  [`/api/errors?projectId=${'p'.repeat(129)}`]: 400,
  '/api/projects?projectId=constructor': 200,
  '/api/outcomes?projectId=__proto__': 200,
  '/api/stats?projectId=toString': 200,
  '/api/errors/%00': 404,
  '/api/errors/..': 404,
  '/api/errors/../projects': 404,
  '/api/errors/%2e%2e%2fprojects': 404,
  '/api/errors/1%2F2': 404,
  '/api/errors/%FF': 404,
  '/api/errors/9223372036854775808': 404,
  '/api/errors/-9223372036854775809': 404,
  '/api/errors/1e5': 404,
  '/api/errors/NaN': 404,
  '/api/errors/%F0%9F%9A%AB': 404,
  [`/api/errors/${'9'.repeat(4000)}`]: 404,
  '/api/requests/__proto__': 404,
  '/api/requests/1;DROP TABLE requests': 404,
  '//api/errors': 404,
  '/api//errors': 404,
  '/api/errors/': 404,
  '/API/ERRORS': 404,
  '/..%2f..%2fetc/passwd': 404,
  '/%2e%2e/%2e%2e/etc/passwd': 404,
  '/%00': 404,
};

describe('hostile HTTP', () => {
  const { daemon, url, get, post, newProject } = useSharedDaemon();
  const port = (): number => daemon().port;

  afterEach(async () => {
    assert.equal((await get('/api/health')).status, 200);
    assert.equal((await post('/api/events', anEvent({ projectId: newProject() }))).status, 201);
    await daemon().parts.gateway.drained();
    const { body } = await get<Outcomes>('/api/outcomes');
    assertBalanced(body);
    assert.equal(body.total.inFlight, 0);
  });

  for (const [name, text] of Object.entries(BROKEN)) {
    it(`refuses ${name}, and stores nothing`, async () => {
      const before = daemon().parts.gateway.outcomes.toJson().total.stored;
      const socket = await openSocket(port());
      const answer = readUntil(socket, /^HTTP\/1\.1 \d\d\d /);
      socket.end(Buffer.from(text, 'latin1'));
      assert.match(await answer, REFUSED);
      socket.destroy();
      assert.equal(daemon().parts.gateway.outcomes.toJson().total.stored, before);
    });
  }

  for (const [target, status] of Object.entries(TARGETS)) {
    it(`answers ${status} in JSON to ${target.slice(0, 70)}`, async () => {
      const text = head(`GET ${target.replaceAll(' ', '%20')} HTTP/1.1`, HOST, 'Connection: close');
      const answer = await exchangeRaw(port(), text, /\}$/);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answer, /^Content-Type: application\/json/im);
      if (status >= 400) assert.match(answer, /\{"error":".*","code":"(invalid_query|.*not_found)"/);
    });
  }

  it('does not take the body of a refused call for the next request', async () => {
    const smuggled = head('DELETE /smuggled HTTP/1.1', HOST);
    const text = head('GET /api/errors HTTP/1.1', HOST, `Content-Length: ${smuggled.length}`) + smuggled;
    const answer = await exchangeRaw(port(), text, /"pageSize":50[,}]/);
    assert.doesNotMatch(answer, /not_found|method_not_allowed/);
  });

  it('lets a client send byte by byte', async () => {
    const body = JSON.stringify(anEvent({ projectId: newProject() }));
    const request = httpRequest(`${url()}/api/events`, { method: 'POST' });
    const answered = once(request, 'response') as Promise<[{ statusCode: number; resume(): void }]>;
    for (const byte of Buffer.from(body)) {
      if (!request.write(Buffer.from([byte]))) await once(request, 'drain');
    }
    request.end();
    const [answer] = await answered;
    answer.resume();
    assert.equal(answer.statusCode, 201);
  });

  it('forgets 200 clients that stop in the middle of a body', async () => {
    const sockets = await Promise.all(Array.from({ length: 200 }, () => openSocket(port())));
    const heads = sockets.map((socket) => once(socket, 'data'));
    for (const socket of sockets) {
      socket.write(head(POST_EVENTS, HOST, 'Content-Length: 1000', 'Expect: 100-continue'));
    }
    // The server has read the head of each call when this comes.
    await Promise.all(heads);
    for (const socket of sockets) socket.write('{"type":');
    for (const socket of sockets) socket.destroy();
    await daemon().parts.gateway.drained();
  });

  it('answers a header flood that fits, and takes the first of two project headers or refuses', async () => {
    const flood = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`x-flood-${index}`, 'f'.repeat(20)]));
    assert.equal((await post('/api/events', anEvent({ projectId: newProject() }), flood)).status, 201);
  });

  it('refuses hostile project headers in JSON, and ignores hostile correlation headers', async () => {
    const nameless = { type: 't', message: 'm', source: 'backend' };
    for (const name of ['..', 'a/../b', ' ', 'p'.repeat(129)]) {
      const answer = await post('/api/events', nameless, { 'x-service-project-id': name });
      // A header of spaces is an empty one.
      if (name.trim() === '') assert.equal(answer.status, 201);
      else assertRefused(answer, 400, 'validation_failed');
    }
    const projectId = newProject();
    const long = { 'x-service-correlation-id': 'c'.repeat(129) };
    assert.equal((await post('/api/events', { ...nameless, projectId }, long)).status, 201);
  });

  describe('on the feed', () => {
    const feedUrl = (): string => `${url().replace('http', 'ws')}/ws`;

    it('refuses upgrades that are none', async () => {
      const upgrades = [
        ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'],
        ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: short', 'Sec-WebSocket-Version: 13'],
        ['Upgrade: h2c', 'Connection: Upgrade'],
        [],
      ];
      for (const lines of upgrades) {
        const socket = await openSocket(port());
        const answer = readUntil(socket, /^HTTP\/1\.1 \d\d\d /);
        socket.write(head('GET /ws HTTP/1.1', HOST, ...lines));
        assert.match(await answer, /^HTTP\/1\.1 (4\d\d|101) |^$/);
        socket.destroy();
      }
    });

    it('refuses bad parameters in JSON', async () => {
      for (const query of ['projectId=..', 'projectId=a&projectId=b', 'x=1', 'projectId=%FF', 'projectId=%00']) {
        const { status, code } = await refuseFeed(`${feedUrl()}?${query}`);
        assert.deepEqual([status, code], [400, 'invalid_query']);
      }
    });

    it('disconnects clients that send 1 MB frames, broken frames or more than it takes', async () => {
      const quiet = await FeedClient.open(feedUrl());
      const loud = await FeedClient.open(feedUrl());
      loud.socket.send(Buffer.alloc(1 << 20));
      await loud.closed;
      const over = await FeedClient.open(feedUrl());
      over.socket.send('x'.repeat(FEED_INBOUND_BYTES_MAX + 1));
      await over.closed;
      const broken = await openSocket(port());
      const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Version: 13'];
      broken.write(head('GET /ws HTTP/1.1', HOST, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='));
      await readUntil(broken, /101 [^]*\r\n\r\n/);
      const ended = once(broken, 'close');
      broken.on('error', () => undefined);
      // A reserved opcode, all reserved bits, a length of 2^63, no mask.
      broken.write(Buffer.from([0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]));
      await ended;
      await post('/api/events', anEvent({ projectId: newProject() }));
      assert.equal((await quiet.next()).type, 'new_error');
      await quiet.close();
    });

    it('survives 200 clients that connect and die, and tells the others everything', async () => {
      const quiet = await FeedClient.open(feedUrl());
      const clients = await Promise.all(Array.from({ length: 200 }, () => FeedClient.open(feedUrl())));
      const projectId = newProject();
      const sending = post(
        '/api/events/batch',
        Array.from({ length: 50 }, () => anEvent({ projectId })),
      );
      for (const client of clients) client.socket.terminate();
      await Promise.all(clients.map(({ closed }) => closed));
      assert.equal((await sending).status, 201);
      for (let count = 0; count < 50; count += 1) await quiet.next();
      await quiet.close();
    });
  });
});
