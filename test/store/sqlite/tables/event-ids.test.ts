import assert from 'node:assert/strict';
import { join } from 'node:path';
import { EVENT_IDS_GATHERED_MAX } from '../../../../src/limits.js';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { EventIds } from '../../../../src/store/sqlite/tables/event-ids.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

interface Row {
  readonly id: number;
  readonly projectId: number;
  readonly eventId: string;
}

/** The ids of one database, and what a plain list says they should be. */
class Model {
  readonly stored: Row[] = [];
  readonly #dbPath = join(tempDir(), 'service.db');
  readonly #gatheredMax: number | undefined;
  #db: WritableDb;
  #ids: EventIds;
  #lastId = 0;

  constructor(gatheredMax?: number) {
    this.#gatheredMax = gatheredMax;
    this.#db = openWritable(this.#dbPath);
    this.#ids = new EventIds(this.#db, gatheredMax);
  }

  /** As after a crash: nothing but the file is left. */
  reopen(): void {
    this.#db.close();
    this.#db = openWritable(this.#dbPath);
    this.#ids = new EventIds(this.#db, this.#gatheredMax);
  }

  close(): void {
    this.#db.close();
  }

  transact(work: () => void, fails = false): void {
    this.#ids.begin();
    const before = [...this.stored];
    try {
      this.#db.transaction(() => {
        work();
        this.#ids.index();
        if (fails) throw new Error('rolled back');
      })();
    } catch (error) {
      if (!fails) throw error;
      this.#ids.rollback();
      this.stored.splice(0, this.stored.length, ...before);
    }
  }

  add(eventId: string, projectId: number): void {
    const row = { id: ++this.#lastId, projectId, eventId };
    this.#db
      .prepare(
        `INSERT INTO events (id, project_id, group_id, event_id, timestamp_ms, severity, source)
         VALUES (:id, :projectId, 1, :eventId, 0, 0, 0)`,
      )
      .run(row);
    this.#ids.add(row);
    this.stored.push(row);
  }

  remove(index: number): void {
    const [row] = this.stored.splice(index, 1);
    if (row === undefined) return;
    this.#db.prepare('DELETE FROM events WHERE id = ?').run(row.id);
    this.#ids.remove(row);
  }

  removeAll(): void {
    this.#db.exec('DELETE FROM events');
    this.#ids.removeAll();
    this.stored.length = 0;
  }

  mergeAll(): void {
    this.#ids.begin();
    this.#db.transaction(() => this.#ids.indexAll())();
  }

  find(projectId: number, eventId: string): number | null {
    return this.#ids.find(projectId, eventId);
  }

  tableCount(): unknown {
    return this.#db.prepare('SELECT count(*) FROM event_ids').pluck().get();
  }

  check(): void {
    for (const { projectId, eventId, id } of this.stored) assert.equal(this.find(projectId, eventId), id, eventId);
  }
}

/** Numbers that look random and are the same in every run. */
function openRandom(): (limit: number) => number {
  let state = 7;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

describe('the ids of stored events', () => {
  afterEach(cleanUp);

  it('are found while they gather, while they are merged, and afterwards', () => {
    const model = new Model(40);
    for (let round = 0; round < 30; round++) {
      model.transact(() => {
        for (let index = 0; index < 7; index++) model.add(`${(index * 37 + round) % 10}-${round}`, index % 3);
      });
      model.check();
    }
    assert.ok(Number(model.tableCount()) > 40);
    model.mergeAll();
    assert.equal(model.tableCount(), model.stored.length);
    model.check();
    model.close();
  });

  it('stay in memory up to the limit, and are merged past it', () => {
    const model = new Model();
    model.transact(() => {
      for (let index = 0; index < EVENT_IDS_GATHERED_MAX - 1; index++) model.add(`e${index}`, 1);
    });
    model.transact(() => model.add('last', 1));
    assert.equal(model.tableCount(), 0);
    model.transact(() => model.add('one more', 1));
    assert.equal(model.tableCount(), 2);
    model.close();
  });

  it('are the same after any series of commits, rollbacks, deletions and crashes', () => {
    const random = openRandom();
    const model = new Model(25);
    const removed: Row[] = [];
    for (let step = 0; step < 600; step++) {
      const fails = random(5) === 0;
      model.transact(() => {
        for (let count = random(12); count > 0; count--) model.add(`${random(1000)}/${step}/${count}`, random(3));
        for (let count = random(5); count > 0; count--) {
          const index = random(model.stored.length + 1);
          const row = model.stored[index];
          if (row !== undefined && !fails) removed.push(row);
          model.remove(index);
        }
        if (random(60) === 0 && !fails) {
          removed.push(...model.stored);
          model.removeAll();
        }
      }, fails);
      if (random(20) === 0) model.reopen();
      if (random(50) === 0) model.mergeAll();
      if (step % 10 === 0) model.check();
    }
    model.check();
    const known = new Set(model.stored.map(({ projectId, eventId }) => `${projectId}/${eventId}`));
    for (const { projectId, eventId } of removed) {
      if (!known.has(`${projectId}/${eventId}`)) assert.equal(model.find(projectId, eventId), null, eventId);
    }
    model.mergeAll();
    assert.equal(model.tableCount(), model.stored.length);
    model.close();
  });

  it('may be used again once their event is deleted, wherever it was', () => {
    const model = new Model(4);
    for (let round = 0; round < 12; round++) {
      model.transact(() => model.add('again', 1));
      model.transact(() => {
        model.add(`other ${round}`, 1);
        model.remove(model.stored.findIndex(({ eventId }) => eventId === 'again'));
      });
      assert.equal(model.find(1, 'again'), null);
      assert.equal(model.find(2, `other ${round}`), null);
    }
    model.check();
    model.close();
  });
});
