// Composition root: builds the parts, wires them, owns start, drain and stop.

import { availableParallelism, hostname } from 'node:os';
import type { Config } from '../schemas/config.js';
import { type AlertDesk, openAlertDesk } from './alerts/desk.js';
import { type AlertEngine, startAlerts } from './alerts/engine.js';
import { toSend } from './alerts/send.js';
import { type Clock, monotonicClock, systemClock } from './clock.js';
import { parseOptions, readCacheDir, type ServerOptions } from './config.js';
import { type Drain, openDrain } from './drain.js';
import type { ErrordError } from './errors.js';
import { assertCanListen, assertCanListenForSpotlight } from './gateway/listen.js';
import type { Gateway, GatewayOptions } from './gateway/server.js';
import { openTransport } from './gateway/transport/open-transport.js';
import type { Transport } from './gateway/transport/transport.js';
import { DIGEST_CALL_MS_MAX, STOP_TIMEOUT_MS } from './limits.js';
import { type Logger, openLog } from './log.js';
import type { Maintenance } from './maintenance.js';
import type { GroupingVersions } from './messages.js';
import { type OpenStore, openStore, toStorePlace } from './open-store.js';
import { PACKAGE_ROOT, VERSION } from './package.js';
import { openRegrouping, type Regrouping } from './regrouping.js';
import { openRulesPreview } from './rules-preview.js';
import { toSocketPath } from './socket-host.js';
import { tidyBetterSqlite3 } from './store/sqlite/binding/leftovers.js';
import type { Store, StoreEvents, StoreStatus } from './store/store.js';
import { ThreadMemories } from './thread-memory.js';
import { type DigestPool, type DigestPoolOptions, openDigestPool } from './workers/pool.js';

export type { ServerOptions } from './config.js';

/** A running daemon. */
export interface Daemon {
  /** Where a browser on this machine finds it; `unix:` and a path where it listens on a socket. */
  readonly url: string;
  /** 0 on a unix socket. */
  readonly port: number;
  /** Resolves with the exit code when the daemon has ended: 0 after `stop`, 1 when a part of it was lost. */
  readonly exited: Promise<number>;
  /** Serves on for `drainSeconds`, then stops accepting, answers and commits what was accepted, closes. Safe to call twice. */
  stop(): Promise<void>;
}

export interface DaemonExtras {
  readonly log?: Logger;
  /** The clock of gateway and retention; that of the machine when it is not given. */
  readonly clock?: Clock;
  /** Instead of those of `limits.ts`; for tests, which have no time to reach them. */
  readonly limits?: DaemonLimits;
}

export interface DaemonLimits {
  readonly digestCallMsMax?: number;
  readonly ingestWindowMs?: number;
  /** Of PostgreSQL. */
  readonly commitTimeoutMs?: number;
}

/** The parts of a daemon, for tests that break one of them. */
export interface DaemonParts {
  readonly store: Store;
  readonly pool: DigestPool;
  readonly gateway: Gateway;
  readonly maintenance: Maintenance;
  readonly regrouping: Regrouping;
  readonly alerts: AlertEngine;
  readonly memories: ThreadMemories;
}

/**
 * Starts the daemon inside this process. Options not given have their defaults; environment and configuration files are
 * not read. Rejects with an `ErrordError` whose message says what to do.
 */
export function startServer(options: ServerOptions = {}): Promise<Daemon> {
  return startDaemon(parseOptions(options));
}

/** Starts the daemon with a configuration that has been checked. */
export async function startDaemon(
  config: Config,
  extras: DaemonExtras = {},
): Promise<Daemon & { readonly parts: DaemonParts }> {
  const log = extras.log ?? openLog(config.logLevel);
  // Before anything is touched: a binary that was changed says nothing good of the rest.
  const transport = openTransport(config.gateway, { log, cacheDir: readCacheDir() });
  // Before the database is touched: whoever starts a second daemon should hear about the port first.
  await assertCanListen(config.host, config.port);
  if (config.spotlightPort !== undefined) await assertCanListenForSpotlight(config.host, config.spotlightPort);
  let exit: (code: number) => void = () => undefined;
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  let stopping: Promise<void> | null = null;
  let exitCode = 0;
  const drain = openDrain(config.drainSeconds * 1000);
  const stopWith = (code: number): Promise<void> => {
    exitCode = Math.max(exitCode, code);
    // What has lost a part has nothing to serve.
    if (code !== 0) drain.end();
    stopping ??= opening
      .then((parts) => stopParts(parts, { log, drain }))
      .catch((error: unknown) => log.error({ err: error }, 'a part did not stop'))
      .finally(() => exit(exitCode));
    return stopping;
  };
  const onStoreFailed = (error: ErrordError): void => {
    log.fatal({ code: error.code, reason: error.message }, 'the store is lost; the daemon ends');
    // It may be lost while the other parts still open; then they are stopped as soon as they are there.
    void stopWith(1);
  };
  const clock = extras.clock ?? systemClock;
  const opening = openParts(config, { log, clock, transport, onStoreFailed, limits: extras.limits ?? {} });
  const parts = await opening;
  const { port } = parts.gateway;
  const { spotlightPort } = parts.gateway;
  const { kind: gateway } = transport;
  const dbPath = toStorePlace(config);
  log.info({ port, spotlightPort, host: config.host, gateway, dbPath, version: VERSION }, 'listening');
  const tidied = tidyBetterSqlite3();
  if (tidied !== null) log.info({ folder: tidied }, 'what the compiler had left of better-sqlite3 is deleted');
  return { parts, port, url: toUrl(config.host, port), exited, stop: () => stopWith(0) };
}

/**
 * Digest threads: one core is left to the gateway and the writer. For plain events two keep the writer busy; bodies that
 * are packed or full of contexts take several times as long to digest.
 */
const DIGEST_THREADS = Math.max(1, Math.min(8, availableParallelism() - 1));
/** What the build has left to be served. */
const STATIC_DIRS = {
  dashboardDir: new URL('dist/dashboard/', PACKAGE_ROOT),
  clientsDir: new URL('dist/clients/', PACKAGE_ROOT),
  packagesDir: new URL('dist/packages/', PACKAGE_ROOT),
} as const;

interface Wiring {
  readonly log: Logger;
  readonly clock: Clock;
  readonly transport: Transport;
  readonly limits: DaemonLimits;
  readonly onStoreFailed: (error: ErrordError) => void;
}

/** What the pool reports goes to the log and the gateway; its channels go to the store, once that is there. */
function toPoolEvents(
  log: Logger,
  opening: Promise<OpenStore>,
  toGateway: () => Gateway | undefined,
): DigestPoolOptions['events'] {
  return {
    fault: (fault) => log.error({ fault }, 'an item could not be digested'),
    lost: (tickets) => {
      log.error({ callCount: tickets.length }, 'a digest thread was lost');
      toGateway()?.onLost(tickets);
    },
    overran: (ticket) => {
      log.error('a digest thread was ended: a call took longer than one may');
      toGateway()?.onOverran(ticket);
    },
    port: (port) =>
      void opening.then(
        ({ store }) => store.acceptDigests(port),
        () => port.close(),
      ),
  };
}

/** What the store reports goes to the gateway, and what it says of groupings to who groups. */
function toStoreEvents(
  { log, onStoreFailed, news }: Pick<Wiring, 'log' | 'onStoreFailed'> & { readonly news: GroupingRelay },
  toGateway: () => Gateway | undefined,
): StoreEvents {
  return {
    commit: (report) => toGateway()?.onCommit(report),
    groupings: (versions, isDue) => {
      Object.assign(news, { versions, isDue });
      news.tell();
    },
    failed: (error) => {
      toGateway()?.onStoreLost();
      onStoreFailed(error);
    },
    log: (level, message, facts) => log[level](facts, message),
  };
}

async function openParts(
  config: Config,
  { log, clock, transport, limits, onStoreFailed }: Wiring,
): Promise<DaemonParts> {
  // Pool and store speak to the gateway, which needs both to exist: nothing is said before it has admitted a call.
  let gateway: Gateway | undefined;
  const memories = new ThreadMemories();
  const news: GroupingRelay = { versions: { newProjects: 1, others: [] }, isDue: false, tell: () => undefined };
  const redaction = { names: config.redactNames, patterns: config.redactPatterns };
  const opening = openStore(
    config,
    toStoreEvents({ log, onStoreFailed, news }, () => gateway),
    limits,
  );
  const pooling = openDigestPool({
    threads: DIGEST_THREADS,
    redaction,
    callMsMax: limits.digestCallMsMax ?? DIGEST_CALL_MS_MAX,
    events: toPoolEvents(log, opening, () => gateway),
  });
  const [{ store, threads }, pool] = await untilLoaded(opening, pooling).catch((error: unknown) => {
    memories.close();
    throw error;
  });
  const versions = (): GroupingVersions => news.versions;
  const regrouping = openRegrouping({ store, log, redaction, versions, monotonic: monotonicClock });
  listenTo(news, pool, regrouping);
  const alerting = toAlerting(config, { store, clock, log });
  try {
    const { openGateway } = await import('./gateway/server.js');
    gateway = await openGateway({
      ...config,
      transport,
      authToken: config.authToken ?? null,
      openIngest: config.private,
      ownNames: [hostname(), config.host],
      ...STATIC_DIRS,
      version: VERSION,
      log,
      clock,
      pool,
      store,
      ingestWindowMs: limits.ingestWindowMs,
      alerts: alerting.desk,
      previewGrouping: (request) => regrouping.preview(request),
      previewRules: openRulesPreview({ store, redaction, monotonic: monotonicClock }),
      threads: () => memories.read({ ...threads(), digest: pool.threads().map(({ threadId }) => threadId) }),
      status: toStatusReader(config, { store, clock }),
    });
  } catch (error) {
    await regrouping.stop();
    await pool.close();
    await store.close();
    memories.close();
    throw error;
  }
  // Loaded when the daemon answers already, as what answers queries is: the scheduler costs a start as much as the whole gateway.
  store.startReaders();
  const { startMaintenance } = await import('./maintenance.js');
  const maintenance = startMaintenance({
    store,
    policy: { retentionDays: config.retentionDays, maxDbSizeMb: config.maxDbSizeMb },
    log,
    clock,
    monotonic: monotonicClock,
  });
  return { store, pool, gateway, maintenance, regrouping, alerts: alerting.start(), memories };
}

/** Store and pool load their code side by side, each on threads of its own, and this one the gateway beside them. */
async function untilLoaded(
  opening: Promise<OpenStore>,
  pooling: Promise<DigestPool>,
): Promise<readonly [OpenStore, DigestPool]> {
  const [stored, pooled] = await Promise.allSettled([opening, pooling, import('./gateway/server.js')]);
  if (stored.status === 'fulfilled' && pooled.status === 'fulfilled') return [stored.value, pooled.value];
  if (stored.status === 'fulfilled') await stored.value.store.close();
  if (pooled.status === 'fulfilled') await pooled.value.close();
  throw stored.status === 'rejected' ? stored.reason : (pooled as PromiseRejectedResult).reason;
}

/** What sends alerts is the same for tests and for what happened. */
function toAlerting(
  { alertsToOwnNetwork: mayBeOwn }: Config,
  { store, clock, log }: { readonly store: Store; readonly clock: Clock; readonly log: Logger },
): { readonly desk: AlertDesk; readonly start: () => AlertEngine } {
  const send = toSend({ mayBeOwn, clock });
  return {
    desk: openAlertDesk({ store: store.alerts, send, clock, mayBeOwn }),
    start: () => startAlerts({ store, send, clock, log }),
  };
}

function listenTo(news: GroupingRelay, pool: DigestPool, regrouping: Regrouping): void {
  news.tell = () => {
    pool.setGroupings(news.versions);
    if (news.isDue) regrouping.start();
  };
  news.tell();
}

/** What the store says of groupings before the other parts are there to hear it, and afterwards. */
interface GroupingRelay {
  versions: GroupingVersions;
  isDue: boolean;
  tell: () => void;
}

/** In the order of the flow, so that nothing is cut off that has been accepted. */
async function stopParts(
  { gateway, maintenance, regrouping, alerts, memories, pool, store }: DaemonParts,
  { log, drain }: { readonly log: Logger; readonly drain: Drain },
): Promise<void> {
  gateway.startDraining();
  drain.begin();
  await drain.over;
  gateway.stopAccepting();
  if (!(await settlesInTime(gateway.drained()))) log.warn('calls were still open when the daemon stopped');
  await alerts.stop();
  await maintenance.stop();
  await regrouping.stop();
  await pool.close();
  await store.close();
  gateway.close();
  memories.close();
  log.info('stopped');
}

function settlesInTime(work: Promise<void>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STOP_TIMEOUT_MS);
    void work.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

function toStatusReader(config: Config, { store, clock }: { store: Store; clock: Clock }): GatewayOptions['status'] {
  const wallStartMs = clock();
  const startMs = monotonicClock();
  return async ({ feedClients, withPaths }) => {
    const uptimeMs = monotonicClock() - startMs;
    // Where the clock was ahead at the start and is right now, what has passed since tells more than what it said.
    const startedAtMs = Math.min(wallStartMs, clock() - uptimeMs);
    return {
      name: 'errord',
      version: VERSION,
      pid: process.pid,
      startedAt: new Date(startedAtMs).toISOString(),
      uptime: uptimeMs / 1000,
      database: withPaths ? await store.readStatus() : withoutPath(await store.readStatus()),
      retention: { retentionDays: config.retentionDays, maxDbSizeMb: config.maxDbSizeMb },
      feedClients,
    };
  };
}

/** An address to click on: the wildcard addresses are reached as localhost. */
function toUrl(host: string, port: number): string {
  if (toSocketPath(host) !== null) return host;
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Where things are on this machine is nobody's business elsewhere. */
function withoutPath(status: StoreStatus): StoreStatus {
  const { path, ...database } = status;
  return path === undefined ? status : database;
}
