import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as errord from '@errord/node';
import { useClient } from './support.js';

describe('a request that is served', () => {
  const { init, delivered, serve, daemon } = useClient();

  const requests = async (count: number) => {
    await daemon().until(() => daemon().records('requests').length >= count);
    return daemon().records('requests');
  };

  it('is recorded with its method, URL, status, duration and headers', async () => {
    init();
    const url = await serve((_request, response) => {
      response.setHeader('x-one', '1');
      response.writeHead(201, { 'x-two': '2', 'set-cookie': 'session=secret' }).end('made');
    });
    await fetch(`${url}/orders?page=2&token=secret`, { method: 'PUT', headers: { authorization: 'Bearer secret' } });
    const [record] = await requests(1);
    assert.equal(record?.method, 'PUT');
    assert.equal(record.url, '/orders?page=2&token=[Redacted]');
    assert.equal(record.statusCode, 201);
    assert.ok(typeof record.duration === 'number' && record.duration > 0 && record.duration < 10_000);
    assert.equal((record.headers as Record<string, unknown>).authorization, '[Redacted]');
    const headers = record.responseHeaders as Record<string, unknown>;
    assert.equal(headers['x-one'], '1');
    assert.equal(headers['x-two'], '2');
    assert.equal(headers['set-cookie'], '[Redacted]');
    assert.equal(record.source, 'backend');
    assert.equal(record.projectId, 'shop');
    assert.equal(record.requestBody, undefined);
  });

  it('gives its correlation id to everything that it causes, however many run at once', async () => {
    init();
    const gates = new Map<string, () => void>();
    const url = await serve((request, response) => {
      const name = request.url ?? '';
      errord.setTag('path', name);
      void new Promise<void>((resolve) => gates.set(name, resolve)).then(() => {
        errord.captureError(new Error(`failed ${name}`));
        errord.log('info', `logged ${name}`);
        response.end();
        return undefined;
      });
      if (gates.size === 3) for (const open of [...gates.values()].reverse()) open();
    });
    const names = ['/a', '/b', '/c'];
    await Promise.all(
      names.map(async (name) => {
        await (await fetch(url + name, { headers: { 'x-service-correlation-id': `id${name}` } })).text();
      }),
    );
    await requests(3);
    const events = await delivered('events');
    for (const name of names) {
      const event = events.find(({ message }) => message === `failed ${name}`);
      assert.equal(event?.correlationId, `id${name}`);
      assert.deepEqual(event.tags, { path: name });
      assert.equal((event.request as Record<string, unknown>).url, name);
      const record = daemon()
        .records('requests')
        .find((one) => one.url === name);
      assert.equal(record?.correlationId, `id${name}`);
      assert.equal(record.errorEventId, event.eventId);
      const log = daemon()
        .records('logs')
        .find(({ message }) => message === `logged ${name}`);
      assert.equal(log?.correlationId, `id${name}`);
    }
  });

  it('takes the trace id of a traceparent, and makes an id of its own where nothing usable came', async () => {
    init();
    const url = await serve((_request, response) => response.end());
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    await fetch(url, { headers: { traceparent: `00-${trace}-00f067aa0ba902b7-01` } });
    await fetch(url, { headers: { 'x-service-correlation-id': 'a b' } });
    const [first, second] = await requests(2);
    assert.equal(first?.correlationId, trace);
    assert.match(String(second?.correlationId), /^[\da-f-]{36}$/);
  });

  it('keeps its own context on a connection that serves one after the other, also when they come at once', async () => {
    init();
    const url = await serve((request, response) => {
      setImmediate(() => {
        errord.captureMessage(`at ${request.url ?? ''}`);
        response.end();
      });
    });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const toText = (id: string) => `GET /${id} HTTP/1.1\r\nHost: shop\r\nX-Service-Correlation-Id: ${id}\r\n\r\n`;
    socket.write(`${toText('one')}${toText('two')}`);
    await requests(2);
    socket.destroy();
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ message, correlationId }) => `${String(message)}: ${String(correlationId)}`),
      ['at /one: one', 'at /two: two'],
    );
  });

  it('is recorded without a status when its client went away before the answer', async () => {
    init();
    let arrived: (() => void) | undefined;
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await serve(() => arrived?.());
    const request = httpRequest(`${url}/slow`);
    request.on('error', () => undefined);
    request.end();
    await isThere;
    request.destroy();
    const [record] = await requests(1);
    assert.equal(record?.url, '/slow');
    assert.equal(record.statusCode, undefined);
  });

  it('becomes an error when it is answered with 5xx and nothing said why', async () => {
    init();
    const url = await serve((_request, response) => response.writeHead(503).end());
    await fetch(`${url}/orders/1234?x=1`);
    const [record] = await requests(1);
    const [event] = await delivered('events');
    assert.equal(event?.type, 'http_error');
    assert.equal(event.message, 'HTTP 503: GET /orders/:id');
    assert.equal(record?.errorEventId, event.eventId);
  });

  it('is one error with the other failures of its route, whatever ids they have', async () => {
    init();
    const url = await serve((_request, response) => response.writeHead(500).end());
    const ids = ['7', '0f4a6c1e-8a39-4f6b-9c3d-2f1e5b7a9d10', '65a1f0c2e4b0a1b2c3d4e5f6', 'cart_1N2b3C4d5E6f7G8h'];
    for (const id of ids) await fetch(`${url}/carts/${id}/items`);
    await fetch(`${url}/v2/a-page-about-apples`);
    await requests(5);
    const messages = new Set((await delivered('events')).map(({ message }) => message));
    assert.deepEqual([...messages], ['HTTP 500: GET /carts/:id/items', 'HTTP 500: GET /v2/a-page-about-apples']);
  });

  it('is no error of its own when the reason was told, also when that is not sent', async () => {
    init({ ignoreErrors: ['expected'] });
    const url = await serve((_request, response) => {
      errord.captureError(new Error('expected'));
      response.writeHead(500).end();
    });
    await fetch(url);
    const [record] = await requests(1);
    assert.equal(record?.errorEventId, undefined);
    assert.deepEqual(await delivered('events'), []);
  });

  const STATUS_LINES: Readonly<Record<string, (status: number, what: string) => string>> = {
    'SvelteKit 3 does in development': (status, what) => `\u001b[31m${status} ${what}\u001b[39m`,
    'SvelteKit 2 does of a page that is not there': (status, what) => `\n\u001b[1;31m[${status}] ${what}\u001b[0m`,
  };
  for (const [who, toLine] of Object.entries(STATUS_LINES)) {
    it(`is no error of its own when a line with its status is printed, as ${who}`, async () => {
      init();
      const url = await serve((request, response) => {
        const isThere = request.url === '/orders?page=2';
        if (isThere) console.error(new Error('no orders'));
        const [path = ''] = (request.url ?? '').split('?');
        response.writeHead(isThere ? 500 : 404).end();
        console.error(toLine(response.statusCode, `${request.method} ${path}`));
      });
      for (const path of ['orders?page=2', 'nothing']) await fetch(`${url}/${path}`);
      await requests(2);
      assert.deepEqual(
        (await delivered('events')).map(({ message }) => message),
        ['no orders'],
      );
    });
  }

  it('does not name a message as its error', async () => {
    init();
    const url = await serve((_request, response) => {
      errord.captureMessage('by the way');
      response.writeHead(500).end();
    });
    await fetch(url);
    const [record] = await requests(1);
    const events = await delivered('events');
    assert.deepEqual(
      events.map(({ type }) => type),
      ['message', 'http_error'],
    );
    assert.equal(record?.errorEventId, events[1]?.eventId);
  });

  it('is not recorded when the option says so, and still has its context', async () => {
    init({ ignoreRequests: ['/health', /^\/assets\//] });
    const url = await serve((request, response) => {
      if (request.url === '/health?deep') errord.captureMessage('checked');
      response.end();
    });
    for (const path of ['/health?deep', '/assets/logo.png', '/health/more']) await fetch(url + path);
    const records = await requests(1);
    assert.deepEqual(
      records.map((record) => record.url),
      ['/health/more'],
    );
    const [event] = await delivered('events');
    assert.equal((event?.request as Record<string, unknown>).url, '/health?deep');
  });

  it('cuts a URL that the daemon would refuse', async () => {
    init();
    const url = await serve((_request, response) => response.end());
    await fetch(`${url}/${'a'.repeat(9000)}`);
    const [record] = await requests(1);
    assert.equal(String(record?.url).length, 8192);
  });

  describe('with captureBodies', () => {
    const echo = async (body: string, headers: Record<string, string>) => {
      const url = await serve((request, response) => {
        void text(request).then((received) => {
          response.writeHead(200, { 'content-type': headers['content-type'] ?? 'text/plain' });
          response.write(received.slice(0, 5));
          response.end(received.slice(5));
        });
      });
      const answer = await fetch(url, { method: 'POST', body, headers });
      assert.equal(await answer.text(), body);
      return (await requests(1))[0];
    };

    it('has both bodies, redacted', async () => {
      init({ captureBodies: true });
      const record = await echo('{"name":"Ann","password":"secret"}', { 'content-type': 'application/json' });
      assert.equal(record?.requestBody, '{"name":"Ann","password":"[Redacted]"}');
      assert.equal(record.responseBody, '{"name":"Ann","password":"[Redacted]"}');
    });

    it('keeps as much of a long body as the daemon, and enough for it to see that there was more', async () => {
      init({ captureBodies: true });
      const record = await echo('ä'.repeat(100_000), { 'content-type': 'text/plain' });
      for (const body of [record?.requestBody, record?.responseBody]) {
        const bytes = Buffer.byteLength(String(body));
        assert.ok(bytes > 16 * 1024 && bytes <= 16 * 1024 + 64, String(bytes));
        assert.doesNotMatch(String(body), /\uFFFD/);
      }
    });

    it('keeps a body that ends with a replacement character as it is', async () => {
      init({ captureBodies: true });
      const record = await echo('a\uFFFD', { 'content-type': 'text/plain' });
      assert.deepEqual([record?.requestBody, record?.responseBody], ['a\uFFFD', 'a\uFFFD']);
    });

    it('leaves out what is no text', async () => {
      init({ captureBodies: true });
      const record = await echo('abc', { 'content-type': 'image/png' });
      assert.equal(record?.requestBody, undefined);
      assert.equal(record?.responseBody, undefined);
    });

    it('has the body of a request that the application does not read', async () => {
      init({ captureBodies: true });
      const url = await serve((request, response) => {
        request.once('end', () => response.end());
        request.resume();
      });
      await fetch(url, { method: 'POST', body: 'a=1&token=secret', headers: { 'content-type': FORM } });
      assert.equal((await requests(1))[0]?.requestBody, 'a=1&token=[Redacted]');
    });

    it('leaves the stream to the application, chunk by chunk', async () => {
      init({ captureBodies: true });
      const chunks: string[] = [];
      const url = await serve((request, response) => {
        request.on('data', (chunk: Buffer) => {
          chunks.push(chunk.toString());
          response.write('more');
        });
        request.on('end', () => response.end());
      });
      const request = httpRequest(url, { method: 'POST', headers: { 'content-type': 'text/plain' } });
      request.write('one');
      const [response] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      request.end('two');
      assert.equal(await text(response), 'moremore');
      assert.deepEqual(chunks, ['one', 'two']);
      assert.equal((await requests(1))[0]?.requestBody, 'onetwo');
    });
  });
});

const FORM = 'application/x-www-form-urlencoded';
