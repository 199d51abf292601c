// The counters of facets of one project, as of the SQLite store (`tables/facet-counts.ts` there). Whoever writes them holds
// the facets of the project: see `facets.ts`.

import { RELEASE_FACET } from '../../../facets.js';
import { FACET_STALE_MS, FACET_VALUES_ALL_MAX, FACET_VALUES_MAX, FACETS_MAX } from '../../../limits.js';
import { OTHER_VALUES } from '../../sqlite/tables/facet-counts.js';
import { addTally, type FacetDeltas } from '../../sqlite/tables/facet-deltas.js';
import type { Queries } from '../connection.js';

/** A counter, or what is added to it. */
export interface FacetCount {
  readonly groupId: number;
  readonly facet: string;
  readonly value: string;
  count: number;
  firstMs: number;
  lastMs: number;
}

/** Stands for the project as a whole. */
export const PROJECT_SCOPE = 0;

const NEW_ROWS = `unnest($2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])
  AS n (group_id, facet, value, count, first_ms, last_ms)`;
const SAME_KEY = 'c.group_id = n.group_id AND c.facet = n.facet AND c.value = n.value';
const COLUMNS = 'group_id, facet, value, count, first_seen_at_ms AS first_ms, last_seen_at_ms AS last_ms';

function toParameters(projectId: number, rows: readonly FacetCount[]) {
  return [
    projectId,
    rows.map(({ groupId }) => groupId),
    rows.map(({ facet }) => facet),
    rows.map(({ value }) => value),
    rows.map(({ count }) => count),
    rows.map(({ firstMs }) => firstMs),
    rows.map(({ lastMs }) => lastMs),
  ];
}

const toKey = ({ groupId, facet, value }: Pick<FacetCount, 'groupId' | 'facet' | 'value'>): string =>
  `${groupId}\n${facet}\n${value}`;

export function toCounts(deltas: FacetDeltas): FacetCount[] {
  const rows: FacetCount[] = [];
  for (const { scope, facets } of deltas.values())
    for (const [facet, values] of facets)
      for (const [value, { count, firstMs, lastMs }] of values)
        rows.push({ groupId: scope.id, facet, value, count, firstMs, lastMs });
  return rows;
}

/** Answers how many rows the table has more at most. */
export async function addFacetCounts(
  transaction: Queries,
  projectId: number,
  rows: readonly FacetCount[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const stored = await transaction.query<{ readonly place: number }>(
    FIND_PLACES,
    toParameters(projectId, rows).slice(0, 4),
  );
  const known = new Set(stored.map(({ place }) => place - 1));
  await putCounts(
    transaction,
    projectId,
    rows.filter((_, index) => known.has(index)),
  );
  const missed = rows.filter((_, index) => !known.has(index));
  if (missed.length > 0) await insertCounts(transaction, projectId, missed);
  return missed.length;
}

/**
 * One look into the key for each, whatever the statistics say: in a join the planner may compare all counters of a project with
 * each that is wanted, which was most of the server's time while the table was young.
 */
const FIND_PLACES = `/* project */ SELECT n.place FROM unnest($2::bigint[], $3::text[], $4::text[])
    WITH ORDINALITY AS n (group_id, facet, value, place)
  CROSS JOIN LATERAL (SELECT FROM facet_counts c WHERE c.project_id = $1 AND ${SAME_KEY} OFFSET 0) AS stored`;

/** Adds to counters, and makes those that are not there. */
async function putCounts(transaction: Queries, projectId: number, rows: readonly FacetCount[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.change(
    `/* project */ INSERT INTO facet_counts (project_id, group_id, facet, value, count, first_seen_at_ms, last_seen_at_ms)
     SELECT $1, group_id, facet, value, count, first_ms, last_ms FROM ${NEW_ROWS}
     ON CONFLICT (project_id, group_id, facet, value) DO UPDATE SET count = facet_counts.count + excluded.count,
       first_seen_at_ms = least(facet_counts.first_seen_at_ms, excluded.first_seen_at_ms),
       last_seen_at_ms = greatest(facet_counts.last_seen_at_ms, excluded.last_seen_at_ms)`,
    toParameters(projectId, rows),
  );
}

/** Values that are new to their group: by name where there is room, else among the others. */
async function insertCounts(transaction: Queries, projectId: number, missed: readonly FacetCount[]): Promise<void> {
  const groups = [...new Set(missed.map(({ groupId }) => groupId))];
  const stored = await transaction.query<FacetCount>(
    `/* project */ SELECT ${COLUMNS} FROM facet_counts WHERE project_id = $1 AND group_id = ANY($2::bigint[])`,
    [projectId, groups],
  );
  const { inserted, evicted } = placeValues(stored, missed);
  if (evicted.length > 0)
    await transaction.change(
      `/* project */ DELETE FROM facet_counts c USING unnest($2::bigint[], $3::text[], $4::text[]) AS n (group_id, facet, value)
       WHERE c.project_id = $1 AND ${SAME_KEY}`,
      toParameters(projectId, evicted).slice(0, 4),
    );
  await putCounts(transaction, projectId, inserted);
}

function placeValues(stored: readonly FacetCount[], missed: readonly FacetCount[]) {
  const byGroup = new Map<number, Map<string, FacetCount[]>>();
  const facetsOf = (groupId: number): Map<string, FacetCount[]> =>
    getOrMake(byGroup, groupId, () => new Map<string, FacetCount[]>());
  for (const row of stored) getOrMake(facetsOf(row.groupId), row.facet, () => []).push(row);
  const inserted = new Map<string, FacetCount>();
  const evicted: FacetCount[] = [];
  const insert = (row: FacetCount): void => {
    const known = inserted.get(toKey(row));
    if (known === undefined) inserted.set(toKey(row), { ...row });
    else addTally(known, row);
  };
  for (const row of missed) {
    const facets = facetsOf(row.groupId);
    if (!facets.has(row.facet) && facets.size >= FACETS_MAX) continue;
    const values = getOrMake(facets, row.facet, () => []);
    if (values.length >= (row.groupId === PROJECT_SCOPE ? FACET_VALUES_ALL_MAX : FACET_VALUES_MAX)) {
      const victim = findStalest(values, row);
      if (victim === undefined) {
        insert({ ...row, value: OTHER_VALUES });
        continue;
      }
      values.splice(values.indexOf(victim), 1);
      evicted.push(victim);
      insert({ ...victim, value: OTHER_VALUES });
    }
    values.push(row);
    insert(row);
  }
  return { inserted: [...inserted.values()], evicted };
}

/** The value that has not been seen for longest and may go; never the first of them, which says since when. */
function findStalest(values: readonly FacetCount[], { facet, lastMs }: FacetCount): FacetCount | undefined {
  const staleMs = facet === RELEASE_FACET ? lastMs : lastMs - FACET_STALE_MS;
  const firstMs = values.reduce((first, row) => Math.min(first, row.firstMs), Number.POSITIVE_INFINITY);
  return values
    .filter((row) => row.value !== OTHER_VALUES && row.lastMs < staleMs && row.firstMs > firstMs)
    .reduce<FacetCount | undefined>(
      (found, row) => (found === undefined || row.lastMs < found.lastMs ? row : found),
      undefined,
    );
}

function getOrMake<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key) ?? make();
  map.set(key, known);
  return known;
}

/** What is not counted by name any more is taken off the others. */
export async function subtractFacetCounts(
  transaction: Queries,
  projectId: number,
  rows: readonly FacetCount[],
): Promise<void> {
  if (rows.length === 0) return;
  const stored = await transaction.query<FacetCount>(
    `/* project */ SELECT ${COLUMNS} FROM facet_counts WHERE project_id = $1 AND group_id = ANY($2::bigint[])`,
    [projectId, [...new Set(rows.map(({ groupId }) => groupId))]],
  );
  const byKey = new Map(stored.map((row) => [toKey(row), row]));
  const changed = new Set<FacetCount>();
  for (const row of rows) {
    let left = row.count;
    for (const value of [row.value, OTHER_VALUES]) {
      const counter = byKey.get(toKey({ ...row, value }));
      if (counter === undefined || left === 0) continue;
      const taken = Math.min(left, counter.count);
      counter.count -= taken;
      left -= taken;
      changed.add(counter);
    }
  }
  await transaction.change(
    `/* project */ UPDATE facet_counts c SET count = n.count FROM ${NEW_ROWS} WHERE c.project_id = $1 AND ${SAME_KEY} AND n.last_ms IS NOT NULL
       AND n.first_ms IS NOT NULL`,
    toParameters(projectId, [...changed]),
  );
  await transaction.change(
    '/* project */ DELETE FROM facet_counts WHERE project_id = $1 AND group_id = ANY($2::bigint[]) AND count <= 0',
    [projectId, [...new Set([...changed].map(({ groupId }) => groupId))]],
  );
}
