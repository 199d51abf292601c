import { strict as assert } from 'node:assert';
import { REGROUP_EVENTS_MAX } from '../../../../src/store/sqlite/limits.js';
import { toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { mergeGroups, unmergeGroup } from '../../../../src/store/sqlite/writer/merging.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { cleanUp, times } from '../../../support/store-harness.js';
import { ownBoth, ownFirst } from '../../suite/merged-regrouping.js';
import { both, first } from '../../suite/regrouping.js';

type Parts = ReturnType<typeof openRegroupParts>;

const DAY_MS = 86_400_000;

const idOf = ({ idsOf }: Parts, message: string): string => toPublicId(idsOf(message)[0] ?? 0);

/** A writer that is killed when it has decided something, after so many steps. */
function doomed(parts: Parts, steps = 0): Parts['writer'] {
  const { committer } = parts.writer;
  let transactions = 0;
  const transact = <T>(work: () => T): T => {
    transactions += 1;
    if (transactions > steps + 1) throw new Error('killed');
    return committer.transact(work);
  };
  return { ...parts.writer, committer: { ...committer, transact } };
}

function beginMerge(parts: Parts, messages: readonly string[], steps = 0): void {
  const groupIds = messages.map((message) => idOf(parts, message));
  assert.throws(() => mergeGroups(doomed(parts, steps), { groupIds, isPreview: false }, undefined), /killed/);
}

function beginUnmerge(parts: Parts, message: string): void {
  const request = { groupId: idOf(parts, message), partIds: null };
  assert.throws(() => unmergeGroup(doomed(parts), request, undefined), /killed/);
}

describe('groups that people make of others, while their events are on their way', () => {
  afterEach(cleanUp);

  it('take events of a part that leaves and is of another version than the project', () => {
    const parts = openRegroupParts();
    parts.commit(first('mail 1'), ownFirst('pay 1'));
    mergeGroups(
      parts.writer,
      { groupIds: ['mail 1', 'pay 1'].map((one) => idOf(parts, one)), isPreview: false },
      undefined,
    );
    parts.choose(2);
    parts.regroupAll();
    beginUnmerge(parts, 'mail 1');
    // A thread that has not heard of version 2 digested it.
    parts.commit(ownFirst('pay 2'));
    assert.deepEqual(parts.groups(), ['mail 1: 2', 'pay 1: 1']);
    parts.regroupAll();
    assert.equal(parts.groups().join(), 'mail 1: 1,pay 1: 2');
  });

  it('are not there again for events that retention has deleted on their way', () => {
    const parts = openRegroupParts();
    parts.commit(first('cart 1'), ...times(REGROUP_EVENTS_MAX, () => first('mail 1')));
    // All have moved, which the next step would have seen.
    beginMerge(parts, ['cart 1', 'mail 1'], 1);
    parts.time.nowMs += 60_000;
    parts.commit(first('page 1'));
    const nowMs = parts.time.nowMs + 30 * DAY_MS - 30_000;
    parts.run(parts.deletion.prune({ nowMs, retentionDays: 30, maxDbSizeMb: 0 }));
    parts.regroupAll();
    assert.deepEqual(parts.groups(), ['page 1: 1']);
    parts.commit(first('mail 1'));
    assert.deepEqual(parts.groups(), ['cart 1: 1', 'page 1: 1']);
  });

  it('are no home for what goes back to version 1 once events have made another', () => {
    const parts = openRegroupParts();
    parts.choose(2);
    parts.commit(both('mail 1'), ownBoth('pay 1'));
    beginMerge(parts, ['mail 1', 'pay 1']);
    parts.commit(ownFirst('pay 2'));
    parts.choose(1);
    parts.commit(ownFirst('pay 3'));
    parts.regroupAll();
    assert.deepEqual(parts.groups(), ['mail 1: 2', 'pay 3: 2']);
  });

  it('make way for what came while they had the id of a group on the shelf', () => {
    const parts = openRegroupParts();
    parts.choose(2);
    parts.commit(ownBoth('pay 1'), both('mail 1'));
    const groupIds = ['pay 1', 'mail 1'].map((one) => idOf(parts, one));
    mergeGroups(parts.writer, { groupIds, isPreview: false }, undefined);
    beginUnmerge(parts, 'pay 1');
    parts.choose(1);
    parts.commit(ownFirst('pay 2'));
    parts.regroupAll();
    assert.deepEqual(parts.groups(), ['mail 1: 1', 'pay 2: 2']);
  });
});
