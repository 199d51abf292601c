// A query thread: one read-only connection, finished JSON out. Started by the reader pool.

import { parentPort } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol, workerData } from 'piscina';
import { stringifyProjectList } from '../../../answers/json.js';
import { assertNever } from '../../../errors.js';
import type { ReaderLoadedMessage, ReaderReply, ReaderRequest } from '../../../messages.js';
import type { ReadableDb } from '../connection.js';
import { openReadable } from '../database.js';
import { openErrorGroupReads } from '../queries/error-groups.js';
import { openEventReads } from '../queries/events.js';
import { openLogReads } from '../queries/logs.js';
import { openRequestReads } from '../queries/requests.js';
import { openStatsReads } from '../queries/stats.js';
import { openStoreSizeRead } from '../queries/store-size.js';
import { openTrendReads } from '../queries/trends.js';
import { messageOf, toStoreErrorCode } from '../sqlite-error.js';
import { openProjectQueries } from '../tables/projects.js';
import { registerSearchFunction } from './search.js';

const { dbPath } = workerData as { dbPath: string };
const encoder = new TextEncoder();
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
    return { ok: false, code: toStoreErrorCode(error), message: messageOf(error) };
  }
}

/** Finished JSON, as text or in a buffer of its own. */
type Reads = (request: ReaderRequest) => string | Uint8Array | null;

function openReads(): Reads {
  const db = openReadable(dbPath);
  try {
    return prepareReads(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareReads(db: ReadableDb): Reads {
  registerSearchFunction(db);
  const errorGroups = openErrorGroupReads(db);
  const events = openEventReads(db);
  const requests = openRequestReads(db);
  const logs = openLogReads(db);
  const stats = openStatsReads(db);
  const trends = openTrendReads(db);
  const projects = openProjectQueries(db);
  const readStoreSize = openStoreSizeRead(db, dbPath);
  const answer: Reads = (request) => {
    switch (request.kind) {
      case 'listErrorGroups':
        return errorGroups.list(request.in);
      case 'readErrorGroup':
        return errorGroups.detail(request.in);
      case 'readEvent':
        return events.detail(request.in);
      case 'listRequests':
        return requests.list(request.in);
      case 'readRequest':
        return requests.detail(request.in.requestId);
      case 'listLogs':
        return logs.list(request.in);
      case 'readStats':
        return stats.read(request.in);
      case 'readTrends':
        return trends.read(request.in);
      case 'listProjects':
        return stringifyProjectList({ projects: projects.list(request.in.projectId) });
      case 'readStoreSize':
        return JSON.stringify(readStoreSize());
      default:
        return assertNever(request);
    }
  };
  // One transaction per query: the list and its total are of the same moment.
  return db.transaction(answer);
}

/** A reply whose bytes change threads without being copied. */
function handOver(json: Uint8Array): ReturnType<typeof move> {
  return move({ [transferableSymbol]: [json.buffer], [valueSymbol]: { ok: true, json } });
}

parentPort?.postMessage({ kind: 'loaded' } satisfies ReaderLoadedMessage);
