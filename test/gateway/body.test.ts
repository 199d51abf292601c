import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import {
  COMMAND_BODY_BYTES_MAX,
  INGEST_BODY_BYTES_MAX,
  INGEST_CALL_WORK_BYTES,
  INGEST_IN_FLIGHT_BYTES_MAX,
  INGEST_QUEUE_CALLS_MIN,
  INGEST_QUEUE_WORK_BYTES_MAX,
  REFUSED_BODY_BYTES_MAX,
} from '../../src/limits.js';
import { aLog, anEvent, readError, useGateways } from '../support/gateway.js';
import { openSocket, readUntil } from '../support/raw.js';
import { one } from '../support/store-harness.js';

const WHOLE_ANSWER = /\r\n\r\n.*\}$/s;

/** A log entry of exactly this many bytes. */
function toLogOfBytes(byteCount: number): string {
  const text = JSON.stringify(aLog);
  return text + ' '.repeat(byteCount - text.length);
}

describe('gateway bodies', () => {
  const openTestGateway = useGateways();

  /** A gateway whose queue is full of calls that the pool holds. */
  const openFullGateway = async () => {
    const opened = await openTestGateway();
    opened.pool.holding = true;
    const byteCount = INGEST_QUEUE_WORK_BYTES_MAX / INGEST_QUEUE_CALLS_MIN - INGEST_CALL_WORK_BYTES;
    const body = toLogOfBytes(byteCount);
    const waiting = Array.from({ length: INGEST_QUEUE_CALLS_MIN }, () => opened.post('/api/logs', body));
    await opened.pool.submitted(waiting.length);
    return { ...opened, waiting };
  };

  it('takes an ingest body at the limit and refuses one byte more with 413', async () => {
    const { post, gateway } = await openTestGateway();
    assert.equal((await post('/api/logs', toLogOfBytes(INGEST_BODY_BYTES_MAX))).status, 201);
    await readError(await post('/api/logs', toLogOfBytes(INGEST_BODY_BYTES_MAX + 1)), 413, 'body_too_large');
    assert.deepEqual(gateway.outcomes.toJson().total.rejected, { body_too_large: 1 });
  });

  it('keeps apart the bodies of calls whose buffers are used again, longer ones and shorter ones', async () => {
    const { post, stored, pool } = await openTestGateway();
    const toMessage = (index: number): string => `${index} `.repeat(1 + ((index * 37) % 400)).trim();
    const messages = Array.from({ length: 90 }, (_, index) => toMessage(index));
    for (const round of [0, 30, 60]) {
      const sent = messages.slice(round, round + 30).map((message) => post('/api/logs', { ...aLog, message }));
      for (const { status } of await Promise.all(sent)) assert.equal(status, 201);
    }
    const { logs } = await stored.logs();
    assert.deepEqual(logs.map(({ message }) => message).sort(), [...messages].sort());
    assert.ok(pool.buffers.keptBytes > 0, 'buffers were given back');
  });

  it('refuses by Content-Length before any of the body has come', async () => {
    const { gateway } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${INGEST_BODY_BYTES_MAX + 1}\r\n\r\n`);
    assert.match(await readUntil(socket, WHOLE_ANSWER), /^HTTP\/1\.1 413 .*"code":"body_too_large"/s);
    socket.destroy();
  });

  it('lets a client that is still sending 64 MB see the 413', async () => {
    const { gateway, url } = await openTestGateway();
    const call = request(`${url}/api/events`, { method: 'POST', headers: { 'content-length': 64 << 20 } });
    const answered = once(call, 'response') as Promise<[IncomingMessage]>;
    // The answer says that the connection ends with it, so the client stops in the middle of its body.
    call.on('error', () => undefined);
    Readable.from(new Array(64).fill(Buffer.alloc(1 << 20, ' '))).pipe(call);
    const [response] = await answered;
    assert.equal(response.statusCode, 413);
    assert.equal(response.headers.connection, 'close');
    response.resume();
    await once(response, 'end');
    assert.deepEqual(gateway.outcomes.toJson().total.rejected, { body_too_large: 1 });
    assert.equal((await fetch(`${url}/api/health`)).status, 200);
  });

  it('refuses a chunked body with 413 when it passes the limit, and serves the connection on', async () => {
    const { gateway } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    socket.write('POST /api/logs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = Buffer.alloc(1 << 20, ' ');
    const answer = readUntil(socket, WHOLE_ANSWER);
    for (let sent = 0; sent <= INGEST_BODY_BYTES_MAX; sent += chunk.length) {
      socket.write(`${chunk.length.toString(16)}\r\n`);
      socket.write(chunk);
      socket.write('\r\n');
    }
    assert.match(await answer, /^HTTP\/1\.1 413 .*"code":"body_too_large"/s);
    socket.write('0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.match(await readUntil(socket, WHOLE_ANSWER), /^HTTP\/1\.1 200 /);
    socket.destroy();
    assert.deepEqual(gateway.outcomes.toJson().total.rejected, { body_too_large: 1 });
  });

  it('takes a chunked body at the limit', async () => {
    const { post } = await openTestGateway();
    const stream = new Blob([toLogOfBytes(INGEST_BODY_BYTES_MAX)]).stream();
    const { url } = await openTestGateway();
    const response = await fetch(`${url}/api/logs`, { method: 'POST', body: stream, duplex: 'half' });
    assert.equal(response.status, 201);
    assert.equal((await post('/api/logs', aLog)).status, 201);
  });

  it('puts a body together that comes byte by byte', async () => {
    const { gateway, stored } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    socket.setNoDelay(true);
    const body = JSON.stringify({ ...aLog, message: 'grüße €' });
    const bytes = Buffer.from(body);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes.length}\r\n\r\n`);
    for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
    assert.match(await readUntil(socket, WHOLE_ANSWER), /^HTTP\/1\.1 201 /);
    socket.destroy();
    assert.equal(one((await stored.logs()).logs).message, 'grüße €');
  });

  it('answers 503 with Retry-After when the calls under way fill the memory, and recovers', async () => {
    const { post, pool, gateway } = await openTestGateway();
    pool.holding = true;
    const waiting: Promise<Response>[] = [];
    let left = INGEST_IN_FLIGHT_BYTES_MAX;
    while (left > 0) {
      const byteCount = Math.min(left, INGEST_BODY_BYTES_MAX);
      waiting.push(post('/api/logs', toLogOfBytes(byteCount)));
      await pool.submitted(waiting.length);
      left -= byteCount;
    }
    const refused = await post('/api/events', anEvent);
    assert.equal(refused.headers.get('retry-after'), '1');
    await readError(refused, 503, 'queue_full');
    assert.equal(pool.submittedCount, waiting.length);
    assert.equal((await fetch(`http://127.0.0.1:${gateway.port}/api/health`)).status, 200);
    pool.release();
    for (const response of await Promise.all(waiting)) assert.equal(response.status, 201);
    assert.equal((await post('/api/events', anEvent)).status, 201);
    assert.deepEqual(gateway.outcomes.toJson().total.dropped, { queue_full: 1 });
  });

  it('answers 503 with Retry-After when the calls under way fill the queue, and recovers', async () => {
    const { post, pool, waiting, gateway } = await openFullGateway();
    const refused = await post('/api/events', anEvent);
    assert.equal(refused.headers.get('retry-after'), '1');
    await readError(refused, 503, 'queue_full');
    assert.equal(pool.submittedCount, waiting.length);
    assert.equal((await post('/api/clear', {})).status, 200);
    pool.release();
    for (const response of await Promise.all(waiting)) assert.equal(response.status, 201);
    assert.equal((await post('/api/events', anEvent)).status, 201);
    assert.deepEqual(gateway.outcomes.toJson().total.dropped, { queue_full: 1 });
  });

  it('takes calls while slow clients are still sending more than the queue holds', async () => {
    const { post, gateway } = await openTestGateway();
    const byteCount = INGEST_QUEUE_WORK_BYTES_MAX / INGEST_QUEUE_CALLS_MIN;
    const head = `POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${byteCount + 1}\r\n\r\n`;
    const sockets = await Promise.all(
      Array.from({ length: INGEST_QUEUE_CALLS_MIN }, async () => {
        const socket = await openSocket(gateway.port);
        await new Promise((resolve) => socket.write(head + ' '.repeat(byteCount), resolve));
        return socket;
      }),
    );
    assert.equal((await post('/api/events', anEvent)).status, 201);
    for (const socket of sockets) socket.destroy();
  });

  it('lets a refused client finish a body up to the bound, and serves the connection on', async () => {
    const { gateway } = await openFullGateway();
    const socket = await openSocket(gateway.port);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${REFUSED_BODY_BYTES_MAX}\r\n\r\n`);
    const answer = readUntil(socket, WHOLE_ANSWER);
    socket.write(Buffer.alloc(REFUSED_BODY_BYTES_MAX, ' '));
    const text = await answer;
    assert.match(text, /^HTTP\/1\.1 503 .*\r\nRetry-After: 1\r\n.*"code":"queue_full"/s);
    assert.doesNotMatch(text, /connection: close/i);
    socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
    assert.match(await readUntil(socket, WHOLE_ANSWER), /^HTTP\/1\.1 200 /);
    socket.destroy();
  });

  it('lets a client of Node keep its connection through refusals', async () => {
    const { url } = await openFullGateway();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ports = new Set<number | undefined>();
    for (let count = 0; count < 5; count += 1) {
      const call = request(`${url}/api/logs`, { method: 'POST', agent });
      call.end(toLogOfBytes(REFUSED_BODY_BYTES_MAX - 1));
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      assert.equal(response.statusCode, 503);
      ports.add(response.socket.localPort);
      await once(response.resume(), 'end');
    }
    agent.destroy();
    assert.equal(ports.size, 1);
  });

  it('refuses a body past that bound at once and says that the connection ends', async () => {
    const { gateway } = await openFullGateway();
    const heads = [`Content-Length: ${REFUSED_BODY_BYTES_MAX + 1}\r\n\r\n`, 'Transfer-Encoding: chunked\r\n\r\n'];
    for (const [index, head] of heads.entries()) {
      const socket = await openSocket(gateway.port);
      const answer = readUntil(socket, WHOLE_ANSWER);
      socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\n${head}`);
      const length = REFUSED_BODY_BYTES_MAX + 1;
      if (index === 1) socket.write(`${length.toString(16)}\r\n${' '.repeat(length)}`);
      assert.match(await answer, /^HTTP\/1\.1 503 .*\r\nConnection: close\r\n.*"code":"queue_full"/s);
      socket.destroy();
    }
    assert.deepEqual(gateway.outcomes.toJson().total.dropped, { queue_full: heads.length });
  });

  it('takes a command body at the limit and refuses one byte more with 413', async () => {
    const { post } = await openTestGateway();
    const atLimit = `{}${' '.repeat(COMMAND_BODY_BYTES_MAX - 2)}`;
    assert.equal((await post('/api/clear', atLimit)).status, 200);
    await readError(await post('/api/clear', `${atLimit} `), 413, 'body_too_large');
  });
});
