// Which records are stored, by the id that their client gave them. Such ids are random, so they are written in parts; see
// index-backlog.ts. Those that wait are in memory, which is lost with the process, and are then read again from the
// records above the mark.

import type { ReadableDb, WritableDb } from '../connection.js';
import { BEHIND_PACKED, type PackedId, packId, plainId } from '../packed-id.js';
import { IndexBacklog } from './index-backlog.js';
import { KnownIds, type StoredId } from './known-ids.js';

export interface ClientIdEntry {
  readonly projectId: number;
  /** The client's id, as it is stored. */
  readonly storedId: string;
  readonly id: number;
}

/** Names in the database, ours alone. */
export interface ClientIdsOptions {
  /** The table that is the index; its mark has the same name. */
  readonly index: 'event_ids' | 'request_ids' | 'log_ids';
  /** What is indexed: a table with `id`, `project_id` and the column. */
  readonly table: 'events' | 'identified_requests' | 'identified_logs';
  /** Holds the id of the client, here and there. */
  readonly column: 'event_id' | 'record_id';
  /** Merging begins when so many have gathered. */
  readonly gatheredMax: number;
  /** Ids that are told from new ones without the index; a power of two. */
  readonly knownMax?: number;
}

export class ClientIds {
  readonly #statements: ReturnType<typeof openStatements>;
  readonly #backlog: IndexBacklog<ClientIdEntry>;
  /** What is not in the index yet, by project and stored id. */
  readonly #waiting = new Map<number, Map<string, number>>();
  readonly #known: KnownIds;
  #addedCount = 0;
  #hasRemoved = false;
  /** Whether there may be ids as older builds stored them. */
  #hasPlain = true;

  constructor(db: WritableDb, options: ClientIdsOptions) {
    this.#statements = openStatements(db, options);
    this.#backlog = new IndexBacklog({ compare: compareEntries, gatheredMax: options.gatheredMax });
    this.#known = new KnownIds({
      readAfter: ({ clientId, projectId }, count) => this.#statements.after.all(clientId, projectId, count),
      waiting: () => this.#waitingIds(),
      ...(options.knownMax === undefined ? {} : { idsMax: options.knownMax }),
    });
    this.#reload();
  }

  /** Begins a transaction: what the one before it did is committed. */
  begin(): void {
    for (const entry of this.#backlog.begin()) this.#forget(entry);
    this.#hasRemoved = false;
    this.#known.read(this.#addedCount);
    this.#addedCount = 0;
  }

  /** The row id of the record that its client calls `clientId`, or null when it is not stored. */
  find(projectId: number, clientId: string, packedId: PackedId): number | null {
    const found = this.#findStored(projectId, packedId);
    if (found !== null || !this.#hasPlain) return found;
    const plain = plainId(clientId);
    return plain === packedId ? null : this.#findStored(projectId, plain);
  }

  #findStored(projectId: number, storedId: string): number | null {
    const waiting = this.#waiting.get(projectId)?.get(storedId);
    if (waiting !== undefined) return waiting;
    return this.#known.mayHold(storedId) ? (this.#statements.find.get(storedId, projectId) ?? null) : null;
  }

  add(entry: ClientIdEntry): void {
    this.#addedCount += 1;
    this.#remember(entry);
    this.#known.add(entry.storedId);
    this.#backlog.add(entry);
  }

  remove(entry: ClientIdEntry): void {
    this.#hasRemoved = true;
    this.#forget(entry);
    this.#statements.remove.run(entry.storedId, entry.projectId);
  }

  removeAll(): void {
    this.#hasRemoved = true;
    this.#waiting.clear();
    this.#known.startOver();
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

  #write(entries: readonly ClientIdEntry[]): void {
    for (const { projectId, storedId, id } of entries) {
      // Deleted since it was added, or not stored after all.
      if (this.#waiting.get(projectId)?.get(storedId) !== id) continue;
      this.#statements.insert.run(storedId, projectId, id);
    }
    const merging = this.#backlog.merging;
    if (merging === null || !this.#backlog.isTaken) return;
    this.#statements.mark.run(merging.reduce((last, { id }) => Math.max(last, id), 0));
  }

  #remember({ projectId, storedId, id }: ClientIdEntry): void {
    let ofProject = this.#waiting.get(projectId);
    if (ofProject === undefined) {
      ofProject = new Map();
      this.#waiting.set(projectId, ofProject);
    }
    ofProject.set(storedId, id);
  }

  /** Unless the id was deleted and sent again meanwhile. */
  #forget({ projectId, storedId, id }: ClientIdEntry): void {
    const ofProject = this.#waiting.get(projectId);
    if (ofProject?.get(storedId) === id) ofProject.delete(storedId);
  }

  #reload(): void {
    const above = this.#statements.above.all();
    this.#hasPlain =
      this.#statements.plain.get() !== undefined || above.some(({ storedId }) => storedId >= BEHIND_PACKED);
    this.#waiting.clear();
    for (const entry of above) this.#remember(entry);
    this.#known.startOver();
    this.#backlog.restore([], above);
  }

  *#waitingIds(): Generator<string> {
    for (const ofProject of this.#waiting.values()) yield* ofProject.keys();
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
    .prepare<EventIdQuery, number>(
      `SELECT id FROM event_ids WHERE event_id IN (:packed, :plain) AND ${ofProject} LIMIT 1`,
    )
    .pluck();
  const above = db
    .prepare<EventIdQuery, number>(
      `SELECT id FROM events WHERE id > (SELECT indexed_to FROM index_marks WHERE name = 'event_ids')
         AND event_id IN (:packed, :plain) AND ${ofProject} ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  return (eventId, project) => {
    const query = { packed: packId(eventId), plain: plainId(eventId), projectId: project ?? null };
    return indexed.get(query) ?? above.get(query);
  };
}

interface EventIdQuery {
  readonly packed: string;
  readonly plain: string;
  readonly projectId: number | null;
}

function openStatements(db: WritableDb, { index, table, column }: ClientIdsOptions) {
  return {
    find: db
      .prepare<[string, number], number>(`SELECT id FROM ${index} WHERE ${column} = ? AND project_id = ?`)
      .pluck(),
    // An entry may have been merged before a crash, and is merged again.
    insert: db.prepare<[string, number, number]>(
      `INSERT OR REPLACE INTO ${index} (${column}, project_id, id) VALUES (?, ?, ?)`,
    ),
    remove: db.prepare<[string, number]>(`DELETE FROM ${index} WHERE ${column} = ? AND project_id = ?`),
    removeAll: db.prepare(`DELETE FROM ${index}`),
    plain: db.prepare<[], object>(`SELECT 1 FROM ${index} WHERE ${column} >= '${BEHIND_PACKED}' LIMIT 1`),
    mark: db.prepare<[number]>(`UPDATE index_marks SET indexed_to = ? WHERE name = '${index}'`),
    after: db.prepare<[string, number, number], StoredId>(
      `SELECT ${column} AS clientId, project_id AS projectId FROM ${index}
       WHERE (${column}, project_id) > (?, ?) ORDER BY ${column}, project_id LIMIT ?`,
    ),
    above: db.prepare<[], ClientIdEntry>(
      `SELECT id, project_id AS projectId, ${column} AS storedId FROM ${table}
       WHERE id > (SELECT indexed_to FROM index_marks WHERE name = '${index}')`,
    ),
  };
}

function compareEntries(one: ClientIdEntry, other: ClientIdEntry): number {
  if (one.storedId === other.storedId) return one.projectId - other.projectId;
  return one.storedId < other.storedId ? -1 : 1;
}
