// Deletion of the oldest records of a project, with what is counted of them. Whoever deletes holds the project alone.

import { isFailure } from '../../../answers/stats.js';
import { NO_SOURCE } from '../../sqlite/tables/logs.js';
import { CLIENT_ID_KINDS } from '../client-id.js';
import type { Queries } from '../connection.js';
import type { RecordTable } from '../partitions.js';
import { type ClientIdEntry, deleteClientIds, toClientIdEntry } from './client-ids.js';
import { openCounterDeltas } from './counters.js';
import { holdFacets, subtractFacets } from './facets.js';
import { subtractFromGroups, subtractFromShelf } from './group-changes.js';
import { subtractFromTriage } from './triage.js';

export interface OldRecords {
  readonly projectId: number;
  /** The last row id that goes. */
  readonly toId: number;
  /** At most so many of each kind go. */
  readonly limit: number;
}

export interface DeletionFacts {
  readonly nowMs: number;
  readonly shard: number;
}

/** Records that are deleted, or whose day is out of the tables: what is counted of them. */
export interface OldRows {
  readonly events: readonly DeletedEvent[];
  readonly requests: readonly DeletedRequest[];
  readonly logs: readonly DeletedLog[];
}

interface DeletedEvent {
  readonly id: number;
  readonly eventId: string;
  readonly groupId: number;
  readonly homeId: number | null;
  readonly timestampMs: number;
  readonly source: number;
  readonly type: string;
  readonly bytes: number;
  readonly details: string | null;
  readonly context: string | null;
}

interface DeletedRequest {
  readonly id: number;
  readonly recordId: string | null;
  readonly timestampMs: number;
  readonly statusCode: number | null;
  readonly bytes: number;
}

interface DeletedLog {
  readonly id: number;
  readonly recordId: string | null;
  readonly timestampMs: number;
  readonly level: number;
  readonly source: number;
  readonly bytes: number;
}

/** All up to the last that goes: one range of the key, which is in the order of receipt. */
const toDelete = (table: RecordTable, columns: string): string => `DELETE FROM ${table} r
  WHERE r.project_id = $1 AND r.id <= (SELECT max(id) FROM (
    SELECT id FROM ${table} WHERE project_id = $1 AND id <= $2 ORDER BY id LIMIT $3) AS old)
  RETURNING ${columns}`;

/** What is counted of a record. */
const FACTS = {
  events:
    'r.id, r.event_id, r.group_id, r.home_id, r.timestamp_ms, r.source, r.type, r.bytes, r.details, r.context_hash',
  requests: 'r.id, r.record_id, r.timestamp_ms, r.status_code, r.bytes',
  logs: `r.id, r.record_id, r.timestamp_ms, r.level, coalesce(r.source, ${NO_SOURCE}) AS source, r.bytes`,
} as const;
const EVENT = `gone.id, gone.event_id, gone.home_id, gone.timestamp_ms, gone.source, gone.bytes,
  gone.details, c.body AS context, coalesce(gone.type, g.type, '') AS type`;

const DELETE = {
  events: `/* project */ WITH gone AS (${toDelete('events', FACTS.events)})
    SELECT ${EVENT}, gone.group_id
    FROM gone LEFT JOIN error_groups g ON g.project_id = $1 AND g.id = gone.group_id
      LEFT JOIN contents c ON c.project_id = $1 AND c.hash = gone.context_hash`,
  requests: `/* project */ ${toDelete('requests', FACTS.requests)}`,
  logs: `/* project */ ${toDelete('logs', FACTS.logs)}`,
};

const toSelect = (table: string, columns: string): string =>
  `SELECT ${columns} FROM ${table} r WHERE r.project_id = $1 AND r.id > $2 ORDER BY r.id LIMIT $3`;

/** The same of a day that is out of the tables, behind a row. The group of an event may have moved on since. */
export const SELECT_GONE: Readonly<Record<RecordTable, (name: string) => string>> = {
  events: (name) => `/* project */ WITH gone AS (${toSelect(name, FACTS.events)})
    SELECT ${EVENT}, coalesce(m.group_id, gone.group_id) AS group_id
    FROM gone LEFT JOIN group_redirects m ON m.project_id = $1 AND m.id = gone.group_id
      LEFT JOIN error_groups g ON g.project_id = $1 AND g.id = coalesce(m.group_id, gone.group_id)
      LEFT JOIN contents c ON c.project_id = $1 AND c.hash = gone.context_hash
    ORDER BY gone.id`,
  requests: (name) => `/* project */ ${toSelect(name, FACTS.requests)}`,
  logs: (name) => `/* project */ ${toSelect(name, FACTS.logs)}`,
};

/** Deletes the oldest of these kinds and takes them off groups and counters; answers how many went. */
export async function deleteOldest(
  transaction: Queries,
  old: OldRecords,
  { nowMs, shard, kinds = ['events', 'requests', 'logs'] }: DeletionFacts & { readonly kinds?: readonly RecordTable[] },
): Promise<number> {
  const { projectId, toId, limit } = old;
  if (kinds.includes('events')) await holdFacets(transaction, projectId);
  const take = <Row extends object>(table: RecordTable): Promise<Row[]> =>
    kinds.includes(table) ? transaction.query<Row>(DELETE[table], [projectId, toId, limit]) : Promise.resolve([]);
  const [events, requests, logs] = await Promise.all([
    take<DeletedEvent>('events'),
    take<DeletedRequest>('requests'),
    take<DeletedLog>('logs'),
  ]);
  return takeOff(transaction, { projectId, events, requests, logs }, { nowMs, shard });
}

/** Takes records that are gone off groups and counters, and forgets their ids; answers how many they are. */
export async function takeOff(
  transaction: Queries,
  { projectId, events, requests, logs }: OldRows & { readonly projectId: number },
  { nowMs, shard }: DeletionFacts,
): Promise<number> {
  const count = events.length + requests.length + logs.length;
  if (count === 0) return 0;
  const deltas = openCounterDeltas();
  const [perGroup, perHome] = [new Map<number, number>(), new Map<number, number>()];
  for (const { groupId, homeId, timestampMs, type, source, bytes } of events) {
    addOne(perGroup, groupId);
    addOne(perHome, homeId ?? groupId);
    deltas.countEvent(projectId, timestampMs, { type, source });
    deltas.countGroup({ projectId, id: groupId }, timestampMs);
    deltas.countBytes(projectId, bytes);
  }
  for (const { timestampMs, statusCode, bytes } of requests) {
    deltas.countRequest(projectId, timestampMs, isFailure(statusCode));
    deltas.countBytes(projectId, bytes);
  }
  for (const { timestampMs, level, source, bytes } of logs) {
    deltas.countLog(projectId, timestampMs, { level, source });
    deltas.countBytes(projectId, bytes);
  }
  await subtractFacets(transaction, projectId, events);
  await Promise.all([
    deleteClientIds(transaction, toEntries(projectId, { events, requests, logs })),
    subtractFromGroups(transaction, projectId, perGroup),
    subtractFromShelf(transaction, projectId, perHome),
    deltas.flush(transaction, { nowMs, shard, sign: -1 }),
  ]);
  await subtractFromTriage(transaction, projectId, perGroup);
  return count;
}

function addOne(counts: Map<number, number>, id: number): void {
  counts.set(id, (counts.get(id) ?? 0) + 1);
}

function toEntries(projectId: number, gone: OldRows): ClientIdEntry[] {
  const entries = [
    ...gone.events.map(({ id: rowId, eventId: clientId }) => ({ kind: CLIENT_ID_KINDS.event, clientId, rowId })),
    ...gone.requests.map(({ id: rowId, recordId: clientId }) => ({ kind: CLIENT_ID_KINDS.request, clientId, rowId })),
    ...gone.logs.map(({ id: rowId, recordId: clientId }) => ({ kind: CLIENT_ID_KINDS.log, clientId, rowId })),
  ];
  return entries.map((entry) => toClientIdEntry(projectId, entry)).filter((entry) => entry !== null);
}
