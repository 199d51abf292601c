import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { ErrordError } from '../../../../src/errors.js';
import type { Digest } from '../../../../src/messages.js';
import {
  GROUP_EVENTS_GATHERED_MAX,
  PROJECT_SAMPLE_ROWS,
  PRUNE_ROWS_READ,
  PRUNE_ROWS_READ_MIN,
  PRUNE_SCAN_ROWS,
  PRUNE_STEP_ROWS,
  PRUNE_STEP_ROWS_BEHIND,
  PRUNE_STEP_ROWS_QUIET,
  PRUNE_STEP_ROWS_TIGHT,
  ROW_ID_CORRECTIONS_MAX,
  VACUUM_STEP_PAGES,
  VACUUM_STEP_PAGES_QUIET,
} from '../../../../src/store/sqlite/limits.js';
import { openDeletion } from '../../../../src/store/sqlite/writer/deletion.js';
import { usedBytes } from '../../../../src/store/sqlite/writer/deletion-run.js';
import { estimateShares } from '../../../../src/store/sqlite/writer/project-shares.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { at, contentText, DAY_MS, eventDigest, HOUR_MS, logDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { openWriterParts } from '../../../support/writer-parts.js';

const NOW_MS = Date.now();

const openParts = (dbPath?: string, nowMs = NOW_MS) => openWriterParts({ dbPath, nowMs });
const stackOf = (text: string) => contentText({ stack: text, stackFrames: [] });
const groupDigest = (index: number) => eventDigest({ fingerprint: index.toString(16).padStart(64, '0') });
const keepAll = { nowMs: NOW_MS, retentionDays: 30, maxDbSizeMb: 0 };

describe('deletion', () => {
  afterEach(cleanUp);

  it('leaves no counter below zero when the clock was ahead as the events came', () => {
    const { db, time, commit, deletion, run } = openParts();
    time.nowMs = NOW_MS + 26 * HOUR_MS;
    commit(...times(5, () => eventDigest(at(NOW_MS))));
    time.nowMs = NOW_MS;
    run(deletion.clear('shop'));
    for (const table of ['event_counts', 'group_counts']) {
      const least = db.prepare(`SELECT coalesce(min(count), 0) FROM ${table}`).pluck().get();
      assert.equal(least, 0, table);
    }
    db.close();
  });

  it('keeps texts in use when the clock was set back', () => {
    const { time, commit, deletion, run, stacks, db } = openParts();
    commit(eventDigest({ ...at(NOW_MS), stack: stackOf('before') }));
    time.nowMs = NOW_MS - 5 * HOUR_MS;
    commit(eventDigest({ ...at(time.nowMs), stack: stackOf('after') }));
    run(deletion.prune(keepAll));
    assert.deepEqual(stacks(), ['before', 'after']);
    db.close();
  });

  it('in the middle of a merge leaves a file in which new events are found, also when the clock was set back', () => {
    const dbPath = join(tempDir(), 'service.db');
    const before = openParts(dbPath);
    before.commit(...times(GROUP_EVENTS_GATHERED_MAX, (index) => groupDigest(index)));
    before.commit(groupDigest(GROUP_EVENTS_GATHERED_MAX));
    before.run(before.deletion.clear(null));
    before.db.close();

    const after = openParts(dbPath, NOW_MS - DAY_MS);
    after.commit(eventDigest({ stack: stackOf('new') }));
    assert.deepEqual(after.stacks(), ['new']);
    after.db.close();
  });

  it('keeps texts that are used at any pace, and deletes them when the last user is gone', () => {
    const { time, commit, deletion, run, count, stacks, db } = openParts();
    const gapsMs = [0, HOUR_MS - 1, 1, 2, HOUR_MS, HOUR_MS + 1, 7 * DAY_MS, 5];
    for (const gapMs of gapsMs) {
      time.nowMs += gapMs;
      commit(eventDigest({ ...at(time.nowMs), stack: stackOf('steady'), context: null }));
      run(deletion.prune({ ...keepAll, nowMs: time.nowMs, retentionDays: 1 / 24 }));
      assert.ok(stacks().length > 0);
      assert.ok(stacks().every((stack) => stack === 'steady'));
    }
    time.nowMs += 3 * DAY_MS;
    run(deletion.prune({ ...keepAll, nowMs: time.nowMs, retentionDays: 1 }));
    assert.deepEqual([count('events'), count('error_groups'), count('contents')], [0, 0, 0]);
    db.close();
  });

  it('keeps the texts of a record that arrives between two of its steps', () => {
    for (const job of ['prune', 'clear', 'clearLogs'] as const) {
      const { commit, deletion, stacks, db } = openParts();
      const old = times(5, (index) => logDigest({ environment: contentText({ index }) }));
      commit(...old, logDigest({ environment: contentText({ release: 'shared' }) }));
      const steps = {
        prune: () => deletion.prune({ ...keepAll, nowMs: NOW_MS + 31 * DAY_MS }),
        clear: () => deletion.clear('shop'),
        clearLogs: () => deletion.clearLogs(null),
      }[job]();
      let arrived = 0;
      while (steps.next().done !== true) {
        commit(
          eventDigest({ ...at(NOW_MS), stack: stackOf(`arrived ${job}`), context: contentText({ release: 'shared' }) }),
        );
        arrived += 1;
        if (arrived > 20) break;
      }
      // A policy 31 days ahead takes what arrives before its last step as well.
      const kept = stacks();
      assert.ok(job === 'prune' || kept.length === arrived, `${job} kept ${kept.length} of ${arrived}`);
      assert.ok(
        kept.every((stack) => stack === `arrived ${job}`),
        job,
      );
      db.close();
    }
  });

  it('keeps records by the time they came, before, during and after a clock that was ahead, also after a restart', () => {
    const dbPath = join(tempDir(), 'service.db');
    const first = openParts(dbPath);
    const steps = [0, 40 * DAY_MS, HOUR_MS, 2 * HOUR_MS];
    for (const [index, afterMs] of steps.entries()) {
      first.time.nowMs = NOW_MS + afterMs;
      first.run(first.deletion.prune({ ...keepAll, nowMs: NOW_MS }));
      first.commit(eventDigest({ ...at(NOW_MS + index), stack: stackOf(`${index}`) }));
    }
    first.db.close();
    const { db, time, commit, deletion, run, stacks } = openParts(dbPath, NOW_MS + 3 * HOUR_MS);
    commit(eventDigest({ ...at(NOW_MS + 4), stack: stackOf('4') }));
    const kept = [
      { afterMs: 0, stacks: ['4', '3', '2', '1', '0'] },
      { afterMs: HOUR_MS / 2, stacks: ['4', '3', '2', '1'] },
      { afterMs: 1.5 * HOUR_MS, stacks: ['4', '3'] },
      { afterMs: 2.5 * HOUR_MS, stacks: ['4'] },
      { afterMs: 3.5 * HOUR_MS, stacks: [] },
    ];
    for (const { afterMs, stacks: expected } of kept) {
      time.nowMs = NOW_MS + 30 * DAY_MS + afterMs;
      run(deletion.prune({ ...keepAll, nowMs: time.nowMs }));
      assert.deepEqual(stacks(), expected, `${afterMs / HOUR_MS} h`);
    }
    db.close();
  });

  it('stops correcting ids at as many corrections as may be in force, and lets go of those without rows', () => {
    const { db, time, commit, deletion, run } = openParts();
    const count = () => db.prepare('SELECT count(*) FROM row_id_corrections').pluck().get();
    const jump = (nowMs: number): void => {
      time.nowMs = nowMs + DAY_MS;
      commit(logDigest());
      time.nowMs = nowMs;
      run(deletion.prune({ ...keepAll, nowMs: NOW_MS }));
    };
    commit(logDigest());
    for (const index of times(ROW_ID_CORRECTIONS_MAX + 3, Number)) {
      jump(NOW_MS + index);
      assert.equal(count(), Math.min(index + 1, ROW_ID_CORRECTIONS_MAX));
    }
    run(deletion.clear(null));
    time.nowMs = NOW_MS + 200 * DAY_MS;
    commit(logDigest());
    jump(time.nowMs);
    assert.ok(Number(count()) <= 2, `${String(count())} left`);
    db.close();
  });

  it('looks for the oldest of a project behind more rows of others than one step looks at', () => {
    const { db, commit, deletion, run } = openParts();
    for (const part of times(6, Number))
      commit(
        ...times(PRUNE_SCAN_ROWS / 5, (index) => logDigest({ projectName: 'first', message: `${part} ${index}` })),
      );
    for (const part of times(8, Number))
      commit(
        ...times(PRUNE_SCAN_ROWS / 5, (index) =>
          logDigest({ projectName: 'last', message: `${part} ${index}`.repeat(20) }),
        ),
      );
    const bytes = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
    run(deletion.prune({ nowMs: NOW_MS, retentionDays: 0, maxDbSizeMb: (bytes * 0.8) / 1024 / 1024 }));
    const ofProject = db
      .prepare<[string], number>('SELECT count(*) FROM logs l JOIN projects p ON p.id = l.project_id WHERE p.name = ?')
      .pluck();
    assert.equal(ofProject.get('first'), (PRUNE_SCAN_ROWS / 5) * 6);
    assert.ok((ofProject.get('last') ?? 0) < (PRUNE_SCAN_ROWS / 5) * 8);
    db.close();
  });

  it('deletes for size of projects that hold the same, in larger steps the further it is behind', () => {
    const part = PRUNE_STEP_ROWS_BEHIND - PRUNE_STEP_ROWS;
    for (const [used, stepRows] of [
      [1.249, PRUNE_STEP_ROWS],
      [1.625, PRUNE_STEP_ROWS + part / 2],
      [3, PRUNE_STEP_ROWS_BEHIND],
    ] as const) {
      const { db, commit, deletion } = openParts();
      const entry = (projectName: string) => logDigest({ projectName, message: 'x'.repeat(1000) });
      for (const projectName of ['one', 'two', 'three']) commit(...times(2000, () => entry(projectName)));
      const policy = { ...keepAll, retentionDays: 0, maxDbSizeMb: usedBytes(db) / used / 2 ** 20 };
      const largest = Math.max(...deletion.prune(policy));
      assert.ok(Math.abs(largest - stepRows) <= part / 200, `${largest} rows in a step, ${stepRows} expected`);
      const left = db.prepare<[], number>('SELECT count(*) FROM logs GROUP BY project_id').pluck().all();
      assert.equal(left.length, 3);
      assert.ok(Math.max(...left) - Math.min(...left) <= PRUNE_ROWS_READ / 10, String(left));
      db.close();
    }
  });

  it('deletes in small steps while calls come in, and in larger ones while none does', () => {
    for (const [isBusy, stepRows] of [
      [true, PRUNE_STEP_ROWS],
      [false, PRUNE_STEP_ROWS_QUIET],
    ] as const) {
      const { db, commit, deletion, count } = openWriterParts({ nowMs: NOW_MS, isBusy });
      commit(...times(2 * PRUNE_STEP_ROWS_QUIET, groupDigest));
      const steps = [...deletion.clear('shop')];
      assert.equal(Math.max(...steps), stepRows);
      assert.equal(count('events'), 0);
      db.close();
    }
  });

  it('deletes more of a project than it reads ids of at one time', () => {
    const { db, commit, deletion, run, count } = openParts();
    for (const _ of times(2, Number)) commit(...times(PRUNE_ROWS_READ / 2 + 1, () => eventDigest()));
    commit(eventDigest({ projectName: 'blog' }));
    run(deletion.clear('shop'));
    assert.deepEqual([count('events'), count('error_groups')], [1, 1]);
    commit(...times(PRUNE_ROWS_READ + 1, () => eventDigest()));
    run(deletion.prune({ ...keepAll, nowMs: NOW_MS + 31 * DAY_MS }));
    assert.deepEqual([count('events'), count('error_groups')], [0, 0]);
    db.close();
  });

  it('gives pages back in small steps while calls come in, and in larger ones while none does', () => {
    for (const [isBusy, pages] of [
      [true, VACUUM_STEP_PAGES],
      [false, VACUUM_STEP_PAGES_QUIET],
    ] as const) {
      const { db, commit, deletion } = openWriterParts({ nowMs: NOW_MS, isBusy });
      const free = (): number => Number(db.pragma('freelist_count', { simple: true }));
      for (const part of times(4, Number))
        commit(...times(VACUUM_STEP_PAGES_QUIET, (index) => logDigest({ message: `${part} ${index} `.repeat(500) })));
      const given: number[] = [];
      let before = 0;
      for (const _ of deletion.clear('shop')) {
        given.push(before - free());
        before = free();
      }
      assert.equal(Math.max(...given), pages);
      assert.ok(free() <= pages, `${free()} pages left`);
      db.close();
    }
  });

  it('deletes some records for size before it looks again, however little is too much', () => {
    const { db, commit, deletion } = openWriterParts({ nowMs: NOW_MS, isBusy: false });
    commit(...times(8 * PRUNE_ROWS_READ_MIN, () => logDigest()));
    const maxDbSizeMb = (usedBytes(db) * 0.999) / 2 ** 20;
    const [first] = [...deletion.prune({ ...keepAll, retentionDays: 0, maxDbSizeMb })].filter((rows) => rows > 0);
    assert.equal(first, PRUNE_ROWS_READ_MIN);
    db.close();
  });

  it('deletes for size no more than is too much where the oldest records are much larger than the others', () => {
    const { db, commit, deletion, run } = openParts();
    for (const _ of times(3, Number)) commit(...times(200, () => logDigest({ message: 'large '.repeat(1000) })));
    for (const _ of times(3, Number)) commit(...times(1000, () => logDigest()));
    const before = usedBytes(db);
    run(deletion.prune({ ...keepAll, retentionDays: 0, maxDbSizeMb: (before * 0.9) / 2 ** 20 }));
    const left = usedBytes(db) / before;
    assert.ok(left > 0.6 && left <= 0.9, `${left} of it is left`);
    db.close();
  });

  it('keeps counts of groups right in the memory of the writer: of those that lose events, and of those that go', () => {
    const { db, time, commit, deletion, run } = openParts();
    const [lasting, short] = [() => groupDigest(1), () => groupDigest(2)];
    commit(...times(3, lasting), ...times(2, short));
    time.nowMs += 2 * DAY_MS;
    const now = at(time.nowMs);
    commit({ ...lasting(), ...now });
    const groups = () =>
      db.prepare<[], [number, number]>('SELECT id, event_count FROM error_groups ORDER BY id').raw().all();
    const before = groups();
    assert.deepEqual(before.map(([, count]) => count).sort(), [2, 4]);
    run(deletion.prune({ ...keepAll, nowMs: time.nowMs, retentionDays: 1 }));
    commit({ ...lasting(), ...now }, { ...short(), ...now });
    const after = groups();
    assert.deepEqual(after.map(([, count]) => count).sort(), [1, 2]);
    const kept = after.filter(([id]) => before.some(([one]) => one === id));
    assert.deepEqual(kept, [[before.find(([, count]) => count === 4)?.[0], 2]]);
    db.close();
  });

  it('estimates the size of projects that its sample does not hold by that of the others', () => {
    const { db, commit } = openParts();
    const large = (): Digest => logDigest({ projectName: 'large', message: 'x'.repeat(2000) });
    commit(...times(PROJECT_SAMPLE_ROWS, large));
    commit(...times(10, () => logDigest({ projectName: 'between', message: 'x' })));
    commit(...times(PROJECT_SAMPLE_ROWS, large));
    const shares = [...estimateShares(db)];
    assert.deepEqual(
      shares.map(({ rows }) => rows),
      [2 * PROJECT_SAMPLE_ROWS, 10],
    );
    const [first, second] = shares.map(({ bytesPerRow }) => bytesPerRow);
    assert.equal(first, second);
    commit(logDigest({ projectName: 'between', message: 'x' }));
    assert.ok(([...estimateShares(db)][1]?.bytesPerRow ?? 0) < 1000);
    db.close();
  });

  it('goes on in small steps with the room that was held back when the disk is full', () => {
    const { db, tables, time, commit, committer, count } = openParts();
    commit(...times(PRUNE_STEP_ROWS_TIGHT * 3, groupDigest));
    const clock = (): number => time.nowMs;
    let isFull = true;
    const limits: number[] = [];
    const failing = {
      ...committer,
      transact<T>(work: () => T): T {
        if (isFull) throw new ErrordError('storage_full', 'full');
        return committer.transact(work);
      },
    };
    const room = {
      release() {
        const wasFull = isFull;
        isFull = false;
        return wasFull;
      },
      isTight: () => true,
    };
    for (const rows of openDeletion({ db, tables, committer: failing, clock, room, isBusy: () => true }).clear('shop'))
      limits.push(rows);
    assert.equal(limits[0], PRUNE_STEP_ROWS_TIGHT);
    assert.equal(count('events'), 0);
    isFull = true;
    const hopeless = openDeletion({
      db,
      tables,
      committer: failing,
      clock,
      room: { release: () => false, isTight: () => true },
      isBusy: () => true,
    });
    assert.throws(() => [...hopeless.clear(null)], { code: 'storage_full' });
    db.close();
  });

  it('ends when the oldest rows cannot be deleted', () => {
    const { db, commit, deletion, run } = openParts();
    commit(eventDigest());
    // As a damaged file might be: an event without its group.
    db.exec('DELETE FROM error_groups');
    run(deletion.prune({ ...keepAll, retentionDays: 0, maxDbSizeMb: 0.001 }));
    db.close();
  });

  it('ends under a limit that cannot be met while something arrives at each step, and leaves that', () => {
    const { db, commit, deletion, count } = openParts();
    commit(...times(200, groupDigest));
    const steps = deletion.prune({ ...keepAll, retentionDays: 0, maxDbSizeMb: 0.0001 });
    let arrived = 0;
    while (steps.next().done !== true) {
      commit(groupDigest(1000 + arrived));
      arrived += 1;
      assert.ok(arrived < 100, 'it goes on for ever');
    }
    assert.ok(arrived > 0);
    assert.equal(count('events'), arrived);
    db.close();
  });

  it('does not count texts that nothing uses against the size limit', () => {
    const { db, time, commit, deletion, run, count } = openParts();
    const large = (index: number) => contentText({ stack: `${index} `.repeat(20_000), stackFrames: [] });
    for (const index of times(40, Number)) commit(eventDigest({ ...at(NOW_MS), stack: large(index) }));
    time.nowMs += 2 * DAY_MS;
    commit(...times(10, () => eventDigest(at(time.nowMs))));
    run(deletion.prune({ nowMs: time.nowMs, retentionDays: 1, maxDbSizeMb: 0.5 }));
    assert.equal(count('events'), 10);
    db.close();
  });

  it('rolls a failing step back whole and forgets nothing that is stored', () => {
    const { db, commit, deletion, run, count, stacks } = openParts();
    commit(...times(3, () => eventDigest({ stack: stackOf('kept') })));
    db.exec("CREATE TRIGGER fail BEFORE DELETE ON error_groups BEGIN SELECT raise(ABORT, 'no'); END");
    assert.throws(() => run(deletion.clear('shop')), /no/);
    assert.equal(count('events'), 3);
    db.exec('DROP TRIGGER fail');
    commit(eventDigest({ stack: stackOf('kept') }));
    assert.equal(stacks().length, 4);
    run(deletion.clear('shop'));
    assert.deepEqual([count('events'), count('error_groups'), count('contents')], [0, 0, 0]);
    db.close();
  });
});
