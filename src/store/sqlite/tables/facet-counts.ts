// The counters of facets: how many events of a group or a project have which value. Bounded for each facet: what comes
// beyond the values that are kept is counted together, so that the sum stays that of the events.

import { RELEASE_FACET } from '../../../facets.js';
import { FACET_STALE_MS, FACET_VALUES_ALL_MAX, FACET_VALUES_MAX, FACETS_MAX } from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import { addTally, type FacetScope, type FacetTally } from './facet-deltas.js';

/** Stands for all values of a facet that are not counted by name. */
export const OTHER_VALUES = '';

export interface FacetCounters {
  add(scope: FacetScope, tallies: Iterable<readonly [FacetName, FacetTally]>): void;
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
  return {
    add(scope, tallies) {
      const addition = new Addition(scope, names, statements);
      for (const [name, tally] of tallies) addition.add(name, tally);
      addition.finish();
    },
    subtract(scopeId, name, count) {
      const facetId = names.find({ facet: name.facet, value: OTHER_VALUES });
      if (facetId === null) return;
      const valueId = names.find(name);
      // Of most names more are left than go.
      if (valueId !== null && statements.lower.run(count, scopeId, facetId, valueId, count).changes > 0) return;
      let left = count;
      // What is not counted by name any more is among the others.
      for (const id of [valueId, facetId]) {
        const counted = id === null || left === 0 ? undefined : statements.read.get(scopeId, facetId, id);
        if (counted === undefined || id === null) continue;
        const taken = Math.min(left, counted);
        left -= taken;
        if (taken === counted) statements.remove.run(scopeId, facetId, id);
        else statements.lower.run(taken, scopeId, facetId, id, taken);
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

/** A facet of a scope that has no place for another value. */
interface FullFacet {
  /** There is none that was sent last before that time and could make room. A value that takes such a place is newer. */
  noneBeforeMs: number;
  /** What is counted together, written at the end; null while there is none. */
  others: FacetTally | null;
}

/**
 * What is added to one scope. Many of its values may be new, as where a tag is the id of an order: that a facet is full is
 * looked up once, and what is counted together is written once.
 */
class Addition {
  readonly #scope: FacetScope;
  readonly #names: Names;
  readonly #statements: Statements;
  readonly #full = new Map<number, FullFacet>();
  #hasRoomForFacets = true;

  constructor(scope: FacetScope, names: Names, statements: Statements) {
    this.#scope = scope;
    this.#names = names;
    this.#statements = statements;
  }

  add(name: FacetName, tally: FacetTally): void {
    const facetId = this.#names.find({ facet: name.facet, value: OTHER_VALUES });
    if (facetId === null) {
      this.#addFacet(name, tally);
      return;
    }
    const valueId = this.#names.find(name);
    if (valueId !== null && this.#raise(facetId, valueId, tally)) return;
    const place = this.#findPlace(facetId, name, tally);
    if (place === 'new_facet') this.#addFacet(name, tally);
    else if (place === 'named') this.#upsert(facetId, this.#names.intern(name), tally);
    else if (place.others === null) place.others = { ...tally };
    else addTally(place.others, tally);
  }

  finish(): void {
    for (const [facetId, { others }] of this.#full) if (others !== null) this.#upsert(facetId, facetId, others);
  }

  #addFacet(name: FacetName, tally: FacetTally): void {
    this.#hasRoomForFacets &&= (this.#statements.facetCount.get(this.#scope.id) ?? 0) < FACETS_MAX;
    if (!this.#hasRoomForFacets) return;
    const facetId = this.#names.intern({ facet: name.facet, value: OTHER_VALUES });
    this.#upsert(facetId, this.#names.intern(name), tally);
  }

  /** Where a value that is new to the scope is counted. A value that has become rare may make room for it. */
  #findPlace(facetId: number, { facet }: FacetName, { lastMs }: FacetTally): 'new_facet' | 'named' | FullFacet {
    const { valueCount, stalest, read, remove } = this.#statements;
    const scopeId = this.#scope.id;
    let full = this.#full.get(facetId);
    if (full === undefined) {
      const known = valueCount.get(scopeId, facetId) ?? 0;
      if (known === 0) return 'new_facet';
      if (known < (this.#scope.isGroup ? FACET_VALUES_MAX : FACET_VALUES_ALL_MAX)) return 'named';
      full = { noneBeforeMs: Number.NEGATIVE_INFINITY, others: null };
      this.#full.set(facetId, full);
    }
    // Releases follow one another: the newest is always counted by name.
    const staleMs = facet === RELEASE_FACET ? lastMs : lastMs - FACET_STALE_MS;
    if (staleMs <= full.noneBeforeMs) return full;
    const victim = stalest.get(scopeId, facetId, facetId, staleMs, scopeId, facetId);
    if (victim === undefined) {
      full.noneBeforeMs = staleMs;
      return full;
    }
    const [valueId, firstMs, victimLastMs] = victim;
    const count = read.get(scopeId, facetId, valueId) ?? 0;
    this.#upsert(facetId, facetId, { count, firstMs, lastMs: victimLastMs });
    remove.run(scopeId, facetId, valueId);
    return 'named';
  }

  /** False where nothing is counted under the name. */
  #raise(facetId: number, valueId: number, { count, firstMs, lastMs }: FacetTally): boolean {
    return this.#statements.raise.run(count, firstMs, lastMs, this.#scope.id, facetId, valueId).changes > 0;
  }

  #upsert(facetId: number, valueId: number, { count, firstMs, lastMs }: FacetTally): void {
    this.#statements.upsert.run(this.#scope.id, facetId, valueId, count, firstMs, lastMs);
  }
}

type Statements = ReturnType<typeof openStatements>;

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
    lower: db.prepare<number[]>(`UPDATE facet_counts SET count = count - ? WHERE ${key} AND count > ?`),
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

/** So many names are remembered, those of a busy daemon, and as many that there are not. */
const NAMES_KNOWN_MAX = 20_000;

function openNames(db: WritableDb): Names {
  const find = db
    .prepare<FacetName, number>('SELECT id FROM facet_names WHERE facet = :facet AND value = :value')
    .pluck();
  const insert = db.prepare<FacetName>('INSERT INTO facet_names (facet, value) VALUES (:facet, :value)');
  const known = new Map<string, number>();
  /** A value that nobody counts by name is asked for by each scope that it is added to. */
  const missing = new Set<string>();
  const remember = (key: string, id: number): number => {
    if (known.size >= NAMES_KNOWN_MAX) known.clear();
    known.set(key, id);
    return id;
  };
  const lookUp = (key: string, name: FacetName): number | null => {
    const id = known.get(key);
    if (id !== undefined) return id;
    if (missing.has(key)) return null;
    const found = find.get(name);
    if (found !== undefined) return remember(key, found);
    if (missing.size >= NAMES_KNOWN_MAX) missing.clear();
    missing.add(key);
    return null;
  };
  return {
    find: (name) => lookUp(toKey(name), name),
    intern: (name) => {
      const key = toKey(name);
      // Asked again: a file may hold two texts as one that are different here, as with half a surrogate pair.
      const id = known.get(key) ?? find.get(name);
      missing.delete(key);
      return remember(key, id ?? Number(insert.run(name).lastInsertRowid));
    },
    reload: () => {
      known.clear();
      missing.clear();
    },
  };
}

function toKey({ facet, value }: FacetName): string {
  return `${facet}\n${value}`;
}
