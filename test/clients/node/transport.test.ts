import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  ANSWER_CHARS_MAX,
  CALL_INTERVAL_MS,
  KEPT_CALL_BYTES_MAX,
  READ_BYTES,
  SMALL_CALL_CHARS_MAX,
} from '../../../clients/node/src/limits.js';
import { parseNodeOptions } from '../../../clients/node/src/options.js';
import { openTransport, type Transport } from '../../../clients/node/src/transport.js';
import { listen } from './support.js';

const toAnswer = (body: string, head = '', length = body.length) =>
  `HTTP/1.1 201 Created\r\n${head}Content-Length: ${length}\r\n\r\n${body}`;

/** One byte in each turn. */
async function writeInPieces(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    socket.write(Uint8Array.of(byte));
    await new Promise(setImmediate);
  }
}

describe('a call to the daemon', () => {
  let server: Server;
  let transport: Transport;
  const sockets = new Set<Socket>();

  const serve = async (onCall: (socket: Socket, text: string) => void, now?: () => number): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.setEncoding('utf8').on('data', (text: string) => {
        onCall(socket, text);
      });
    });
    const settings = parseNodeOptions({ serverUrl: await listen(server), projectId: 'Späti', token: 'abc' });
    transport = openTransport(settings, now);
  };
  afterEach(async () => {
    transport.close();
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    server.close();
    await once(server, 'close');
  });

  it('says what it sends, and for whom where a header can say so', async () => {
    const heads: string[] = [];
    await serve((socket, text) => {
      heads.push(text);
      socket.write(toAnswer('[]', 'Retry-After: 7\r\n'));
    });
    const answer = await transport.send('/api/logs/batch', ['"ä"', '"😀"']);
    assert.deepEqual(answer, { status: 201, retryAfter: '7', body: '[]' });
    assert.match(heads[0] ?? '', /^POST \/api\/logs\/batch HTTP\/1\.1\r\n/);
    assert.match(heads[0] ?? '', /content-length: 13\r\n/i);
    assert.match(heads[0] ?? '', /\r\n\r\n\["ä","😀"\]$/);
    assert.match(heads[0] ?? '', /authorization: Bearer abc\r\n/i);
    assert.doesNotMatch(heads[0] ?? '', /x-service-project-id/i);
  });

  it('waits for its turn behind another one when it is small, and goes at once when it is large', async () => {
    const paths: string[] = [];
    const startedAtMs = Date.now();
    const onCall = (socket: Socket, text: string): void => {
      const [, path] = /^POST (\S+)/.exec(text) ?? [];
      if (path === undefined) return;
      paths.push(path);
      socket.write(toAnswer('[]'));
    };
    // On a busy machine the first call alone may take longer than its turn, so the clock stands still.
    await serve(onCall, () => 0);
    const sent = [
      ['/first', 2],
      ['/small', SMALL_CALL_CHARS_MAX - 1],
      ['/large', SMALL_CALL_CHARS_MAX],
    ] as const;
    const calls = [];
    for (const [path, length] of sent) {
      calls.push(transport.send(path, ['x'.repeat(length)]));
      // The first one has begun when the others come.
      if (paths.length === 0) await calls[0];
    }
    await Promise.all(calls);
    assert.deepEqual(paths, ['/first', '/large', '/small']);
    assert.ok(Date.now() - startedAtMs >= CALL_INTERVAL_MS - 2, 'a timer may be early by a millisecond');
  });

  it('is made again at once when an idle connection turns out to be closed', async () => {
    let callCount = 0;
    await serve((socket) => {
      callCount += 1;
      // The second call comes on the connection of the first.
      if (callCount === 2) socket.resetAndDestroy();
      else socket.write(toAnswer('[]'));
    });
    assert.equal((await transport.send('/a', ['{}'])).status, 201);
    assert.equal((await transport.send('/b', ['{}'])).status, 201);
    assert.equal(callCount, 3);
    assert.equal(sockets.size, 2);
  });

  it('fails when a new connection is closed without an answer', async () => {
    await serve((socket) => socket.resetAndDestroy());
    await assert.rejects(transport.send('/a', ['{}']), { code: 'ECONNRESET' });
  });

  it('reads an answer in whatever pieces it comes, and makes the next call on the same connection', async () => {
    await serve((socket) => {
      void writeInPieces(socket, toAnswer('["ä"]', 'Retry-After: 7\r\n', 6));
    });
    for (const path of ['/a', '/b']) {
      assert.deepEqual(await transport.send(path, ['{}']), { status: 201, retryAfter: '7', body: '["ä"]' });
    }
    assert.equal(sockets.size, 1);
  });

  it('arrives whole whatever its size, one after the other', async () => {
    const bodies: string[] = [];
    let text = '';
    await serve((socket, piece) => {
      text += piece;
      const [, length] = /content-length: (\d+)/.exec(text) ?? [];
      const body = text.slice(text.indexOf('\r\n\r\n') + 4);
      if (length === undefined || Buffer.byteLength(body) < Number(length)) return;
      bodies.push(body);
      text = '';
      socket.write(toAnswer('[]'));
    });
    const most = Math.floor(KEPT_CALL_BYTES_MAX / 3);
    const sizes = [1, most - 1_000, 2, most + 1_000, 3 * most, 3];
    for (const size of sizes) {
      // Three bytes each, which is as much as a character may take.
      const records = [JSON.stringify('€'.repeat(size)), '{}'];
      await transport.send('/a', records);
      assert.equal(bodies.at(-1), `[${records.join(',')}]`);
    }
    assert.equal(bodies.length, sizes.length);
    assert.equal(sockets.size, 1);
  });

  it('reads an answer that is longer than what is read at once', async () => {
    let length = 0;
    await serve((socket) => socket.write(toAnswer('x'.repeat(length))));
    for (length of [READ_BYTES / 2, READ_BYTES - 1, READ_BYTES, READ_BYTES + 1, 5 * READ_BYTES]) {
      assert.equal((await transport.send('/a', ['{}'])).body, 'x'.repeat(length));
    }
    assert.equal(sockets.size, 1);
  });

  it('reads an answer in chunks', async () => {
    await serve((socket) => {
      socket.write('HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n');
    });
    for (const path of ['/a', '/b']) {
      assert.deepEqual(await transport.send(path, ['{}']), { status: 401, retryAfter: null, body: '{}' });
    }
    assert.equal(sockets.size, 1);
  });

  it('has a connection for each where the daemon closes it after an answer', async () => {
    await serve((socket) => socket.end(toAnswer('[]', 'Connection: close\r\n')));
    for (const path of ['/a', '/b', '/c']) assert.equal((await transport.send(path, ['{}'])).status, 201);
    assert.equal(sockets.size, 3);
  });

  it('is made again by `node:http` where the answer is none that a daemon gives, and so are those that follow', async () => {
    const paths: string[] = [];
    await serve((socket, text) => {
      paths.push(/^POST (\S+)/.exec(text)?.[1] ?? '');
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.write(toAnswer('[]'));
    });
    for (const path of ['/a', '/b']) {
      assert.deepEqual(await transport.send(path, ['{}']), { status: 201, retryAfter: null, body: '[]' });
    }
    assert.deepEqual(paths, ['/a', '/a', '/b']);
    assert.equal(sockets.size, 2, 'both calls by `node:http` are on one connection');
  });

  it('is not made on a connection on which something came that nobody had asked for', async () => {
    await serve((socket) => socket.write(`${toAnswer('[]')}HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nno`));
    for (const path of ['/a', '/b']) assert.equal((await transport.send(path, ['{}'])).body, '[]');
    assert.equal(sockets.size, 2);
  });

  it('goes to an IPv6 address and below a path, and never writes a header that the token would add', async () => {
    const heads: string[] = [];
    await serve((socket, text) => {
      heads.push(text);
      socket.write(toAnswer('[]'));
    });
    const { port } = server.address() as AddressInfo;
    const below = openTransport(parseNodeOptions({ serverUrl: `http://127.0.0.1:${port}/below` }));
    assert.equal((await below.send('/a', ['{}'])).status, 201);
    below.close();
    assert.match(heads[0] ?? '', new RegExp(`^POST /below/a HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n`));
    const forged = openTransport(
      parseNodeOptions({ serverUrl: `http://127.0.0.1:${port}`, token: 'a\r\nX-Forged: 1' }),
    );
    await assert.rejects(forged.send('/a', ['{}']), { code: 'ERR_INVALID_CHAR' });
    forged.close();
    assert.equal(heads.length, 1);
    const sixth = createServer((socket) => socket.once('data', () => socket.end(toAnswer('[]'))));
    sixth.listen(0, '::1');
    await once(sixth, 'listening');
    const { port: sixthPort } = sixth.address() as AddressInfo;
    const toSixth = openTransport(parseNodeOptions({ serverUrl: `http://[::1]:${sixthPort}` }));
    assert.equal((await toSixth.send('/a', ['{}'])).status, 201);
    toSixth.close();
    sixth.close();
    await once(sixth, 'close');
  });

  it('is not answered any more once the transport was closed', async () => {
    await serve(() => {
      transport.close();
    });
    await assert.rejects(transport.send('/a', ['{}']), /closed/);
  });

  it('keeps of a long answer what it may be', async () => {
    await serve((socket) => socket.write(toAnswer('x'.repeat(ANSWER_CHARS_MAX * 4))));
    const { body } = await transport.send('/a', ['{}']);
    assert.ok(body.length >= ANSWER_CHARS_MAX && body.length < ANSWER_CHARS_MAX * 2, String(body.length));
  });
});
