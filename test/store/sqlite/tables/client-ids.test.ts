import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { EVENT_IDS_GATHERED_MAX, RECORD_IDS_GATHERED_MAX } from '../../../../src/store/sqlite/limits.js';
import { packId } from '../../../../src/store/sqlite/packed-id.js';
import { ClientIds, type ClientIdsOptions } from '../../../../src/store/sqlite/tables/client-ids.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp } from '../../../support/store-harness.js';

interface Row {
  readonly id: number;
  readonly projectId: number;
  readonly clientId: string;
  readonly storedId: string;
}

/** Each kind of record whose ids are kept. */
const KINDS: readonly (ClientIdsOptions & { readonly columns: string; readonly values: string })[] = [
  {
    index: 'event_ids',
    table: 'events',
    column: 'event_id',
    gatheredMax: EVENT_IDS_GATHERED_MAX,
    columns: ', group_id, timestamp_ms, severity, source',
    values: ', 1, 0, 0, 0',
  },
  ...(['request', 'log'] as const).map((kind) => ({
    index: `${kind}_ids` as const,
    table: `identified_${kind}s` as const,
    column: 'record_id' as const,
    gatheredMax: RECORD_IDS_GATHERED_MAX,
    columns: '',
    values: '',
  })),
];
type Kind = (typeof KINDS)[number];

const UUID = '6f1f0a52-3c9b-4e0f-9d0b-2a7c5e8b1d34';
const OTHER = '0198c7e4-5d1a-7c3b-9f20-6a4d2b8e1c07';

type Bounds = Partial<Pick<ClientIdsOptions, 'gatheredMax' | 'knownMax'>>;

/** The ids of one database, and what a plain list says they should be. */
class Model {
  readonly stored: Row[] = [];
  readonly #dbPath = join(tempDir(), 'service.db');
  readonly #kind: Kind;
  #db: WritableDb;
  #ids: ClientIds;
  #lastId = 0;

  constructor(kind: Kind, { gatheredMax = kind.gatheredMax, knownMax }: Bounds = {}) {
    this.#kind = { ...kind, gatheredMax, ...(knownMax === undefined ? {} : { knownMax }) };
    this.#db = openWritable(this.#dbPath);
    this.#ids = new ClientIds(this.#db, this.#kind);
  }

  /** As after a crash: nothing but the file is left. */
  reopen(): void {
    this.#db.close();
    this.#db = openWritable(this.#dbPath);
    this.#ids = new ClientIds(this.#db, this.#kind);
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

  /** As an older build did it where `storedId` is the id itself. */
  add(clientId: string, projectId: number, storedId: string = packId(clientId)): void {
    const row = { id: ++this.#lastId, projectId, clientId, storedId };
    const { table, column, columns, values } = this.#kind;
    this.#db
      .prepare(
        `INSERT INTO ${table} (id, project_id, ${column}${columns}) VALUES (:id, :projectId, :storedId${values})`,
      )
      .run({ id: row.id, projectId, storedId });
    this.#ids.add(row);
    this.stored.push(row);
  }

  remove(index: number): void {
    const [row] = this.stored.splice(index, 1);
    if (row === undefined) return;
    this.#db.prepare(`DELETE FROM ${this.#kind.table} WHERE id = ?`).run(row.id);
    this.#ids.remove(row);
  }

  removeAll(): void {
    this.#db.exec(`DELETE FROM ${this.#kind.table}`);
    this.#ids.removeAll();
    this.stored.length = 0;
  }

  mergeAll(): void {
    this.#ids.begin();
    this.#db.transaction(() => this.#ids.indexAll())();
  }

  find(projectId: number, clientId: string): number | null {
    return this.#ids.find(projectId, clientId, packId(clientId));
  }

  tableCount(): unknown {
    return this.#db.prepare(`SELECT count(*) FROM ${this.#kind.index}`).pluck().get();
  }

  check(): void {
    for (const { projectId, clientId, id } of this.stored) assert.equal(this.find(projectId, clientId), id, clientId);
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

for (const kind of KINDS) {
  describe(`the ids of stored records in ${kind.index}`, () => {
    afterEach(cleanUp);

    it('are found while they gather, while they are merged, and afterwards', () => {
      const model = new Model(kind, { gatheredMax: 40 });
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
      const model = new Model(kind);
      model.transact(() => {
        for (let index = 0; index < kind.gatheredMax - 1; index++) model.add(`e${index}`, 1);
      });
      model.transact(() => model.add('last', 1));
      assert.equal(model.tableCount(), 0);
      model.transact(() => model.add('one more', 1));
      assert.equal(model.tableCount(), 2);
      model.close();
    });

    it('are the same after any series of commits, rollbacks, deletions and crashes', () => {
      const random = openRandom();
      // So small that what is known of them is whole, made anew and given up in turn.
      const model = new Model(kind, { gatheredMax: 25, knownMax: 256 });
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
      const known = new Set(model.stored.map(({ projectId, clientId }) => `${projectId}/${clientId}`));
      for (const { projectId, clientId } of removed) {
        if (!known.has(`${projectId}/${clientId}`)) assert.equal(model.find(projectId, clientId), null, clientId);
      }
      model.mergeAll();
      assert.equal(model.tableCount(), model.stored.length);
      model.close();
    });

    it('are found as older builds stored them, and by no id that looks like a packed one', () => {
      const model = new Model(kind, { gatheredMax: 4 });
      const ofOlderBuilds = [UUID, UUID.replaceAll('-', ''), UUID.toUpperCase(), 'an id', '9'];
      const [waiting = '', ...merged] = ofOlderBuilds;
      for (const id of merged) model.transact(() => model.add(id, 1, id));
      model.mergeAll();
      model.transact(() => model.add(waiting, 1, waiting));
      model.reopen();
      model.transact(() => model.add(OTHER, 1));
      for (const isMerged of [false, true]) {
        if (isMerged) model.mergeAll();
        model.check();
        for (const id of ofOlderBuilds) assert.equal(model.find(2, id), null, id);
        for (const id of [UUID, OTHER]) assert.equal(model.find(1, packId(id)), null);
      }
      model.transact(() => {
        while (model.stored.length > 0) model.remove(0);
      });
      for (const id of [...ofOlderBuilds, OTHER]) assert.equal(model.find(1, id), null, id);
      model.transact(() => model.add(UUID, 1));
      model.check();
      model.close();
    });

    it('may be used again once their record is deleted, wherever it was', () => {
      const model = new Model(kind, { gatheredMax: 4 });
      for (let round = 0; round < 12; round++) {
        model.transact(() => model.add('again', 1));
        model.transact(() => {
          model.add(`other ${round}`, 1);
          model.remove(model.stored.findIndex(({ clientId }) => clientId === 'again'));
        });
        assert.equal(model.find(1, 'again'), null);
        assert.equal(model.find(2, `other ${round}`), null);
      }
      model.check();
      model.close();
    });
  });
}
