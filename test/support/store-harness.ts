// A store in a directory of its own, with everything it told its daemon, and its answers parsed.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ErrorGroup, ErrorGroupDetail, ErrorGroupList, EventDetail } from '../../schemas/error-group.js';
import type { FeedMessage } from '../../schemas/feed.js';
import type { LogList } from '../../schemas/log.js';
import type { ErrorListQuery, LogListQuery, RequestListQuery, StatsQuery, TrendsQuery } from '../../schemas/query.js';
import type { RequestList, RequestRecord } from '../../schemas/request.js';
import type { ProjectList, Stats, Trends } from '../../schemas/stats.js';
import type { ErrordError } from '../../src/errors.js';
import type {
  AppendOutcome,
  BatchResult,
  CommitReport,
  Digest,
  DigestMessage,
  ReaderRequest,
  StoreSize,
} from '../../src/messages.js';
import type { Store, StoreOptions } from '../../src/store/store.js';

/** What a test may choose when it opens a store. */
export interface HarnessOptions {
  readonly dbPath?: string;
  readonly feedClients?: number;
  /** The store outlives the test; whoever opened it closes it. */
  readonly shared?: boolean;
}

type Page = { page?: number; pageSize?: number };

/** A store under test and its reads, each as the value its JSON holds. */
export interface Harness<S extends Store = Store> {
  readonly store: S;
  readonly dbPath: string;
  readonly commits: readonly CommitReport[];
  readonly failures: readonly ErrordError[];
  readonly logLines: readonly { level: string; message: string; facts: unknown }[];
  /** Resolves with the first failure that the store announces. */
  readonly failed: Promise<ErrordError>;
  setFeedClients(count: number): void;
  /** Every feed message so far, in order. */
  feed(): FeedMessage[];
  /** Appends one digest and answers its outcome. */
  put(digest: Digest): Promise<AppendOutcome>;
  /** Appends digests and answers the ids of their outcomes. */
  putAll(digests: readonly Digest[]): Promise<string[]>;
  openPort(): MessagePort;
  send(port: MessagePort, message: DigestMessage): void;
  /** The result of a ticket, once it is there. */
  result(ticket: number): Promise<BatchResult>;
  errors(query?: Partial<ErrorListQuery>): Promise<ErrorGroupList>;
  error(groupId: string, query?: Page & { projectId?: string }): Promise<ErrorGroupDetail | null>;
  /** The only group there is. */
  onlyGroup(): Promise<ErrorGroup>;
  event(eventId: string, projectId?: string): Promise<EventDetail | null>;
  requests(query?: Partial<RequestListQuery>): Promise<RequestList>;
  request(requestId: string): Promise<RequestRecord | null>;
  logs(query?: Partial<LogListQuery>): Promise<LogList>;
  stats(query?: StatsQuery & { nowMs?: number }): Promise<Stats>;
  trends(query: Partial<TrendsQuery> & { nowMs: number }): Promise<Trends>;
  projects(projectId?: string): Promise<string[]>;
  size(): Promise<StoreSize>;
  /** Bytes of the database file with everything written back into it. */
  settledBytes(): Promise<number>;
  close(): Promise<void>;
}

/** Opens a store and listens to it. Nothing is mocked. */
export async function openHarness<S extends Store>(
  openStore: (options: StoreOptions) => Promise<S>,
  { dbPath, feedClients = 0, shared = false }: HarnessOptions = {},
): Promise<Harness<S>> {
  const path = dbPath ?? join(tempDir(shared), 'service.db');
  const feedClientCount = new Int32Array(new SharedArrayBuffer(4));
  feedClientCount[0] = feedClients;
  const heard = listen();
  const store = await openStore({ dbPath: path, readerThreads: 1, feedClientCount, events: heard.events });
  const harness: Harness<S> = {
    store,
    dbPath: path,
    ...heard,
    setFeedClients: (count) => void Atomics.store(feedClientCount, 0, count),
    feed: () => heard.commits.flatMap(({ feed }) => feed.map(({ json }) => JSON.parse(json) as FeedMessage)),
    put: async (digest) => one(await store.append([digest])),
    putAll: async (digests) => (await store.append(digests)).map(toId),
    openPort() {
      const { port1, port2 } = new MessageChannel();
      store.acceptDigests(port2);
      return port1;
    },
    send: (port, message) => port.postMessage(message),
    ...reads(store),
    async onlyGroup() {
      return one((await harness.errors()).errors);
    },
    async settledBytes() {
      await store.checkpoint();
      return (await harness.size()).bytes;
    },
    async close() {
      await store.close();
      if (shared) rmSync(dirname(path), { recursive: true, force: true });
    },
  };
  if (!shared) opened.push(harness);
  return harness;
}

function listen() {
  const commits: CommitReport[] = [];
  const failures: ErrordError[] = [];
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
    logLines,
    failed,
    result(ticket: number): Promise<BatchResult> {
      const known = results.get(ticket);
      return known === undefined ? new Promise((resolve) => waiting.set(ticket, resolve)) : Promise.resolve(known);
    },
    events: {
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

function reads(store: Store) {
  const ask = async (request: ReaderRequest): Promise<unknown> => {
    const json = await store.query(request);
    return json === null ? null : JSON.parse(Buffer.from(json).toString('utf8'));
  };
  return {
    errors: async (query: Partial<ErrorListQuery> = {}) =>
      (await ask({ kind: 'listErrorGroups', in: { page: 1, pageSize: 50, ...query } })) as ErrorGroupList,
    error: async (groupId: string, query: Page & { projectId?: string } = {}) =>
      (await ask({
        kind: 'readErrorGroup',
        in: { groupId, page: 1, pageSize: 1000, ...query },
      })) as ErrorGroupDetail | null,
    event: async (eventId: string, projectId?: string) =>
      (await ask({
        kind: 'readEvent',
        in: { eventId, ...(projectId !== undefined && { projectId }) },
      })) as EventDetail | null,
    requests: async (query: Partial<RequestListQuery> = {}) =>
      (await ask({ kind: 'listRequests', in: { page: 1, pageSize: 50, ...query } })) as RequestList,
    request: async (requestId: string) =>
      (await ask({ kind: 'readRequest', in: { requestId } })) as RequestRecord | null,
    logs: async (query: Partial<LogListQuery> = {}) =>
      (await ask({ kind: 'listLogs', in: { page: 1, pageSize: 100, ...query } })) as LogList,
    stats: async (query: StatsQuery & { nowMs?: number } = {}) =>
      (await ask({ kind: 'readStats', in: { nowMs: Date.now(), ...query } })) as Stats,
    trends: async (query: Partial<TrendsQuery> & { nowMs: number }) =>
      (await ask({ kind: 'readTrends', in: { timeRange: '24h', ...query } })) as Trends,
    projects: async (projectId?: string) => {
      const list = await ask({ kind: 'listProjects', in: projectId === undefined ? {} : { projectId } });
      return (list as ProjectList).projects.map(({ name }) => name);
    },
    size: async () => (await ask({ kind: 'readStoreSize', in: null })) as StoreSize,
  };
}

const opened: Harness[] = [];
const directories: string[] = [];

/** A new directory, which `cleanUp` removes unless it is kept. */
export function tempDir(keep = false): string {
  const directory = mkdtempSync(join(tmpdir(), 'errord-store-'));
  if (!keep) directories.push(directory);
  return directory;
}

/** Closes every store and removes every directory that the test made. */
export async function cleanUp(): Promise<void> {
  for (const harness of opened.splice(0)) await harness.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
}

/** The only element. */
export function one<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length !== 1) throw new Error(`expected one item, got ${items.length}`);
  return item;
}

export function toId(outcome: AppendOutcome): string {
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
