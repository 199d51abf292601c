import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import type { ErrorReply } from '../../schemas/error-reply.js';
import type { ErrorCode } from '../../src/errors.js';
import { type Gateway, type GatewayOptions, openGateway } from '../../src/gateway/server.js';
import { openLog } from '../../src/log.js';
import { FakePool } from './fake-pool.js';
import { FakeStore } from './fake-store.js';

export interface TestGateway {
  readonly gateway: Gateway;
  readonly pool: FakePool;
  readonly store: FakeStore;
  readonly url: string;
  readonly wsUrl: string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

const opened: Gateway[] = [];

/** A real gateway on a free port, with pool and store in memory. Closed by `closeGateways`. */
export async function openTestGateway(options: Partial<GatewayOptions> = {}): Promise<TestGateway> {
  // The three meet here, so each is reached through a function.
  const pool: FakePool = new FakePool({
    lost: (tickets) => {
      gateway.onLost(tickets);
    },
    batch: (batch) => {
      store.appendBatch(batch);
    },
  });
  const store: FakeStore = new FakeStore((report) => {
    gateway.onCommit(report);
  });
  const gateway = await openGateway({
    host: '127.0.0.1',
    port: 0,
    corsOrigin: true,
    dashboardEnabled: false,
    dashboardDir: fileURLToPath(new URL('../../dashboard/', import.meta.url)),
    clientsDir: fileURLToPath(new URL('../../clients/', import.meta.url)),
    authToken: null,
    version: '0.0.0-test',
    log: openLog('silent'),
    clock: Date.now,
    pool,
    store,
    status: () => Promise.reject(new Error('no status in this test')),
    ...options,
  });
  opened.push(gateway);
  const url = `http://127.0.0.1:${gateway.port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });
  const wsUrl = `ws://127.0.0.1:${gateway.port}/ws`;
  return { gateway, pool, store, url, wsUrl, post, fetch: (path, init) => fetch(url + path, init) };
}

/** For `afterEach`. */
export function closeGateways(): void {
  for (const gateway of opened.splice(0)) gateway.close();
}

/** The body of an error answer, after a look at its status and code. */
export async function readError(response: Response, status: number, code: ErrorCode): Promise<ErrorReply> {
  const body = (await response.json()) as ErrorReply;
  assert.deepEqual({ status: response.status, code: body.code }, { status, code });
  assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.notEqual(body.error, '');
  return body;
}

export const anEvent = { type: 'TypeError', message: 'x is not a function', source: 'backend' } as const;
export const aLog = { level: 'info', message: 'hello' } as const;
export const aRequest = { method: 'GET', url: '/orders', statusCode: 200 } as const;
