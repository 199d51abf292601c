// The one thread that writes. A message loop: digests gather while a commit runs, and the next commit takes them all.

import { statSync } from 'node:fs';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { JsonObject } from '../../schemas/common.js';
import type { ErrorGroup } from '../../schemas/error-group.js';
import { systemClock } from '../clock.js';
import { ErrordError } from '../errors.js';
import { COMMIT_RECORDS_MAX, WAL_BYTES_MAX } from '../limits.js';
import type {
  DigestBatch,
  DigestMessage,
  PruneReport,
  WriterCall,
  WriterMessage,
  WriterOptions,
  WriterRequest,
} from '../messages.js';
import { openWriterTables } from './append.js';
import { type Committer, openCommitter } from './commit.js';
import { lockDatabase, openWritable, type WritableDb } from './database.js';
import { type Deletion, openDeletion, type Steps } from './deletion.js';
import { statusChangeMessage } from './feed-items.js';
import { parsePublicId } from './row-id.js';
import { messageOf, toStoreErrorCode } from './store-error.js';
import { toErrorGroup } from './tables/error-groups.js';

if (parentPort === null) throw new Error('writer-thread.js runs as a worker thread only');
const main: MessagePort = parentPort;
const options = workerData as WriterOptions;

const post = (message: WriterMessage): void => main.postMessage(message);
const log = (level: 'error' | 'warn' | 'info', message: string, facts: JsonObject = {}): void =>
  post({ kind: 'log', level, message, facts });

try {
  const lock = lockDatabase(options.dbPath);
  run(openWritable(options.dbPath), () => lock.release());
} catch (error) {
  const code = error instanceof ErrordError ? error.code : 'internal';
  post({ kind: 'open_failed', code, message: messageOf(error) });
  main.close();
}

interface Writer {
  readonly db: WritableDb;
  readonly committer: Committer;
  readonly deletion: Deletion;
  readonly tables: ReturnType<typeof openWriterTables>;
  /** Commits all that has gathered. */
  flush(): void;
  releaseLock(): void;
}

function run(db: WritableDb, releaseLock: () => void): void {
  const tables = openWriterTables(db, systemClock);
  const committer = openCommitter({
    db,
    tables,
    clock: systemClock,
    isListening: () => Atomics.load(options.feedClientCount, 0) > 0,
    onFailure: (error, code) => log('error', 'commit failed', { code, reason: messageOf(error) }),
  });
  const queue = openCommitQueue(committer, () => checkpointWhenLarge(db));
  const writer: Writer = {
    db,
    tables,
    committer,
    deletion: openDeletion({ db, tables, committer }),
    flush: queue.flush,
    releaseLock,
  };
  main.on('message', (request: WriterRequest) => {
    if (request.kind === 'digest_port') request.port.on('message', (batches: DigestMessage) => queue.push(batches));
    else void answer(writer, request);
  });
  post({ kind: 'ready' });
}

interface CommitQueue {
  push(batches: DigestMessage): void;
  flush(): void;
}

/** Bounded by what the gateway admits: every batch in here belongs to a call that is not answered yet. */
function openCommitQueue(committer: Committer, afterCommit: () => void): CommitQueue {
  const waiting: DigestBatch[] = [];
  let scheduled = false;
  const flush = (): void => {
    scheduled = false;
    while (waiting.length > 0) post(committer.commit(takeGroup()));
    afterCommit();
  };
  // A batch is never split; the first one always goes.
  const takeGroup = (): DigestBatch[] => {
    let records = waiting[0]?.digests.length ?? 0;
    let end = 1;
    for (const { digests } of waiting.slice(1)) {
      records += digests.length;
      if (records > COMMIT_RECORDS_MAX) break;
      end += 1;
    }
    return waiting.splice(0, end);
  };
  return {
    push(batches) {
      waiting.push(...batches);
      if (scheduled) return;
      scheduled = true;
      // After all messages that are already here have been taken in.
      setImmediate(flush);
    },
    flush,
  };
}

type Calls = {
  [K in keyof WriterCall]: (
    input: WriterCall[K]['in'],
    writer: Writer,
  ) => WriterCall[K]['out'] | Promise<WriterCall[K]['out']>;
};

const calls: Calls = {
  append: ({ digests }, { committer }) => {
    const report = committer.commit([{ ticket: -1, digests }]);
    post({ ...report, results: [] });
    const [result] = report.results;
    if (result?.ok !== true) throw new ErrordError(result?.code ?? 'internal', 'the records could not be stored');
    return result.outcomes;
  },
  setStatus: ({ groupId, status }, { tables, committer }) => {
    const id = parsePublicId(groupId);
    if (id === null) return null;
    const head = committer.transact(() => {
      const found = tables.groups.findById(id);
      if (found !== null) tables.groups.setStatus(found, status);
      return found;
    });
    return head === null ? null : announce(toErrorGroup(head));
  },
  clear: async ({ projectName }, writer) => {
    await runSteps(writer, writer.deletion.clear(projectName));
    return null;
  },
  clearLogs: async ({ projectName }, writer) => {
    await runSteps(writer, writer.deletion.clearLogs(projectName));
    return null;
  },
  prune: async (policy, writer): Promise<PruneReport> => {
    const before = fileBytes(options.dbPath);
    const deletedRows = await runSteps(writer, writer.deletion.prune(policy));
    if (deletedRows > 0) checkpoint(writer.db, 'TRUNCATE');
    return { deletedRows, freedBytes: Math.max(0, before - fileBytes(options.dbPath)) };
  },
  checkpoint: (_, { db }) => {
    checkpoint(db, 'PASSIVE');
    return null;
  },
  optimize: (_, { db }) => {
    db.pragma('optimize');
    return null;
  },
  close: (_, { db, releaseLock }) => {
    checkpoint(db, 'TRUNCATE');
    db.close();
    releaseLock();
    return null;
  },
};

async function answer(writer: Writer, request: Exclude<WriterRequest, { kind: 'digest_port' }>): Promise<void> {
  const { id, kind } = request;
  try {
    // What was received before the call is committed before it, so that the feed tells things in order.
    writer.flush();
    // The table is typed by kind; the pair (kind, in) of one request always belongs together.
    const call = calls[kind] as (
      input: unknown,
      writer: Writer,
    ) => WriterCall[typeof kind]['out'] | Promise<WriterCall[typeof kind]['out']>;
    const out = await call(request.in, writer);
    post({ kind: 'reply', id, ok: true, out });
    if (kind === 'close') main.close();
  } catch (error) {
    const code = error instanceof ErrordError ? toStoreCode(error) : toStoreErrorCode(error);
    log('error', 'writer call failed', { call: kind, code, reason: messageOf(error) });
    post({ kind: 'reply', id, ok: false, code, message: messageOf(error) });
  }
}

function toStoreCode({ code }: ErrordError): 'storage_full' | 'storage_unavailable' | 'internal' {
  return code === 'storage_full' || code === 'storage_unavailable' ? code : 'internal';
}

function announce(group: ErrorGroup): ErrorGroup {
  if (Atomics.load(options.feedClientCount, 0) > 0) {
    post({
      kind: 'commit',
      results: [],
      feed: [{ projectName: group.projectId ?? null, json: statusChangeMessage(group) }],
    });
  }
  return group;
}

/** Lets messages in between steps, and commits what they brought. */
async function runSteps(writer: Writer, steps: Steps): Promise<number> {
  let rows = 0;
  for (const deleted of steps) {
    rows += deleted;
    await new Promise(setImmediate);
    writer.flush();
    checkpointWhenLarge(writer.db);
  }
  return rows;
}

function checkpointWhenLarge(db: WritableDb): void {
  if (fileBytes(`${options.dbPath}-wal`) > WAL_BYTES_MAX) checkpoint(db, 'PASSIVE');
}

/**
 * PASSIVE never waits for readers; the log is reused from its start once all of it has been written back. A checkpoint
 * that fails (full disk) loses nothing: the log keeps what it holds, and the next one tries again.
 */
function checkpoint(db: WritableDb, mode: 'PASSIVE' | 'TRUNCATE'): void {
  try {
    db.pragma(`wal_checkpoint(${mode})`);
  } catch (error) {
    log('warn', 'checkpoint failed', { code: toStoreErrorCode(error), reason: messageOf(error) });
  }
}

function fileBytes(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
