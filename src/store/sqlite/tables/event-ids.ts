// Which events are stored, by the id that their client gave them. Such ids are random, so they are written in parts; see
// index-backlog.ts. Those that wait are in memory, which is lost with the process, and are then read again from the
// events above the mark.

import { EVENT_IDS_GATHERED_MAX } from '../../../limits.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { IndexBacklog } from './index-backlog.js';

export interface EventIdEntry {
  readonly projectId: number;
  readonly eventId: string;
  readonly id: number;
}

export class EventIds {
  readonly #statements: ReturnType<typeof openStatements>;
  readonly #backlog: IndexBacklog<EventIdEntry>;
  /** What is not in the table yet, by project and event id. */
  readonly #waiting = new Map<number, Map<string, number>>();
  #hasRemoved = false;

  /** Merging begins when `gatheredMax` ids have gathered. */
  constructor(db: WritableDb, gatheredMax = EVENT_IDS_GATHERED_MAX) {
    this.#statements = openStatements(db);
    this.#backlog = new IndexBacklog({ compare: compareEntries, gatheredMax });
    this.#reload();
  }

  /** Begins a transaction: what the one before it did is committed. */
  begin(): void {
    for (const entry of this.#backlog.begin()) this.#forget(entry);
    this.#hasRemoved = false;
  }

  /** The row id of the event, or null when it is not stored. */
  find(projectId: number, eventId: string): number | null {
    return this.#waiting.get(projectId)?.get(eventId) ?? this.#statements.find.get(eventId, projectId) ?? null;
  }

  add(entry: EventIdEntry): void {
    this.#remember(entry);
    this.#backlog.add(entry);
  }

  remove(entry: EventIdEntry): void {
    this.#hasRemoved = true;
    this.#forget(entry);
    this.#statements.remove.run(entry.eventId, entry.projectId);
  }

  removeAll(): void {
    this.#hasRemoved = true;
    this.#waiting.clear();
    this.#backlog.restore([], []);
    this.#statements.removeAll.run();
  }

  /** Writes a part of what waits. Last step before COMMIT. */
  index(): void {
    this.#write(this.#backlog.take(() => true));
  }

  /** Writes all that waits, in a transaction of its own. */
  indexAll(): void {
    while (this.#backlog.startMerge()) {
      this.#write(this.#backlog.takeRest());
      this.#backlog.endMerge();
    }
  }

  /** After a rollback. */
  rollback(): void {
    for (const entry of this.#backlog.rollback()) this.#forget(entry);
    if (this.#hasRemoved) this.#reload();
  }

  #write(entries: readonly EventIdEntry[]): void {
    for (const { projectId, eventId, id } of entries) {
      // Deleted since it was added, or not stored after all.
      if (this.#waiting.get(projectId)?.get(eventId) !== id) continue;
      this.#statements.insert.run(eventId, projectId, id);
    }
    const merging = this.#backlog.merging;
    if (merging === null || !this.#backlog.isTaken) return;
    this.#statements.mark.run(merging.reduce((last, { id }) => Math.max(last, id), 0));
  }

  #remember({ projectId, eventId, id }: EventIdEntry): void {
    let ofProject = this.#waiting.get(projectId);
    if (ofProject === undefined) {
      ofProject = new Map();
      this.#waiting.set(projectId, ofProject);
    }
    ofProject.set(eventId, id);
  }

  /** Unless the id was deleted and sent again meanwhile. */
  #forget({ projectId, eventId, id }: EventIdEntry): void {
    const ofProject = this.#waiting.get(projectId);
    if (ofProject?.get(eventId) === id) ofProject.delete(eventId);
  }

  #reload(): void {
    const above = this.#statements.above.all();
    this.#waiting.clear();
    for (const entry of above) this.#remember(entry);
    this.#backlog.restore([], above);
  }
}

/**
 * The row id of an event, for a reader, which cannot see what waits in the writer's memory: those events are above the
 * mark, and as many as gather. Without a project, of any that has an event with this id.
 */
export function openEventIdLookup(
  db: ReadableDb,
): (eventId: string, projectId: number | undefined) => number | undefined {
  const ofProject = '(:projectId IS NULL OR project_id = :projectId)';
  const indexed = db
    .prepare<EventIdQuery, number>(`SELECT id FROM event_ids WHERE event_id = :eventId AND ${ofProject} LIMIT 1`)
    .pluck();
  const above = db
    .prepare<EventIdQuery, number>(
      `SELECT id FROM events WHERE id > (SELECT indexed_to FROM index_marks WHERE name = 'event_ids')
         AND event_id = :eventId AND ${ofProject} ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  return (eventId, project) => {
    const query = { eventId, projectId: project ?? null };
    return indexed.get(query) ?? above.get(query);
  };
}

interface EventIdQuery {
  readonly eventId: string;
  readonly projectId: number | null;
}

function openStatements(db: WritableDb) {
  return {
    find: db
      .prepare<[string, number], number>('SELECT id FROM event_ids WHERE event_id = ? AND project_id = ?')
      .pluck(),
    // An entry may have been merged before a crash, and is merged again.
    insert: db.prepare<[string, number, number]>(
      'INSERT OR REPLACE INTO event_ids (event_id, project_id, id) VALUES (?, ?, ?)',
    ),
    remove: db.prepare<[string, number]>('DELETE FROM event_ids WHERE event_id = ? AND project_id = ?'),
    removeAll: db.prepare('DELETE FROM event_ids'),
    mark: db.prepare<[number]>("UPDATE index_marks SET indexed_to = ? WHERE name = 'event_ids'"),
    above: db.prepare<[], EventIdEntry>(
      `SELECT id, project_id AS projectId, event_id AS eventId FROM events
       WHERE id > (SELECT indexed_to FROM index_marks WHERE name = 'event_ids')`,
    ),
  };
}

function compareEntries(one: EventIdEntry, other: EventIdEntry): number {
  if (one.eventId === other.eventId) return one.projectId - other.projectId;
  return one.eventId < other.eventId ? -1 : 1;
}
