// The one thread of a daemon that writes. A message loop: what it does is in the files it imports.

import { hostname } from 'node:os';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { JsonObject } from '../../../../schemas/common.js';
import { monotonicClock, systemClock } from '../../../clock.js';
import { ErrordError } from '../../../errors.js';
import { FeedDemand } from '../../../feed-demand.js';
import { THREAD_MEMORY_MS } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import { VERSION } from '../../../package.js';
import { MemoryTeller } from '../../../thread-memory.js';
import type { PruneReport } from '../../store.js';
import { describeAddress } from '../address.js';
import { openCommitMark } from '../commit-mark.js';
import { openDb } from '../connection.js';
import { toNewest } from '../migrations/migrate.js';
import { makePartitions } from '../partitions.js';
import { messageOf, toKnownCode, toStartErrorCode, toStoreErrorCode } from '../postgres-error.js';
import { openContentCache } from '../tables/contents.js';
import { writeDefaultVersion } from '../tables/groupings.js';
import { deleteOldOutbox } from '../tables/outbox.js';
import type { WriterCall, WriterMessage, WriterOptions, WriterRequest } from '../thread-messages.js';
import { ACCESS_CALLS, type AccessWriter, toNote } from './access-calls.js';
import { ALERT_CALLS, readWatch, takeAlerts, type WatchState } from './alert-calls.js';
import { noteLastId } from './append.js';
import { changeSettings, changeStatuses, changeView, deleteSettings, type StatusWriter } from './changes.js';
import { type Committer, openCommitter } from './commit.js';
import { type CommitQueue, openCommitQueue } from './commit-queue.js';
import { openWriterConnection, type WriterConnection } from './connection.js';
import { type Deletion, openDeletion } from './deletion.js';
import { readBytes, type Steps } from './deletion-run.js';
import { type FacetClerk, openFacetClerk } from './facet-clerk.js';
import { openFailureLog } from './failure-log.js';
import { type FeedFollower, openFeedFollower } from './feed-follower.js';
import { FeedOrder } from './feed-order.js';
import { openFeedWriter } from './feed-writer.js';
import { type GroupingNews, openGroupingNews } from './grouping-news.js';
import { mergeGroups, unmergeGroup } from './merging.js';
import { openDatabase } from './open-database.js';
import { openRegrouping, type Regrouping, type RegroupOptions } from './regroup.js';
import { splitGroup } from './splitting.js';
import { openTableStatistics } from './statistics.js';
import { changeTriage } from './triage-changes.js';
import { undoStatuses } from './undo.js';
import { openUsualCache } from './usual.js';

if (parentPort === null) throw new Error('writer-thread.js runs as a worker thread only');
const main: MessagePort = parentPort;
const options = workerData as WriterOptions;

const post = (message: WriterMessage): void => main.postMessage(message);
const log = (level: 'error' | 'warn' | 'info', message: string, facts: JsonObject = {}): void =>
  post({ kind: 'log', level, message, facts });
const demand = new FeedDemand(options.feedDemand);

interface Writer extends AccessWriter, StatusWriter {
  readonly alerts: WatchState;
  readonly follower: FeedFollower;
  readonly committer: Committer;
  readonly deletion: Deletion;
  readonly regrouping: Regrouping;
  readonly merging: RegroupOptions;
  readonly groupings: GroupingNews;
  readonly queue: CommitQueue;
  readonly facets: FacetClerk;
  readonly newestAtOpenMs: number | null;
  /** Calls that are not answered yet. */
  readonly open: Set<Promise<void>>;
  closing: boolean;
}

await start();

async function start(): Promise<void> {
  const { url, commitMemory, commitTimeoutMs } = options;
  const connection = openWriterConnection({
    url,
    daemon: { name: `${hostname()}:${process.pid}`, version: VERSION, schema: toNewest() },
    clock: systemClock,
    commitTimeoutMs,
    mark: commitMemory === undefined ? undefined : openCommitMark(commitMemory),
  });
  try {
    const writer = await openWriter(connection);
    main.on('message', (request: WriterRequest) => {
      if (request.kind === 'digest_port') writer.queue.accept(request.port);
      else track(writer.open, answer(writer, request));
    });
    const memory = new MemoryTeller(monotonicClock);
    // Its work comes over many ports, and some of it by itself.
    setInterval(() => memory.tell(), THREAD_MEMORY_MS).unref();
    post({ kind: 'ready' });
  } catch (error) {
    post({ kind: 'open_failed', code: toStartErrorCode(error), message: messageOf(error) });
    await connection.close();
    main.close();
  }
}

async function openWriter(connection: WriterConnection): Promise<Writer> {
  const { canSearch, newestMs, serverVersion, losesCommits } = await openDatabase(connection, options);
  log('info', 'PostgreSQL is connected', { place: describeAddress(options.url), version: serverVersion });
  if (losesCommits) log('warn', 'a crash of PostgreSQL may lose what was acknowledged: its synchronous_commit is off');
  if (!canSearch) log('warn', 'searches read the newest records only: PostgreSQL has no extension pg_trgm here');
  await connection.between(async (db) => {
    await makePartitions(db, systemClock());
    await writeDefaultVersion(db, options.grouping);
  });
  const alerts: WatchState = { watch: 'none' };
  await readWatch({ connection, alerts });
  const order = new FeedOrder();
  const feedOptions = { demand, order, publish, monotonic: monotonicClock };
  const follower = openFeedFollower({ ...feedOptions, url: options.url, shard: () => connection.shard, log });
  const feedWriter = openFeedWriter({ ...feedOptions, connection, follower });
  const statistics = openTableStatistics();
  const facets = openFacetClerk({ db: openDb(options.url, { max: 1 }), statistics }, log);
  const { onFailure, onSuccess } = openFailureLog(log);
  const committer = openCommitter({
    connection,
    feedWriter,
    clock: systemClock,
    contents: openContentCache(),
    usual: openUsualCache(),
    statistics,
    alerts,
    onFailure,
    onSuccess() {
      onSuccess();
      facets.afterCommit();
    },
  });
  const groupings = openGroupingNews(connection, post);
  const merging: RegroupOptions = { connection, feedWriter, nowMs: systemClock, publish };
  return {
    connection,
    alerts,
    feedWriter,
    follower,
    nowMs: systemClock,
    committer,
    deletion: openDeletion({ connection, clock: systemClock }),
    regrouping: openRegrouping(merging),
    merging,
    groupings,
    queue: openCommitQueue({ committer, report: post }),
    facets,
    newestAtOpenMs: newestMs,
    open: new Set(),
    closing: false,
  };
}

type Calls = {
  [K in keyof WriterCall]: (input: WriterCall[K]['in'], writer: Writer) => Promise<WriterCall[K]['out']>;
};

const calls: Calls = {
  append: async ({ digests }, { committer }) => {
    const { results, feed } = await committer.commit([{ ticket: -1, items: digests, bodyRefused: false }]);
    publish(feed);
    return (results[0]?.items ?? []).map((item) => {
      if (item.kind === 'dropped') throw new ErrordError(toKnownCode(item.reason), 'the records could not be stored');
      return item;
    });
  },
  ...ACCESS_CALLS,
  ...ALERT_CALLS,
  takeAlerts: async (turn, writer) => {
    const { feed, work } = await takeAlerts(turn, writer);
    publish(feed);
    return work;
  },
  changeTriage: async ({ groupId, ...change }, writer) => {
    const { changed, feed } = await changeTriage(writer, groupId, change);
    publish(feed);
    return changed;
  },
  follow: async (_, { follower }) => {
    await follower.follow();
    return null;
  },
  setStatus: async ({ groupId, ...change }, writer) => {
    const { groups, feed } = await changeStatuses(writer, [groupId], change);
    publish(feed);
    return groups[0] ?? null;
  },
  setStatuses: async ({ groupIds, ...change }, writer) => {
    const { groups, missingIds, feed } = await changeStatuses(writer, [...new Set(groupIds)], change);
    publish(feed);
    return { updatedCount: groups.length, missingIds };
  },
  undoStatuses: async (call, writer) => {
    const { report, feed } = await undoStatuses(writer, call);
    publish(feed);
    return report;
  },
  clear: async ({ projectName, by }, writer) => {
    const note = toNote(writer.nowMs, by, { action: 'clear', project: projectName, detail: {} });
    await runSteps(writer, writer.deletion.clear(projectName, note));
    return null;
  },
  clearLogs: async ({ projectName, by }, writer) => {
    const note = toNote(writer.nowMs, by, { action: 'clear_logs', project: projectName, detail: {} });
    await runSteps(writer, writer.deletion.clearLogs(projectName, note));
    return null;
  },
  setProjectSettings: async (input, writer) => {
    if (input.change.grouping !== undefined) await runSteps(writer, writer.deletion.finishDays());
    return changeSettings(input, writer);
  },
  changeView,
  deleteProject: async ({ projectName, by }, writer) => {
    const note = toNote(writer.nowMs, by, { action: 'project_deleted', project: projectName, detail: {} });
    const known = await writer.connection.between((db) =>
      db.query('/* reference */ SELECT FROM projects WHERE name = $1', [projectName]),
    );
    // The deletion of its records is noted once.
    const isKnown = known.length > 0;
    const hadSettings = await deleteSettings(writer, projectName, isKnown ? () => Promise.resolve() : note);
    if (!isKnown) return hadSettings;
    await runSteps(writer, writer.deletion.clear(projectName, note));
    return true;
  },
  merge: ({ request, by }, { merging }) => mergeGroups(merging, request, by),
  unmerge: ({ request, by }, { merging }) => unmergeGroup(merging, request, by),
  split: (wanted, { merging }) => splitGroup(merging, wanted),
  regroupStep: (prints, { regrouping }) => regrouping.step(prints),
  tellGroupings: async (_, { groupings }) => {
    await groupings.repeat();
    return null;
  },
  prune: async (policy, writer): Promise<PruneReport> => {
    const before = await writer.connection.between(readBytes);
    const deletedRows = await runSteps(writer, writer.deletion.prune(policy));
    return { deletedRows, freedBytes: Math.max(0, before - (await writer.connection.between(readBytes))) };
  },
  newestAtOpen: (_, { newestAtOpenMs }) => Promise.resolve(newestAtOpenMs),
  settleFacets: async (_, { facets }) => {
    await facets.settle();
    return null;
  },
  maintain: async (_, { connection, nowMs }) => {
    await connection.transact((transaction, { shard, ids }) =>
      noteLastId(transaction, { shard, lastId: ids.last, nowMs: nowMs() }),
    );
    await connection.between(deleteOldOutbox);
    const made = await connection.between((db) => makePartitions(db, nowMs()));
    if (made.length > 0) log('info', 'partitions were made', { partitions: made });
    return null;
  },
  close: async (_, writer) => {
    writer.closing = true;
    const left = writer.follower.close();
    await Promise.all(writer.open);
    await writer.queue.close();
    await writer.facets.close();
    await left;
    await writer.connection.close();
    return null;
  },
};

/** After them the main thread may have to hear how projects are grouped. */
const UNHEARD: ReadonlySet<keyof WriterCall> = new Set<keyof WriterCall>([
  'close',
  'follow',
  'readAccess',
  'noteKeyUses',
  'newestAtOpen',
  'tellGroupings',
  'readAlertSettings',
  'putAlertSetting',
  'removeAlertSetting',
  'takeAlerts',
  'finishAlerts',
]);

async function answer(writer: Writer, request: Exclude<WriterRequest, { kind: 'digest_port' }>): Promise<void> {
  const { id, kind } = request;
  try {
    // What was received before the call is committed before it, so that the feed tells things in order.
    if (kind !== 'close' && kind !== 'follow') await writer.queue.flush();
    // The table is typed by kind; the pair (kind, in) of one request always belongs together.
    const call = calls[kind] as (input: unknown, writer: Writer) => Promise<WriterCall[typeof kind]['out']>;
    const out = await call(request.in, writer);
    if (!UNHEARD.has(kind)) await writer.groupings.look();
    post({ kind: 'reply', id, ok: true, out });
    if (kind === 'close') main.close();
  } catch (error) {
    const code = toStoreErrorCode(error);
    if (code !== 'shutting_down') log('error', 'writer call failed', { call: kind, code, reason: messageOf(error) });
    post({ kind: 'reply', id, ok: false, code, message: messageOf(error) });
  }
}

/** The close call is answered while the set does not hold it yet, so it waits for every call but itself. */
function track(open: Set<Promise<void>>, answered: Promise<void>): void {
  open.add(answered);
  void answered.then(() => open.delete(answered));
}

/** To the clients of this daemon, if there are some. */
function publish(feed: readonly FeedItem[]): void {
  if (feed.length > 0 && demand.isListening) post({ kind: 'commit', results: [], feed });
}

/** Runs a deletion to its end; commits go on between its steps. Answers how many rows it deleted. */
async function runSteps(writer: Writer, steps: Steps): Promise<number> {
  let deletedRows = 0;
  for await (const deleted of steps) {
    deletedRows += deleted;
    if (writer.closing) throw new ErrordError('shutting_down', 'the daemon stopped before everything was deleted');
  }
  return deletedRows;
}
