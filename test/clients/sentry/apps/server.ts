// A server with routes that fail; its argument names the framework. Calls itself, delivers, and ends.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as Sentry from '@sentry/node';

const ROUTES: Readonly<Record<string, () => Promise<Server>>> = { express: serveExpress, fastify: serveFastify };

async function serveExpress(): Promise<Server> {
  const { default: express } = await import('express');
  const app = express();
  app.get('/orders/:id', () => lose('7'));
  app.get('/fine', (_request, response) => response.status(200).json('fine'));
  Sentry.setupExpressErrorHandler(app);
  return createServer(app);
}

async function serveFastify(): Promise<Server> {
  const { default: Fastify } = await import('fastify');
  const app = Fastify();
  Sentry.setupFastifyErrorHandler(app);
  app.get<{ Params: { id: string } }>('/orders/:id', (request) => lose(request.params.id));
  app.get('/fine', () => 'fine');
  await app.ready();
  return app.server;
}

function lose(id: string | undefined): never {
  Sentry.addBreadcrumb({ category: 'orders', message: `looking for ${id}`, level: 'info', data: { token: 'hunter2' } });
  Sentry.setUser({ id: '7', email: 'ann@example.com' });
  Sentry.setTag('team', 'orders');
  Sentry.logger.warn('order is late', { orderId: id, password: 'hunter2' });
  throw new Error(`order ${id} is lost`, { cause: new TypeError('no row') });
}

const serve = ROUTES[process.argv[2] ?? ''];
if (serve === undefined) throw new Error('name a framework');
const server = await serve();
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
for (const path of ['orders/7?token=hunter2', 'fine']) {
  await (await fetch(`http://127.0.0.1:${port}/${path}`, { headers: { authorization: 'Bearer hunter2' } })).text();
}
process.stdout.write(`delivered ${await Sentry.flush(10_000)}\n`);
server.closeAllConnections();
server.close();
