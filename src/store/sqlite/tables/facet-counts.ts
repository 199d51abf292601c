// The counters of facets: how many events of a group or a project have which value. Bounded for each facet: what comes
// beyond the values that are kept is counted together, so that the sum stays that of the events.

import { RELEASE_FACET } from '../../../facets.js';
import { FACET_STALE_MS, FACET_VALUES_ALL_MAX, FACET_VALUES_MAX, FACETS_MAX } from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import type { FacetScope, FacetTally } from './facet-deltas.js';

/** Stands for all values of a facet that are not counted by name. */
export const OTHER_VALUES = '';

export interface FacetCounters {
  add(scope: FacetScope, name: FacetName, tally: FacetTally): void;
  subtract(scopeId: number, name: FacetName, count: number): void;
  /** Deletes up to `limit` names that nothing is counted under; answers how many went. */
  deleteUnusedNames(limit: number): number;
  deleteAll(): void;
  /** Forgets ids that a rolled-back or deleting transaction made wrong. */
  reload(): void;
}

export interface FacetName {
  readonly facet: string;
  readonly value: string;
}

interface Names {
  find(name: FacetName): number | null;
  intern(name: FacetName): number;
  reload(): void;
}

export function openFacetCounters(db: WritableDb): FacetCounters {
  const names = openNames(db);
  const statements = openStatements(db);
  const insert = (scope: FacetScope, name: FacetName, tally: FacetTally): void => {
    const facetId = names.intern({ facet: name.facet, value: OTHER_VALUES });
    const valueId = names.intern(name);
    statements.upsert.run(scope.id, facetId, valueId, tally.count, tally.firstMs, tally.lastMs);
  };
  const findIds = (name: FacetName): { facetId: number; valueId: number } | null => {
    const [facetId, valueId] = [names.find({ facet: name.facet, value: OTHER_VALUES }), names.find(name)];
    return facetId === null || valueId === null ? null : { facetId, valueId };
  };
  return {
    add(scope, name, tally) {
      const { count, firstMs, lastMs } = tally;
      const ids = findIds(name);
      if (ids !== null) {
        const changed = statements.raise.run(count, firstMs, lastMs, scope.id, ids.facetId, ids.valueId).changes;
        if (changed > 0) return;
      }
      const facetId = names.find({ facet: name.facet, value: OTHER_VALUES });
      const place = facetId === null ? 'new_facet' : findPlace(statements, { scope, facetId, name, tally });
      if (place === 'new_facet' && (statements.facetCount.get(scope.id) ?? 0) >= FACETS_MAX) return;
      insert(scope, place === 'other' ? { facet: name.facet, value: OTHER_VALUES } : name, tally);
    },
    subtract(scopeId, name, count) {
      const facetId = names.find({ facet: name.facet, value: OTHER_VALUES });
      if (facetId === null) return;
      let left = count;
      // What is not counted by name any more is among the others.
      for (const valueId of [names.find(name), facetId]) {
        const counted = valueId === null || left === 0 ? undefined : statements.read.get(scopeId, facetId, valueId);
        if (counted === undefined || valueId === null) continue;
        const taken = Math.min(left, counted);
        left -= taken;
        if (taken === counted) statements.remove.run(scopeId, facetId, valueId);
        else statements.lower.run(taken, scopeId, facetId, valueId);
      }
    },
    deleteUnusedNames(limit) {
      const count = statements.unusedValues.run(limit).changes + statements.unusedFacets.run().changes;
      if (count > 0) names.reload();
      return count;
    },
    deleteAll() {
      statements.all.run();
      statements.allNames.run();
      names.reload();
    },
    reload: () => {
      names.reload();
    },
  };
}

/** Where a value that is new to a scope is counted. A value that has become rare may make room for it. */
function findPlace(
  { valueCount, stalest, read, remove, upsert }: ReturnType<typeof openStatements>,
  { scope, facetId, name, tally }: { scope: FacetScope; facetId: number; name: FacetName; tally: FacetTally },
): 'new_facet' | 'named' | 'other' {
  const known = valueCount.get(scope.id, facetId) ?? 0;
  if (known === 0) return 'new_facet';
  if (known < (scope.isGroup ? FACET_VALUES_MAX : FACET_VALUES_ALL_MAX)) return 'named';
  // Releases follow one another: the newest is always counted by name.
  const staleMs = name.facet === RELEASE_FACET ? tally.lastMs : tally.lastMs - FACET_STALE_MS;
  const victim = stalest.get(scope.id, facetId, facetId, staleMs, scope.id, facetId);
  if (victim === undefined) return 'other';
  const [valueId, firstMs, lastMs] = victim;
  upsert.run(scope.id, facetId, facetId, read.get(scope.id, facetId, valueId) ?? 0, firstMs, lastMs);
  remove.run(scope.id, facetId, valueId);
  return 'named';
}

function openStatements(db: WritableDb) {
  const key = 'scope_id = ? AND facet_id = ? AND value_id = ?';
  return {
    raise: db.prepare<number[]>(
      `UPDATE facet_counts SET count = count + ?, first_seen_at_ms = min(first_seen_at_ms, ?),
         last_seen_at_ms = max(last_seen_at_ms, ?) WHERE ${key}`,
    ),
    upsert: db.prepare<number[]>(
      `INSERT INTO facet_counts (scope_id, facet_id, value_id, count, first_seen_at_ms, last_seen_at_ms)
       VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count,
         first_seen_at_ms = min(first_seen_at_ms, excluded.first_seen_at_ms),
         last_seen_at_ms = max(last_seen_at_ms, excluded.last_seen_at_ms)`,
    ),
    read: db.prepare<number[], number>(`SELECT count FROM facet_counts WHERE ${key}`).pluck(),
    lower: db.prepare<number[]>(`UPDATE facet_counts SET count = count - ? WHERE ${key}`),
    remove: db.prepare<number[]>(`DELETE FROM facet_counts WHERE ${key}`),
    valueCount: db
      .prepare<number[], number>('SELECT count(*) FROM facet_counts WHERE scope_id = ? AND facet_id = ?')
      .pluck(),
    facetCount: db
      .prepare<[number], number>('SELECT count(DISTINCT facet_id) FROM facet_counts WHERE scope_id = ?')
      .pluck(),
    // Never the first of them: it says since when.
    stalest: db
      .prepare<number[], [number, number, number]>(
        `SELECT value_id, first_seen_at_ms, last_seen_at_ms FROM facet_counts WHERE scope_id = ? AND facet_id = ?
           AND value_id <> ? AND last_seen_at_ms < ? AND first_seen_at_ms > (
             SELECT min(first_seen_at_ms) FROM facet_counts WHERE scope_id = ? AND facet_id = ?)
         ORDER BY last_seen_at_ms LIMIT 1`,
      )
      .raw(),
    unusedValues: db.prepare<[number]>(
      `DELETE FROM facet_names WHERE id IN (SELECT n.id FROM facet_names n WHERE n.value <> ''
         AND NOT EXISTS (SELECT 1 FROM facet_counts c WHERE c.value_id = n.id) LIMIT ?)`,
    ),
    unusedFacets: db.prepare(
      `DELETE FROM facet_names WHERE value = '' AND NOT EXISTS (SELECT 1 FROM facet_counts c WHERE c.value_id = facet_names.id)
         AND NOT EXISTS (SELECT 1 FROM facet_names n WHERE n.facet = facet_names.facet AND n.value <> '')`,
    ),
    all: db.prepare('DELETE FROM facet_counts'),
    allNames: db.prepare('DELETE FROM facet_names'),
  };
}

/** So many names are remembered: those of a busy daemon. */
const NAMES_KNOWN_MAX = 20_000;

function openNames(db: WritableDb): Names {
  const find = db
    .prepare<FacetName, number>('SELECT id FROM facet_names WHERE facet = :facet AND value = :value')
    .pluck();
  const insert = db.prepare<FacetName>('INSERT INTO facet_names (facet, value) VALUES (:facet, :value)');
  const known = new Map<string, number>();
  const remember = (key: string, id: number): number => {
    if (known.size >= NAMES_KNOWN_MAX) known.clear();
    known.set(key, id);
    return id;
  };
  const lookUp = (name: FacetName): number | null => {
    const key = `${name.facet}\n${name.value}`;
    const id = known.get(key);
    if (id !== undefined) return id;
    const found = find.get(name);
    return found === undefined ? null : remember(key, found);
  };
  return {
    find: lookUp,
    intern: (name) =>
      lookUp(name) ?? remember(`${name.facet}\n${name.value}`, Number(insert.run(name).lastInsertRowid)),
    reload: () => {
      known.clear();
    },
  };
}
