import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { PortableTransport } from '../../src/gateway/transport/portable.js';
import { toAddressBytes } from '../../src/gateway/transport/portable-messages.js';
import type { FeedHandlers, FeedSocket, TransportResponse } from '../../src/gateway/transport/transport.js';
import {
  PORTABLE_HEADER_BYTES_MAX,
  PORTABLE_PIPELINED_MAX,
  PORTABLE_SOCKET_BYTES,
  PORTABLE_WRITE_BYTES,
} from '../../src/limits.js';
import { exchangeRaw, openSocket, readUntil } from '../support/raw.js';

const FEED = '/feed';
const UPGRADE =
  'Host: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

describe('the portable server', () => {
  let transport: PortableTransport;
  let port = 0;
  let fed: FeedSocket<null>[] = [];
  let drains = 0;
  let ends = 0;
  let isAdmitting = true;

  async function open(answer: (response: TransportResponse) => void, idleSeconds = 60): Promise<void> {
    transport = new PortableTransport();
    [fed, drains, ends, isAdmitting] = [[], 0, 0, true];
    const handlers: FeedHandlers<null> = {
      inboundBytesMax: 100,
      bufferedBytesMax: 1,
      idleSeconds,
      admit: () => null,
      open: (socket) => void fed.push(socket),
      drain: () => void (drains += 1),
      pong: () => undefined,
      close: () => void (ends += 1),
    };
    transport.onFeed<null | object>(FEED, {
      ...handlers,
      admit: (response) => {
        if (isAdmitting) return {};
        response.writeStatus('403 Forbidden');
        response.end('no');
        return null;
      },
    } as FeedHandlers<null | object>);
    transport.onRequest((response) => {
      response.onAborted(() => undefined);
      answer(response);
    });
    ({ port } = await transport.listen('127.0.0.1', 0));
  }

  async function follow(): Promise<{ client: WebSocket; socket: FeedSocket<null> }> {
    const client = new WebSocket(`ws://127.0.0.1:${port}${FEED}`);
    await once(client, 'open');
    const [socket] = fed;
    assert.ok(socket);
    return { client, socket };
  }

  /** Answers with the length of the body. */
  const measure = (response: TransportResponse): void => {
    let length = 0;
    response.onData((chunk, isLast) => {
      length += chunk.byteLength;
      if (isLast) send(response, `{"length":${length}}`);
    });
  };

  afterEach(() => transport.close());

  it('reads the body of a request that would like another protocol', async () => {
    await open(measure);
    const answer = await exchangeRaw(
      port,
      'POST /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nContent-Length: 5\r\n\r\nhello',
    );
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*\{"length":5\}$/s);
  });

  it('answers a request for a WebSocket where there is none as any other', async () => {
    await open(measure);
    const answer = await exchangeRaw(
      port,
      'GET /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n.*\{"length":0\}$/s);
  });

  it('ends a connection that asks for a WebSocket behind a request that is not answered', async () => {
    const pending: TransportResponse[] = [];
    await open((response) => {
      pending.push(response);
      if (pending.length % 2 === 0) setImmediate(() => send(response, 'the second one'));
    });
    const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
    const socket = await openSocket(port);
    socket.write(get + get);
    while (pending.length < 2) await new Promise(setImmediate);
    socket.write(`GET ${FEED} HTTP/1.1\r\n${UPGRADE}`);
    assert.equal(await readUntil(socket, /$never/), '');
    send(pending[0] as TransportResponse, 'nobody reads it');
    assert.deepEqual(fed, []);
  });

  it('answers a request for another protocol in its turn, or ends the connection', async () => {
    const pending: TransportResponse[] = [];
    await open((response) => void pending.push(response));
    const socket = await openSocket(port);
    const state = { isEnded: false };
    socket.once('close', () => (state.isEnded = true));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    while (pending.length < 1) await new Promise(setImmediate);
    socket.write(`GET /other HTTP/1.1\r\n${UPGRADE}`);
    // Node before 24.9 gives the connection away at once.
    while (pending.length < 2 && !state.isEnded) await new Promise(setImmediate);
    const answers = readUntil(socket, /the second one$/);
    for (const [index, response] of [...pending.entries()].reverse())
      send(response, index === 0 ? 'the first one' : 'the second one');
    if (!state.isEnded) assert.match(await answers, /the first one.*the second one$/s);
    assert.deepEqual(fed, []);
  });

  it('answers a request that expects what it does not know, whatever comes behind it', async () => {
    await open(measure);
    const text = `GET / HTTP/1.1\r\nHost: x\r\nExpect: foo\r\n\r\nGET ${FEED} HTTP/1.1\r\n${UPGRADE}`;
    await exchangeRaw(port, text, /$never/);
    assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 200);
  });

  it('answers as many pipelined requests as a connection may have, in order, and ends one that sends more', async () => {
    const waiting: TransportResponse[] = [];
    await open((response) => void waiting.push(response));
    const socket = await openSocket(port);
    const answers = readUntil(socket, new RegExp(`"answer ${PORTABLE_PIPELINED_MAX - 1}"$`));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PORTABLE_PIPELINED_MAX));
    while (waiting.length < PORTABLE_PIPELINED_MAX) await new Promise(setImmediate);
    for (const [index, response] of [...waiting.entries()].reverse()) send(response, `"answer ${index}"`);
    const order = [...(await answers).matchAll(/"answer (\d+)"/g)].map(([, index]) => Number(index));
    assert.deepEqual(
      order,
      waiting.map((_response, index) => index),
    );
    socket.destroy();
    const more = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PORTABLE_PIPELINED_MAX + 1);
    assert.equal(await exchangeRaw(port, more, /$never/), '');
  });

  it('says of a small answer too when the system has taken it, and when its connection has gone', async () => {
    const body = Buffer.from('{"small":true}');
    const [first, results]: [TransportResponse[], boolean[]] = [[], []];
    let aborted = 0;
    await open((response) => {
      if (first.length === 0) {
        first.push(response);
        return;
      }
      response.onAborted(() => void (aborted += 1));
      response.writeStatus('200 OK');
      // It waits behind the first one.
      results.push(response.tryEnd(body, body.length)[1]);
      response.onWritable((offset) => {
        results.push(response.tryEnd(body.subarray(offset), body.length)[1]);
        return true;
      });
    });
    const both = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2);
    const reader = await openSocket(port);
    const answers = readUntil(reader, /\{"small":true\}$/);
    reader.write(both);
    while (results.length === 0) await new Promise(setImmediate);
    for (const response of first) send(response, 'first');
    assert.match(await answers, /first.*\{"small":true\}$/s);
    while (results.length < 2) await new Promise(setImmediate);
    assert.deepEqual([results, aborted], [[false, true], 0]);
    reader.destroy();
    first.length = 0;
    const gone = await openSocket(port);
    gone.write(both);
    while (results.length < 3) await new Promise(setImmediate);
    gone.destroy();
    while (aborted === 0) await new Promise(setImmediate);
    assert.deepEqual([results.at(-1), aborted], [false, 1]);
  });

  it('closes a connection that its client leaves open after it was refused a WebSocket', async () => {
    await open(measure);
    isAdmitting = false;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const gone = new Promise((resolve) => socket.once('error', resolve));
    socket.write(`GET ${FEED} HTTP/1.1\r\n${UPGRADE}`);
    await once(socket.resume(), 'end');
    // Only whoever writes learns that nobody reads any more.
    const writing = setInterval(() => socket.write('x'), 100);
    await gone;
    clearInterval(writing);
    assert.deepEqual(fed, []);
  });

  it('writes headers as UTF-8, and nothing that would be another header', async () => {
    await open((response) => {
      response.writeStatus('200 OK');
      response.writeHeader('X-Text', 'Späti 你好\r\nX-Other: 1\u0000');
      response.end('');
    });
    const answer = Buffer.from(await exchangeRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', /\r\n\r\n/), 'latin1');
    assert.match(answer.toString('utf8'), /\r\nX-Text: Späti 你好 {2}X-Other: 1 *\r\n/);
  });

  it('reads a head within its limit and refuses a longer one', async () => {
    await open(measure);
    const toHead = (length: number): string => {
      const head = 'GET / HTTP/1.1\r\nHost: x\r\na: ';
      return `${head}${'b'.repeat(length - head.length - 4)}\r\n\r\n`;
    };
    assert.match(await exchangeRaw(port, toHead(PORTABLE_HEADER_BYTES_MAX - 100)), /^HTTP\/1\.1 200 /);
    assert.match(await exchangeRaw(port, toHead(PORTABLE_HEADER_BYTES_MAX + 100), /\r\n\r\n/), /^HTTP\/1\.1 431 /);
  });

  it('hands over a large answer in pieces as its reader takes them, and a small one at once', async () => {
    const body = Buffer.alloc(200 * PORTABLE_WRITE_BYTES, 'x');
    const offsets: number[] = [];
    await open((response) => {
      response.writeStatus('200 OK');
      const [, isOver] = response.tryEnd(body, body.length);
      assert.equal(isOver, false);
      response.onWritable((offset) => {
        offsets.push(offset);
        return response.tryEnd(body.subarray(offset), body.length)[0];
      });
    });
    const received = Buffer.from(await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer());
    assert.ok(received.equals(body));
    assert.ok(offsets.length > 0 && offsets.every((offset) => offset % PORTABLE_WRITE_BYTES === 0));
    transport.close();
    await open((response) => {
      response.writeStatus('200 OK');
      assert.deepEqual(response.tryEnd(body.subarray(0, PORTABLE_WRITE_BYTES), PORTABLE_WRITE_BYTES), [true, true]);
    });
    assert.equal((await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()).byteLength, PORTABLE_WRITE_BYTES);
  });

  it('says that a client of the feed takes no more when more waits than a connection may hold, and when it does again', async () => {
    await open(measure);
    const { client, socket } = await follow();
    client.pause();
    assert.equal(socket.send(Buffer.alloc(PORTABLE_SOCKET_BYTES / 2, 'x')), 1);
    assert.equal(socket.getBufferedAmount(), 0);
    const piece = Buffer.alloc(1 << 20, 'x');
    while (socket.send(piece) === 1) await new Promise(setImmediate);
    assert.ok(socket.getBufferedAmount() > PORTABLE_SOCKET_BYTES);
    const before = drains;
    client.resume();
    while (socket.getBufferedAmount() > 0) await once(client, 'message');
    while (drains === before) await new Promise(setImmediate);
    client.terminate();
  });

  it('ends a client of the feed that gives no sign of life, and keeps one that answers', async () => {
    // A pause of the process that is as long would end both.
    await open(measure, 2);
    const { client } = await follow();
    const pings: unknown[] = [];
    client.on('ping', (data) => pings.push(data));
    const silent = connect(port, '127.0.0.1');
    silent.write(
      `GET ${FEED} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await once(
      silent.resume().on('error', () => undefined),
      'close',
    );
    assert.deepEqual([ends, client.readyState], [1, WebSocket.OPEN]);
    while (pings.length < 6) await once(client, 'ping');
    assert.equal(ends, 1);
    client.terminate();
  });

  it('closes connections past its limit', async () => {
    await open(measure);
    transport.limitConnections(2);
    const [first, second] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
    await Promise.all([once(first, 'connect'), once(second, 'connect')]);
    assert.equal(await exchangeRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'), '');
    first.destroy();
    second.destroy();
  });
});

describe('an address in bytes', () => {
  const hex = (address: string): string => Buffer.from(toAddressBytes(address)).toString('hex');
  for (const [address, bytes] of [
    ['192.0.2.1', 'c0000201'],
    ['::1', '00000000000000000000000000000001'],
    ['::', '00000000000000000000000000000000'],
    ['2001:db8::ff00:42:8329', '20010db8000000000000ff0000428329'],
    ['2001:db8:1:2:3:4:5:6', '20010db8000100020003000400050006'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
    ['', ''],
  ] as const) {
    it(`of ${address || 'a connection that has gone'}`, () => assert.equal(hex(address), bytes));
  }
});

function send(response: TransportResponse, body: string): void {
  response.writeStatus('200 OK');
  response.end(body);
}
