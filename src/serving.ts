// What serves and what it calls: the gateway, alerts, grouping anew and previews. A module of its own, so that the threads of store
// and pool load their code while this one loads.

import { hostname } from 'node:os';
import type { Config } from '../schemas/config.js';
import { type AlertDesk, openAlertDesk } from './alerts/desk.js';
import { type AlertEngine, startAlerts } from './alerts/engine.js';
import { toSend } from './alerts/send.js';
import { type Clock, monotonicClock } from './clock.js';
import type { DaemonLimits } from './daemon.js';
import { type Gateway, type GatewayOptions, openGateway } from './gateway/server.js';
import { readStaticFiles } from './gateway/static.js';
import type { Transport } from './gateway/transport/transport.js';
import type { Logger } from './log.js';
import type { GroupingVersions } from './messages.js';
import { PACKAGE_ROOT, VERSION } from './package.js';
import type { RedactSettings } from './redact-settings.js';
import { openRegrouping, type Regrouping } from './regrouping.js';
import { openRulesPreview } from './rules-preview.js';
import type { Store, StoreStatus } from './store/store.js';
import type { ThreadMemory } from './thread-memory.js';
import type { DigestPool } from './workers/pool.js';

/** What the store says of groupings before the other parts are there to hear it, and afterwards. */
export interface GroupingRelay {
  versions: GroupingVersions;
  isDue: boolean;
  tell: () => void;
}

/** What serving needs of the other parts; the caller closes them, also where serving cannot be opened. */
export interface ServingParts {
  readonly transport: Transport;
  readonly log: Logger;
  readonly clock: Clock;
  readonly pool: DigestPool;
  readonly store: Store;
  readonly redaction: RedactSettings;
  readonly news: GroupingRelay;
  readonly limits: DaemonLimits;
  readonly readMemories: () => readonly ThreadMemory[];
}

export interface Serving {
  readonly gateway: Gateway;
  readonly regrouping: Regrouping;
  /** Once the daemon serves. */
  readonly startAlerts: () => AlertEngine;
}

/** Rejects with `port_in_use` or `address_unavailable` when the gateway cannot listen. */
export type OpenServing = (parts: ServingParts) => Promise<Serving>;

/** Reads what is served as it is; the rest waits for the parts. */
export async function prepareServing(config: Config): Promise<OpenServing> {
  const files = await readStaticFiles({
    dashboard: config.dashboardEnabled ? new URL('dist/dashboard/', PACKAGE_ROOT) : null,
    clients: new URL('dist/clients/', PACKAGE_ROOT),
    packages: new URL('dist/packages/', PACKAGE_ROOT),
  });
  return async ({ transport, log, clock, pool, store, redaction, news, limits, readMemories }) => {
    const versions = (): GroupingVersions => news.versions;
    const regrouping = openRegrouping({ store, log, redaction, versions, monotonic: monotonicClock });
    listenTo(news, pool, regrouping);
    const alerting = toAlerting(config, { store, clock, log });
    try {
      const gateway = await openGateway({
        ...config,
        transport,
        authToken: config.authToken ?? null,
        openIngest: config.private,
        ownNames: [hostname(), config.host],
        files,
        version: VERSION,
        log,
        clock,
        pool,
        store,
        ingestWindowMs: limits.ingestWindowMs,
        alerts: alerting.desk,
        previewGrouping: (request) => regrouping.preview(request),
        previewRules: openRulesPreview({ store, redaction, monotonic: monotonicClock }),
        threads: readMemories,
        status: toStatusReader(config, { store, clock }),
      });
      return { gateway, regrouping, startAlerts: alerting.start };
    } catch (error) {
      await regrouping.stop();
      throw error;
    }
  };
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

/** Where things are on this machine is nobody's business elsewhere. */
function withoutPath(status: StoreStatus): StoreStatus {
  const { path, ...database } = status;
  return path === undefined ? status : database;
}
