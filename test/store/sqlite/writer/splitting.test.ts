import { strict as assert } from 'node:assert';
import { join } from 'node:path';
import {
  REGROUP_PAGE_CHARS_MAX,
  SPLIT_PREVIEW_BYTES_MAX,
  SPLIT_PREVIEW_EVENTS_MAX,
  SPLITS_MAX,
} from '../../../../src/limits.js';
import type { EventDigest } from '../../../../src/messages.js';
import type { SplitLook, SplitOutcome } from '../../../../src/store/split.js';
import { MERGE_STEPS_AT_ONCE, REGROUP_EVENTS_MAX } from '../../../../src/store/sqlite/limits.js';
import { openSplitPreview } from '../../../../src/store/sqlite/queries/split-preview.js';
import { toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { verifyDatabase } from '../../../../src/store/sqlite/verify.js';
import { mergeGroups } from '../../../../src/store/sqlite/writer/merging.js';
import { stepSplitting } from '../../../../src/store/sqlite/writer/split-steps.js';
import { splitGroup } from '../../../../src/store/sqlite/writer/splitting.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { tempDir } from '../../../support/sqlite-place.js';
import { contentText, eventDigest, fingerprintOf } from '../../../support/store-digests.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { first } from '../../suite/regrouping.js';

type Parts = ReturnType<typeof openRegroupParts>;

const HATS = { message: '*hats' };
const MANY = REGROUP_EVENTS_MAX * 2 + 1;

/** Of one error, whatever it says. */
const stock = (message: string): EventDigest => eventDigest({ message, fingerprint: fingerprintOf('stock') });

const idOf = ({ idsOf }: Parts, message: string): string => toPublicId(idsOf(message)[0] ?? 0);

function look(parts: Parts, message = 'no shoes'): SplitLook {
  return JSON.parse(openSplitPreview(parts.db)({ groupId: idOf(parts, message), conditions: HATS })) as SplitLook;
}

function split(parts: Parts, message = 'no shoes'): SplitOutcome {
  const found = look(parts, message);
  assert.ok(found.kind === 'done', JSON.stringify(found));
  const request = { groupId: idOf(parts, message), conditions: HATS };
  return splitGroup(parts.writer, { request, eventRowId: found.eventRowId, by: undefined });
}

const isComplete = (outcome: SplitOutcome): boolean => outcome.kind === 'done' && outcome.isComplete;

describe('groups that people make of some events of others, in the file', () => {
  afterEach(cleanUp);

  it('are refused past the number of splits that the writer keeps in memory', () => {
    const parts = openRegroupParts();
    parts.commit(stock('no shoes'), stock('no hats'));
    const fill = (count: number) => {
      parts.db.prepare('DELETE FROM group_splits').run();
      parts.db
        .prepare<{ count: number }>(
          `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < :count)
           INSERT INTO group_splits (id, project_id, from_id, fingerprint, fingerprint_version, own_fingerprint, conditions,
             split_at_ms) SELECT id, 1, id, randomblob(32), 1, randomblob(32), '{"message":"x"}', 0 FROM n`,
        )
        .run({ count });
      parts.tables.splits.reload();
    };
    fill(SPLITS_MAX);
    assert.deepEqual(split(parts), { kind: 'refused', reason: 'limit' });
    fill(SPLITS_MAX - 1);
    assert.ok(isComplete(split(parts)));
  });

  it(`are told of by the newest ${SPLIT_PREVIEW_EVENTS_MAX} events, and are of all`, function () {
    this.timeout(60_000);
    const parts = openRegroupParts();
    parts.commit(stock('no hats'), ...times(SPLIT_PREVIEW_EVENTS_MAX - 1, () => stock('no shoes')));
    const whole = look(parts, 'no hats');
    assert.ok(whole.kind === 'done' && whole.made.count === 1);
    parts.commit(stock('no shoes'));
    assert.deepEqual(look(parts, 'no hats'), { kind: 'refused', reason: 'none' });
    parts.commit(stock('no hats'));
    const newest = look(parts, 'no hats');
    assert.ok(newest.kind === 'done' && newest.made.count === 1 && !newest.looked?.isWhole);
    split(parts, 'no hats');
    while (stepSplitting(parts.writer));
    assert.deepEqual(parts.groups(), ['no hats: 2', `no shoes: ${SPLIT_PREVIEW_EVENTS_MAX}`]);
  });

  it('are told of by as many stacks as may be read, where frames are asked', () => {
    const parts = openRegroupParts();
    const large = SPLIT_PREVIEW_BYTES_MAX / 8;
    const of = (index: number): EventDigest => {
      const frame = { inApp: true, filename: `src/${index}.ts`, contextLine: 'x'.repeat(large) };
      return eventDigest({
        message: `no ${index}`,
        fingerprint: fingerprintOf('stock'),
        stack: contentText({ stackFrames: [frame] }),
      });
    };
    const ask = (file: string): SplitLook => {
      const request = { groupId: idOf(parts, 'no 0'), conditions: { file } };
      return JSON.parse(openSplitPreview(parts.db)(request)) as SplitLook;
    };
    parts.commit(...times(7, of));
    const whole = ask('src/6.ts');
    assert.ok(whole.kind === 'done' && whole.looked?.isWhole === true && whole.looked.events === 7);
    parts.commit(...times(3, (index) => of(index + 7)));
    const cut = ask('src/9.ts');
    assert.ok(cut.kind === 'done' && cut.looked?.isWhole === false && cut.looked.events === 8, JSON.stringify(cut));
    // Of texts alone no stack is read.
    const request = { groupId: idOf(parts, 'no 0'), conditions: { message: 'no 9' } };
    const texts = JSON.parse(openSplitPreview(parts.db)(request)) as SplitLook;
    assert.ok(texts.kind === 'done' && texts.looked?.events === 10);
  });

  it('move few events at a time where they are large', () => {
    const parts = openRegroupParts();
    const large = (message: string): EventDigest => ({
      ...stock(message),
      details: JSON.stringify({ extra: { text: 'x'.repeat(REGROUP_PAGE_CHARS_MAX / 2) } }),
    });
    const count = MERGE_STEPS_AT_ONCE * 3 + 5;
    parts.commit(large('no shoes'), ...times(count, () => large('no hats')));
    assert.ok(!isComplete(split(parts)), 'the call ends before all are through');
    while (stepSplitting(parts.writer));
    assert.deepEqual(parts.groups(), [`no hats: ${count}`, 'no shoes: 1']);
  });

  it('leave a group with one fingerprint in both versions the count of its events', () => {
    const parts = openRegroupParts();
    const own = (message: string): EventDigest => ({
      ...stock(message),
      second: { fingerprint: fingerprintOf('stock'), fingerprintVersion: 2, grouping: '{}' },
    });
    parts.choose(2);
    parts.commit(own('no shoes'));
    parts.commit(own('no hats'));
    split(parts);
    // The first is of a thread that has not heard of version 2. Who looks for the split of the second finds the other group.
    parts.commit(stock('no gloves'), own('no shoes'));
    parts.commit(stock('no gloves'));
    assert.deepEqual(parts.groups(), ['no gloves: 3', 'no hats: 1', 'no shoes: 1']);
  });

  it('are refused by the preview too while events are on their way', () => {
    const parts = openRegroupParts();
    parts.commit(stock('no shoes'), stock('no hats'));
    assert.ok(isComplete(split(parts)));
    parts.db.exec('UPDATE group_splits SET state = 1');
    assert.deepEqual(look(parts), { kind: 'refused', reason: 'busy' });
  });

  it('are answered before all of many events are through, and those that come meanwhile are counted once', function () {
    this.timeout(60_000);
    const parts = openRegroupParts();
    const count = REGROUP_EVENTS_MAX * MERGE_STEPS_AT_ONCE;
    parts.commit(stock('no shoes'), ...times(count, () => stock('no hats')), first('mail'));
    assert.ok(!isComplete(split(parts)));
    parts.commit(stock('no hats'), stock('no shoes'));
    const busy = { kind: 'refused', reason: 'busy' };
    const again = { request: { groupId: idOf(parts, 'no shoes'), conditions: HATS }, eventRowId: 0, by: undefined };
    assert.deepEqual(splitGroup(parts.writer, again), busy);
    const groupIds = [idOf(parts, 'mail'), idOf(parts, 'no shoes')];
    assert.deepEqual(mergeGroups(parts.writer, { groupIds, isPreview: false }, undefined), busy);
    while (stepSplitting(parts.writer)) parts.commit(stock('no hats'));
    const hats = Number(parts.count('events')) - 3;
    assert.deepEqual(parts.groups(), ['mail: 1', `no hats: ${hats}`, 'no shoes: 2']);
  });

  it('go on in a process that opens the file after a crash', function () {
    this.timeout(60_000);
    for (const stopAt of [0, 1, 2]) {
      const dbPath = join(tempDir(), 'service.db');
      const doomed = openRegroupParts(dbPath);
      doomed.commit(...times(3, () => stock('no shoes')), ...times(MANY, () => stock('no hats')));
      let transactions = 0;
      const dying = {
        ...doomed.committer,
        transact: <T>(work: () => T): T => {
          if (transactions > stopAt) throw new Error('killed');
          transactions += 1;
          return doomed.committer.transact(work);
        },
      };
      assert.throws(() => split({ ...doomed, writer: { ...doomed.writer, committer: dying } }), /killed/);
      doomed.db.close();
      const parts = openRegroupParts(dbPath);
      parts.commit(stock('no hats'));
      while (stepSplitting(parts.writer));
      assert.deepEqual(parts.groups(), [`no hats: ${MANY + 1}`, 'no shoes: 3']);
      parts.db.close();
      assert.deepEqual(verifyDatabase(dbPath, { nowMs: Date.now() }).faults, []);
    }
  });

  it('are there again for the events that come when retention has deleted all that both had', () => {
    const parts = openRegroupParts();
    parts.commit(stock('no shoes'), stock('no hats'));
    split(parts);
    const [made] = parts.idsOf('no hats');
    parts.time.nowMs += 60_000;
    parts.commit(first('mail'));
    parts.run(
      parts.deletion.prune({ nowMs: parts.time.nowMs + 30 * 86_400_000 - 30_000, retentionDays: 30, maxDbSizeMb: 0 }),
    );
    assert.deepEqual(parts.groups(), ['mail: 1']);
    parts.commit(stock('no hats'), stock('no shoes'), stock('no hats'), stock('no shoes'));
    assert.deepEqual(parts.groups(), ['mail: 1', 'no hats: 2', 'no shoes: 2']);
    assert.deepEqual(parts.idsOf('no hats'), [made]);
  });

  it('lead to what was made where the error loses all that it had', () => {
    const parts = openRegroupParts();
    parts.commit(stock('no hats'), stock('no hats'), stock('no shoes'));
    const [from] = parts.idsOf('no hats');
    const request = { groupId: toPublicId(from ?? 0), conditions: { message: 'no *' } };
    const [eventRowId = 0] = parts.db.prepare<[], number>('SELECT id FROM events ORDER BY id').pluck().all();
    const outcome = splitGroup(parts.writer, { request, eventRowId, by: undefined });
    assert.ok(outcome.kind === 'done' && outcome.isComplete);
    assert.equal(outcome.group.id, outcome.made.id);
    assert.deepEqual(parts.groups(), ['no hats: 3']);
    assert.deepEqual(parts.idsOf('no hats').map(toPublicId), [outcome.made.id]);
  });
});
