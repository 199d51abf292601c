// The SQLite implementation of the store: one writer thread, a pool of reader threads.

import { isOfFacets } from '../../facet-queries.js';
import { FeedDemand } from '../../feed-demand.js';
import type { FeedItem } from '../../messages.js';
import { toStatusChange } from '../../status-change.js';
import type { AccessStore } from '../access.js';
import type { AlertStore } from '../alerts.js';
import type { FeedSource } from '../feed-source.js';
import type { MergeOutcome, MergeStore } from '../merge.js';
import type { GroupSample, NewestEvents, RegroupStore } from '../regroup.js';
import type { SplitLook, SplitRequest, SplitStore } from '../split.js';
import type { Store, StoreEvents, StoreStatus } from '../store.js';
import { chooseSqlite, type SqliteChoice } from './binding/choice.js';
import { type CountsWaiting, openCountReads, openCountsWaiting } from './reader/counts-client.js';
import { openReaderClient, type ReaderClient } from './reader/reader-client.js';
import type { ReaderRequest } from './thread-messages.js';
import { openWriterClient, type WriterClient } from './writer/writer-client.js';

export interface SqliteStoreOptions {
  /** The database file; it and its directory are made when missing. */
  readonly dbPath: string;
  /** The binding that is asked for. */
  readonly sqlite: SqliteChoice;
  readonly readerThreads: number;
  /** Version of the grouping of projects that are new; 1 where it is absent. */
  readonly grouping?: number;
  readonly events: StoreEvents;
}

/** The store with its threads, for tests that end one of them. */
export interface SqliteStore extends Store {
  readonly writer: WriterClient;
  readonly reader: ReaderClient;
}

type Reads = Pick<ReaderClient, 'query'>;

/** Rejects with a `StartErrorCode` when the database cannot be opened. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { dbPath, readerThreads, grouping = 1, events } = options;
  chooseSqlite(options.sqlite);
  const readers = openReaderClient({
    dbPath,
    threads: readerThreads,
    onThreadFailure: (reason) => events.log('error', 'reader thread ended', { reason }),
    // Queries come when the store is open.
    onDamage: async (reason) => {
      await writer.call('reportDamage', { reason }).catch((error: unknown) => {
        events.log('error', 'the writer could not be told of damage', { reason, error: String(error) });
      });
    },
  });
  const demand = new FeedDemand();
  const listeners: ((items: readonly FeedItem[]) => void)[] = [];
  const publish = (items: readonly FeedItem[]): void => {
    for (const listener of listeners) listener(items);
  };
  const countsWaiting = openCountsWaiting();
  const shared = { feedDemand: demand.shared, countsWaiting };
  const opening = openWriterClient({ dbPath, ...shared, grouping, events, publish });
  const writer = await opening.catch(async (error: unknown) => {
    await readers.close();
    throw error;
  });
  await writer.call('tellGroupings', null);
  const reader = toReads(readers, writer, countsWaiting);
  return {
    writer,
    reader: readers,
    feed: toFeedSource(demand, listeners),
    acceptDigests: (port) => {
      writer.acceptDigests(port);
    },
    append: (digests) => writer.call('append', { digests }),
    setStatus: (groupId, change, by) => writer.call('setStatus', { groupId, change: toStatusChange(change), by }),
    setStatuses: (groupIds, change, by) => writer.call('setStatuses', { groupIds, change: toStatusChange(change), by }),
    undoStatuses: (groupIds, changeName, by) => writer.call('undoStatuses', { groupIds, changeName, by }),
    changeTriage: (groupId, change, by) => writer.call('changeTriage', { groupId, change, by }),
    clear: async (projectName, by) => void (await writer.call('clear', { projectName, by })),
    clearLogs: async (projectName, by) => void (await writer.call('clearLogs', { projectName, by })),
    setProjectSettings: (projectName, change, by) => writer.call('setProjectSettings', { projectName, change, by }),
    changeView: (command, by) => writer.call('changeView', { command, by }),
    deleteProject: (projectName, by) => writer.call('deleteProject', { projectName, by }),
    alerts: toAlertStore(writer),
    access: toAccessStore(writer),
    merging: toMergeStore(writer, reader),
    splitting: toSplitStore(writer, reader),
    regroup: toRegroupStore(writer, reader),
    newestAtOpenMs: () => writer.call('newestAtOpen', null),
    prune: (policy) => writer.call('prune', policy),
    async maintain(depth) {
      if (depth === 'full') await writer.call('mergeSearchIndexes', null);
      await writer.call('checkpoint', null);
    },
    startReaders: () => readers.start(),
    async query(query) {
      // Facets gather for a moment; who asks for them sees those of every commit.
      if (isOfFacets(query)) await writer.call('settleFacets', null);
      return reader.query(query);
    },
    readStatus: async () => parse(await reader.query({ name: 'readStatus' })) as StoreStatus,
    async close() {
      // Readers first: a connection that is still open keeps the log from being truncated.
      await readers.close();
      await writer.close();
    },
  };
}

/** Who reads sees the counts of every commit. */
function toReads(readers: ReaderClient, writer: WriterClient, countsWaiting: CountsWaiting): Reads {
  const untilCounted = openCountReads(countsWaiting, () => writer.call('settleCounts', null));
  return {
    async query(query: ReaderRequest) {
      await untilCounted();
      return readers.query(query);
    },
  };
}

function toFeedSource(demand: FeedDemand, listeners: ((items: readonly FeedItem[]) => void)[]): FeedSource {
  return {
    subscribe: (listener) => void listeners.push(listener),
    setClientCount: (count) => {
      demand.setClientCount(count);
    },
    setRoom: (charCount) => {
      demand.setRoom(charCount);
    },
  };
}

function toAlertStore(writer: WriterClient): AlertStore {
  return {
    readSettings: () => writer.call('readAlertSettings', null),
    putSetting: (setting, max, by) => writer.call('putAlertSetting', { setting, max, by }),
    removeSetting: (kind, name, by) => writer.call('removeAlertSetting', { kind, name, by }),
    take: (turn) => writer.call('takeAlerts', turn),
    finish: (done) => writer.call('finishAlerts', done),
  };
}

function toAccessStore(writer: WriterClient): AccessStore {
  return {
    read: (nowMs) => writer.call('readAccess', { nowMs }),
    addKey: (key, facts) => writer.call('addKey', { key, facts }),
    revokeKey: (keyId, facts) => writer.call('revokeKey', { keyId, facts }),
    noteKeyUses: async (uses) => void (await writer.call('noteKeyUses', { uses })),
    addSession: async (session, by) => void (await writer.call('addSession', { session, by })),
    removeSession: async (hash) => void (await writer.call('removeSession', { hash })),
    noteRefusedLogin: async (by) => void (await writer.call('noteRefusedLogin', { by })),
  };
}

const parse = (json: Uint8Array | null): unknown => (json === null ? null : JSON.parse(new TextDecoder().decode(json)));

function toMergeStore(writer: WriterClient, reader: Reads): MergeStore {
  return {
    merge: (request, by) => writer.call('merge', { request, by }),
    unmerge: (request, by) => writer.call('unmerge', { request, by }),
    previewUnmerge: async (request) => parse(await reader.query({ name: 'previewUnmerge', request })) as MergeOutcome,
  };
}

function toSplitStore(writer: WriterClient, reader: Reads): SplitStore {
  const preview = async (request: SplitRequest): Promise<SplitLook> =>
    parse(await reader.query({ name: 'previewSplit', request })) as SplitLook;
  return {
    preview,
    async split(request, by) {
      const look = await preview(request);
      return look.kind === 'refused' ? look : writer.call('split', { request, eventRowId: look.eventRowId, by });
    },
  };
}

function toRegroupStore(writer: WriterClient, reader: Reads): RegroupStore {
  return {
    step: (prints) => writer.call('regroupStep', prints),
    sample: async (request) => parse(await reader.query({ name: 'sampleGroups', request })) as GroupSample | null,
    newest: async (request) => parse(await reader.query({ name: 'readNewestEvents', request })) as NewestEvents | null,
  };
}
