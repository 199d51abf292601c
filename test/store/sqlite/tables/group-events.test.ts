import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { GROUP_EVENTS_GATHERED_MAX } from '../../../../src/store/sqlite/limits.js';
import {
  EVENTS_OF_GROUP,
  type GroupEventEntry,
  GroupEvents,
  IS_UNINDEXED,
} from '../../../../src/store/sqlite/tables/group-events.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

const GROUPS = 9;

/** The events of one database, and what a plain list says they should be. */
class Model {
  readonly stored: GroupEventEntry[] = [];
  readonly #dbPath = join(tempDir(), 'service.db');
  readonly #gatheredMax: number | undefined;
  #db: WritableDb;
  #index: GroupEvents;
  #lastId = 0;

  constructor(gatheredMax?: number) {
    this.#gatheredMax = gatheredMax;
    this.#db = openWritable(this.#dbPath);
    this.#index = new GroupEvents(this.#db, gatheredMax);
  }

  /** As after a crash: nothing but the file is left. */
  reopen(): void {
    this.#db.close();
    this.#db = openWritable(this.#dbPath);
    this.#index = new GroupEvents(this.#db, this.#gatheredMax);
  }

  close(): void {
    this.#db.close();
  }

  transact(work: () => void, fails = false): void {
    this.#index.begin();
    const before = [...this.stored];
    try {
      this.#db.transaction(() => {
        work();
        this.#index.index();
        if (fails) throw new Error('rolled back');
      })();
    } catch (error) {
      if (!fails) throw error;
      this.#index.rollback();
      this.stored.splice(0, this.stored.length, ...before);
    }
  }

  add(groupId: number, timestampMs: number): void {
    const entry = { groupId, timestampMs, id: ++this.#lastId };
    this.#db
      .prepare(
        `INSERT INTO events (id, project_id, group_id, event_id, timestamp_ms, severity, source)
         VALUES (:id, 1, :groupId, 'e', :timestampMs, 0, 0)`,
      )
      .run(entry);
    this.#index.add(entry);
    this.stored.push(entry);
  }

  remove(index: number): void {
    const [entry] = this.stored.splice(index, 1);
    if (entry === undefined) return;
    this.#db.prepare('DELETE FROM events WHERE id = ?').run(entry.id);
    this.#index.remove(entry);
  }

  removeAll(): void {
    this.#db.exec('DELETE FROM events');
    this.#index.removeAll();
    this.stored.length = 0;
  }

  indexAll(): void {
    this.#index.begin();
    this.#db.transaction(() => this.#index.indexAll())();
  }

  unindexedCount(): number {
    return Number(this.#db.prepare(`SELECT count(*) FROM events e WHERE ${IS_UNINDEXED}`).pluck().get());
  }

  /** Every group has exactly its events, and what a scan finds unindexed is what the index lacks. */
  check(): void {
    const ofGroup = this.#db.prepare<object, object>(`${EVENTS_OF_GROUP} ORDER BY timestamp_ms DESC, id DESC`);
    for (let groupId = 1; groupId <= GROUPS; groupId++) {
      const wanted = this.stored
        .filter((entry) => entry.groupId === groupId)
        .map(({ id, timestampMs }) => ({ id, timestamp_ms: timestampMs }))
        .sort((one, other) => other.timestamp_ms - one.timestamp_ms || other.id - one.id);
      // Rows of `node:sqlite` have no prototype.
      assert.deepEqual(
        ofGroup.all({ groupId }).map((row) => ({ ...row })),
        wanted,
      );
    }
    const indexed = Number(this.#db.prepare('SELECT count(*) FROM group_events').pluck().get());
    assert.equal(indexed + this.unindexedCount(), this.stored.length);
  }
}

/** Numbers that look random and are the same in every run. */
function openRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

describe('the index of the events of groups', () => {
  afterEach(cleanUp);

  it('is written when as many events as the limit have gathered, and not before', () => {
    const model = new Model();
    model.transact(() => {
      for (let index = 0; index < GROUP_EVENTS_GATHERED_MAX - 1; index++) model.add(1 + (index % GROUPS), index);
    });
    model.transact(() => model.add(1, 0));
    assert.equal(model.unindexedCount(), GROUP_EVENTS_GATHERED_MAX);
    model.transact(() => model.add(1, 0));
    assert.ok(model.unindexedCount() < GROUP_EVENTS_GATHERED_MAX);
    model.check();
    model.close();
  });

  it('catches up with what comes in, whole group by whole group', () => {
    const model = new Model(40);
    for (let round = 0; round < 200; round++) {
      model.transact(() => {
        for (let index = 0; index < 5; index++) model.add(1 + ((round * 7 + index * 3) % GROUPS), (round * 37) % 101);
      });
      model.check();
      assert.ok(model.unindexedCount() < 120);
    }
    model.indexAll();
    assert.equal(model.unindexedCount(), 0);
    model.check();
    model.close();
  });

  for (const seed of [3, 5, 11]) {
    it(`is right after any series of commits, rollbacks, deletions and crashes (${seed})`, () => {
      const random = openRandom(seed);
      const model = new Model(20);
      for (let step = 0; step < 400; step++) {
        model.transact(() => {
          for (let count = random(8); count > 0; count--) model.add(1 + random(GROUPS), random(50));
          for (let count = random(6); count > 0; count--) model.remove(random(model.stored.length + 1));
          if (random(40) === 0) model.removeAll();
        }, random(5) === 0);
        if (random(8) === 0) model.reopen();
        if (random(60) === 0) model.indexAll();
        model.check();
      }
      model.close();
    });
  }

  it('survives a crash in a merge of which every event is deleted before the next start', () => {
    const model = new Model(6);
    model.transact(() => {
      for (let groupId = 1; groupId <= GROUPS; groupId++) model.add(groupId, 0);
    });
    // Begins the merge and indexes the first groups.
    model.transact(() => model.add(1, 1));
    const left = model.stored.filter(({ groupId, id }) => groupId > 2 && id <= GROUPS);
    model.transact(() => {
      for (const entry of left) model.remove(model.stored.indexOf(entry));
    });
    model.reopen();
    model.check();
    for (let round = 0; round < 30; round++) {
      model.transact(() => model.add(1 + (round % GROUPS), round));
      model.check();
    }
    model.close();
  });
});
