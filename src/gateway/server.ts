import type { GroupingPreview, GroupingRulesPreview, GroupingRulesTrial } from '../../schemas/grouping.js';
import type { DaemonStatus } from '../../schemas/stats.js';
import type { AlertDesk } from '../alerts/desk.js';
import { type Clock, monotonicClock } from '../clock.js';
import { INGEST_WINDOW_MS } from '../limits.js';
import type { Logger } from '../log.js';
import type { CommitReport } from '../messages.js';
import { toSocketPath } from '../socket-host.js';
import type { Store } from '../store/store.js';
import type { ThreadMemory } from '../thread-memory.js';
import type { DigestPool } from '../workers/pool.js';
import { Access } from './access.js';
import { Admission } from './admission.js';
import { readConnectionsMax } from './connections.js';
import { type CorsOrigin, SENTRY_HEADERS, toCorsPolicy } from './cors.js';
import { Dispatcher } from './dispatch.js';
import type { RequestFacts } from './exchange.js';
import { Feed } from './feed.js';
import { toChangePolicy, toIngestDialect } from './foreign-pages.js';
import { toGuard } from './guard.js';
import { toHostPolicy } from './hosts.js';
import { Ingest } from './ingest.js';
import { Metrics } from './metrics.js';
import { OutcomeCounters } from './outcome-counters.js';
import { Outgoing } from './outgoing.js';
import { toProxiedAddress } from './proxies.js';
import { ReachedLimits } from './reached-limits.js';
import { CLOSE_HEADERS } from './reply.js';
import type { StaticFiles } from './static.js';
import type { Listening, Transport } from './transport/transport.js';

export interface GatewayOptions {
  /** An address, or `unix:` and the path of a socket. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** A second one, for SDKs that look for Spotlight; as `port`. */
  readonly spotlightPort?: number | undefined;
  /** What it listens with. */
  readonly transport: Transport;
  readonly corsOrigin: CorsOrigin;
  /** See `ChangePolicyOptions`. */
  readonly corsOriginGiven: boolean;
  /** Pages of any origin may send what ingest takes, whatever `corsOrigin` says of the rest. */
  readonly openIngest: boolean;
  /** See `HostPolicyOptions`. */
  readonly allowedHosts: readonly string[];
  /** Proxies whose word counts for whom they call for: addresses and networks. */
  readonly trustProxy: readonly string[];
  /** Where browsers see the daemon behind a proxy that leaves the path as it is; empty for the root. */
  readonly basePath: string;
  readonly ownNames: readonly string[];
  /** Dashboard and clients. */
  readonly files: StaticFiles;
  readonly authToken: string | null;
  readonly version: string;
  readonly log: Logger;
  readonly clock: Clock;
  /** By which clients that do not read are given up; the machine's monotonic one unless given. */
  readonly readingClock?: Clock | undefined;
  readonly pool: Pick<DigestPool, 'submit' | 'buffers'>;
  readonly store: Store;
  readonly alerts: AlertDesk;
  /** `INGEST_WINDOW_MS` unless given. */
  readonly ingestWindowMs?: number | undefined;
  /** What is known of the memory of each thread, this one among them. */
  readonly threads: () => readonly ThreadMemory[];
  /** What another version of the grouping would make of a project; null for one that nobody has named. */
  readonly previewGrouping: (request: PreviewCall) => Promise<GroupingPreview | null>;
  /** What rules would have done to the newest events of a project; null for one that nobody has named. */
  readonly previewRules: (request: RulesPreviewCall) => Promise<GroupingRulesPreview | null>;
  /** What `/api/status` answers, given how many clients follow the feed; without paths to callers elsewhere. */
  readonly status: (facts: StatusFacts) => Promise<DaemonStatus>;
}

export interface RulesPreviewCall {
  readonly projectName: string;
  readonly rules: GroupingRulesTrial['groupingRules'];
}

export interface PreviewCall {
  readonly projectName: string;
  readonly version: number;
  /** Only what concerns this group. */
  readonly groupId: string | undefined;
}

export interface StatusFacts {
  readonly feedClients: number;
  readonly withPaths: boolean;
}

/** The daemon's sockets. The `on…` functions take what pool and store report; call them as it comes. */
export interface Gateway {
  /** The port it listens on; 0 on a unix socket. */
  readonly port: number;
  readonly spotlightPort: number | undefined;
  readonly outcomes: OutcomeCounters;
  onLost(tickets: readonly number[]): void;
  onOverran(ticket: number): void;
  onCommit(report: CommitReport): void;
  /** Every pending call is answered with `worker_lost`. */
  onStoreLost(): void;
  /** Health is 503 from now on, and each answer asks its client to open another connection; all else is served. */
  startDraining(): void;
  /** Takes no more connections; requests on open ones are answered with `shutting_down`. */
  stopAccepting(): void;
  /** Resolves when every call that was admitted has had its answer. */
  drained(): Promise<void>;
  /** Says goodbye to the feed's clients and closes every connection. */
  close(): void;
}

/** How far the end has come. */
interface GatewayState {
  draining: boolean;
  stopping: boolean;
}

/** Who asks, who may, and what a page is told with every answer. */
function openGuard(options: GatewayOptions, access: Access, state: Readonly<GatewayState>) {
  const cors = toCorsPolicy(options.corsOrigin);
  const ingestOrigin = options.openIngest || options.corsOrigin;
  const ingestCors = toCorsPolicy(ingestOrigin);
  const sentryCors = toCorsPolicy(ingestOrigin, SENTRY_HEADERS);
  const corsOf = (facts: RequestFacts) => {
    const dialect = toIngestDialect(facts);
    if (dialect === 'sentry' || dialect === 'spotlight') return sentryCors;
    return dialect === null ? cors : ingestCors;
  };
  const guard = toGuard({
    corsOf,
    isHostAllowed: toHostPolicy(options),
    mayChange: toChangePolicy(options),
    access,
    isStopping: () => state.stopping,
  });
  const { trustProxy, basePath } = options;
  const proxiedAddress = trustProxy.length === 0 ? undefined : toProxiedAddress(trustProxy);
  return {
    corsOf,
    guard,
    proxiedAddress,
    basePath,
    isLocal: toSocketPath(options.host) !== null,
    isDraining: () => state.draining,
    toHeaders: (facts: RequestFacts) => {
      const headers = corsOf(facts).toHeaders(facts.origin);
      // Once it stops, every answer is a refusal, which says so itself.
      return state.draining && !state.stopping ? [...headers, ...CLOSE_HEADERS] : headers;
    },
  };
}

/** Who waits until no call is open. */
function openWaiting(isDrained: () => boolean) {
  const waiting: (() => void)[] = [];
  return {
    onSettled: () => {
      if (isDrained()) for (const resolve of waiting.splice(0)) resolve();
    },
    drained: () =>
      new Promise<void>((resolve) => {
        if (isDrained()) resolve();
        else waiting.push(resolve);
      }),
  };
}

/** Listens for the daemon, and for Spotlight where somebody asked for it. */
async function listenAll(transport: Transport, { host, port, spotlightPort }: GatewayOptions): Promise<Listening[]> {
  const own = await transport.listen(host, port);
  try {
    return spotlightPort === undefined ? [own] : [own, await transport.listen(host, spotlightPort)];
  } catch (error) {
    own.close();
    throw error;
  }
}

async function openAccess({ authToken, store, clock, log }: GatewayOptions): Promise<Access> {
  const stored = await store.access.read(clock());
  return new Access({ authToken, stored, store: store.access, clock, monotonic: monotonicClock, log });
}

/** Opens the gateway; rejects with `port_in_use` or `address_unavailable` when it cannot listen. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { clock } = options;
  const counters = new OutcomeCounters(clock());
  const bounds = { admission: new Admission(), reachedLimits: new ReachedLimits() };
  const { transport } = options;
  transport.limitConnections(readConnectionsMax());
  const state: GatewayState = { draining: false, stopping: false };

  const access = await openAccess(options);
  const entrance = openGuard(options, access, state);
  const { onSettled, drained } = openWaiting(() => isDrained());
  const { store, log, pool, ingestWindowMs: windowMs = INGEST_WINDOW_MS } = options;
  const ingest = new Ingest({ pool, counters, ...bounds, clock, log, windowMs, onSettled });
  const readingClock = options.readingClock ?? monotonicClock;
  const outgoing = new Outgoing(readingClock);
  const parts = { ...entrance, ...bounds, access, outgoing, ingest, counters, onSettled };
  const feed = new Feed({ transport, ...entrance, access, clock, readingClock, outgoing, source: store.feed });
  const status = (withPaths: boolean) => options.status({ feedClients: feed.clientCount, withPaths });
  const metricsSource = new Metrics({
    ...options,
    startedAtMs: clock(),
    counters,
    admission: bounds.admission,
    feed,
    status: () => status(false),
  });
  const metrics = () => metricsSource.read();
  const dispatcher = new Dispatcher({ ...options, ...parts, status, metrics, startedAtMs: monotonicClock() });
  const isDrained = () => bounds.admission.callCount === 0 && dispatcher.openCount === 0;
  transport.onRequest((response, request) => dispatcher.dispatch(response, request));

  const listening = await listenAll(transport, options);
  const [port = 0, spotlightPort] = listening.map((each) => each.port);
  return {
    port,
    spotlightPort,
    outcomes: counters,
    onLost: (tickets) => {
      ingest.onLost(tickets);
    },
    onOverran: (ticket) => {
      ingest.onOverran(ticket);
    },
    onCommit: (report) => {
      if (report.durationMs !== undefined) metricsSource.observeCommit(report.durationMs);
      ingest.onCommit(report);
    },
    onStoreLost: () => {
      ingest.onStoreLost();
    },
    startDraining: () => {
      state.draining = true;
    },
    stopAccepting: () => {
      if (!state.stopping) for (const each of listening) each.close();
      state.stopping = true;
      access.close();
    },
    drained,
    close: () => {
      state.stopping = true;
      feed.close();
      transport.close();
    },
  };
}
