// Composition root: builds the parts, wires them, owns start, drain and stop.

import { availableParallelism } from 'node:os';
import type { Config } from '../schemas/config.js';
import type { AlertEngine } from './alerts/engine.js';
import { type Clock, monotonicClock, systemClock } from './clock.js';
import { parseOptions, readCacheDir, type ServerOptions } from './config.js';
import { type Drain, openDrain } from './drain.js';
import type { ErrordError } from './errors.js';
import { assertCanListen, assertCanListenForSpotlight } from './gateway/listen.js';
import type { Gateway } from './gateway/server.js';
import { openTransport } from './gateway/transport/open-transport.js';
import type { Transport } from './gateway/transport/transport.js';
import { DIGEST_CALL_MS_MAX, STOP_TIMEOUT_MS } from './limits.js';
import { type Logger, openLog } from './log.js';
import type { Maintenance } from './maintenance.js';
import { type OpenStore, openStore, toStorePlace } from './open-store.js';
import { VERSION } from './package.js';
import type { Regrouping } from './regrouping.js';
import type { GroupingRelay, OpenServing } from './serving.js';
import { toSocketPath } from './socket-host.js';
import { tidyBetterSqlite3 } from './store/sqlite/binding/leftovers.js';
import type { Store, StoreEvents } from './store/store.js';
import { ThreadMemories, type ThreadMemory } from './thread-memory.js';
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
  const served: { gateway?: Gateway } = {};
  const memories = new ThreadMemories();
  const news: GroupingRelay = { versions: { newProjects: 1, others: [] }, isDue: false, tell: () => undefined };
  const redaction = { names: config.redactNames, patterns: config.redactPatterns };
  const opening = openStore(
    config,
    toStoreEvents({ log, onStoreFailed, news }, () => served.gateway),
    limits,
  );
  const pooling = openDigestPool({
    threads: DIGEST_THREADS,
    redaction,
    callMsMax: limits.digestCallMsMax ?? DIGEST_CALL_MS_MAX,
    events: toPoolEvents(log, opening, () => served.gateway),
  });
  const [{ store, threads }, pool, openServing] = await untilLoaded(
    opening,
    pooling,
    import('./serving.js').then(({ prepareServing }) => prepareServing(config)),
  ).catch((error: unknown) => {
    memories.close();
    throw error;
  });
  const readMemories = (): readonly ThreadMemory[] =>
    memories.read({ ...threads(), digest: pool.threads().map(({ threadId }) => threadId) });
  const serving = await openServing({
    transport,
    log,
    clock,
    pool,
    store,
    redaction,
    news,
    limits,
    readMemories,
  }).catch(async (error: unknown) => {
    await pool.close();
    await store.close();
    memories.close();
    throw error;
  });
  const { gateway, regrouping } = serving;
  served.gateway = gateway;
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
  return { store, pool, gateway, maintenance, regrouping, alerts: serving.startAlerts(), memories };
}

/** Store and pool load their code side by side, each on threads of its own, and this one what serves beside them. */
async function untilLoaded(
  opening: Promise<OpenStore>,
  pooling: Promise<DigestPool>,
  loading: Promise<OpenServing>,
): Promise<readonly [OpenStore, DigestPool, OpenServing]> {
  const [stored, pooled, loaded] = await Promise.allSettled([opening, pooling, loading]);
  if (stored.status === 'fulfilled' && pooled.status === 'fulfilled' && loaded.status === 'fulfilled') {
    return [stored.value, pooled.value, loaded.value];
  }
  if (stored.status === 'fulfilled') await stored.value.store.close();
  if (pooled.status === 'fulfilled') await pooled.value.close();
  throw [stored, pooled, loaded].find((part) => part.status === 'rejected')?.reason;
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

/** An address to click on: the wildcard addresses are reached as localhost. */
function toUrl(host: string, port: number): string {
  if (toSocketPath(host) !== null) return host;
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
