import { strict as assert } from 'node:assert';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { FeedDemand } from '../../../../src/feed-demand.js';
import type { Digest } from '../../../../src/messages.js';
import type { WritableDb } from '../../../../src/store/sqlite/connection.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import {
  COUNTS_GATHERED_MAX,
  COUNTS_GATHERED_MS,
  COUNTS_READ_OFTEN_MS,
  START_CHECK_BYTES_MAX,
} from '../../../../src/store/sqlite/limits.js';
import { repairDatabase, verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { openWriterTables, type WriterTables } from '../../../../src/store/sqlite/writer/append.js';
import { openCommitter } from '../../../../src/store/sqlite/writer/commit.js';
import { openDeletion } from '../../../../src/store/sqlite/writer/deletion.js';
import {
  type DeletionOptions,
  deleteRecords,
  openDeletionRun,
} from '../../../../src/store/sqlite/writer/deletion-run.js';
import { openSqliteHarness, tempDir } from '../../../support/sqlite-place.js';
import { eventDigest, logDigest, requestDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { openSqlite } from '../../../support/test-sqlite.js';

const NOW_MS = Date.UTC(2026, 10, 29, 12);
const HOUR_MS = 3_600_000;
const PAGE_BYTES = 4096;

/** The tables that count, whole. */
const COUNTING = ['error_groups', 'event_counts', 'group_counts', 'request_counts', 'log_counts'] as const;

interface Parts {
  readonly db: WritableDb;
  readonly tables: WriterTables;
  readonly time: { steadyMs: number; nowMs: number };
  commit(...digests: Digest[]): unknown;
  transact<T>(work: () => T): T;
  /** The sum of what groups say, in the file. */
  written(): unknown;
  noted(): unknown;
}

/** A writer without its thread, as it is after a start. `hasRoom` false has each commit write what it counts. */
function openParts({ dbPath = join(tempDir(), 'service.db'), hasRoom = true } = {}): Parts {
  const db = openWritable(dbPath);
  const time = { steadyMs: 0, nowMs: NOW_MS };
  const tables = openWriterTables(db, () => time.nowMs, { clock: () => time.steadyMs, hasRoom: () => hasRoom });
  const committer = openCommitter({
    db,
    tables,
    clock: () => time.nowMs,
    demand: new FeedDemand(),
    watch: { assertUndamaged: () => undefined, assertDurable: () => undefined },
    tellCounts: () => undefined,
    onFailure: () => undefined,
    onSuccess: () => undefined,
  });
  return {
    db,
    tables,
    time,
    commit: (...digests) => committer.commit([{ ticket: 1, items: digests, bodyRefused: false }]),
    transact: committer.transact,
    written: () => db.prepare('SELECT coalesce(sum(event_count), 0) FROM error_groups').pluck().get(),
    noted: () => db.prepare('SELECT count(*) FROM gathered_counts').pluck().get(),
  };
}

const event = (over: Parameters<typeof eventDigest>[0] = {}) =>
  eventDigest({ receivedAtMs: NOW_MS, timestampMs: NOW_MS, ...over });

/** Groups differ by message. */
const inGroup = (group: number) => event({ message: `failure ${group}`, type: `Type${group}` });

describe('counts that are gathered', () => {
  afterEach(cleanUp);

  it('are written by the first commit, and by the next one that comes as long after it as they wait', () => {
    const { commit, written, noted, time } = openParts();
    commit(event());
    assert.deepEqual([written(), noted()], [1, 0]);
    commit(event());
    time.steadyMs = COUNTS_GATHERED_MS - 1;
    commit(event());
    assert.deepEqual([written(), noted()], [1, 2]);
    time.steadyMs = COUNTS_GATHERED_MS;
    commit(event());
    assert.deepEqual([written(), noted()], [4, 0]);
  });

  it('are written by the commit that has one too many of them', () => {
    const { commit, written, noted, db } = openParts();
    // Each has a head and a counter for its two spans and, under its project and all of them, one of events.
    const kinds = Math.floor(COUNTS_GATHERED_MAX / 4);
    commit(event());
    commit(...times(kinds, inGroup));
    assert.deepEqual([written(), noted()], [1 + kinds, 1]);
    commit(inGroup(kinds));
    assert.deepEqual([written(), noted()], [2 + kinds, 0]);
    assert.deepEqual(db.prepare('SELECT count(*) FROM error_groups').pluck().get(), 2 + kinds);
  });

  it('are written at once where the disk has no room to do so later', () => {
    const { commit, written, noted } = openParts({ hasRoom: false });
    for (let count = 1; count <= 3; count += 1) {
      commit(event());
      assert.deepEqual([written(), noted()], [count, 0]);
    }
  });

  it('are written by all commits for a while when they are written for readers often', () => {
    const { commit, noted, tables, time } = openParts();
    const commitAt = (steadyMs: number): unknown => {
      time.steadyMs = steadyMs;
      commit(event());
      return noted();
    };
    assert.deepEqual([commitAt(0), commitAt(1)], [0, 1]);
    tables.counts.noteReader();
    // With the first, too long ago.
    time.steadyMs = 1 + COUNTS_READ_OFTEN_MS;
    tables.counts.noteReader();
    assert.equal(commitAt(time.steadyMs), 2);
    time.steadyMs += COUNTS_READ_OFTEN_MS - 1;
    tables.counts.noteReader();
    const untilMs = time.steadyMs + COUNTS_GATHERED_MS;
    assert.deepEqual([commitAt(time.steadyMs), commitAt(untilMs - 1), commitAt(untilMs)], [0, 0, 1]);
  });

  it('are known to whoever joins their group, however it is found', () => {
    const { commit, tables, transact, written } = openParts();
    const digest = event();
    commit(digest);
    commit(event());
    const projectId = tables.projects.find('shop') ?? 0;
    const find = () => tables.groups.find(projectId, digest.site, 'shop');
    const id = find()?.id ?? 0;
    assert.equal(tables.groups.findById(id)?.eventCount, 2);
    tables.groups.reload();
    assert.equal(find()?.eventCount, 2);
    // Of those that people made one, the head is not the one that is remembered by its key.
    transact(() => undefined);
    const other = tables.groups.findById(id);
    assert.ok(other !== null);
    assert.notEqual(other, find());
    other.eventCount += 1;
    tables.counts.add(new Map([[id, other]]));
    assert.equal(find(), other);
    commit(event());
    assert.equal(transact(written), 4);
  });

  it('are written before anything else reads or changes what counts', () => {
    const { commit, written, noted, transact } = openParts();
    times(3, () => commit(event()));
    assert.equal(noted(), 2);
    assert.equal(transact(written), 3);
    assert.equal(noted(), 0);
  });

  it('count once in what is usual for a group, however lately its earlier events came', () => {
    const { commit, time, tables, db } = openParts();
    const early = { message: 'loud', timestampMs: NOW_MS - 2 * HOUR_MS };
    commit(event({ message: 'quiet' }));
    commit(...times(200, () => event(early)));
    time.nowMs = NOW_MS + 1;
    // Twenty in ten minutes are less than 4 times as many as two hundred in two hours.
    times(20, () => commit(event({ message: 'loud' })));
    transactNothing({ tables, db });
    const loud = db.prepare("SELECT louder_factor FROM error_groups WHERE message = 'loud'").pluck().get();
    assert.equal(loud, 0);
  });

  it('are right after a commit that failed, for whoever joins those groups then', () => {
    const { db, commit, written, transact } = openParts();
    commit(inGroup(1), inGroup(2));
    commit(inGroup(1));
    db.exec("CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'refused'); END");
    commit(inGroup(1), inGroup(2), inGroup(3));
    db.exec('DROP TRIGGER refuse');
    commit(inGroup(2));
    commit(inGroup(2));
    assert.equal(transact(written), 5);
    const counts = db.prepare('SELECT message, event_count FROM error_groups ORDER BY message').raw().all();
    assert.deepEqual(counts, [
      ['failure 1', 2],
      ['failure 2', 3],
    ]);
  });

  it('are what is stored to who verifies the file beside the daemon, or of one that was killed; repairing writes them', () => {
    const dbPath = join(tempDir(), 'service.db');
    const { db, commit, noted } = openParts({ dbPath });
    for (let index = 0; index < 5; index += 1) {
      const times = { receivedAtMs: Date.now(), timestampMs: Date.now() };
      commit(eventDigest({ ...times, message: `failure ${index % 2}` }), requestDigest(), logDigest());
    }
    assert.equal(noted(), 4);
    const nowMs = Date.now();
    assert.deepEqual(verifyDatabase(dbPath, { nowMs }).faults, []);
    db.exec('UPDATE error_groups SET event_count = event_count + 1; UPDATE log_counts SET count = count + 1');
    // What is noted of a head is all of it, so that only the log counters stay wrong.
    assert.deepEqual(
      verifyDatabase(dbPath, { nowMs }).faults.map(({ text }) => text.split(':')[0]),
      ['log_counts'],
    );
    db.close();
    assert.deepEqual(repairDatabase(dbPath, { nowMs }).faults, []);
    const file = openSqlite(dbPath, { readonly: true });
    assert.equal(file.prepare('SELECT count(*) FROM gathered_counts').pluck().get(), 0);
    assert.equal(file.prepare('SELECT sum(event_count) FROM error_groups').pluck().get(), 5);
    file.close();
  });

  it('are counted anew, and once, by who repairs a file with a damaged page in the way of writing them', () => {
    const dbPath = join(tempDir(), 'service.db');
    const { db, commit, noted } = openParts({ dbPath });
    const times = { receivedAtMs: Date.now(), timestampMs: Date.now() };
    for (let index = 0; index < 5; index += 1) commit(eventDigest(times), logDigest());
    assert.equal(noted(), 4);
    // Of a small file a start reads each page, and refuses it.
    db.exec(`CREATE TABLE filler AS SELECT zeroblob(${START_CHECK_BYTES_MAX}) AS bytes; DROP TABLE filler`);
    const root = Number(
      db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'error_groups_last_seen'").pluck().get(),
    );
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    damagePage(dbPath, root);
    const nowMs = Date.now();
    const left = repairDatabase(dbPath, { nowMs }).faults.map(({ text }) => text);
    assert.ok(left.includes('pages and indexes of the file: cannot be read (database disk image is malformed)'));
    assert.deepEqual(
      left.filter((text) => /count|events of/.test(text)),
      [],
    );
    const file = openSqlite(dbPath, { readonly: true });
    assert.equal(file.prepare('SELECT count(*) FROM gathered_counts').pluck().get(), 0);
    assert.equal(file.prepare('SELECT sum(event_count) FROM error_groups').pluck().get(), 5);
    file.close();
  });

  it('end as if each commit had written them, after any commits, failures, deletions, changes and starts', () => {
    for (let seed = 1; seed <= 16; seed += 1) compareWithPlain(seed);
  });

  it('are seen by every reader', async () => {
    const { store, errors, status } = await openSqliteHarness();
    for (let count = 1; count <= 30; count += 1) {
      await store.append([eventDigest(), requestDigest()]);
      if (count % 3 !== 0) continue;
      const [list, { events, requests }] = await Promise.all([errors(), status()]);
      assert.deepEqual([list.errors[0]?.count, events, requests], [count, count, count]);
    }
  });

  it('are written when nobody reads and nothing more comes', async () => {
    const { store, dbPath } = await openSqliteHarness();
    const file = openSqlite(dbPath, { readonly: true });
    const noted = file.prepare<[], number>('SELECT count(*) FROM gathered_counts').pluck();
    const deadlineMs = Date.now() + 20_000;
    let stored = 0;
    while (noted.get() === 0) {
      assert.ok(Date.now() < deadlineMs, 'none is noted');
      // Events are followed by their facets, which would have it done.
      await store.append([logDigest()]);
      stored += 1;
    }
    while (noted.get() !== 0) {
      assert.ok(Date.now() < deadlineMs, 'they are not written');
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(
      file.prepare('SELECT sum(count) FROM log_counts WHERE span_ms = 0 AND project_id = -1').pluck().get(),
      stored,
    );
    file.close();
  });
});

function transactNothing({ tables, db }: Pick<Parts, 'tables' | 'db'>): void {
  db.transaction(() => {
    tables.counts.begin(NOW_MS);
    tables.counts.settle();
  })();
}

/** Deletes records of all kinds, a few in a step, one of which may fail when all of it is done. */
function deleteSome(parts: Parts, pick: (count: number) => number): void {
  const idsOf = (select: string): number[] => {
    const ids = parts.db.prepare<[], number>(select).pluck().all();
    return ids.filter(() => pick(3) === 0);
  };
  const ids = {
    events: idsOf('SELECT id FROM events ORDER BY group_id, id'),
    requests: idsOf('SELECT id FROM requests ORDER BY id'),
    logs: idsOf('SELECT id FROM logs ORDER BY id'),
  };
  let stepsLeft = pick(12);
  const run = openDeletionRun(
    toDeletion(parts, () => {
      stepsLeft -= 1;
      if (stepsLeft === 0) throw new Error('refused');
    }),
  );
  try {
    Array.from(deleteRecords(run, ids, { nowMs: NOW_MS, stepRows: 3 }));
  } catch (error) {
    assert.equal((error as Error).message, 'refused');
  }
}

function toDeletion(parts: Parts, afterStep = (): void => undefined): DeletionOptions {
  const { db, tables, time, transact } = parts;
  return {
    db,
    tables,
    clock: () => time.nowMs,
    committer: {
      transact: (work) =>
        transact(() => {
          const result = work();
          afterStep();
          return result;
        }),
      transactAside: transact,
      commit: () => assert.fail('a deletion commits nothing'),
    },
    room: { release: () => false, isTight: () => false },
    isBusy: () => true,
  };
}

/** The same random life with and without gathering. */
function compareWithPlain(seed: number): void {
  const lives = [true, false].map((hasRoom) => live(seed, hasRoom));
  assert.deepEqual(lives[0], lives[1], `seed ${seed}`);
}

function live(seed: number, hasRoom: boolean): unknown {
  const dbPath = join(tempDir(), 'service.db');
  const random = openRandom(seed);
  let parts = openParts({ dbPath, hasRoom });
  const pick = (count: number): number => Math.floor(random() * count);
  const digest = (): Digest => {
    const timestampMs = NOW_MS - pick(3) * HOUR_MS;
    const projectName = ['shop', 'blog', null][pick(3)] ?? null;
    const facts = { projectName, receivedAtMs: NOW_MS, timestampMs };
    if (pick(4) === 0) return pick(2) === 0 ? requestDigest(facts) : logDigest(facts);
    const severity = (['warning', 'error', 'fatal'] as const)[pick(3)] ?? 'error';
    return eventDigest({ ...facts, severity, eventId: `event-${pick(200)}`, message: `failure ${pick(6)}` });
  };
  for (let step = 0; step < 60; step += 1) {
    const { db, tables, time } = parts;
    const act = pick(20);
    time.steadyMs += pick(3) === 0 ? COUNTS_GATHERED_MS : 1;
    if (act === 0) {
      db.close();
      parts = openParts({ dbPath, hasRoom });
    } else if (act === 1) {
      db.exec("CREATE TRIGGER refuse BEFORE INSERT ON events BEGIN SELECT raise(ABORT, 'refused'); END");
      parts.commit(digest(), digest());
      db.exec('DROP TRIGGER refuse');
    } else if (act === 2) {
      parts.transact(() => {
        const [id] = db.prepare<[], number>('SELECT id FROM error_groups ORDER BY message, project_id').pluck().all();
        const head = id === undefined ? null : tables.groups.findById(id);
        if (head !== null) tables.groups.setStatus(head, 'resolved');
      });
    } else if (act === 3) {
      const deletion = openDeletion(toDeletion(parts));
      const note = (): void => undefined;
      Array.from(deletion.clear(pick(2) === 0 ? 'shop' : 'blog', note));
    } else if (act < 6) {
      deleteSome(parts, pick);
    } else parts.commit(...times(1 + pick(4), digest));
  }
  parts.transact(() => undefined);
  assert.equal(parts.noted(), 0);
  const rows = COUNTING.map((table) => toRows(parts.db, table));
  parts.db.close();
  const faults = verifyDatabase(dbPath, { nowMs: NOW_MS }).faults.map(({ text }) => text);
  assert.deepEqual(
    faults.filter((text) => /count|events of/.test(text)),
    [],
    `seed ${seed}`,
  );
  return rows;
}

/** Columns of ids, which come of the clock. */
const IDS: ReadonlySet<string> = new Set(['id', 'group_id', 'project_id', 'fingerprint']);

/** Rows with names in place of ids. */
function toRows(db: WritableDb, table: (typeof COUNTING)[number]): string[] {
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const isOfGroup = table === 'error_groups' || table === 'group_counts';
  const group = isOfGroup
    ? `(SELECT coalesce(p.name, '') || g.message FROM error_groups g LEFT JOIN projects p ON p.id = g.project_id
        WHERE g.id = t.${table === 'error_groups' ? 'id' : 'group_id'})`
    : '(SELECT name FROM projects WHERE id = t.project_id)';
  const kept = columns.filter((name) => !IDS.has(name)).join(', ');
  const rows = db.prepare<[], unknown[]>(`SELECT ${group}, ${kept} FROM ${table} t`).raw().all();
  return rows.map((row) => JSON.stringify(row)).sort();
}

/** mulberry32: https://github.com/cprosche/mulberry32 */
function openRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function damagePage(path: string, page: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(64, 0xa5), 0, 64, (page - 1) * PAGE_BYTES);
  closeSync(file);
}
