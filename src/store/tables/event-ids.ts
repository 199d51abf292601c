// Which events are stored, by the id that their client gave them. Such ids are random: each one written by itself would
// write a page of its own. They gather in memory and are merged into the table in the order of its key, a part with each
// commit. What gathered is lost with the process and read again from the events above the mark.

import { EVENT_IDS_GATHERED_MAX } from '../../limits.js';
import type { WritableDb } from '../connection.js';
import { openIndexMark } from './index-marks.js';

export interface EventIdCommands {
  /** Begins a transaction: what the one before it did is committed. */
  begin(): void;
  /** The row id of the event, or null when it is not stored. */
  find(projectId: number, eventId: string): number | null;
  add(entry: EventIdEntry): void;
  remove(entry: EventIdEntry): void;
  removeAll(): void;
  /** Last step before COMMIT: merges twice as many as were added, so that merging keeps up. */
  mergeSome(): void;
  /** Merges all that gathered, in a transaction of its own. */
  mergeAll(): void;
  /** After a rollback. */
  rollback(): void;
}

export interface EventIdEntry {
  readonly projectId: number;
  readonly eventId: string;
  readonly id: number;
}

/** Row ids by project and event id. */
type IdMap = Map<number, Map<string, number>>;

interface Gathered {
  readonly ids: IdMap;
  /** Sorted, and each at least twice as long as the next. */
  readonly runs: EventIdEntry[][];
  count: number;
}

/** A sorted run on its way into the table: what is before `next` has been written. */
interface Merging {
  readonly ids: IdMap;
  readonly entries: readonly EventIdEntry[];
  readonly lastId: number;
  next: number;
}

/** Merging begins when `gatheredMax` ids have gathered. */
export function openEventIdCommands(db: WritableDb, gatheredMax = EVENT_IDS_GATHERED_MAX): EventIdCommands {
  return new EventIds(db, gatheredMax);
}

class EventIds implements EventIdCommands {
  readonly #statements: ReturnType<typeof openStatements>;
  readonly #gatheredMax: number;
  #gathered: Gathered = emptyGathered();
  #merging: Merging | null = null;
  /** Of the running transaction. */
  #added: EventIdEntry[] = [];
  #mergedBefore = 0;
  #hasRemoved = false;

  constructor(db: WritableDb, gatheredMax: number) {
    this.#statements = openStatements(db);
    this.#gatheredMax = gatheredMax;
    this.#reload();
  }

  begin(): void {
    this.#takeAdded();
    const merging = this.#merging;
    if (merging !== null && merging.next >= merging.entries.length) this.#merging = null;
    if (this.#gathered.count >= this.#gatheredMax) this.#freeze();
    this.#mergedBefore = this.#merging?.next ?? 0;
    this.#hasRemoved = false;
  }

  find(projectId: number, eventId: string): number | null {
    return (
      this.#gathered.ids.get(projectId)?.get(eventId) ??
      this.#merging?.ids.get(projectId)?.get(eventId) ??
      this.#statements.find.get(eventId, projectId) ??
      null
    );
  }

  add(entry: EventIdEntry): void {
    setId(this.#gathered.ids, entry);
    this.#added.push(entry);
  }

  remove(entry: EventIdEntry): void {
    this.#hasRemoved = true;
    this.#gathered.ids.get(entry.projectId)?.delete(entry.eventId);
    this.#merging?.ids.get(entry.projectId)?.delete(entry.eventId);
    this.#statements.remove.run(entry.eventId, entry.projectId);
  }

  removeAll(): void {
    this.#hasRemoved = true;
    this.#gathered = emptyGathered();
    this.#merging = null;
    this.#added = [];
    this.#statements.removeAll.run();
  }

  mergeSome(): void {
    if (this.#merging !== null) this.#merge(this.#merging, this.#added.length * 2);
  }

  mergeAll(): void {
    this.#takeAdded();
    for (;;) {
      if (this.#merging !== null) this.#merge(this.#merging, Number.POSITIVE_INFINITY);
      this.#merging = null;
      if (this.#gathered.count === 0) return;
      this.#freeze();
    }
  }

  rollback(): void {
    if (this.#hasRemoved) {
      this.#reload();
      return;
    }
    for (const { projectId, eventId } of this.#added) this.#gathered.ids.get(projectId)?.delete(eventId);
    this.#added = [];
    if (this.#merging !== null) this.#merging.next = this.#mergedBefore;
  }

  #takeAdded(): void {
    if (this.#added.length === 0) return;
    pushRun(this.#gathered.runs, this.#added.sort(compareEntries));
    this.#gathered.count += this.#added.length;
    this.#added = [];
  }

  /** What gathered becomes what is merged. When the former is not done yet, it waits. */
  #freeze(): void {
    if (this.#merging !== null) return;
    const { ids, runs } = this.#gathered;
    const entries = runs.reduceRight((merged, run) => mergeRuns(run, merged), [] as EventIdEntry[]);
    const lastId = entries.reduce((last, { id }) => Math.max(last, id), 0);
    this.#merging = { ids, entries, lastId, next: 0 };
    this.#gathered = emptyGathered();
  }

  #merge(merging: Merging, countMax: number): void {
    const end = Math.min(merging.entries.length, merging.next + countMax);
    for (; merging.next < end; merging.next++) {
      const entry = merging.entries[merging.next];
      // Deleted since it was added, or not stored after all.
      if (entry === undefined || merging.ids.get(entry.projectId)?.get(entry.eventId) !== entry.id) continue;
      this.#statements.insert.run(entry.eventId, entry.projectId, entry.id);
    }
    if (merging.next >= merging.entries.length) this.#statements.mark.write(merging.lastId);
  }

  #reload(): void {
    this.#gathered = emptyGathered();
    this.#merging = null;
    this.#added = [];
    for (const entry of this.#statements.above.iterate(this.#statements.mark.read())) this.add(entry);
    this.#takeAdded();
  }
}

function openStatements(db: WritableDb) {
  return {
    mark: openIndexMark(db, 'event_ids'),
    find: db
      .prepare<[string, number], number>('SELECT id FROM event_ids WHERE event_id = ? AND project_id = ?')
      .pluck(),
    // An entry may have been merged before a crash, and is merged again.
    insert: db.prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO event_ids (event_id, project_id, id) VALUES (?, ?, ?)',
    ),
    remove: db.prepare<[string, number]>('DELETE FROM event_ids WHERE event_id = ? AND project_id = ?'),
    removeAll: db.prepare('DELETE FROM event_ids'),
    above: db.prepare<[number], EventIdEntry>(
      'SELECT id, project_id AS projectId, event_id AS eventId FROM events WHERE id > ? ORDER BY id',
    ),
  };
}

function emptyGathered(): Gathered {
  return { ids: new Map(), runs: [], count: 0 };
}

function setId(ids: IdMap, { projectId, eventId, id }: EventIdEntry): void {
  let ofProject = ids.get(projectId);
  if (ofProject === undefined) {
    ofProject = new Map();
    ids.set(projectId, ofProject);
  }
  ofProject.set(eventId, id);
}

function compareEntries(one: EventIdEntry, other: EventIdEntry): number {
  if (one.eventId === other.eventId) return one.projectId - other.projectId;
  return one.eventId < other.eventId ? -1 : 1;
}

/** Runs of like length are merged at once, so that no run is sorted whole when there are many. */
function pushRun(runs: EventIdEntry[][], run: EventIdEntry[]): void {
  let merged = run;
  for (let last = runs.at(-1); last !== undefined && last.length < merged.length * 2; last = runs.at(-1)) {
    runs.pop();
    merged = mergeRuns(last, merged);
  }
  runs.push(merged);
}

function mergeRuns(one: readonly EventIdEntry[], other: readonly EventIdEntry[]): EventIdEntry[] {
  const merged: EventIdEntry[] = [];
  let at = 0;
  for (const entry of one) {
    for (let next = other[at]; next !== undefined && compareEntries(next, entry) < 0; next = other[++at]) {
      merged.push(next);
    }
    merged.push(entry);
  }
  for (; at < other.length; at++) merged.push(other[at] as EventIdEntry);
  return merged;
}
