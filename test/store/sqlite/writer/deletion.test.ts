import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import type { ErrorGroupDetail } from '../../../../schemas/error-group.js';
import { GROUP_EVENTS_GATHERED_MAX } from '../../../../src/limits.js';
import type { Digest } from '../../../../src/messages.js';
import { openWritable } from '../../../../src/store/sqlite/database.js';
import { openErrorGroupReads } from '../../../../src/store/sqlite/queries/error-groups.js';
import { openWriterTables } from '../../../../src/store/sqlite/writer/append.js';
import { openCommitter } from '../../../../src/store/sqlite/writer/commit.js';
import { openDeletion, type Steps } from '../../../../src/store/sqlite/writer/deletion.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { at, contentText, DAY_MS, eventDigest, HOUR_MS, logDigest } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';

const NOW_MS = Date.now();

/** The writer's parts on one connection, with a clock of the test's own. */
function openParts(dbPath = join(tempDir(), 'service.db'), nowMs = NOW_MS) {
  const time = { nowMs };
  const clock = (): number => time.nowMs;
  const db = openWritable(dbPath);
  const tables = openWriterTables(db, clock);
  const committer = openCommitter({
    db,
    tables,
    clock,
    isListening: () => false,
    watch: { assertUndamaged: () => undefined, assertDurable: () => undefined },
    onFailure: (error) => assert.fail(String(error)),
    onSuccess: () => undefined,
  });
  const count = (table: 'contents' | 'events' | 'error_groups'): unknown =>
    db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return {
    db,
    time,
    tables,
    count,
    deletion: openDeletion({ db, tables, committer }),
    commit: (...digests: Digest[]) => committer.commit([{ ticket: 1, items: digests, bodyRefused: false }]),
    run: (steps: Steps): number => Array.from(steps).length,
    /** The stacks of the only group, newest first. */
    stacks(): (string | undefined)[] {
      const reads = openErrorGroupReads(db);
      const list = JSON.parse(reads.list({ page: 1, pageSize: 50 })) as { errors: { id: string }[] };
      const json = reads.detail(list.errors[0]?.id ?? '', { page: 1, pageSize: 1000 });
      if (json === null) return [];
      const { events } = JSON.parse(Buffer.from(json).toString()) as ErrorGroupDetail;
      return events.map(({ stack }) => stack);
    },
  };
}

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
