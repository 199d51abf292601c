// Facets of a project: commits leave what they stored as pending rows, and one daemon after the other counts them. Whoever
// writes counters, or takes events off them, holds the facets of the project, and counts what is pending first.

import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type FacetValues,
  joinFacets,
  NO_OWN,
  NO_VALUES,
  type OwnFacets,
  toOwnFacets,
  toSharedFacets,
} from '../../../facets.js';
import { FACETS_STEP_ROWS } from '../../../limits.js';
import { addEvents, addUser, type FacetDeltas, type FacetTally } from '../../sqlite/tables/facet-deltas.js';
import { byProject, openProjectBulk, toInsert } from '../bulk.js';
import type { Queries } from '../connection.js';
import { FACET_PENDING_STEP_ROWS, FACET_PENDING_TURN_ROWS } from '../limits.js';
import { FACET_LOCK } from '../locks.js';
import { addFacetCounts, PROJECT_SCOPE, subtractFacetCounts, toCounts } from './facet-counts.js';
import { changeFacetUsers } from './facet-users.js';
import type { EventRow } from './records.js';

/** Some events of one group that say the same of themselves, and name one user or none. */
export interface PendingFacets {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  readonly contextHash: string | null;
  readonly own: string;
  readonly userNumber: number | null;
  count: number;
  firstSeenAtMs: number;
  lastSeenAtMs: number;
}

/** A stored event with the texts that its facets are read from. */
export interface FacetEvent {
  readonly id: number;
  readonly groupId: number;
  readonly timestampMs: number;
  readonly context: string | null;
  readonly details: string | null;
}

const pending = openProjectBulk<PendingFacets>({
  id: 'bigint',
  group_id: 'bigint',
  first_seen_at_ms: 'bigint',
  last_seen_at_ms: 'bigint',
  user_number: 'bigint',
  count: 'integer',
  context_hash: 'uuid',
  own: 'text',
});
const INSERT_PENDING = toInsert('facet_pending', pending);

/** The facets of the events of one commit. */
export interface PendingRun {
  /** `facets` are what the event says of itself, where that was read already. */
  count(event: CountedEvent, facets: OwnFacets | undefined): void;
  flush(transaction: Queries): Promise<unknown>;
}

type CountedEvent = Pick<EventRow, 'id' | 'projectId' | 'groupId' | 'contextHash' | 'timestampMs' | 'details'>;

export function startPending(): PendingRun {
  const rows = new Map<string, PendingFacets>();
  return {
    count({ id, projectId, groupId, contextHash, timestampMs: atMs, details }, facets) {
      const { text: own, user: userNumber } = facets ?? readOwn(details);
      const key = `${groupId}/${contextHash ?? ''}/${userNumber ?? ''}/${own}`;
      const known = rows.get(key);
      if (known === undefined) {
        rows.set(key, {
          id,
          projectId,
          groupId,
          contextHash,
          own,
          userNumber,
          count: 1,
          firstSeenAtMs: atMs,
          lastSeenAtMs: atMs,
        });
        return;
      }
      known.count += 1;
      known.firstSeenAtMs = Math.min(known.firstSeenAtMs, atMs);
      known.lastSeenAtMs = Math.max(known.lastSeenAtMs, atMs);
    },
    flush: (transaction) =>
      byProject([...rows.values()], (projectId, own) =>
        transaction.query(INSERT_PENDING, pending.parameters(projectId, own)),
      ),
  };
}

/** Until the transaction ends, nobody else changes the counters of the project. Answers how many rows those have more at most. */
export async function holdFacets(transaction: Queries, projectId: number): Promise<number> {
  await transaction.query(`/* reference */ SELECT pg_advisory_xact_lock(${FACET_LOCK}, $1)`, [projectId]);
  let added = 0;
  for (;;) {
    const step = await countPending(transaction, projectId);
    added += step.added;
    // The next one would find nothing, but for what is committed this moment, which the next to hold them counts.
    if (step.rows < FACET_PENDING_STEP_ROWS) return added;
  }
}

export interface PendingProject {
  readonly id: number;
  readonly name: string;
}

/** Projects of which something waits to be counted. */
export function readPendingProjects(db: Queries): Promise<PendingProject[]> {
  return db.query(
    `/* fan-out */ SELECT p.id, p.name FROM projects p
     WHERE EXISTS (SELECT FROM facet_pending f WHERE f.project_id = p.id)
       OR EXISTS (SELECT FROM facet_gaps g WHERE g.project_id = p.id)`,
  );
}

type PendingRow = Omit<PendingFacets, 'projectId'> & { readonly context: string | null };

/** Counts the oldest part of what is pending; answers how many rows that was, and how many the counters have more. */
async function countPending(
  transaction: Queries,
  projectId: number,
): Promise<{ readonly rows: number; readonly added: number }> {
  const rows = await transaction.query<PendingRow>(
    `/* project */ WITH taken AS (
       DELETE FROM facet_pending WHERE project_id = $1 AND id <= (SELECT max(id) FROM (
         SELECT id FROM facet_pending WHERE project_id = $1 ORDER BY id LIMIT ${FACET_PENDING_STEP_ROWS}) AS oldest)
       RETURNING id, group_id, first_seen_at_ms, last_seen_at_ms, user_number, count, context_hash, own)
     SELECT t.id, t.group_id, t.first_seen_at_ms, t.last_seen_at_ms, t.user_number, t.count, t.own, c.body AS context
     FROM taken t LEFT JOIN contents c ON c.project_id = $1 AND c.hash = t.context_hash`,
    [projectId],
  );
  const deltas: FacetDeltas = new Map();
  const readShared = openShared();
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % FACET_PENDING_TURN_ROWS === 0) await nextTurn();
    const { count, firstSeenAtMs: firstMs, lastSeenAtMs: lastMs } = row;
    const values = joinFacets(readShared(row.context), row.own);
    addTo(deltas, { groupId: row.groupId, tally: { count, firstMs, lastMs }, values, user: row.userNumber });
  }
  return { rows: rows.length, added: await addDeltas(transaction, projectId, deltas) };
}

/** Takes events off that are gone. Needs `holdFacets`. */
export async function subtractFacets(
  transaction: Queries,
  projectId: number,
  events: readonly FacetEvent[],
): Promise<void> {
  const counted = await onlyCounted(transaction, projectId, events);
  const deltas = toDeltas(counted);
  await subtractDeltas(transaction, projectId, deltas);
}

/** After events have come into other groups. Needs `holdFacets`. */
export async function moveFacets(
  transaction: Queries,
  projectId: number,
  moved: readonly { readonly event: FacetEvent; readonly groupId: number }[],
): Promise<void> {
  const counted = new Set(
    await onlyCounted(
      transaction,
      projectId,
      moved.map(({ event }) => event),
    ),
  );
  const of = moved.filter(({ event }) => counted.has(event));
  const [left, come] = [of.map(({ event }) => event), of.map(({ event, groupId }) => ({ ...event, groupId }))].map(
    (events) => {
      const deltas = toDeltas(events);
      deltas.delete(PROJECT_SCOPE);
      return deltas;
    },
  );
  if (left !== undefined) await subtractDeltas(transaction, projectId, left);
  if (come !== undefined) await addDeltas(transaction, projectId, come);
}

/** Deletes what is counted of groups that are gone. */
export async function deleteGroupFacets(
  transaction: Queries,
  projectId: number,
  groupIds: readonly number[],
): Promise<void> {
  for (const table of ['facet_counts', 'facet_users', 'facet_heads'])
    await transaction.change(
      `/* project */ DELETE FROM ${table} WHERE project_id = $1 AND group_id = ANY($2::bigint[])`,
      [projectId, groupIds],
    );
}

/** Counts events that were stored before facets were; 0 when none is left. Needs `holdFacets`. */
export async function countGap(transaction: Queries, projectId: number): Promise<number> {
  const gap = await readGap(transaction, projectId);
  if (gap === null) return 0;
  const events = await transaction.query<FacetEvent>(
    `/* project */ SELECT e.id, e.group_id, e.timestamp_ms, e.details, c.body AS context
     FROM events e LEFT JOIN contents c ON c.project_id = e.project_id AND c.hash = e.context_hash
     WHERE e.project_id = $1 AND e.id > $2 AND e.id <= $3 ORDER BY e.id LIMIT ${FACETS_STEP_ROWS}`,
    [projectId, gap.gapFrom, gap.gapTo],
  );
  await addDeltas(transaction, projectId, toDeltas(events));
  if (events.length < FACETS_STEP_ROWS)
    await transaction.change('/* project */ DELETE FROM facet_gaps WHERE project_id = $1', [projectId]);
  else
    await transaction.change('/* project */ UPDATE facet_gaps SET gap_from = $2 WHERE project_id = $1', [
      projectId,
      events.at(-1)?.id ?? gap.gapTo,
    ]);
  return events.length;
}

interface Gap {
  readonly gapFrom: number;
  readonly gapTo: number;
}

async function readGap(transaction: Queries, projectId: number): Promise<Gap | null> {
  const [gap] = await transaction.query<Gap>(
    '/* project */ SELECT gap_from, gap_to FROM facet_gaps WHERE project_id = $1',
    [projectId],
  );
  return gap ?? null;
}

async function onlyCounted(
  transaction: Queries,
  projectId: number,
  events: readonly FacetEvent[],
): Promise<readonly FacetEvent[]> {
  const gap = events.length === 0 ? null : await readGap(transaction, projectId);
  return gap === null ? events : events.filter(({ id }) => id <= gap.gapFrom || id > gap.gapTo);
}

function toDeltas(events: readonly FacetEvent[]): FacetDeltas {
  const deltas: FacetDeltas = new Map();
  const readShared = openShared();
  for (const { groupId, timestampMs: atMs, context, details } of events) {
    const own = readOwn(details);
    const tally = { count: 1, firstMs: atMs, lastMs: atMs };
    addTo(deltas, { groupId, tally, values: joinFacets(readShared(context), own.text), user: own.user });
  }
  return deltas;
}

interface Added {
  readonly groupId: number;
  readonly tally: FacetTally;
  readonly values: FacetValues;
  readonly user: number | null;
}

function addTo(deltas: FacetDeltas, { groupId, tally, values, user }: Added): void {
  for (const id of [groupId, PROJECT_SCOPE]) {
    const scope = { id, isGroup: id !== PROJECT_SCOPE };
    addEvents(deltas, scope, { tally, values });
    if (user !== null) addUser(deltas, scope, { user, count: tally.count });
  }
}

async function addDeltas(transaction: Queries, projectId: number, deltas: FacetDeltas): Promise<number> {
  const added = await addFacetCounts(transaction, projectId, toCounts(deltas));
  await changeFacetUsers(transaction, projectId, { deltas, sign: 1 });
  return added;
}

async function subtractDeltas(transaction: Queries, projectId: number, deltas: FacetDeltas): Promise<void> {
  await subtractFacetCounts(transaction, projectId, toCounts(deltas));
  await changeFacetUsers(transaction, projectId, { deltas, sign: -1 });
}

/** Reads each text once. */
function openShared(): (context: string | null) => FacetValues {
  const known = new Map<string, FacetValues>();
  return (context) => {
    if (context === null) return NO_VALUES;
    const found = known.get(context) ?? toSharedFacets(JSON.parse(context) as Record<string, unknown>);
    known.set(context, found);
    return found;
  };
}

function readOwn(details: string | null): OwnFacets {
  return details === null ? NO_OWN : toOwnFacets(JSON.parse(details) as Record<string, unknown>);
}
