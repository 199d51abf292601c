// The query thread: a few connections that only read, finished JSON out. Started by the reader client.

import { parentPort, workerData } from 'node:worker_threads';
import { move, transferableSymbol, valueSymbol } from '#piscina';
import { monotonicClock } from '../../../clock.js';
import { ErrordError, type QueryErrorCode } from '../../../errors.js';
import { MemoryTeller } from '../../../thread-memory.js';
import { openCommitMark } from '../commit-mark.js';
import { openDb, type Queries } from '../connection.js';
import { QUERY_STATEMENT_TIMEOUT_MS, QUERY_WITHIN_MS, READER_CONNECTIONS, STATEMENT_TIMEOUT_MS } from '../limits.js';
import { messageOf, toStoreErrorCode } from '../postgres-error.js';
import { sampleGroups } from '../queries/group-sample.js';
import { readNewestEvents } from '../queries/newest-events.js';
import { answerQuery, type QueryResult } from '../queries/queries.js';
import { previewSplit } from '../queries/split-preview.js';
import { readStatus } from '../queries/status.js';
import { previewUnmerge } from '../queries/unmerge-preview.js';
import type { ReaderLoadedMessage, ReaderReply, ReaderRequest, ReaderThreadOptions } from '../thread-messages.js';
import { openPatience } from './patience.js';
import { openStandby } from './standby.js';

const { url, standby: standbyPlace } = workerData as ReaderThreadOptions;
const encoder = new TextEncoder();
const memory = new MemoryTeller(monotonicClock);
const db = openDb(url, {
  max: READER_CONNECTIONS,
  isReader: true,
  statementTimeoutMs: QUERY_STATEMENT_TIMEOUT_MS,
});
const patience = openPatience();
const standby =
  standbyPlace === undefined ? null : openStandby(standbyPlace.url, openCommitMark(standbyPlace.commitMemory));

/** Runs one query; the task of the reader client. */
export default async function runQuery(request: ReaderRequest): Promise<ReaderReply | ReturnType<typeof move>> {
  try {
    // A list and its total are of the same moment.
    const work = (transaction: Queries): Promise<QueryResult> => answer(transaction, request);
    // Which daemons are connected is known to the primary alone.
    const copied = request.name === 'readStatus' ? undefined : await standby?.read(work);
    const json = copied ? copied.value : await readPrimary(work, request);
    const facts = { ok: true, ...(copied && { lagMs: copied.lagMs }) } as const;
    if (json === null) return { ...facts, json };
    return handOver({ ...facts, json: typeof json === 'string' ? encoder.encode(json) : json });
  } catch (error) {
    return { ok: false, code: toQueryErrorCode(error), message: messageOf(error) };
  } finally {
    memory.tell();
  }
}

const PATIENT: ReadonlySet<string> = new Set<ReaderRequest['name']>([
  'sampleGroups',
  'readNewestEvents',
  'previewUnmerge',
  'previewSplit',
]);

/** An answer to a preview may wait, and it may be of much. */
function readPrimary(
  work: (transaction: Queries) => Promise<QueryResult>,
  { name }: ReaderRequest,
): Promise<QueryResult> {
  if (PATIENT.has(name)) return db.read(work, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
  return patience.run(() => db.read(work, { withinMs: QUERY_WITHIN_MS }));
}

async function answer(transaction: Queries, request: ReaderRequest): Promise<QueryResult> {
  if (request.name === 'readStatus') return JSON.stringify(await readStatus(transaction));
  if (request.name === 'sampleGroups') return sampleGroups(transaction, request.request);
  if (request.name === 'readNewestEvents') return readNewestEvents(transaction, request.request);
  if (request.name === 'previewUnmerge') return JSON.stringify(await previewUnmerge(transaction, request.request));
  if (request.name === 'previewSplit') return previewSplit(transaction, request.request);
  return answerQuery(transaction, request);
}

/** A reply whose bytes change threads without being copied. */
function handOver(reply: { readonly json: Uint8Array }): ReturnType<typeof move> {
  return move({ [transferableSymbol]: [reply.json.buffer], [valueSymbol]: reply });
}

/** A query can fail because of what it asks for. */
function toQueryErrorCode(error: unknown): QueryErrorCode {
  return error instanceof ErrordError && error.code === 'invalid_cursor' ? error.code : toStoreErrorCode(error);
}

parentPort?.postMessage({ kind: 'loaded' } satisfies ReaderLoadedMessage);
