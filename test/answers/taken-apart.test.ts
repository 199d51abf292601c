import { strict as assert } from 'node:assert';
import type { GroupFacts } from '../../src/answers/error-group.js';
import { type PartEvents, toTakenApart, type Whole } from '../../src/answers/taken-apart.js';
import { UNMERGE_PREVIEW_EVENTS_MAX } from '../../src/limits.js';

const group = (id: string, facts: Partial<GroupFacts> = {}): GroupFacts => ({
  id,
  fingerprint: '00',
  type: 'Error',
  message: id,
  source: 'backend',
  severity: 'error',
  status: 'unresolved',
  explanation: null,
  firstSeenAtMs: 10,
  lastSeenAtMs: 20,
  eventCount: 2,
  reopenedAtMs: null,
  louderUntilMs: 0,
  louderFactor: 0,
  culprit: null,
  projectName: 'shop',
  ...facts,
});

const seen = (
  partId: string | null,
  count: number,
  [firstMs, lastMs = firstMs]: readonly [number, number?],
): PartEvents => ({
  partId,
  count,
  firstMs,
  lastMs,
});

const apart = (over: Partial<Whole>) => {
  const {
    group: whole,
    groups,
    looked,
  } = toTakenApart({
    group: group('a', { eventCount: 5, firstSeenAtMs: 1, lastSeenAtMs: 99 }),
    parts: [group('a'), group('b'), group('c')],
    leavingIds: new Set(['b']),
    events: [],
    ...over,
  });
  const short = [whole, ...groups].map(({ id, count, firstSeen, lastSeen }) => [
    id,
    count,
    Date.parse(firstSeen),
    Date.parse(lastSeen),
  ]);
  return { whole, groups, looked, short };
};

describe('a group that is taken apart', () => {
  it('leaves the events of its own and of the parts that stay, and of a part that is not known', () => {
    const { short, looked } = apart({
      events: [seen(null, 1, [5]), seen('b', 1, [1, 1]), seen('c', 2, [7, 30]), seen('z', 1, [40])],
    });
    assert.deepEqual(short, [
      ['a', 4, 5, 40],
      ['b', 1, 1, 1],
    ]);
    assert.deepEqual(looked, { events: 5, isWhole: true });
  });

  it('has no events in a part of which none is stored any more, and the times that it had', () => {
    const { short } = apart({ events: [seen('b', 5, [50, 60])], leavingIds: new Set(['b', 'c']) });
    assert.deepEqual(short, [
      ['a', 0, 10, 20],
      ['b', 5, 50, 60],
      ['c', 0, 10, 20],
    ]);
  });

  it('opens what was resolved and seen since, and nothing else', () => {
    const parts = [group('a'), group('b', { status: 'resolved' }), group('c', { status: 'ignored' })];
    const statusesAt = (ms: number) =>
      apart({
        parts,
        leavingIds: new Set(['b', 'c']),
        events: [seen(null, 3, [1]), seen('b', 1, [ms]), seen('c', 1, [ms])],
      }).groups.map(({ status, reopenedAt }) => [status, reopenedAt]);
    assert.deepEqual(statusesAt(20), [
      ['resolved', undefined],
      ['ignored', undefined],
    ]);
    assert.deepEqual(statusesAt(21), [
      ['unresolved', new Date(21).toISOString()],
      ['ignored', undefined],
    ]);
  });

  it('has the times of its parts where older events were not looked at', () => {
    const of = (eventCount: number) =>
      apart({ group: group('a', { eventCount }), events: [seen(null, 3, [15]), seen('b', 1, [16])] });
    assert.deepEqual(of(UNMERGE_PREVIEW_EVENTS_MAX).short, [
      ['a', 3, 15, 15],
      ['b', 1, 16, 16],
    ]);
    const cut = of(UNMERGE_PREVIEW_EVENTS_MAX + 1);
    assert.deepEqual(cut.looked, { events: 4, isWhole: false });
    assert.deepEqual(cut.short, [
      ['a', 3, 10, 20],
      ['b', 1, 10, 20],
    ]);
  });
});
