// The PostgreSQL implementation of the store: one writer thread in each daemon, and a pool of connections that read.

import { ErrordError } from '../../errors.js';
import { isOfFacets } from '../../facet-queries.js';
import { FeedDemand } from '../../feed-demand.js';
import type { FeedItem } from '../../messages.js';
import { toStatusChange } from '../../status-change.js';
import type { AccessStore } from '../access.js';
import type { AlertStore } from '../alerts.js';
import type { Store, StoreEvents } from '../store.js';
import { findAddressFault } from './address.js';
import { makeCommitMemory } from './commit-mark.js';
import { COMMIT_TIMEOUT_MS } from './limits.js';
import { openReaderClient, type ReaderClient } from './reader/reader-client.js';
import { openWriterClient, type WriterClient } from './writer/writer-client.js';

export interface PostgresStoreOptions {
  /** `postgres://user:password@host:port/database`; several hosts may be named. Never logged. */
  readonly url: string;
  /** A standby of it, which answers what is read as long as it has what this daemon has written. */
  readonly readUrl?: string;
  /** Version of the grouping of projects that are new; 1 where it is absent. */
  readonly grouping?: number;
  /** Takes a server with `synchronous_commit = off`. */
  readonly mayLoseCommits?: boolean;
  /** Instead of `COMMIT_TIMEOUT_MS`, for tests. */
  readonly commitTimeoutMs?: number;
  readonly events: StoreEvents;
}

/** The store with its parts, for tests that end one of them. */
export interface PostgresStore extends Store {
  readonly writer: WriterClient;
  readonly reader: ReaderClient;
}

/** Rejects with a `StartErrorCode` when the database cannot be used. */
export async function openPostgresStore(given: PostgresStoreOptions): Promise<PostgresStore> {
  const { url, readUrl, grouping = 1, mayLoseCommits = false, commitTimeoutMs = COMMIT_TIMEOUT_MS, events } = given;
  for (const named of [url, readUrl ?? url]) {
    const fault = findAddressFault(named);
    if (fault !== null) throw new ErrordError('config_invalid', `The URL of the store is wrong: ${fault}.`);
  }
  const demand = new FeedDemand();
  const listeners: ((items: readonly FeedItem[]) => void)[] = [];
  const publish = (items: readonly FeedItem[]): void => {
    for (const listener of listeners) listener(items);
  };
  // Both load their code at the same time; the reader connects at its first query, by when the writer has made the tables.
  const commitMemory = readUrl === undefined ? undefined : makeCommitMemory();
  const reader = openReaderClient({
    url,
    standby: readUrl === undefined || commitMemory === undefined ? undefined : { url: readUrl, commitMemory },
    onThreadFailure: (reason) => events.log('error', 'reader thread ended', { reason }),
  });
  const writer = await openWriterClient({
    url,
    feedDemand: demand.shared,
    grouping,
    mayLoseCommits,
    commitTimeoutMs,
    commitMemory,
    events,
    publish,
  }).catch(async (error: unknown) => {
    await reader.close();
    throw error;
  });
  await writer.call('tellGroupings', null);
  return {
    writer,
    reader,
    feed: { subscribe: (listener) => void listeners.push(listener), ...toFeed(demand, writer) },
    acceptDigests: (port) => {
      writer.acceptDigests(port);
    },
    append: (digests) => writer.call('append', { digests }),
    ...toTriageCalls(writer),
    clear: async (projectName, by) => void (await writer.call('clear', { projectName, by })),
    clearLogs: async (projectName, by) => void (await writer.call('clearLogs', { projectName, by })),
    setProjectSettings: (projectName, change, by) => writer.call('setProjectSettings', { projectName, change, by }),
    changeView: (command, by) => writer.call('changeView', { command, by }),
    deleteProject: (projectName, by) => writer.call('deleteProject', { projectName, by }),
    alerts: toAlertStore(writer),
    access: toAccessStore(writer),
    merging: toMergeStore(writer, reader),
    splitting: toSplitStore(writer, reader),
    regroup: {
      step: (prints) => writer.call('regroupStep', prints),
      sample: (request) => reader.sample(request),
      newest: (request) => reader.newest(request),
    },
    newestAtOpenMs: () => writer.call('newestAtOpen', null),
    prune: (policy) => writer.call('prune', policy),
    maintain: async (depth) => void (await writer.call('maintain', { depth })),
    startReaders: () => undefined,
    async query(query, onLag) {
      // Who asks for facets sees those of every commit.
      if (isOfFacets(query)) await writer.call('settleFacets', null);
      return reader.query(query, onLag);
    },
    readStatus: () => reader.readStatus(),
    async close() {
      await reader.close();
      await writer.close();
    },
  };
}

function toTriageCalls(
  writer: WriterClient,
): Pick<Store, 'setStatus' | 'setStatuses' | 'undoStatuses' | 'changeTriage'> {
  return {
    setStatus: (groupId, change, by) => writer.call('setStatus', { groupId, change: toStatusChange(change), by }),
    setStatuses: (groupIds, change, by) => writer.call('setStatuses', { groupIds, change: toStatusChange(change), by }),
    undoStatuses: (groupIds, changeName, by) => writer.call('undoStatuses', { groupIds, changeName, by }),
    changeTriage: (groupId, change, by) => writer.call('changeTriage', { groupId, change, by }),
  };
}

function toMergeStore(writer: WriterClient, reader: ReaderClient): Store['merging'] {
  return {
    merge: (request, by) => writer.call('merge', { request, by }),
    unmerge: (request, by) => writer.call('unmerge', { request, by }),
    previewUnmerge: (request) => reader.previewUnmerge(request),
  };
}

function toSplitStore(writer: WriterClient, reader: ReaderClient): Store['splitting'] {
  return {
    preview: (request) => reader.previewSplit(request),
    async split(request, by) {
      const look = await reader.previewSplit(request);
      return look.kind === 'refused' ? look : writer.call('split', { request, eventRowId: look.eventRowId, by });
    },
  };
}

function toFeed(demand: FeedDemand, writer: WriterClient): Omit<Store['feed'], 'subscribe'> {
  // A store that is lost says so elsewhere.
  const follow = (): Promise<void> =>
    writer.call('follow', null).then(
      () => undefined,
      () => undefined,
    );
  return {
    setClientCount: (count) => {
      const isFirst = !demand.isListening && count > 0;
      demand.setClientCount(count);
      if (isFirst) void follow();
    },
    follow,
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
