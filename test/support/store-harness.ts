// A store in a place of its own, with everything it told its daemon, and its answers parsed.

import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList, EventDetail } from '../../schemas/error-group.js';
import type { Facets } from '../../schemas/facets.js';
import type { FeedMessage } from '../../schemas/feed.js';
import type { LogHistogram, LogList } from '../../schemas/log.js';
import type { QueryName, QueryParameters } from '../../schemas/queries.js';
import type {
  ErrorDetailQuery,
  ErrorListQuery,
  LogHistogramQuery,
  LogListQuery,
  RequestListQuery,
  StatsQuery,
  TrendsQuery,
} from '../../schemas/query.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { ProjectList, Stats, Trends } from '../../schemas/stats.js';
import { openDigestSender } from '../../src/digest-channel.js';
import type { ErrordError } from '../../src/errors.js';
import type {
  AppendOutcome,
  BatchResult,
  CommitReport,
  Digest,
  DigestBatch,
  FeedItem,
  GroupingVersions,
} from '../../src/messages.js';
import type { Store, StoreEvents, StoreQuery, StoreStatus } from '../../src/store/store.js';

/** Where one store keeps its data; what that is is the store's affair. */
export interface StorePlace<S extends Store = Store> {
  /** Opens the store on what the place holds. */
  open(events: StoreEvents): Promise<S>;
  /** Deletes what the place holds. The store must be closed. */
  remove(): Promise<void>;
}

/** A kind of store under test: makes places that hold nothing. */
export type MakePlace<P extends StorePlace = StorePlace> = () => Promise<P>;

/** What a test may choose when it opens a store. */
export interface HarnessOptions<P extends StorePlace = StorePlace> {
  /** That of a store that was opened before, to find its data again. */
  readonly place?: P;
  readonly feedClients?: number;
  /** The store outlives the test; whoever opened it closes it. */
  readonly shared?: boolean;
  /** No test has had the store before: for what the opening, the file, sizes, the audit and what the writer remembers are about. */
  readonly fresh?: boolean;
}

/** A store under test and its reads, each as the value its JSON holds. */
export interface Harness<P extends StorePlace = StorePlace> {
  readonly store: Awaited<ReturnType<P['open']>>;
  readonly place: P;
  readonly commits: readonly CommitReport[];
  readonly failures: readonly ErrordError[];
  readonly logLines: readonly { level: string; message: string; facts: unknown }[];
  /** Resolves with the first failure that the store announces. */
  readonly failed: Promise<ErrordError>;
  /** How projects are grouped, as the store told it last. */
  groupings(): GroupingVersions;
  /** Every feed item so far, in order. */
  readonly feedItems: readonly FeedItem[];
  setFeedClients(count: number): void;
  /** Every feed message so far, in order. */
  feed(): FeedMessage[];
  /** Appends one digest and answers its outcome. */
  put(digest: Digest): Promise<AppendOutcome>;
  /** Appends digests and answers the ids of their outcomes. */
  putAll(digests: readonly Digest[]): Promise<string[]>;
  openPort(): MessagePort;
  /** Each time as a new digest thread would: all that is in the batches goes along. */
  send(port: MessagePort, batches: readonly DigestBatch[]): void;
  /** The result of a ticket, once it is there. */
  result(ticket: number): Promise<BatchResult>;
  errors(query?: Partial<ErrorListQuery>): Promise<ErrorGroupList>;
  error(groupId: string, query?: Partial<ErrorDetailQuery>): Promise<ErrorGroupDetail | null>;
  errorFacets(groupId: string, projectId?: string): Promise<Facets | null>;
  facets(projectId?: string): Promise<Facets>;
  /** The only group there is. */
  onlyGroup(): Promise<ErrorGroup>;
  event(eventId: string, projectId?: string): Promise<EventDetail | null>;
  requests(query?: Partial<RequestListQuery>): Promise<RequestList>;
  request(requestId: string): Promise<RequestRecord | null>;
  logs(query?: Partial<LogListQuery>): Promise<LogList>;
  logHistogram(query: LogHistogramQuery & { nowMs: number }): Promise<LogHistogram>;
  stats(query?: StatsQuery & { nowMs?: number }): Promise<Stats>;
  trends(query: TrendsQuery & { nowMs: number }): Promise<Trends>;
  projects(projectId?: string): Promise<string[]>;
  status(): Promise<StoreStatus>;
  /** What the store says it takes, after its upkeep. */
  bytes(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a store and listens to it. Nothing is mocked. */
export async function openHarness<P extends StorePlace>(
  makePlace: MakePlace<P>,
  { place: given, feedClients = 0, shared = false }: HarnessOptions<P> = {},
): Promise<Harness<P>> {
  const place = given ?? (await makePlace());
  if (!shared) places.add(place);
  const harness = toHarness(await openListened(place), feedClients);
  const close = async () => {
    await harness.close();
    if (shared) await place.remove();
  };
  const own = { ...harness, close };
  if (!shared) opened.push(own);
  return own;
}

/** An open store, and what it has told since somebody began to listen. */
export interface ListenedStore<P extends StorePlace = StorePlace> {
  readonly place: P;
  readonly store: Awaited<ReturnType<P['open']>>;
  heard(): Heard;
  /** Begins with nothing, for another test; how projects are grouped is as it was told. */
  listenAnew(): void;
}

export async function openListened<P extends StorePlace>(place: P): Promise<ListenedStore<P>> {
  let heard = listen();
  const store = (await place.open({
    groupings: (versions) => heard.events.groupings(versions),
    commit: (report) => heard.events.commit(report),
    failed: (error) => heard.events.failed(error),
    log: (level, message, facts) => heard.events.log(level, message, facts),
  })) as Awaited<ReturnType<P['open']>>;
  store.feed.subscribe((items) => heard.feedItems.push(...items));
  return {
    place,
    store,
    heard: () => heard,
    listenAnew() {
      heard = listen(heard.groupings());
    },
  };
}

/** For one test: what it hears is what is told from now on, until somebody listens anew. */
export function toHarness<P extends StorePlace>(
  { place, store, heard: current }: ListenedStore<P>,
  feedClients: number,
): Harness<P> {
  const heard = current();
  store.feed.setClientCount(feedClients);
  const harness: Harness<P> = {
    store,
    place,
    ...heard,
    setFeedClients: (count) => store.feed.setClientCount(count),
    feed: () => heard.feedItems.map(({ json }) => JSON.parse(json) as FeedMessage),
    put: async (digest) => one(await store.append([digest])),
    putAll: async (digests) => (await store.append(digests)).map(toId),
    openPort() {
      const { port1, port2 } = new MessageChannel();
      store.acceptDigests(port2);
      return port1;
    },
    send: (port, batches) => port.postMessage(openDigestSender().toMessage(batches)),
    ...openReads(store),
    async onlyGroup() {
      return one((await harness.errors()).errors);
    },
    status: () => store.readStatus(),
    async bytes() {
      await store.maintain('quick');
      return (await store.readStatus()).bytes;
    },
    close: () => store.close(),
  };
  return harness;
}

type Heard = ReturnType<typeof listen>;

function listen(told: GroupingVersions = { newProjects: 1, others: [] }) {
  const commits: CommitReport[] = [];
  const failures: ErrordError[] = [];
  const feedItems: FeedItem[] = [];
  const logLines: { level: string; message: string; facts: unknown }[] = [];
  const results = new Map<number, BatchResult>();
  const waiting = new Map<number, (result: BatchResult) => void>();
  let announce: (error: ErrordError) => void = () => undefined;
  const failed = new Promise<ErrordError>((resolve) => {
    announce = resolve;
  });
  return {
    commits,
    failures,
    feedItems,
    logLines,
    failed,
    groupings: () => told,
    result(ticket: number): Promise<BatchResult> {
      const known = results.get(ticket);
      return known === undefined ? new Promise((resolve) => waiting.set(ticket, resolve)) : Promise.resolve(known);
    },
    events: {
      groupings: (versions: GroupingVersions) => {
        told = versions;
      },
      commit(report: CommitReport): void {
        commits.push(report);
        for (const result of report.results) {
          results.set(result.ticket, result);
          waiting.get(result.ticket)?.(result);
        }
      },
      failed(error: ErrordError): void {
        failures.push(error);
        announce(error);
      },
      log: (level: string, message: string, facts: unknown): void => void logLines.push({ level, message, facts }),
    },
  };
}

/** Asks a query of the API and answers its JSON; the parameters that are not given are those of the API. */
export function toQuery<N extends QueryName>(
  name: N,
  parameters: QueryParameters<N>,
  { id = '', nowMs = Date.now() }: { id?: string; nowMs?: number } = {},
): StoreQuery {
  return { name, id, parameters, nowMs } as StoreQuery;
}

/** The answers of a store to the queries of the API. */
export type Reads = ReturnType<typeof openReads>;

export function openReads(store: Store) {
  const ask = async (query: StoreQuery): Promise<unknown> => {
    const json = await store.query(query);
    return json === null ? null : JSON.parse(Buffer.from(json).toString('utf8'));
  };
  return {
    errors: async (query: Partial<ErrorListQuery> = {}) =>
      (await ask(toQuery('listErrorGroups', { page: 1, pageSize: 50, ...query }))) as ErrorGroupList,
    error: async (groupId: string, query: Partial<ErrorDetailQuery> = {}) =>
      (await ask(
        toQuery('readErrorGroup', { page: 1, pageSize: 1000, ...query }, { id: groupId }),
      )) as ErrorGroupDetail | null,
    errorFacets: async (groupId: string, projectId?: string) =>
      (await ask(
        toQuery('readErrorFacets', projectId === undefined ? {} : { projectId }, { id: groupId }),
      )) as Facets | null,
    facets: async (projectId?: string) =>
      (await ask(toQuery('readFacets', projectId === undefined ? {} : { projectId }))) as Facets,
    event: async (eventId: string, projectId?: string) =>
      (await ask(
        toQuery('readEvent', projectId === undefined ? {} : { projectId }, { id: eventId }),
      )) as EventDetail | null,
    requests: async (query: Partial<RequestListQuery> = {}) =>
      (await ask(toQuery('listRequests', { page: 1, pageSize: 50, ...query }))) as RequestList,
    request: async (requestId: string) =>
      (await ask(toQuery('readRequest', {}, { id: requestId }))) as RequestRecord | null,
    logs: async (query: Partial<LogListQuery> = {}) =>
      (await ask(toQuery('listLogs', { page: 1, pageSize: 100, ...query }))) as LogList,
    logHistogram: async ({ nowMs, ...query }: LogHistogramQuery & { nowMs: number }) =>
      (await ask(toQuery('readLogHistogram', query, { nowMs }))) as LogHistogram,
    stats: async ({ nowMs = Date.now(), ...query }: StatsQuery & { nowMs?: number } = {}) =>
      (await ask(toQuery('readStats', query, { nowMs }))) as Stats,
    trends: async ({ nowMs, ...query }: TrendsQuery & { nowMs: number }) =>
      (await ask(toQuery('readTrends', query, { nowMs }))) as Trends,
    projects: async (projectId?: string) => {
      const list = await ask(toQuery('listProjects', projectId === undefined ? {} : { projectId }));
      return (list as ProjectList).projects.map(({ name }) => name);
    },
  };
}

const opened: { close(): Promise<void> }[] = [];
const places = new Set<StorePlace>();
const lastWork: (() => void)[] = [];

/** Closes every store and removes every place that the test made. */
export async function cleanUp(): Promise<void> {
  for (const harness of opened.splice(0)) await harness.close();
  for (const place of places) await place.remove();
  places.clear();
  for (const work of lastWork.splice(0)) work();
}

/** Has `cleanUp` do this last. */
export function atCleanUp(work: () => void): void {
  lastWork.push(work);
}

/** A group as the feed tells it: without whom it affects, which lists and details have. */
export function toTold(group: ErrorGroup): ErrorGroup {
  const affected: ReadonlySet<string> = new Set(['users', 'usersApproximate', 'firstRelease', 'lastRelease']);
  return Object.fromEntries(Object.entries(group).filter(([name]) => !affected.has(name))) as ErrorGroup;
}

/** The only element. */
export function one<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`expected one item, got ${items.length}`);
  return item;
}

function toId(outcome: AppendOutcome): string {
  if (outcome.kind === 'rejected') throw new Error(`rejected: ${outcome.reason}`);
  return outcome.id;
}

/** Numbers from 0 up to, not including, `count`. */
export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** Repeats `work` until `job` has settled. Answers how often; rejects when the job did. */
export async function repeatDuring(job: Promise<unknown>, work: (index: number) => Promise<unknown>): Promise<number> {
  const state = { running: true };
  const settled = job.finally(() => {
    state.running = false;
  });
  let count = 0;
  for (; state.running; count += 1) await work(count);
  await settled;
  return count;
}
