import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import { MERGED_PARTS_MAX } from '../../../../src/limits.js';
import type { MergeOutcome } from '../../../../src/store/merge.js';
import { MERGE_STEPS_AT_ONCE, REGROUP_EVENTS_MAX } from '../../../../src/store/sqlite/limits.js';
import { toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { stepMerging } from '../../../../src/store/sqlite/writer/merge-steps.js';
import { mergeGroups, unmergeGroup } from '../../../../src/store/sqlite/writer/merging.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { first } from '../../suite/regrouping.js';

type Parts = ReturnType<typeof openRegroupParts>;

const MANY = REGROUP_EVENTS_MAX * 2 + 1;

function merge({ writer, idsOf }: Parts, ...messages: string[]): MergeOutcome {
  const groupIds = messages.map((message) => toPublicId(idsOf(message)[0] ?? 0));
  return mergeGroups(writer, { groupIds, isPreview: false }, undefined);
}

function unmerge({ writer, idsOf }: Parts, message: string): MergeOutcome {
  const groupId = toPublicId(idsOf(message)[0] ?? 0);
  return unmergeGroup(writer, { groupId, partIds: null }, undefined);
}

const isComplete = (outcome: MergeOutcome): boolean => outcome.kind === 'done' && outcome.isComplete;

describe('groups that people make of others, in the file', () => {
  afterEach(cleanUp);

  it('are refused past the number of parts that the writer keeps in memory', () => {
    const parts = openRegroupParts();
    parts.commit(first('cart 1'), first('mail 1'));
    const fill = (count: number) => {
      parts.db.prepare('DELETE FROM group_parts').run();
      parts.db
        .prepare<{ count: number }>(
          `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < :count)
           INSERT INTO group_parts (id, project_id, into_id, fingerprint, fingerprint_version, type, message, source,
             severity, status, first_seen_at_ms, last_seen_at_ms, event_count, grouping, merged_at_ms)
           SELECT id, 1, id, randomblob(32), 1, '', '', 0, 0, 0, 0, 0, 0, '{}', 0 FROM n`,
        )
        .run({ count });
      parts.tables.parts.reload();
    };
    fill(MERGED_PARTS_MAX - 1);
    assert.deepEqual(merge(parts, 'cart 1', 'mail 1'), { kind: 'refused', reason: 'limit' });
    fill(MERGED_PARTS_MAX - 2);
    assert.ok(isComplete(merge(parts, 'cart 1', 'mail 1')));
  });

  it('are answered before all of many events are through, and those that come meanwhile are counted once', function () {
    this.timeout(60_000);
    const parts = openRegroupParts();
    const count = REGROUP_EVENTS_MAX * MERGE_STEPS_AT_ONCE;
    parts.commit(first('cart 1'), ...times(count, () => first('mail 1')));
    assert.ok(!isComplete(merge(parts, 'cart 1', 'mail 1')));
    parts.commit(first('mail 1'));
    const again = unmergeGroup(
      parts.writer,
      { groupId: toPublicId(parts.idsOf('cart 1')[0] ?? 0), partIds: null },
      undefined,
    );
    assert.deepEqual(again, { kind: 'refused', reason: 'busy' });
    while (stepMerging(parts.writer)) parts.commit(first('mail 1'));
    assert.match(parts.groups().join(), /^cart 1: \d+$/);
    const whole = parts.count('events');
    assert.equal(parts.groups().join(), `cart 1: ${String(whole)}`);
  });

  it('are complete when their own events are through, whatever is on its way for others', function () {
    this.timeout(60_000);
    const parts = openRegroupParts();
    parts.commit(first('cart 1'), first('mail 1'));
    const ofBlog = (message: string) => ({ ...first(message), projectName: 'blog' });
    // More than both calls could move.
    const count = REGROUP_EVENTS_MAX * MERGE_STEPS_AT_ONCE * 2;
    parts.commit(ofBlog('post 1'), ...times(count, () => ofBlog('page 1')));
    assert.ok(!isComplete(merge(parts, 'post 1', 'page 1')));
    assert.ok(isComplete(merge(parts, 'cart 1', 'mail 1')));
    assert.ok(isComplete(unmerge(parts, 'cart 1')));
    assert.ok(parts.tables.parts.findDue() !== null);
  });

  it('go on in a process that opens the file after a crash, in both directions', function () {
    this.timeout(60_000);
    for (const stopAt of [0, 1, 2]) {
      const dbPath = join(tempDir(), 'service.db');
      const killed = (direction: 'merge' | 'unmerge'): Parts => {
        let transactions = 0;
        const parts = openRegroupParts(dbPath);
        const { transact } = parts.committer;
        const dying = {
          ...parts.writer,
          committer: {
            ...parts.committer,
            transact: <T>(work: () => T): T => {
              if (transactions > stopAt) throw new Error('killed');
              transactions += 1;
              return transact(work);
            },
          },
        };
        const doomed = { ...parts, writer: dying };
        if (direction === 'merge') {
          parts.commit(...times(3, () => first('cart 1')), ...times(MANY, () => first('mail 1')));
          assert.throws(() => merge(doomed, 'cart 1', 'mail 1'), /killed/);
        } else assert.throws(() => unmerge(doomed, 'cart 1'), /killed/);
        parts.db.close();
        return openRegroupParts(dbPath);
      };
      const merged = killed('merge');
      merged.commit(first('mail 1'));
      while (stepMerging(merged.writer));
      assert.deepEqual(merged.groups(), [`cart 1: ${MANY + 4}`]);
      merged.db.close();
      assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }).faults, []);
      const parted = killed('unmerge');
      parted.commit(first('mail 1'));
      while (stepMerging(parted.writer));
      assert.deepEqual(parted.groups(), ['cart 1: 3', `mail 1: ${MANY + 2}`]);
      parted.db.close();
      assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }).faults, []);
    }
  });

  it('are there again for the events that come when retention has deleted all that they had', () => {
    const parts = openRegroupParts();
    parts.commit(first('cart 1'), first('mail 1'));
    merge(parts, 'cart 1', 'mail 1');
    const [id] = parts.idsOf('cart 1');
    parts.time.nowMs += 60_000;
    parts.commit(first('page 1'));
    parts.run(
      parts.deletion.prune({ nowMs: parts.time.nowMs + 30 * 86_400_000 - 30_000, retentionDays: 30, maxDbSizeMb: 0 }),
    );
    assert.deepEqual(parts.groups(), ['page 1: 1']);
    parts.commit(first('mail 1'), first('cart 1'));
    assert.deepEqual(parts.groups(), ['cart 1: 2', 'page 1: 1']);
    assert.deepEqual(parts.idsOf('cart 1'), [id]);
    unmerge(parts, 'cart 1');
    assert.deepEqual(parts.groups(), ['cart 1: 1', 'mail 1: 1', 'page 1: 1']);
  });
});
