import assert from 'node:assert/strict';
import type { ErrorReply } from '../../schemas/error-reply.js';
import { openAlertDesk } from '../../src/alerts/desk.js';
import { toSend } from '../../src/alerts/send.js';
import type { ErrorCode } from '../../src/errors.js';
import { type Gateway, type GatewayOptions, openGateway } from '../../src/gateway/server.js';
import { readStaticFiles } from '../../src/gateway/static.js';
import { openTransport } from '../../src/gateway/transport/open-transport.js';
import { DIGEST_CALL_MS_MAX } from '../../src/limits.js';
import { openLog } from '../../src/log.js';
import type { FeedItem } from '../../src/messages.js';
import type { FeedSource } from '../../src/store/feed-source.js';
import type { Store } from '../../src/store/store.js';
import { type DigestPool, openDigestPool } from '../../src/workers/pool.js';
import { PoolGate } from './pool-gate.js';
import { makePostgresPlace } from './postgres-place.js';
import { makeSqlitePlace } from './sqlite-place.js';
import { openReads, type Reads, type StorePlace } from './store-harness.js';
import { TEST_GATEWAY } from './test-gateway.js';
import { TEST_STORE } from './test-store.js';
import { type WatchedStore, watchStore } from './watched-store.js';

export interface TestGateway {
  readonly gateway: Gateway;
  /** The pool as the gateway sees it. */
  readonly pool: PoolGate;
  /** The store as the gateway sees it. */
  readonly store: WatchedStore;
  /** What is stored, whatever the gateway says of it. */
  readonly stored: Reads;
  readonly url: string;
  readonly wsUrl: string;
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

/** The folder of the dashboard as it was built. */
export const DASHBOARD_DIR = new URL('../../dashboard/', import.meta.url);

const ALERTS = { mayBeOwn: false, clock: Date.now } as const;

export interface TestGatewayOptions extends Partial<GatewayOptions> {
  /** Instead of that of the store. */
  readonly feed?: FeedSource;
  /** Of the dashboard, which is not served without it. */
  readonly dashboardDir?: string | URL;
}

/** The threads behind the gateways of one suite. */
interface Parts {
  readonly place: StorePlace;
  readonly store: Store;
  readonly pool: DigestPool;
  /** Items that could not be digested: there should be none. */
  readonly faults: string[];
}

/** Gateways that are open. All hear every report, and their tickets are alike: only one may have calls under way. */
type OpenGateways = Set<TestGateway>;

/**
 * Opens gateways on free ports, with a digest pool and a SQLite store behind them as the daemon has them. Pool and store
 * last for the calling suite; after each test its gateways are closed and the store holds nothing but project names.
 */
export function useGateways(): (options?: TestGatewayOptions) => Promise<TestGateway> {
  const opened: OpenGateways = new Set();
  const listeners: ((items: readonly FeedItem[]) => void)[] = [];
  let parts: Parts | undefined;
  before(async () => {
    parts = await openParts(opened);
    parts.store.feed.subscribe((items) => {
      for (const listener of listeners) listener(items);
    });
  });
  afterEach(async () => {
    for (const { gateway, pool } of opened) {
      pool.release();
      await gateway.drained();
      gateway.close();
    }
    opened.clear();
    listeners.length = 0;
    await parts?.store.clear(null);
    assert.deepEqual(parts?.faults, []);
  });
  after(async () => {
    await parts?.pool.close();
    await parts?.store.close();
    await parts?.place.remove();
  });
  return async ({ feed, ...options } = {}) => {
    assert.ok(parts);
    const { store } = parts;
    // The store keeps its listeners for good, so the gateways of a test listen to it by way of this one.
    const storeFeed: FeedSource = {
      subscribe: (listener) => void listeners.push(listener),
      setClientCount: (count) => store.feed.setClientCount(count),
      setRoom: (charCount) => store.feed.setRoom(charCount),
    };
    const gateway = await openTestGateway(parts, feed ?? storeFeed, options);
    opened.add(gateway);
    return gateway;
  };
}

async function openParts(opened: OpenGateways): Promise<Parts> {
  const place: StorePlace = await (TEST_STORE === 'postgres' ? makePostgresPlace() : makeSqlitePlace());
  const faults: string[] = [];
  const opening = place.open({
    commit: (report) => {
      for (const { gateway, store } of opened) gateway.onCommit(store.toHeard(report));
    },
    failed: () => {
      for (const { gateway } of opened) gateway.onStoreLost();
    },
    groupings: () => undefined,
    log: () => undefined,
  });
  const pool = await openDigestPool({
    threads: 1,
    callMsMax: DIGEST_CALL_MS_MAX,
    events: {
      fault: (fault) => void faults.push(fault),
      lost: (tickets) => {
        for (const { gateway } of opened) gateway.onLost(tickets);
      },
      overran: (ticket) => void faults.push(`call ${ticket} overran`),
      port: (port) => void opening.then((store) => store.acceptDigests(port)),
    },
  });
  return { place, pool, store: await opening, faults };
}

async function openTestGateway(
  parts: Parts,
  feed: FeedSource,
  { dashboardDir, ...options }: Omit<TestGatewayOptions, 'feed'>,
): Promise<TestGateway> {
  const pool: PoolGate = new PoolGate(parts.pool, (tickets) => gateway.onLost(tickets));
  const store = watchStore(parts.store, feed);
  const gateway = await openGateway({
    host: '127.0.0.1',
    port: 0,
    transport: openTransport(TEST_GATEWAY, { log: openLog('silent'), cacheDir: null }),
    corsOrigin: true,
    previewGrouping: () => Promise.resolve(null),
    previewRules: () => Promise.resolve(null),
    alerts: openAlertDesk({ store: parts.store.alerts, send: toSend(ALERTS), ...ALERTS }),
    corsOriginGiven: false,
    openIngest: false,
    allowedHosts: [],
    trustProxy: [],
    basePath: '',
    ownNames: [],
    files: await readStaticFiles({
      dashboard: dashboardDir ?? null,
      clients: new URL('../../clients/', import.meta.url),
      packages: new URL('../../packages/', import.meta.url),
    }),
    authToken: null,
    version: '0.0.0-test',
    log: openLog('silent'),
    clock: Date.now,
    pool,
    store,
    threads: () => [],
    status: () => Promise.reject(new Error('no status in this test')),
    ...options,
  });
  const url = `http://127.0.0.1:${gateway.port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });
  return {
    gateway,
    pool,
    store,
    stored: openReads(parts.store),
    url,
    wsUrl: `ws://127.0.0.1:${gateway.port}/ws`,
    post,
    fetch: (path, init) => fetch(url + path, init),
  };
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
