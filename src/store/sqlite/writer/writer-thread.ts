// The one thread that writes. A message loop: what it does is in the files it imports.

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { JsonObject } from '../../../../schemas/common.js';
import type { ErrorGroup } from '../../../../schemas/error-group.js';
import { toStatusItem } from '../../../answers/feed-messages.js';
import { monotonicClock, systemClock } from '../../../clock.js';
import { ErrordError } from '../../../errors.js';
import { FeedDemand } from '../../../feed-demand.js';
import { THREAD_MEMORY_MS } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import { MemoryTeller } from '../../../thread-memory.js';
import type { WritableDb } from '../connection.js';
import { type DatabaseLock, loadSqlite, lockDatabase, openWritable } from '../database.js';
import { COUNTS_FREE_BYTES_MIN } from '../limits.js';
import { DAMAGE_ADVICE, messageOf, toKnownCode, toStartErrorCode, toStoreErrorCode } from '../sqlite-error.js';
import { openRegroupCommands, type RegroupCommands } from '../tables/regrouping.js';
import type { WriterCall, WriterMessage, WriterOptions, WriterRequest } from '../thread-messages.js';
import { ACCESS_CALLS, type AccessTables, openAccessTables } from './access-calls.js';
import { toAlertCalls } from './alert-calls.js';
import { openWriterTables, type WriterTables } from './append.js';
import { changeSettings, changeStatuses, changeView } from './changes.js';
import { openCheckpointer } from './checkpointer.js';
import { type Checkpoints, openCheckpoints } from './checkpoints.js';
import { type Committer, openCommitter } from './commit.js';
import { type CommitQueue, openCommitQueue } from './commit-queue.js';
import { type CountClerk, openCountClerk } from './count-clerk.js';
import { type Deletion, openDeletion } from './deletion.js';
import { DELETION_CALLS } from './deletion-calls.js';
import type { Room } from './deletion-run.js';
import { type Overwriting, openOverwriting } from './erase.js';
import { type FacetClerk, openFacetClerk } from './facet-clerk.js';
import { openFailureLog } from './failure-log.js';
import { type GroupingNews, openGroupingNews } from './grouping-news.js';
import { indexAll } from './index-all.js';
import { toMergeCalls } from './merging.js';
import { type Calls, track } from './open-calls.js';
import { openRegrouping, type Regrouping } from './regroup.js';
import { type RescueOptions, rescue } from './rescue.js';
import { hasRoom, openReserve, type Reserve } from './reserve.js';
import { letOthersRun, openStepShare, runSteps, type StepShare } from './run-steps.js';
import { mergeSearchIndexes } from './search-merge.js';
import { toSplitCalls } from './splitting.js';
import { openStorageWatch, type StorageWatch } from './storage-watch.js';
import { undoStatuses } from './undo.js';

if (parentPort === null) throw new Error('writer-thread.js runs as a worker thread only');
const main: MessagePort = parentPort;
const options = workerData as WriterOptions;

const post = (message: WriterMessage): void => main.postMessage(message);
const log = (level: 'error' | 'warn' | 'info', message: string, facts: JsonObject = {}): void =>
  post({ kind: 'log', level, message, facts });
const demand = new FeedDemand(options.feedDemand);

try {
  start();
} catch (error) {
  post({ kind: 'open_failed', code: toStartErrorCode(error), message: messageOf(error) });
  main.close();
}

interface Writer {
  readonly db: WritableDb;
  readonly lock: DatabaseLock;
  readonly committer: Committer;
  readonly deletion: Deletion;
  readonly tables: WriterTables;
  readonly access: AccessTables;
  readonly regroup: RegroupCommands;
  readonly regrouping: Regrouping;
  readonly groupings: GroupingNews;
  readonly facets: FacetClerk;
  readonly counts: CountClerk;
  readonly nowMs: () => number;
  readonly queue: CommitQueue;
  readonly checkpoints: Checkpoints;
  readonly watch: StorageWatch;
  readonly reserve: Reserve;
  readonly share: StepShare;
  readonly overwriting: Overwriting;
  /** Calls that are not answered yet; but for deletions, a call is answered in the turn it comes in. */
  readonly open: Set<Promise<void>>;
  closing: boolean;
}

function start(): void {
  log('info', 'SQLite is loaded', loadSqlite());
  const lock = lockDatabase(options.dbPath);
  try {
    const onCopy = (path: string): void => log('info', 'the database was copied before its schema changed', { path });
    const writer = openWriter(openWritable(lock.dbPath, { onCopy }), lock);
    main.on('message', (request: WriterRequest) => {
      if (request.kind === 'digest_port') writer.queue.accept(request.port);
      else track(writer.open, answer(writer, request));
    });
    const memory = new MemoryTeller(monotonicClock);
    // Its work comes over many ports, and some of it by itself.
    setInterval(() => memory.tell(), THREAD_MEMORY_MS).unref();
    post({ kind: 'ready' });
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openWriter(db: WritableDb, lock: DatabaseLock): Writer {
  const { dbPath } = lock;
  const watch = openStorageWatch({
    dbPath,
    givenPath: options.dbPath,
    // Out of here, so that the commit that noticed is answered first.
    onLost: (error, missing) => void setImmediate(() => endLost(error, { db, dbPath, missing, nowMs: systemClock() })),
    onDamage: (reason) =>
      log('error', `nothing more is stored, because the database is damaged. ${DAMAGE_ADVICE}`, { dbPath, reason }),
  });
  const checkpoints = openCheckpoints({
    db,
    dbPath,
    checkpointer: openCheckpointer(dbPath),
    onFailure: (error) => {
      watch.note(error);
      log('warn', 'checkpoint failed', { code: toStoreErrorCode(error), reason: messageOf(error) });
    },
  });
  const tables = openWriterTables(db, systemClock, { hasRoom: () => hasRoom(dbPath, COUNTS_FREE_BYTES_MIN) });
  const committer = openCommitter({
    db,
    tables,
    clock: systemClock,
    demand,
    watch,
    tellCounts: (isWaiting) => void Atomics.store(options.countsWaiting, 0, isWaiting ? 1 : 0),
    ...openFailureLog(watch, log),
  });
  committer.transactAside(() => tables.groupings.setDefault(options.grouping));
  const groupings = openGroupingNews(tables, post);
  const facets = openFacetClerk({ tables, committer, log });
  const counts = openCountClerk({ tables, committer, nowMs: systemClock, checkpoints, watch, log });
  const reserve = openReserve(options.dbPath);
  const room = toRoom(reserve, checkpoints, counts);
  const queue = openCommitQueue({
    committer,
    report: post,
    afterFlush: (recordCount) => {
      groupings.tell();
      facets.afterCommits();
      counts.afterCommits();
      checkpoints.afterCommits(recordCount);
    },
  });
  return {
    db,
    lock,
    committer,
    deletion: openDeletion({ db, tables, committer, clock: systemClock, room, isBusy: queue.isBusy }),
    tables,
    access: openAccessTables(db),
    regroup: openRegroupCommands(db),
    regrouping: openRegrouping({ db, tables, committer, nowMs: systemClock, announce: announceItem }),
    groupings,
    facets,
    counts,
    nowMs: systemClock,
    queue,
    checkpoints,
    watch,
    reserve,
    share: openStepShare(queue.spentMs),
    overwriting: openOverwriting(db),
    open: new Set(),
    closing: false,
  };
}

/** Room of which the log has none any more. */
function toRoom(reserve: Reserve, checkpoints: Checkpoints, counts: CountClerk): Room {
  return {
    release() {
      const isReleased = reserve.release();
      if (isReleased) {
        checkpoints.truncate();
        counts.settle();
      }
      return isReleased;
    },
    isTight: () => reserve.isTight(),
  };
}

/** Has the daemon stop, saves what is still reachable, and ends the thread: the error is not caught. */
function endLost(error: ErrordError, files: RescueOptions): never {
  post({ kind: 'lost', reason: error.message });
  try {
    const { path, failures } = rescue(files);
    log('error', 'everything stored was saved; look at what took the files away, then start again', { path, failures });
  } catch (failure) {
    log('error', 'what was stored since the last copy of the database is lost', { reason: messageOf(failure) });
  }
  throw error;
}

const calls: Calls<Writer> = {
  append: ({ digests }, { committer, facets, counts }) => {
    const { results, ...report } = committer.commit([{ ticket: -1, items: digests, bodyRefused: false }]);
    facets.afterCommits();
    counts.afterCommits();
    post({ ...report, results: [] });
    return (results[0]?.items ?? []).map((item) => {
      if (item.kind === 'dropped') throw new ErrordError(toKnownCode(item.reason), 'the records could not be stored');
      return item;
    });
  },
  ...ACCESS_CALLS,
  ...toAlertCalls(announceItem),
  ...toMergeCalls(announceItem),
  ...toSplitCalls(announceItem),
  setStatus: ({ groupId, ...change }, writer) =>
    changeStatuses(writer, [groupId], change).groups.map(announce)[0] ?? null,
  setStatuses: ({ groupIds, ...change }, writer) => {
    const { groups, missingIds } = changeStatuses(writer, [...new Set(groupIds)], change);
    groups.forEach(announce);
    return { updatedCount: groups.length, missingIds };
  },
  undoStatuses: (call, writer) => {
    const { groups, report } = undoStatuses(writer, call);
    groups.forEach(announce);
    return report;
  },
  ...DELETION_CALLS,
  setProjectSettings: changeSettings,
  changeView,
  regroupStep: (prints, { regrouping }) => regrouping.step(prints),
  tellGroupings: (_, { groupings }) => {
    groupings.repeat();
    return null;
  },
  settleCounts: () => null,
  settleFacets: async (_, writer) => {
    for (const steps = writer.facets.settle(); steps.next().done !== true; ) await letOthersRun(writer);
    return null;
  },
  prune: (policy, writer) => runSteps(writer, writer.deletion.prune(policy)),
  newestAtOpen: (_, { tables }) => tables.newestAtOpenMs,
  checkpoint: (_, { checkpoints, reserve }) => {
    checkpoints.run();
    reserve.keep();
    return null;
  },
  // No ANALYZE: every query has its index, and statistics of a table that was small mislead the planner later.
  mergeSearchIndexes: async (_, writer) => {
    await runSteps(writer, mergeSearchIndexes(writer.db));
    return null;
  },
  reportDamage: ({ reason }, { watch }) => {
    watch.declareDamaged(reason);
    return null;
  },
  close: async (_, writer) => {
    writer.closing = true;
    writer.facets.close();
    writer.counts.close();
    await Promise.all(writer.open);
    writer.queue.close();
    await writer.checkpoints.close();
    indexAll(writer, log);
    writer.checkpoints.truncate();
    writer.watch.close();
    writer.db.close();
    writer.lock.release();
    return null;
  },
};

async function answer(writer: Writer, request: Exclude<WriterRequest, { kind: 'digest_port' }>): Promise<void> {
  const { id, kind } = request;
  try {
    if (kind === 'settleCounts') writer.tables.counts.noteReader();
    // What was received before the call is committed before it, so that the feed tells things in order.
    else writer.queue.flush();
    if (kind !== 'append') writer.counts.settle();
    // The table is typed by kind; the pair (kind, in) of one request always belongs together.
    const call = calls[kind] as (
      input: unknown,
      writer: Writer,
    ) => WriterCall[typeof kind]['out'] | Promise<WriterCall[typeof kind]['out']>;
    const out = await call(request.in, writer);
    writer.groupings.tell();
    post({ kind: 'reply', id, ok: true, out });
    if (kind === 'close') main.close();
  } catch (error) {
    const code = toStoreErrorCode(error);
    writer.watch.note(error);
    const message = messageOf(error);
    if (code !== 'shutting_down') log('error', 'writer call failed', { call: kind, code, reason: message });
    post({ kind: 'reply', id, ok: false, code, message });
  } finally {
    // What was noted before a call that failed is noted still.
    writer.counts.afterCommits();
  }
}

function announceItem(item: FeedItem): void {
  if (demand.isListening) post({ kind: 'commit', results: [], feed: [item] });
}

function announce(group: ErrorGroup): ErrorGroup {
  if (demand.isListening) announceItem(toStatusItem(group));
  return group;
}
