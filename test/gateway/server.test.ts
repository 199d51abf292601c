import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ErrorReply } from '../../schemas/error-reply.js';
import { BodyBuffers } from '../../src/body-buffers.js';
import { FeedClient } from '../support/feed-client.js';
import { aLog, anEvent, readError, useGateways } from '../support/gateway.js';
import { exchangeRaw, openSocket, readUntil } from '../support/raw.js';
import { TEST_GATEWAY } from '../support/test-gateway.js';

const HEALTH = 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n';

describe('gateway server', () => {
  const openTestGateway = useGateways();

  it('rejects with port_in_use when another program listens there', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    await assert.rejects(openTestGateway({ port: address.port }), { name: 'ErrordError', code: 'port_in_use' });
    other.close();
    await once(other, 'close');
  });

  it('never shares a port with another gateway', async () => {
    const { gateway } = await openTestGateway();
    await assert.rejects(openTestGateway({ port: gateway.port }), { code: 'port_in_use' });
  });

  it('rejects with address_unavailable when the address is not of this machine', async () => {
    await assert.rejects(openTestGateway({ host: '192.0.2.1' }), { code: 'address_unavailable' });
  });

  it('can take the port again after it was closed', async () => {
    const { gateway } = await openTestGateway();
    gateway.close();
    const again = await openTestGateway({ port: gateway.port });
    assert.equal((await again.fetch('/api/health')).status, 200);
  });

  it('answers calls under way, refuses new ones with 503, and drains', async () => {
    const { gateway, pool, post } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    socket.write(HEALTH);
    await readUntil(socket, /"uptime"/);
    pool.holding = true;
    const waiting = post('/api/events', anEvent);
    await pool.submitted(1);
    gateway.stopAccepting();
    gateway.stopAccepting();
    let drained = false;
    const drain = gateway.drained().then(() => {
      drained = true;
    });
    const body = JSON.stringify(aLog);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const refused = await readUntil(socket, /"shutting_down"/);
    assert.match(refused, /^HTTP\/1\.1 503 .*Connection: close\r\n/s);
    assert.match(refused, /Retry-After: 1\r\n/);
    socket.destroy();
    assert.equal(drained, false);
    await assert.rejects(post('/api/events', anEvent));
    pool.release();
    assert.equal((await waiting).status, 201);
    await drain;
    assert.deepEqual(gateway.outcomes.toJson().total.dropped, { shutting_down: 1 });
  });

  it('says by its health that it goes while it drains, serves the rest, and asks for another connection', async () => {
    const { gateway, fetch, post } = await openTestGateway();
    gateway.startDraining();
    const health = await fetch('/api/health');
    const { code } = (await health.json()) as ErrorReply;
    assert.deepEqual([health.status, code, health.headers.get('retry-after')], [503, 'shutting_down', '1']);
    for (const answer of [await post('/api/events', anEvent), await fetch('/api/errors')]) {
      assert.ok(answer.ok);
      assert.equal(answer.headers.get('connection'), 'close');
    }
  });

  it('refuses queries and unknown paths too while it stops', async () => {
    for (const path of ['/api/errors', '/api/health', '/missing']) {
      const { gateway } = await openTestGateway();
      const socket = await openSocket(gateway.port);
      socket.write(HEALTH);
      await readUntil(socket, /"uptime"/);
      gateway.stopAccepting();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.match(await readUntil(socket, /"code"/), /^HTTP\/1\.1 503 .*"shutting_down"/s);
      socket.destroy();
    }
  });

  it('is drained at once when nothing is under way', async () => {
    const { gateway } = await openTestGateway();
    await gateway.drained();
  });

  it('serves many requests on one connection', async () => {
    const { gateway } = await openTestGateway();
    const socket = await openSocket(gateway.port);
    const body = JSON.stringify(aLog);
    for (let count = 0; count < 3; count += 1) {
      socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      assert.match(await readUntil(socket, /\{"id":"[^"]+"\}$/), /^HTTP\/1\.1 201 /);
    }
    socket.destroy();
  });

  it('answers pipelined requests in order when they need no thread', async () => {
    const { gateway } = await openTestGateway();
    const missing = 'GET /api/missing HTTP/1.1\r\nHost: x\r\n\r\n';
    const answers = await exchangeRaw(gateway.port, HEALTH + missing + HEALTH, /"uptime".*"uptime"[^}]*\}/s);
    assert.match(answers, /^HTTP\/1\.1 200 .*HTTP\/1\.1 404 .*HTTP\/1\.1 200 /s);
  });

  it('stores an ingest call behind which its connection pipelines, and ends that connection or answers both', async () => {
    const { gateway, stored } = await openTestGateway();
    const body = JSON.stringify(aLog);
    const socket = await openSocket(gateway.port);
    const answered = readUntil(socket, /\{"status":"ok".*\}$/s);
    socket.write(`POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}${HEALTH}`);
    // The native one gives up a connection on which another request comes before the answer.
    const statuses = [...(await answered).matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, TEST_GATEWAY === 'portable' ? ['201', '200'] : []);
    socket.destroy();
    await gateway.drained();
    assert.equal((await stored.logs()).total, 1);
  });

  it('survives what is not HTTP', async () => {
    const { gateway, url } = await openTestGateway();
    for (const text of [
      'garbage\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001',
      'GET / HTTP/1.0\r\n\r\n',
      'GET /api/health HTTP/1.1\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\n${'a: b\r\n'.repeat(500)}\r\n`,
      `GET / HTTP/1.1\r\nHost: x\r\na: ${'b'.repeat(1 << 20)}\r\n\r\n`,
      `GET /${'p'.repeat(1 << 20)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n',
      'POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n',
      'POST /api/logs HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n',
      'POST /api/logs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n',
    ]) {
      const socket = await openSocket(gateway.port);
      socket.end(text);
      await readUntil(socket, /^HTTP\/1\.1 [45]\d\d /);
      socket.destroy();
      assert.equal((await fetch(`${url}/api/health`)).status, 200);
    }
    await gateway.drained();
    const { total } = gateway.outcomes.toJson();
    assert.equal(total.inFlight, 0);
  });

  it('closes feed and connections', async () => {
    const { gateway, wsUrl } = await openTestGateway();
    const client = await FeedClient.open(wsUrl);
    const socket = await openSocket(gateway.port);
    const ended = once(socket.resume(), 'close');
    gateway.close();
    await client.closed;
    await ended;
  });

  it('answers a bug in a pool with 500', async () => {
    const { post, gateway } = await openTestGateway({
      pool: {
        buffers: new BodyBuffers(),
        submit: () => {
          throw new Error('secret');
        },
      },
    });
    const error = await readError(await post('/api/events', anEvent), 500, 'internal');
    assert.doesNotMatch(error.error, /secret/);
    await gateway.drained();
  });
});
