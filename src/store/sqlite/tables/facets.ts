// Facets, counted beside the events: gathered in memory over commits by what events have in common, and written a second
// later at most, with the mark of how far they are counted. What a crash leaves uncounted is counted from the rows at the
// next start, so that counters are always those of the events.

import { LRUCache } from '#lru-cache';
import type { Clock } from '../../../clock.js';
import {
  type FacetValues,
  joinFacets,
  NO_OWN,
  NO_VALUES,
  type OwnFacets,
  toOwnFacets,
  toSharedFacets,
} from '../../../facets.js';
import { FACETS_GATHERED_MAX, FACETS_GATHERED_MS, FACETS_STEP_ROWS } from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import { openFacetCounters } from './facet-counts.js';
import { addEvents, addTally, addUser, type FacetDeltas, type FacetScope, type FacetTally } from './facet-deltas.js';
import { openFacetUsers } from './facet-users.js';
import type { WrittenInParts } from './index-backlog.js';
import { EVERY_PROJECT_ID } from './projects.js';

/** A stored event whose facets are still to be read. */
export interface FacetEvent {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  readonly contextId: number | null;
  readonly timestampMs: number;
  readonly details: string | null;
}

export interface FacetCommands extends WrittenInParts {
  /** Counts an event of this transaction; `own` is read from `details` where nobody has. */
  count(event: FacetEvent, own: OwnFacets | undefined): void;
  /** Takes events off that are gone, of their groups and their projects. */
  subtract(events: readonly FacetEvent[]): void;
  /** After an event has come into another group. Needs `settle` in the same transaction. */
  move(event: FacetEvent, groupId: number): void;
  /** Writes all that has been gathered, in a transaction. */
  settle(): void;
  /** Whether something has been gathered that is not written. */
  readonly isWaiting: boolean;
  /** Counts events of the gap that `facet_marks` tells of, in a transaction; 0 when none is left. */
  countGap(): number;
  deleteUnusedNames(limit: number): number;
  deleteAll(): void;
  /** The ids of texts may stand for others from now on. */
  forgetContexts(): void;
}

interface Entry extends Omit<FacetEvent, 'details'> {
  readonly own: OwnFacets;
}

/** Events that say the same of themselves. */
interface Gathered extends FacetTally {
  readonly entry: Entry;
}

interface Mark {
  readonly countedTo: number;
  readonly gapFrom: number;
  readonly gapTo: number;
}

/** Texts of contexts whose facets are remembered. */
const CONTEXTS_KNOWN_MAX = 2000;

/** Has the facets of every stored event counted anew, in steps, by whoever opens the database next. */
export function recountFacets(db: WritableDb): void {
  db.exec(
    `DELETE FROM facet_counts; DELETE FROM facet_users; DELETE FROM facet_heads; DELETE FROM facet_names;
     DELETE FROM facet_marks;
     INSERT INTO facet_marks (id, counted_to, gap_from, gap_to)
       SELECT 1, coalesce(max(id), 0), 0, coalesce(max(id), 0) FROM events`,
  );
}

/** Counts first what the process before this one had not counted. */
export function openFacetCommands(db: WritableDb, clock: Clock): FacetCommands {
  return new Facets(db, clock);
}

class Facets implements FacetCommands {
  readonly #clock: Clock;
  readonly #counters: ReturnType<typeof openFacetCounters>;
  readonly #users: ReturnType<typeof openFacetUsers>;
  readonly #statements: ReturnType<typeof openStatements>;
  readonly #shared = new LRUCache<number, FacetValues>({ max: CONTEXTS_KNOWN_MAX });
  /** Of the running transaction, and not written by it. */
  #added: Entry[] = [];
  /** Of transactions that are committed, by group, context and own facets. */
  readonly #gathered = new Map<string, Gathered>();
  readonly #gatheredUsers = new Map<string, GatheredUser>();
  #newestId = 0;
  #writtenAtMs = 0;
  /** The running transaction has written what was gathered. */
  #isWritten = false;
  #mark: Mark;
  #markBefore: Mark;

  constructor(db: WritableDb, clock: Clock) {
    this.#clock = clock;
    this.#counters = openFacetCounters(db);
    this.#users = openFacetUsers(db);
    this.#statements = openStatements(db);
    this.#mark = this.#statements.readMark.get() ?? NO_MARK;
    while (db.transaction(() => this.#countRest()).immediate() > 0);
    this.#markBefore = this.#mark;
  }

  get isWaiting(): boolean {
    return this.#gathered.size > 0 || this.#added.length > 0;
  }

  begin(): void {
    if (this.#isWritten) {
      this.#gathered.clear();
      this.#gatheredUsers.clear();
    }
    this.#isWritten = false;
    this.#markBefore = this.#mark;
    for (const entry of this.#added) gather(this.#gathered, this.#gatheredUsers, entry);
    const newest = this.#added.at(-1);
    if (newest !== undefined) this.#newestId = newest.id;
    this.#added = [];
  }

  count({ id, projectId, groupId, contextId, timestampMs, details }: FacetEvent, own: OwnFacets | undefined): void {
    this.#added.push({ id, projectId, groupId, contextId, timestampMs, own: own ?? readOwn(details) });
  }

  index(): void {
    const waitedMs = this.#clock() - this.#writtenAtMs;
    const isFull = this.#gathered.size + this.#added.length >= FACETS_GATHERED_MAX;
    // A clock that was set back must not hold them up.
    if (isFull || waitedMs >= FACETS_GATHERED_MS || waitedMs < 0) this.settle();
  }

  indexAll(): void {
    this.settle();
  }

  settle(): void {
    this.#writtenAtMs = this.#clock();
    if (this.#isWritten ? this.#added.length === 0 : !this.isWaiting) return;
    const [events, users] = [new Map<string, Gathered>(), new Map<string, GatheredUser>()];
    for (const entry of this.#added) gather(events, users, entry);
    const committed = this.#isWritten
      ? ([[], []] as const)
      : ([this.#gathered.values(), this.#gatheredUsers.values()] as const);
    this.#write(this.#toDeltas([...committed[0], ...events.values()], [...committed[1], ...users.values()]), 1);
    this.#setMark({ countedTo: Math.max(this.#mark.countedTo, this.#newestId, this.#added.at(-1)?.id ?? 0) });
    this.#added = [];
    this.#isWritten = true;
  }

  rollback(): void {
    this.#added = [];
    this.#isWritten = false;
    this.#mark = this.#markBefore;
    this.#counters.reload();
    this.#users.reload();
    this.#shared.clear();
  }

  subtract(events: readonly FacetEvent[]): void {
    if (events.length === 0) return;
    this.settle();
    this.#writeRows(
      events.filter(({ id }) => this.#isCounted(id)),
      -1,
    );
  }

  move(event: FacetEvent, groupId: number): void {
    if (!this.#isCounted(event.id)) return;
    const entry = toEntry(event);
    for (const [id, sign] of [
      [event.groupId, -1],
      [groupId, 1],
    ] as const) {
      const deltas: FacetDeltas = new Map();
      this.#addTo(deltas, { id, isGroup: true }, entry);
      this.#write(deltas, sign);
    }
  }

  countGap(): number {
    const { gapFrom, gapTo } = this.#mark;
    if (gapFrom >= gapTo) return 0;
    const events = this.#statements.between.all(gapFrom, gapTo, FACETS_STEP_ROWS);
    this.#writeRows(events, 1);
    this.#setMark({ gapFrom: events.length < FACETS_STEP_ROWS ? gapTo : (events.at(-1)?.id ?? gapTo) });
    return events.length;
  }

  deleteUnusedNames(limit: number): number {
    return this.#counters.deleteUnusedNames(limit);
  }

  deleteAll(): void {
    this.settle();
    this.#counters.deleteAll();
    this.#users.deleteAll();
    this.#shared.clear();
    this.#setMark({ gapFrom: 0, gapTo: 0 });
  }

  forgetContexts(): void {
    this.#shared.clear();
  }

  /** What the process before this one had not counted. */
  #countRest(): number {
    const { countedTo } = this.#mark;
    const events = this.#statements.between.all(countedTo, Number.MAX_SAFE_INTEGER, FACETS_STEP_ROWS);
    this.#writeRows(events, 1);
    const last = events.at(-1);
    if (last !== undefined) this.#setMark({ countedTo: last.id });
    return events.length;
  }

  #isCounted(id: number): boolean {
    return id <= this.#mark.gapFrom || id > this.#mark.gapTo;
  }

  #setMark(change: Partial<Mark>): void {
    this.#mark = { ...this.#mark, ...change };
    this.#statements.writeMark.run(this.#mark);
  }

  #writeRows(events: readonly FacetEvent[], sign: 1 | -1): void {
    if (events.length === 0) return;
    const [gathered, users] = [new Map<string, Gathered>(), new Map<string, GatheredUser>()];
    for (const event of events) gather(gathered, users, toEntry(event));
    this.#write(this.#toDeltas(gathered.values(), users.values()), sign);
  }

  #toDeltas(events: Iterable<Gathered>, users: Iterable<GatheredUser>): FacetDeltas {
    const deltas: FacetDeltas = new Map();
    for (const { entry, ...tally } of events) {
      const counted = { ...tally, values: this.#valuesOf(entry) };
      for (const scope of scopesOf(entry)) addEvents(deltas, scope, counted);
    }
    for (const { entry, count } of users) {
      if (entry.own.user === null) continue;
      for (const scope of scopesOf(entry)) {
        const isKept = scope.isGroup || this.#users.isWanted(scope.id, entry.own.user);
        if (isKept) addUser(deltas, scope, { user: entry.own.user, count });
      }
    }
    return deltas;
  }

  #addTo(deltas: FacetDeltas, scope: FacetScope, entry: Entry): void {
    const { timestampMs, own } = entry;
    addEvents(deltas, scope, { count: 1, firstMs: timestampMs, lastMs: timestampMs, values: this.#valuesOf(entry) });
    if (own.user !== null) addUser(deltas, scope, { user: own.user, count: 1 });
  }

  #valuesOf({ contextId, own }: Entry): FacetValues {
    return joinFacets(contextId === null ? NO_VALUES : this.#sharedOf(contextId), own.text);
  }

  #sharedOf(contextId: number): FacetValues {
    let values = this.#shared.get(contextId);
    if (values === undefined) {
      const body = this.#statements.readContext.get(contextId);
      values = body === undefined ? NO_VALUES : toSharedFacets(JSON.parse(body) as Record<string, unknown>);
      this.#shared.set(contextId, values);
    }
    return values;
  }

  #write(deltas: FacetDeltas, sign: 1 | -1): void {
    for (const { scope, facets, users } of deltas.values()) {
      for (const [facet, values] of facets) {
        for (const [value, tally] of values) {
          if (sign === 1) this.#counters.add(scope, { facet, value }, tally);
          else this.#counters.subtract(scope.id, { facet, value }, tally.count);
        }
      }
      if (users.size === 0) continue;
      if (sign === 1) this.#users.add(scope.id, users);
      else this.#users.subtract(scope.id, users);
    }
  }
}

type GatheredUser = { readonly entry: Entry; count: number };

const NO_MARK: Mark = { countedTo: 0, gapFrom: 0, gapTo: 0 };

function gather(events: Map<string, Gathered>, users: Map<string, GatheredUser>, entry: Entry): void {
  const { groupId, contextId, timestampMs, own } = entry;
  const key = `${groupId}/${contextId ?? ''}/${own.text}`;
  const known = events.get(key);
  const tally = { count: 1, firstMs: timestampMs, lastMs: timestampMs };
  if (known === undefined) events.set(key, { entry, ...tally });
  else addTally(known, tally);
  if (own.user === null) return;
  const userKey = `${groupId}/${own.user}`;
  const user = users.get(userKey);
  if (user === undefined) users.set(userKey, { entry, count: 1 });
  else user.count += 1;
}

function scopesOf({ groupId, projectId }: Entry): readonly FacetScope[] {
  return [
    { id: groupId, isGroup: true },
    { id: projectId, isGroup: false },
    { id: EVERY_PROJECT_ID, isGroup: false },
  ];
}

function toEntry({ details, ...event }: FacetEvent): Entry {
  return { ...event, own: readOwn(details) };
}

function readOwn(details: string | null): OwnFacets {
  return details === null ? NO_OWN : toOwnFacets(JSON.parse(details) as Record<string, unknown>);
}

function openStatements(db: WritableDb) {
  return {
    readMark: db.prepare<[], Mark>(
      'SELECT counted_to AS countedTo, gap_from AS gapFrom, gap_to AS gapTo FROM facet_marks WHERE id = 1',
    ),
    writeMark: db.prepare<Mark>(
      `INSERT INTO facet_marks (id, counted_to, gap_from, gap_to) VALUES (1, :countedTo, :gapFrom, :gapTo)
       ON CONFLICT DO UPDATE SET counted_to = :countedTo, gap_from = :gapFrom, gap_to = :gapTo`,
    ),
    between: db.prepare<[number, number, number], FacetEvent>(
      `SELECT id, project_id AS projectId, group_id AS groupId, context_id AS contextId, timestamp_ms AS timestampMs, details
       FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
    ),
    readContext: db.prepare<[number], string>('SELECT body FROM contents WHERE id = ?').pluck(),
  };
}
