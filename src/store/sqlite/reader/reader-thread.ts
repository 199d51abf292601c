// A query thread: one read-only connection, finished JSON out. Started by the reader pool.

import { parentPort, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from '#piscina';
import { monotonicClock } from '../../../clock.js';
import { MemoryTeller } from '../../../thread-memory.js';
import type { StoreQuery } from '../../store.js';
import type { ReadableDb } from '../connection.js';
import { loadSqlite, openReadable } from '../database.js';
import { followLinks } from '../location.js';
import { registerUnpacking } from '../packed-details.js';
import { openGroupSample } from '../queries/group-sample.js';
import { openNewestEvents } from '../queries/newest-events.js';
import { openQueries, type QueryResult } from '../queries/queries.js';
import { openSplitPreview } from '../queries/split-preview.js';
import { openStatusRead } from '../queries/status.js';
import { openUnmergePreview } from '../queries/unmerge-preview.js';
import { isCorruption, messageOf, toQueryErrorCode } from '../sqlite-error.js';
import type { ReaderLoadedMessage, ReaderReply, ReaderRequest } from '../thread-messages.js';
import { registerSearchFunction } from './search.js';

const { dbPath } = workerData as { dbPath: string };
const encoder = new TextEncoder();
const memory = new MemoryTeller(monotonicClock);
let reads: Reads | null = null;

/** Runs one query; the task of the reader pool. */
export default function runQuery(request: ReaderRequest): ReaderReply | ReturnType<typeof move> {
  try {
    // Opened at the first query: a thread that fails while it starts is not replaced by the pool, and its queries would
    // wait for ever.
    reads ??= openReads();
    const json = reads(request);
    if (json === null) return { ok: true, json };
    return handOver(typeof json === 'string' ? encoder.encode(json) : json);
  } catch (error) {
    return { ok: false, code: toQueryErrorCode(error), message: messageOf(error), isDamaged: isCorruption(error) };
  } finally {
    memory.tell();
  }
}

type Reads = (request: ReaderRequest) => QueryResult;

function openReads(): Reads {
  const located = followLinks(dbPath);
  const db = openReadable(located);
  try {
    return prepareReads(db, located);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareReads(db: ReadableDb, located: string): Reads {
  registerSearchFunction(db);
  registerUnpacking(db);
  const queries = openQueries(db);
  const readStatus = openStatusRead(db, located);
  const sampleGroups = openGroupSample(db);
  const readNewestEvents = openNewestEvents(db);
  const previewUnmerge = openUnmergePreview(db);
  const previewSplit = openSplitPreview(db);
  const answer: Reads = (request) => {
    if (request.name === 'readStatus') return JSON.stringify(readStatus());
    if (request.name === 'sampleGroups') return sampleGroups(request.request);
    if (request.name === 'readNewestEvents') return readNewestEvents(request.request);
    if (request.name === 'previewUnmerge') return previewUnmerge(request.request);
    if (request.name === 'previewSplit') return previewSplit(request.request);
    // The table is typed by name; the name and the parameters of one query always belong together.
    const query = queries[request.name] as (request: StoreQuery) => QueryResult;
    return query(request);
  };
  // One transaction per query: the list and its total are of the same moment, but for what was committed and only noted
  // since the query began to wait; see ADR 38.
  return db.transaction(answer);
}

/** A reply whose bytes change threads without being copied. */
function handOver(json: Uint8Array): ReturnType<typeof move> {
  return move({ [transferableSymbol]: [json.buffer], [valueSymbol]: { ok: true, json } });
}

function loadBinding(): void {
  try {
    loadSqlite();
  } catch {
    // The writer says why there is none, and the daemon ends. The pool would start this thread again and again.
  }
}

// Now, while files can be opened: what node could not find once, for want of a descriptor, it does not look for again.
loadBinding();
parentPort?.postMessage({ kind: 'loaded' } satisfies ReaderLoadedMessage);
