import assert from 'node:assert/strict';
import { createServer, type Server, type ServerResponse } from 'node:http';
import * as errord from '@errord/node';
import express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import type { ErrorGroupDetail } from '../../../schemas/error-group.js';
import { openApiClient } from '../../support/api-client.js';
import { useSharedDaemon } from '../../support/shared-daemon.js';
import { listen, stop, useSilentConsole } from './support.js';

/** What every framework has to come to, on the daemon itself. */
interface Chain {
  readonly group: ErrorGroupDetail;
  readonly request: Readonly<Record<string, unknown>>;
}

/** The daemon is in this process, and where its gateway is the portable one, its own requests are served by `node:http` too. */
const ignoreRequests = [/^\/api\//];

describe('an application on', () => {
  const shared = useSharedDaemon();
  useSilentConsole();
  let projectId = '';
  let closers: (() => unknown)[] = [];
  beforeEach(() => {
    projectId = shared.newProject();
    errord.init({ serverUrl: shared.url(), projectId, tags: { team: 'orders' }, ignoreRequests });
  });
  afterEach(async () => {
    for (const close of closers) await close();
    closers = [];
    await errord.close();
  });

  const serve = async (server: Server): Promise<string> => {
    closers.push(() => stop(server));
    return listen(server);
  };

  /** Calls the failing route and reads what the daemon has of it. */
  const fail = async (url: string): Promise<Chain> => {
    const headers = { 'x-service-correlation-id': `chain-${projectId}` };
    const answer = await fetch(`${url}/orders/7`, { headers });
    await answer.text();
    assert.equal(answer.status, 500);
    await delivered();
    return { group: await shared.onlyErrorGroup(projectId), request: { ...(await shared.onlyRequest(projectId)) } };
  };

  /** The record of a request is the last to be made, without anybody asking for a delivery. */
  const delivered = async (requestCount = 1): Promise<void> => {
    let total = 0;
    while (total < requestCount)
      ({ total } = (await shared.get<{ total: number }>(`/api/requests?projectId=${projectId}`)).body);
    await errord.flush(10_000);
  };

  const assertChain = ({ group, request }: Chain, type: string, message = 'Error: order 7 is lost'): void => {
    const [event, ...others] = group.events;
    assert.equal(others.length, 0);
    assert.equal(event?.type, type);
    assert.equal(event.message, message.replace(/^Error: /, ''));
    assert.equal(event.correlationId, `chain-${projectId}`);
    assert.deepEqual(event.tags, { team: 'orders' });
    assert.match(String(event.stackFrames[0]?.filename), /frameworks\.test\.ts$/);
    assert.match(String(event.stackFrames[0]?.contextLine), /order 7 is lost|lose\(/);
    assert.equal(request.correlationId, event.correlationId);
    assert.equal(request.errorEventId, event.eventId);
    assert.equal(request.statusCode, 500);
    assert.equal(request.method, 'GET');
  };

  const lose = (): never => {
    throw new Error('order 7 is lost');
  };

  it('Express 5, with its error handler', async () => {
    const app = express();
    app.get('/orders/:id', lose);
    app.use(errord.expressErrorHandler());
    assertChain(await fail(await serve(createServer(app))), 'exception');
  });

  it('Express 5, with nothing but the library', async () => {
    const app = express();
    app.get('/orders/:id', lose);
    assertChain(await fail(await serve(createServer(app))), 'console_error');
  });

  it('Express 5, in a handler that is asynchronous', async () => {
    const app = express();
    app.get('/orders/:id', async () => {
      await fetch(`${shared.url()}/api/health`);
      lose();
    });
    app.use(errord.expressErrorHandler());
    assertChain(await fail(await serve(createServer(app))), 'exception');
  });

  it('Fastify 5, with its plugin', async () => {
    const app = Fastify();
    closers.push(() => app.close());
    await app.register(errord.fastifyErrord);
    app.get('/orders/:id', async () => {
      await fetch(`${shared.url()}/api/health`);
      lose();
    });
    assertChain(await fail(await app.listen({ port: 0, host: '127.0.0.1' })), 'exception');
  });

  it('Fastify 5, with nothing but the library', async () => {
    const app = Fastify();
    closers.push(() => app.close());
    app.get('/orders/:id', async () => {
      await fetch(`${shared.url()}/api/health`);
      lose();
    });
    assertChain(await fail(await app.listen({ port: 0, host: '127.0.0.1' })), 'exception');
  });

  it('Fastify 5, in a hook before the handler, with nothing but the library', async () => {
    const app = Fastify();
    closers.push(() => app.close());
    app.addHook('preHandler', lose);
    app.get('/orders/:id', () => 'found');
    assertChain(await fail(await app.listen({ port: 0, host: '127.0.0.1' })), 'exception');
  });

  it('Fastify 5, with an error that is an answer, which is none of ours', async () => {
    const app = Fastify();
    closers.push(() => app.close());
    app.get('/orders/:id', () => {
      throw Object.assign(new Error('no such order'), { statusCode: 404 });
    });
    await (await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/orders/7`)).text();
    await delivered();
    const { body } = await shared.get<{ total: number }>(`/api/errors?projectId=${projectId}`);
    assert.equal(body.total, 0);
  });

  it('a framework that tells nobody: the failed request is an error that says what to add', async () => {
    const app = express();
    app.get('/orders/:id', lose);
    const answer = (response: ServerResponse): void => void response.writeHead(500).end();
    // oxlint-disable-next-line max-params
    app.use((_error: unknown, _request: unknown, response: unknown, next: unknown) => {
      if (next !== undefined) answer(response as ServerResponse);
    });
    const { group, request } = await fail(await serve(createServer(app)));
    const [event] = group.events;
    assert.equal(event?.type, 'http_error');
    assert.equal(event.message, 'HTTP 500: GET /orders/:id');
    assert.match(
      String((event.extra as { hint?: unknown }).hint),
      /^The request failed, and nothing told errord why\. Add \w+ of /,
    );
    assert.equal(request.errorEventId, event.eventId);
  });

  it('node:http alone', async () => {
    const url = await serve(
      createServer((_request, response) => {
        try {
          lose();
        } catch (error) {
          errord.captureError(error, { order: 7 });
          response.writeHead(500).end();
        }
      }),
    );
    const chain = await fail(url);
    assertChain(chain, 'exception');
    assert.deepEqual(chain.group.events[0]?.extra, { order: 7 });
  });

  const serveKoa = (app: Koa): Promise<string> => {
    const answer = app.callback();
    return serve(createServer((request, response) => void answer(request, response)));
  };

  // Koa prints what was thrown too, indented.
  it('Koa 3, with its middleware: one event', async () => {
    const app = new Koa();
    app.use(errord.koaErrord());
    app.use(() => Promise.resolve().then(lose));
    assertChain(await fail(await serveKoa(app)), 'exception');
  });

  it('Koa 3, with nothing but the library', async () => {
    const app = new Koa();
    app.use(() => Promise.resolve().then(lose));
    assertChain(await fail(await serveKoa(app)), 'console_error');
  });

  it('NestJS, with its filter', async () => {
    const filter = errord.nestErrordFilter({
      catch: (exception: unknown, host: ReturnType<typeof toHost>) => {
        host.response.writeHead(500).end();
        return exception;
      },
    });
    const toHost = (request: object, response: { writeHead(code: number): { end(): unknown } }) => ({
      response,
      switchToHttp: () => ({ getRequest: () => request }),
    });
    const url = await serve(
      createServer((request, response) => {
        try {
          lose();
        } catch (error) {
          assert.equal(filter.catch(error, toHost(request, response)), error);
        }
      }),
    );
    assertChain(await fail(url), 'exception');
  });

  it('Next.js, in a route handler that no server of node:http has called', async () => {
    const handler = errord.withErrord((request: Request, context: { readonly id: string }) => {
      if (context.id === '7') lose();
      return new Response(request.url);
    });
    const headers = { 'x-service-correlation-id': `chain-${projectId}` };
    const request = new Request('http://shop/orders/7', { headers });
    await assert.rejects(handler(request, { id: '7' }), /order 7 is lost/);
    await delivered();
    assertChain(
      { group: await shared.onlyErrorGroup(projectId), request: { ...(await shared.onlyRequest(projectId)) } },
      'exception',
    );
  });

  it('Express that calls one on Fastify: all of it has one correlation id', async () => {
    const stock = Fastify();
    closers.push(() => stock.close());
    await stock.register(errord.fastifyErrord);
    stock.get('/stock/:id', lose);
    const stockUrl = await stock.listen({ port: 0, host: '127.0.0.1' });
    errord.init({ serverUrl: shared.url(), projectId, correlationOrigins: [stockUrl], ignoreRequests });
    const shop = express();
    shop.get('/orders/:id', async () => {
      const answer = await fetch(`${stockUrl}/stock/7`);
      if (!answer.ok) throw new Error('there is no stock');
    });
    shop.use(errord.expressErrorHandler());
    const url = await serve(createServer(shop));
    const correlationId = `chain-${projectId}`;
    await fetch(`${url}/orders/7`, { headers: { 'x-service-correlation-id': correlationId } });
    await delivered(2);
    const { events } = openApiClient(shared.url());
    const told = (await events(projectId)).map((event) => [event.message, event.correlationId]).sort();
    assert.deepEqual(told, [
      ['order 7 is lost', correlationId],
      ['there is no stock', correlationId],
    ]);
    const { body } = await shared.get<{ requests: readonly Readonly<Record<string, unknown>>[] }>(
      `/api/requests?projectId=${projectId}`,
    );
    assert.deepEqual(body.requests.map((request) => [request.url, request.correlationId]).sort(), [
      ['/orders/7', correlationId],
      ['/stock/7', correlationId],
    ]);
  });

  it('Next.js, whose redirects are no errors', async () => {
    const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;replace;/login;307;' });
    const handler = errord.withErrord(() => Promise.reject(redirect));
    await assert.rejects(handler(new Request('http://shop/')), redirect);
    await errord.flush();
    assert.deepEqual(await shared.errorGroups(projectId), []);
  });

  it('any of them, which leaves answers to wrong requests alone', async () => {
    const app = express();
    app.get('/orders/:id', () => {
      throw Object.assign(new Error('no such order'), { status: 404 });
    });
    app.use(errord.expressErrorHandler());
    const url = await serve(createServer(app));
    const answer = await fetch(`${url}/orders/8`);
    await answer.text();
    assert.equal(answer.status, 404);
    await delivered();
    // Express itself prints it; that is the application's choice.
    const groups = await shared.errorGroups(projectId);
    assert.deepEqual(
      groups.filter(({ type }) => type === 'exception'),
      [],
    );
    assert.equal((await shared.onlyRequest(projectId)).statusCode, 404);
  });
});
