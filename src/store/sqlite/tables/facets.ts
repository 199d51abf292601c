// Facets, counted beside the events: gathered in memory over commits by what events have in common, and written some seconds
// later at most, a few scopes with each commit, with the mark of how far they are counted. What a crash leaves uncounted is
// counted from the rows at the next start, so that counters are always those of the events.

import type { Clock } from '../../../clock.js';
import type { OwnFacets } from '../../../facets.js';
import {
  FACETS_GATHERED_MANY,
  FACETS_GATHERED_MANY_MS,
  FACETS_GATHERED_MAX,
  FACETS_GATHERED_MS,
  FACETS_PART_ROWS,
  FACETS_SETTLE_ROWS,
  FACETS_STEP_ROWS,
} from '../../../limits.js';
import type { WritableDb } from '../connection.js';
import { toStoreErrorCode } from '../sqlite-error.js';
import { openFacetCounters } from './facet-counts.js';
import { FacetGathering, type ScopeChange } from './facet-gathering.js';
import { EventLabels } from './facet-labels.js';
import { type FacetMark, openFacetMark } from './facet-mark.js';
import { openFacetUsers } from './facet-users.js';
import type { WrittenInParts } from './index-backlog.js';

/** A stored event whose facets are still to be read. */
export interface FacetEvent {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
  readonly contextId: number | null;
  readonly timestampMs: number;
  /** As JSON, or as they are stored. */
  readonly details: string | null;
}

export interface FacetCommands extends WrittenInParts {
  /** Counts an event of this transaction; `own` is read from `details` where nobody has. */
  count(event: FacetEvent, own: OwnFacets | undefined): void;
  /** Before events go, in the same transaction: writes what has been gathered, where it counts one of them. */
  settleBefore(ids: readonly number[]): void;
  /** Takes events off that are gone, of their groups and their projects. Needs `settleBefore` while their rows were there. */
  subtract(events: readonly FacetEvent[]): void;
  /** After an event has come into another group. Needs `settle` in the same transaction. */
  move(event: FacetEvent, groupId: number): void;
  /** Writes all that has been gathered, in a transaction. */
  settle(): void;
  /** Writes a part of what has been gathered up to an event, in a transaction; true when nothing of that is left. */
  settlePart(newestId: number): boolean;
  /** The newest event that has been gathered. */
  readonly newestId: number;
  /** Users of a group or a project, in a transaction. */
  userCount(scopeId: number): number;
  /** Whether something has been gathered that is not written. */
  readonly isWaiting: boolean;
  /** Counts events of the gap that `facet_marks` tells of, in a transaction; 0 when none is left. */
  countGap(): number;
  deleteUnusedNames(limit: number): number;
  deleteAll(): void;
  /** The ids of texts may stand for others from now on. */
  forgetContexts(): void;
}

/** What has gathered, on its way into the tables: what stands before `next` is written. */
interface Merging {
  readonly changes: readonly ScopeChange[];
  next: number;
}

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
  readonly #marks: ReturnType<typeof openFacetMark>;
  readonly #labels: EventLabels;
  #gathering = new FacetGathering();
  /** The newest event that is in it. */
  #newestId = 0;
  /** The running transaction has gathered or written something. */
  #isTouched = false;
  /** What was gathered went with a transaction that failed: it is counted from the rows, as after a crash. */
  #isLost = false;
  #merging: Merging | null = null;
  /** Of the running transaction. */
  #addedCount = 0;
  #gatheredSinceMs = 0;
  #mark: FacetMark;
  #markBefore: FacetMark;

  constructor(db: WritableDb, clock: Clock) {
    this.#clock = clock;
    this.#counters = openFacetCounters(db);
    this.#users = openFacetUsers(db);
    this.#statements = openStatements(db);
    this.#labels = new EventLabels(db);
    this.#marks = openFacetMark(db);
    this.#mark = this.#marks.read();
    this.#markBefore = this.#mark;
    this.#countMissed(db);
  }

  get isWaiting(): boolean {
    return this.#gathering.size > 0 || this.#merging !== null || this.#isLost;
  }

  begin(): void {
    this.#isTouched = false;
    this.#addedCount = 0;
    this.#markBefore = this.#mark;
  }

  count(event: FacetEvent, own: OwnFacets | undefined): void {
    this.#isTouched = true;
    this.#addedCount += 1;
    this.#newestId = event.id;
    this.#gather(this.#gathering, event, own);
  }

  index(): void {
    if (this.#merging === null && this.#isDue()) {
      if (this.#isLost) this.settle();
      else this.#startMerge();
    }
    this.#writePart(Math.max(FACETS_PART_ROWS, this.#addedCount * 2));
  }

  indexAll(): void {
    this.settle();
  }

  settle(): void {
    if (!this.isWaiting) return;
    this.#isTouched = true;
    if (this.#isLost) {
      // The events of this transaction are among the rows.
      this.#gatheredSinceMs = this.#clock();
      this.#gathering = new FacetGathering();
      this.#endMergeOfRows();
      while (this.#countRest() > 0);
      this.#isLost = false;
      return;
    }
    this.#writePart(Number.POSITIVE_INFINITY);
    this.#startMerge();
    this.#writePart(Number.POSITIVE_INFINITY);
  }

  settlePart(newestId: number): boolean {
    if (this.#isLost) this.settle();
    if (this.#mark.countedTo >= newestId) return true;
    if (this.#merging === null) this.#startMerge();
    this.#writePart(FACETS_SETTLE_ROWS);
    return this.#merging === null && this.#mark.countedTo >= newestId;
  }

  get newestId(): number {
    return this.#newestId;
  }

  #isDue(): boolean {
    const waitedMs = this.#clock() - this.#gatheredSinceMs;
    const { size } = this.#gathering;
    // A clock that was set back must not hold them up.
    if (size >= FACETS_GATHERED_MAX || waitedMs < 0) return true;
    return waitedMs >= (size < FACETS_GATHERED_MANY ? FACETS_GATHERED_MS : FACETS_GATHERED_MANY_MS);
  }

  #startMerge(): void {
    this.#gatheredSinceMs = this.#clock();
    if (this.#gathering.size === 0) return;
    this.#merging = { changes: this.#gathering.finish(), next: 0 };
    this.#gathering = new FacetGathering();
    this.#mark = { ...this.#mark, mergingTo: this.#newestId, mergedScope: Number.MIN_SAFE_INTEGER };
  }

  /** Writes scopes, in their order, until so many rows are written or none is left. */
  #writePart(rowsMax: number): void {
    const merging = this.#merging;
    if (merging === null) return;
    this.#isTouched = true;
    let rows = 0;
    let scopeId = this.#mark.mergedScope;
    for (let change = merging.changes[merging.next]; change !== undefined && rows < rowsMax; ) {
      rows += this.#write(change, 1);
      scopeId = change.scope.id;
      change = merging.changes[++merging.next];
    }
    if (merging.next < merging.changes.length) {
      this.#setMark({ mergedScope: scopeId });
      return;
    }
    this.#merging = null;
    this.#endMerge();
  }

  #endMerge(): void {
    const countedTo = Math.max(this.#mark.countedTo, this.#mark.mergingTo);
    this.#setMark({ countedTo, mergingTo: 0, mergedScope: 0 });
  }

  /** What a process before this one, or a transaction that failed, has left of a merge. */
  #endMergeOfRows(): void {
    const { countedTo, mergingTo, mergedScope } = this.#mark;
    if (mergingTo <= countedTo) return;
    const gathering = new FacetGathering();
    // In steps: the texts of all that was gathered may not fit into memory.
    for (let last: number | undefined = countedTo; last !== undefined; ) {
      const events: readonly FacetEvent[] = this.#statements.between.all(last, mergingTo, FACETS_STEP_ROWS);
      for (const event of events) this.#gather(gathering, event, undefined);
      last = events.at(-1)?.id;
    }
    for (const change of gathering.finish()) if (change.scope.id > mergedScope) this.#write(change, 1);
    this.#endMerge();
  }

  rollback(): void {
    if (this.#isTouched) {
      this.#gathering = new FacetGathering();
      this.#merging = null;
      this.#isLost = true;
    }
    this.#isTouched = false;
    this.#mark = this.#markBefore;
    this.#counters.reload();
    this.#labels.forgetContexts();
  }

  userCount(scopeId: number): number {
    this.settle();
    return this.#users.count(scopeId);
  }

  settleBefore(ids: readonly number[]): void {
    // Old events go without it: while many come in, it would cost more than the deletion, and a full disk may have no room.
    if (ids.some((id) => id > this.#mark.countedTo)) this.settle();
  }

  subtract(events: readonly FacetEvent[]): void {
    this.#writeRows(
      events.filter(({ id }) => this.#isCounted(id)),
      -1,
    );
  }

  move(event: FacetEvent, groupId: number): void {
    if (!this.#isCounted(event.id)) return;
    this.#isTouched = true;
    for (const [id, sign] of [
      [event.groupId, -1],
      [groupId, 1],
    ] as const) {
      const gathering = new FacetGathering();
      this.#gather(gathering, { ...event, groupId: id }, undefined);
      for (const change of gathering.finish()) if (change.scope.isGroup) this.#write(change, sign);
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
    this.#labels.forgetContexts();
    this.#setMark({ gapFrom: 0, gapTo: 0 });
  }

  forgetContexts(): void {
    this.#labels.forgetContexts();
  }

  /** Counts what the process before this one had not, at once where there is room for it. */
  #countMissed(db: WritableDb): void {
    const commit = <T>(work: () => T): T => {
      this.begin();
      return db.transaction(work).immediate();
    };
    try {
      commit(() => this.#endMergeOfRows());
      while (commit(() => this.#countRest()) > 0);
    } catch (error) {
      // Who is to make room on a full disk needs a daemon that starts.
      if (toStoreErrorCode(error) !== 'storage_full') throw error;
      this.#isTouched = true;
      this.rollback();
    }
  }

  /** The next of what no process has counted. */
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

  #setMark(change: Partial<FacetMark>): void {
    this.#mark = { ...this.#mark, ...change };
    this.#marks.write(this.#mark);
  }

  #writeRows(events: readonly FacetEvent[], sign: 1 | -1): void {
    if (events.length === 0) return;
    const gathering = new FacetGathering();
    for (const event of events) this.#gather(gathering, event, undefined);
    for (const change of gathering.finish()) this.#write(change, sign);
  }

  #gather(gathering: FacetGathering, event: FacetEvent, known: OwnFacets | undefined): void {
    gathering.add(event, this.#labels.of(event, known));
  }

  /** Answers how many rows it took. */
  #write(change: ScopeChange, sign: 1 | -1): number {
    const { scope } = change;
    const tallies = change.tallies();
    if (sign === 1) this.#counters.add(scope, tallies);
    else for (const [label, { count }] of tallies) this.#counters.subtract(scope.id, label, count);
    const users = change.sortedUsers();
    if (users.length > 0) {
      if (sign === 1) this.#users.add(scope.id, users);
      else this.#users.subtract(scope.id, users);
    }
    return tallies.size + users.length;
  }
}

function openStatements(db: WritableDb) {
  return {
    between: db.prepare<[number, number, number], FacetEvent>(
      `SELECT id, project_id AS projectId, group_id AS groupId, context_id AS contextId, timestamp_ms AS timestampMs, details
       FROM events WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`,
    ),
  };
}
