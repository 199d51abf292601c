import { strict as assert } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrordError, StoreErrorCode } from '../../../src/errors.js';
import { FeedDemand } from '../../../src/feed-demand.js';
import type { DigestBatch, EventDigest } from '../../../src/messages.js';
import { openWritable } from '../../../src/store/sqlite/database.js';
import { COUNTS_FREE_BYTES_MIN, RESERVE_BYTES, RESERVE_FREE_BYTES_MIN } from '../../../src/store/sqlite/limits.js';
import { verifyDatabase } from '../../../src/store/sqlite/verify.js';
import { openWriterTables } from '../../../src/store/sqlite/writer/append.js';
import { openCommitter } from '../../../src/store/sqlite/writer/commit.js';
import type { Store } from '../../../src/store/store.js';
import { openSqliteHarness, tempDir } from '../../support/sqlite-place.js';
import { contentText, DAY_MS, eventDigest, logDigest } from '../../support/store-digests.js';
import { cleanUp, type Harness, times } from '../../support/store-harness.js';
import { openSqlite } from '../../support/test-sqlite.js';
import { openWriterParts } from '../../support/writer-parts.js';

/** An event whose texts repeat nowhere. */
const bulky = (index: number): EventDigest =>
  eventDigest({
    eventId: `e-${index}`,
    message: `failure ${index % 7}`,
    stack: contentText({ stack: `frame ${index} `.repeat(300), stackFrames: [] }),
  });

function toDemand(clientCount: number): FeedDemand {
  const demand = new FeedDemand();
  demand.setClientCount(clientCount);
  return demand;
}

describe('a database that may not grow', () => {
  afterEach(cleanUp);

  const openSmall = (extraPages: number) => {
    const db = openWritable(join(tempDir(), 'service.db'));
    // Each commit writes what it counts.
    const tables = openWriterTables(db, Date.now, { hasRoom: () => false });
    const failures: StoreErrorCode[] = [];
    const seen = { successes: 0 };
    const committer = openCommitter({
      db,
      tables,
      clock: Date.now,
      demand: toDemand(1),
      watch: { assertUndamaged: () => undefined, assertDurable: () => undefined },
      tellCounts: () => undefined,
      onFailure: (_, code) => void failures.push(code),
      onSuccess: () => {
        seen.successes += 1;
      },
    });
    const pages = Number(db.pragma('page_count', { simple: true }));
    db.pragma(`max_page_count = ${pages + extraPages}`);
    const count = (): unknown => db.prepare('SELECT count(*) FROM events').pluck().get();
    const grouped = (): unknown => db.prepare('SELECT coalesce(sum(event_count), 0) FROM error_groups').pluck().get();
    const counted = (): unknown =>
      db
        .prepare('SELECT coalesce(sum(count), 0) FROM event_counts WHERE span_ms = 0 AND project_id = -1')
        .pluck()
        .get();
    return { db, committer, failures, seen, count, grouped, counted };
  };

  it('answers storage_full for every batch of the commit, tells the feed nothing, and loses nothing acknowledged', () => {
    const { db, committer, failures, count, grouped, counted } = openSmall(40);
    let acknowledged = 0;
    let full: ReturnType<typeof committer.commit> | undefined;
    for (let index = 0; full === undefined; index += 4) {
      const batches: DigestBatch[] = [
        { ticket: index, items: [bulky(index), bulky(index + 1)], bodyRefused: false },
        { ticket: index + 1, items: [bulky(index + 2), bulky(index + 3)], bodyRefused: false },
      ];
      const report = committer.commit(batches);
      if (report.results.every(({ items }) => items.every(({ kind }) => kind === 'stored'))) acknowledged += 4;
      else full = report;
    }
    assert.deepEqual(
      full.results.map(({ items }) => items.map((item) => ('reason' in item ? item.reason : item.kind))),
      [
        ['storage_full', 'storage_full'],
        ['storage_full', 'storage_full'],
      ],
    );
    assert.deepEqual(full.feed, []);
    assert.deepEqual(failures, ['storage_full']);
    assert.ok(acknowledged > 0);
    assert.deepEqual([count(), grouped(), counted()], [acknowledged, acknowledged, acknowledged]);
    db.close();
  });

  it('works again when there is room, and takes the retry of what it refused as new', () => {
    const { db, committer, seen, count, grouped, counted } = openSmall(20);
    const outcomeOf = (index: number): string => {
      const [result] = committer.commit([{ ticket: index, items: [bulky(index)], bodyRefused: false }]).results;
      const kind = result?.items[0]?.kind ?? '';
      return kind === 'dropped' ? 'refused' : kind;
    };
    let index = 0;
    while (outcomeOf(index) === 'stored') index += 1;
    assert.equal(outcomeOf(index), 'refused');
    assert.equal(seen.successes, index);
    db.pragma('max_page_count = 4294967294');
    assert.equal(outcomeOf(index), 'stored');
    assert.equal(outcomeOf(index), 'duplicate');
    assert.equal(outcomeOf(0), 'duplicate');
    assert.deepEqual([count(), grouped(), counted()], [index + 1, index + 1, index + 1]);
    db.close();
  });
});

/** A small disk for each test of the enclosing `describe`; skips where a process may not mount one. */
function useDisk(bytes: number): () => string {
  let disk: string | undefined;
  beforeEach(function () {
    const directory = mkdtempSync(join(tmpdir(), 'errord-disk-'));
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', directory]).status === 0;
    if (mounted) disk = directory;
    else rmSync(directory, { recursive: true });
    // Mounting takes root, and a container may lack the capability all the same.
    if (!mounted) this.skip();
  });
  afterEach(async () => {
    await cleanUp();
    if (disk !== undefined) {
      spawnSync('umount', [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
    disk = undefined;
  });
  return () => disk ?? '';
}

/** With it, a row of a group fills pages of its own, and is written whole for each change of a count. */
const LONG = 'of one of them '.repeat(800);

/** What a daemon leaves that is killed in the second in which it has stored an event in each of so many groups, twice. */
function noteCounts(dbPath: string, groups: number): () => void {
  const { db, tables, commit } = openWriterParts({ dbPath });
  for (let index = 0; index < 2 * groups; index += 4) {
    commit(
      ...times(4, (offset) => ({
        ...bulky(index + offset),
        site: eventDigest({ message: `failure of ${(index + offset) % groups} ${LONG}` }).site,
      })),
    );
    // As a daemon does; all that it noted would not fit on the disk twice.
    db.pragma('wal_checkpoint(TRUNCATE)');
  }
  assert.ok(tables.counts.heads.size === groups);
  return () => void db.close();
}

async function fill({ store }: Harness, from: number): Promise<number> {
  for (let index = from; ; index += 10) {
    try {
      await store.append(times(10, (offset) => bulky(index + offset)));
    } catch (error) {
      assert.equal((error as ErrordError).code, 'storage_full');
      return index;
    }
  }
}

describe('a full disk', () => {
  const disk = useDisk(8 * 1024 * 1024);

  it('is answered with storage_full, keeps what was acknowledged, and is over when space returns', async () => {
    const ballast = join(disk(), 'ballast');
    writeFileSync(ballast, Buffer.alloc(4_000_000, 1));
    const harness = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
    const { store, errors, status, failures, logLines, logs, put } = harness;
    const acknowledged = await fill(harness, 0);
    assert.ok(acknowledged > 0);
    assert.equal((await status()).events, acknowledged);
    assert.equal((await errors()).total, Math.min(7, acknowledged));
    for (const index of times(5, Number)) {
      const digests = times(10, (offset) => bulky(-1 - 10 * index - offset));
      await assert.rejects(store.append(digests), { code: 'storage_full' });
    }
    assert.equal(logLines.filter(({ message }) => message === 'commit failed').length, 1);
    rmSync(ballast);
    await put(logDigest());
    assert.equal((await logs()).total, 1);
    assert.ok((await fill(harness, acknowledged)) > acknowledged);
    assert.equal(logLines.filter(({ message }) => message === 'commits succeed again').length, 1);
    assert.deepEqual(failures, []);
    await harness.close();
    const second = await openSqliteHarness({ dbPath: harness.dbPath });
    assert.ok((await second.status()).events > acknowledged);
    // As far as they are written, though the rest cannot be counted yet.
    await second.facets();
  });

  it('can be pruned and cleared once there is room, and takes records again', async () => {
    const ballast = join(disk(), 'ballast');
    const harness = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
    const { store, put, status, failures } = harness;
    const jobs = [
      () => store.prune({ nowMs: Date.now(), retentionDays: 0, maxDbSizeMb: 0.5 }),
      () => store.clear('shop'),
      () => store.clear(null),
    ];
    let next = 0;
    for (const job of jobs) {
      writeFileSync(ballast, Buffer.alloc(4_000_000, 1));
      next = await fill(harness, next + 10);
      const before = (await status()).events;
      // Deleting writes to the log first: with no room at all it is refused, and nothing is lost.
      await job().catch((error: unknown) => assert.equal((error as ErrordError).code, 'storage_full'));
      assert.ok((await status()).events <= before);
      rmSync(ballast);
      await job();
      assert.ok((await status()).events < before);
      assert.equal((await put(logDigest({ projectName: 'blog' }))).kind, 'stored');
    }
    assert.deepEqual(failures, []);
  });
});

describe('a full disk beside a reserve', () => {
  const disk = useDisk(RESERVE_FREE_BYTES_MIN + 12 * 1024 * 1024);
  const freeBytes = (): number => {
    const { bavail, bsize } = statfsSync(disk());
    return bavail * bsize;
  };
  const reserve = (): string => join(disk(), 'service.db-reserve');
  const isThere = (): boolean => existsSync(reserve()) && statSync(reserve()).size === RESERVE_BYTES;

  /** Takes all room but a few megabytes, fills those with records, and then takes the last byte. */
  const fillUp = async (harness: Harness): Promise<string> => {
    const ballast = join(disk(), 'ballast');
    writeFileSync(ballast, Buffer.alloc(freeBytes() - 6_000_000, 1));
    await fill(harness, 0);
    const rest = join(disk(), 'rest');
    try {
      writeFileSync(rest, Buffer.alloc(1_000_000, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
    assert.ok(freeBytes() < 8192, `${freeBytes()} bytes are free`);
    return ballast;
  };

  const jobs = {
    'cleared of everything': (store: Store) => store.clear(null),
    'cleared of a project': (store: Store) => store.clear('shop'),
    'rid of a project': (store: Store) => store.deleteProject('shop'),
    'pruned by age': (store: Store) =>
      store.prune({ nowMs: Date.now() + 31 * DAY_MS, retentionDays: 30, maxDbSizeMb: 0 }),
    'pruned by size': (store: Store) => store.prune({ nowMs: Date.now(), retentionDays: 0, maxDbSizeMb: 1 }),
  };
  for (const [name, job] of Object.entries(jobs)) {
    it(`can be ${name} without a byte of room, and makes the reserve again when there is`, async () => {
      const harness = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
      const { store, put, status, failures } = harness;
      await store.maintain('quick');
      assert.ok(isThere());
      const ballast = await fillUp(harness);
      const before = await status();
      assert.ok(before.events > 100);
      await job(store);
      const after = await status();
      assert.ok(after.events < before.events / 2, `${after.events} of ${before.events} are left`);
      assert.ok(freeBytes() > RESERVE_BYTES, `${freeBytes()} bytes are free`);
      assert.equal((await put(logDigest({ projectName: 'blog' }))).kind, 'stored');
      assert.equal(isThere(), false);
      rmSync(ballast);
      await store.maintain('quick');
      assert.ok(isThere());
      assert.deepEqual(failures, []);
    });
  }

  it('is no reason not to start: what is stored is read, and can be deleted', async () => {
    const harness = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
    await harness.store.maintain('quick');
    await fillUp(harness);
    const { events } = await harness.status();
    await harness.close();
    try {
      writeFileSync(join(disk(), 'last'), Buffer.alloc(freeBytes() + 1, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
    assert.equal(freeBytes(), 0);
    const second = await openSqliteHarness({ dbPath: harness.dbPath });
    assert.equal((await second.status()).events, events);
    assert.equal((await second.facets()).users, 0);
    await second.store.clear(null);
    assert.equal((await second.put(eventDigest())).kind, 'stored');
    assert.deepEqual(second.failures, []);
  });

  it('is no reason not to start on counts that a daemon that was killed has noted: a deletion makes room to write them', async () => {
    const dbPath = join(disk(), 'service.db');
    const first = await openSqliteHarness({ dbPath });
    await first.put(eventDigest({ projectName: 'blog' }));
    await first.store.maintain('quick');
    assert.ok(isThere());
    await first.close();
    const end = noteCounts(dbPath, 800);
    try {
      writeFileSync(join(disk(), 'ballast'), Buffer.alloc(freeBytes() + 1, 1));
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
    }
    assert.equal(freeBytes(), 0);
    const second = await openSqliteHarness({ dbPath });
    end();
    // People read what is written.
    assert.equal((await second.status()).events, 5);
    await second.store.clear('blog');
    assert.equal((await second.status()).events, 1600);
    assert.equal((await second.errors()).total, 800);
    await second.store.clear(null);
    assert.equal((await second.put(eventDigest())).kind, 'stored');
    assert.deepEqual(second.failures, []);
    await second.close();
    assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }).faults, []);
  });

  it('is not made fuller by the reserve', async () => {
    writeFileSync(join(disk(), 'ballast'), Buffer.alloc(14 * 1024 * 1024, 1));
    assert.ok(freeBytes() < RESERVE_FREE_BYTES_MIN);
    const { store } = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
    await store.maintain('quick');
    assert.equal(existsSync(reserve()), false);
  });
});

describe('a disk that is nearly full', () => {
  // With room for what a quick machine stores in a second.
  const disk = useDisk(COUNTS_FREE_BYTES_MIN + 96 * 1024 * 1024);

  it('has each commit write what it counts, and one with more room has the commits of a short time share it', async () => {
    const { store, dbPath } = await openSqliteHarness({ dbPath: join(disk(), 'service.db') });
    const file = openSqlite(dbPath, { readonly: true });
    const noted = file.prepare<[], number>('SELECT count(*) FROM gathered_counts').pluck();
    const append = async (): Promise<boolean> => {
      await store.append([eventDigest()]);
      return noted.get() !== 0;
    };
    const until = async (isNoted: boolean): Promise<void> => {
      const deadlineMs = Date.now() + 10_000;
      while ((await append()) !== isNoted) assert.ok(Date.now() < deadlineMs);
    };
    await until(true);
    const { bavail, bsize } = statfsSync(disk());
    writeFileSync(join(disk(), 'ballast'), Buffer.alloc(bavail * bsize - COUNTS_FREE_BYTES_MIN + 1, 1));
    await until(false);
    for (let count = 0; count < 20; count += 1) assert.equal(await append(), false);
    rmSync(join(disk(), 'ballast'));
    await until(true);
    file.close();
  });
});
