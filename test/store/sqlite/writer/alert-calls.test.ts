import { strict as assert } from 'node:assert';
import { toPublicId } from '../../../../src/store/sqlite/row-id.js';
import { openAccessTables } from '../../../../src/store/sqlite/writer/access-calls.js';
import { toAlertCalls } from '../../../../src/store/sqlite/writer/alert-calls.js';
import type { ChangeWriter } from '../../../../src/store/sqlite/writer/changes.js';
import { openRegroupParts } from '../../../support/regroup-parts.js';
import { eventDigest } from '../../../support/store-digests.js';
import { cleanUp } from '../../../support/store-harness.js';

const HOUR_MS = 3_600_000;
const BY = { name: null, address: null };

/** The calls, and how many transactions they took. */
function openCalls() {
  const parts = openRegroupParts();
  let transactions = 0;
  const writer: ChangeWriter = {
    ...parts.writer,
    access: openAccessTables(parts.db),
    committer: {
      ...parts.committer,
      transact: (work) => {
        transactions += 1;
        return parts.committer.transact(work);
      },
    },
  };
  const calls = toAlertCalls(() => undefined);
  const take = () => {
    transactions = 0;
    const work = calls.takeAlerts({ nowMs: parts.time.nowMs, limit: 10, holdMs: 60_000 }, writer);
    return { work, transactions };
  };
  return { ...parts, calls, writer, take };
}

describe('a look at what alerts have to do', () => {
  afterEach(cleanUp);

  it('takes no transaction where nothing is due, as every two seconds of a quiet daemon', () => {
    const { commit, take } = openCalls();
    commit(eventDigest());
    assert.deepEqual(take(), { work: { settings: [], changed: [], messages: [] }, transactions: 0 });
  });

  it('takes one where something happened to a group, and none once that was looked at', () => {
    const { calls, writer, commit, take, time } = openCalls();
    const setting = { kind: 'rule', name: 'new', body: JSON.stringify({ when: 'new', channels: ['c'] }) } as const;
    calls.putAlertSetting({ setting, max: 10, by: BY }, writer);
    commit(eventDigest());
    const { work, transactions } = take();
    assert.deepEqual([work.changed.length, work.settings.length, transactions], [1, 1, 1]);
    const seen = work.changed.flatMap((group) => group.seen);
    calls.finishAlerts({ nowMs: time.nowMs, seen, messages: [], settled: [] }, writer);
    assert.equal(take().transactions, 0);
  });

  it('takes one where a message is due, and not before', () => {
    const { calls, writer, commit, idsOf, take, time } = openCalls();
    commit(eventDigest());
    const groupKey = idsOf()[0] ?? 0;
    const message = { channel: 'c', projectKey: 1, groupKey, dueAtMs: time.nowMs + HOUR_MS, body: '{}' };
    calls.finishAlerts({ nowMs: time.nowMs, seen: [], messages: [message], settled: [] }, writer);
    assert.equal(take().transactions, 0);
    time.nowMs += HOUR_MS;
    assert.deepEqual([take().work.messages.length, take().transactions], [1, 0]);
  });

  it('takes one where a snooze is over', () => {
    const { calls, writer, commit, idsOf, take, time, statuses } = openCalls();
    commit(eventDigest());
    const groupId = toPublicId(idsOf()[0] ?? 0);
    const until = new Date(time.nowMs + HOUR_MS).toISOString();
    calls.changeTriage({ groupId, change: { snooze: { until } }, by: BY }, writer);
    assert.equal(take().transactions, 0);
    time.nowMs += HOUR_MS;
    assert.equal(take().transactions, 1);
    assert.match(statuses().join(), /unresolved$/);
  });
});
