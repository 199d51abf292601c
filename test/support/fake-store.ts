import { randomUUID } from 'node:crypto';
import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Status } from '../../schemas/words.js';
import { ErrordError, type StoreErrorCode } from '../../src/errors.js';
import type { AppendOutcome, BatchResult, CommitReport, FeedItem, ItemResult } from '../../src/messages.js';
import type { Outcome } from '../../src/outcome.js';
import type { FeedSource } from '../../src/store/feed-source.js';
import type { PruneReport, StatusReport, Store, StoreQuery, StoreStatus } from '../../src/store/store.js';
import type { FakeBatch, FakeItem } from './fake-pool.js';

const EMPTY_REPORT: PruneReport = { deletedRows: 0, freedBytes: 0 };

/** The port's contract in memory: groups by type and message, commits in a later turn, feed messages in order. */
export class FakeStore implements Store {
  readonly #onCommit: (report: CommitReport) => void;
  readonly groups = new Map<string, ErrorGroup>();
  readonly requests = new Map<string, Record<string, unknown>>();
  readonly logs: Record<string, unknown>[] = [];
  readonly eventIds = new Map<string, ErrorGroup>();
  /** Every query the gateway asked, in order. */
  readonly queries: StoreQuery[] = [];
  /** While set, calls and commits fail with it. */
  failure: StoreErrorCode | 'bug' | null = null;
  /** Projects that the store refuses to register. */
  readonly refusedProjects = new Set<string>();

  constructor(onCommit: (report: CommitReport) => void) {
    this.#onCommit = onCommit;
  }

  /** Stands for a message on a digest port. */
  appendBatch({ ticket, items, bodyRefused }: FakeBatch): void {
    setImmediate(() => {
      const feed: FeedItem[] = [];
      const failure = this.failure === 'bug' ? null : this.failure;
      const results = items.map((item): ItemResult => {
        if (item.kind === 'rejected' || item.kind === 'dropped') return item;
        const { projectName } = item;
        if (failure !== null) return { kind: 'dropped', reason: failure, projectName };
        return { ...this.#store(item, feed), projectName };
      });
      this.#commit([{ ticket, items: results, bodyRefused }], feed);
    });
  }

  acceptDigests(): void {
    throw new Error('the fake takes batches from the fake pool');
  }

  append(): Promise<readonly AppendOutcome[]> {
    return Promise.resolve([]);
  }

  async setStatus(groupId: string, status: Status): Promise<ErrorGroup | null> {
    await this.#ready();
    const group = [...this.groups.values()].find(({ id }) => id === groupId);
    if (group === undefined) return null;
    group.status = status;
    this.#commit([], [toFeedItem(group.projectId ?? null, 'status_change', group)]);
    return group;
  }

  async setStatuses(groupIds: readonly string[], status: Status): Promise<StatusReport> {
    const missingIds: string[] = [];
    for (const id of groupIds) if ((await this.setStatus(id, status)) === null) missingIds.push(id);
    return { updatedCount: groupIds.length - missingIds.length, missingIds };
  }

  async deleteProject(): Promise<boolean> {
    await this.#ready();
    return false;
  }

  newestAtOpenMs(): Promise<number | null> {
    return Promise.resolve(null);
  }

  async clear(projectName: string | null): Promise<void> {
    await this.clearLogs(projectName);
    for (const [key, group] of this.groups) {
      if (projectName === null || group.projectId === projectName) this.groups.delete(key);
    }
  }

  async clearLogs(projectName: string | null): Promise<void> {
    await this.#ready();
    const kept = this.logs.filter((log) => projectName !== null && log.projectId !== projectName);
    this.logs.splice(0, this.logs.length, ...kept);
  }

  prune(): Promise<PruneReport> {
    return Promise.resolve(EMPTY_REPORT);
  }

  maintain(): Promise<void> {
    return Promise.resolve();
  }

  readStatus(): Promise<StoreStatus> {
    return Promise.resolve({ bytes: 0, errors: 0, events: 0, requests: 0, logs: 0, projects: 0 });
  }

  /** Publishes items as a commit does. */
  publish: (items: readonly FeedItem[]) => void = () => undefined;
  clientCount = 0;
  readonly feed: FeedSource = {
    subscribe: (listener) => {
      this.publish = listener;
    },
    setClientCount: (count) => {
      this.clientCount = count;
    },
  };

  async query(request: StoreQuery): Promise<Uint8Array<ArrayBuffer> | null> {
    await this.#ready();
    if ('before' in request.parameters && !/^-?\w+\.\w+$/.test(request.parameters.before ?? '')) {
      throw new ErrordError('invalid_cursor', 'no cursor');
    }
    this.queries.push(request);
    const json = this.#read(request);
    return json === null ? null : new TextEncoder().encode(JSON.stringify(json));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #read(request: StoreQuery): unknown {
    switch (request.name) {
      case 'listErrorGroups': {
        const errors = [...this.groups.values()];
        return { errors, total: errors.length, page: request.parameters.page, pageSize: request.parameters.pageSize };
      }
      case 'readErrorGroup': {
        const error = [...this.groups.values()].find(({ id }) => id === request.id);
        return error === undefined ? null : { error, events: [], total: 0, page: 1, pageSize: 1000 };
      }
      case 'readEvent': {
        const error = this.eventIds.get(`${request.parameters.projectId ?? ''}\n${request.id}`);
        return error === undefined ? null : { event: { eventId: request.id }, error };
      }
      case 'listRequests':
        return { requests: [...this.requests.values()], total: this.requests.size, page: 1, pageSize: 50 };
      case 'readRequest':
        return this.requests.get(request.id) ?? null;
      case 'listLogs':
        return { logs: this.logs, total: this.logs.length, page: 1, pageSize: 100 };
      case 'readStats':
        return { totalRequests: this.requests.size };
      case 'readTrends':
        return { from: new Date(0).toISOString(), bucketMs: 1, requests: { total: [], failed: [] }, groups: {} };
      case 'listProjects':
        return { projects: [] };
    }
  }

  #store({ kind, payload, projectName }: FakeItem, feed: FeedItem[]): Outcome {
    if (projectName !== null && this.refusedProjects.has(projectName)) {
      return { kind: 'rejected', reason: 'project_limit' };
    }
    const project = projectName === null ? {} : { projectId: projectName };
    const id = randomUUID();
    if (kind === 'event') return this.#storeEvent(payload, projectName, feed);
    const record = { ...payload, ...project, id };
    if (kind === 'request') this.requests.set(id, record);
    else this.logs.push(record);
    feed.push(toFeedItem(projectName, kind === 'request' ? 'new_request' : 'new_log', record));
    return { kind: 'stored', id };
  }

  #storeEvent(payload: Record<string, unknown>, projectName: string | null, feed: FeedItem[]): Outcome {
    const eventId = typeof payload.eventId === 'string' ? payload.eventId : randomUUID();
    const known = this.eventIds.get(`${projectName ?? ''}\n${eventId}`);
    if (known !== undefined) {
      return { kind: 'duplicate', id: eventId, fingerprint: known.fingerprint, isNew: false };
    }
    const key = [projectName ?? '', payload.type, payload.message].join('\n');
    const existing = this.groups.get(key);
    const group: ErrorGroup = existing ?? toGroup(payload, projectName);
    group.count += 1;
    this.groups.set(key, group);
    this.eventIds.set(`${projectName ?? ''}\n${eventId}`, group);
    const isNew = existing === undefined;
    const event = { eventId, ...payload };
    feed.push(toFeedItem(projectName, isNew ? 'new_error' : 'new_event', isNew ? group : { errorGroup: group, event }));
    return { kind: 'stored', id: eventId, fingerprint: group.fingerprint, isNew };
  }

  /** Fails as the port says calls fail, or as only a bug would. */
  #ready(): Promise<void> {
    if (this.failure === null) return Promise.resolve();
    if (this.failure === 'bug') return Promise.reject(new TypeError('secret internals'));
    return Promise.reject(new ErrordError(this.failure, 'the store failed'));
  }

  #commit(results: readonly BatchResult[], feed: readonly FeedItem[]): void {
    this.#onCommit({ results });
    this.publish(feed);
  }
}

function toFeedItem(projectName: string | null, type: string, payload: unknown): FeedItem {
  return { projectName, json: JSON.stringify({ type, payload }) };
}

function toGroup(payload: Record<string, unknown>, projectName: string | null): ErrorGroup {
  return {
    id: randomUUID(),
    fingerprint: 'f'.repeat(64),
    type: String(payload.type),
    message: String(payload.message),
    source: 'backend',
    severity: 'error',
    status: 'unresolved',
    firstSeen: '2026-01-01T00:00:00.000Z',
    lastSeen: '2026-01-01T00:00:00.000Z',
    count: 0,
    ...(projectName === null ? {} : { projectId: projectName }),
  };
}
