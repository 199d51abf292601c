import { strict as assert } from 'node:assert';
import { toStatusRow } from '../../src/answers/enums.js';
import {
  type GroupSignals,
  LOUDER_HELD_MS,
  mayBeLouder,
  NO_SIGNALS,
  noteLoudness,
  noteNews,
  noteRecent,
  rowToNews,
} from '../../src/answers/group-signals.js';
import { LOUDER_FACTOR_MAX } from '../../src/limits.js';
import { LOUDER_EVENTS_MIN } from '../../src/louder.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Three minutes into ten minutes of the clock. */
const NOW_MS = Date.UTC(2026, 0, 1, 12, 3);

const aGroup = (over: Partial<GroupSignals> & { status?: number; firstSeenAtMs?: number } = {}) => ({
  ...NO_SIGNALS,
  status: toStatusRow('unresolved'),
  firstSeenAtMs: NOW_MS - 5 * HOUR_MS,
  ...over,
});

describe('what is noted of a group', () => {
  it('counts its events in the ten minutes of the clock that its latest event is in', () => {
    const group = aGroup();
    noteRecent(group, NOW_MS - 4 * MINUTE_MS, NOW_MS);
    assert.deepEqual([group.recentFromMs, group.recentCount], [NOW_MS - 13 * MINUTE_MS, 1]);
    noteRecent(group, NOW_MS, NOW_MS);
    noteRecent(group, NOW_MS - MINUTE_MS, NOW_MS);
    assert.deepEqual([group.recentFromMs, group.recentCount], [NOW_MS - 3 * MINUTE_MS, 2]);
    noteRecent(group, NOW_MS - 4 * MINUTE_MS, NOW_MS);
    assert.equal(group.recentCount, 2);
  });

  it('does not count an event that is ten minutes old', () => {
    const group = aGroup();
    noteRecent(group, NOW_MS - 10 * MINUTE_MS, NOW_MS);
    assert.equal(group.recentCount, 0);
    noteRecent(group, NOW_MS - 10 * MINUTE_MS + 1, NOW_MS);
    assert.equal(group.recentCount, 1);
  });

  it('asks what is usual from so many events on, of an open group with a whole hour behind it', () => {
    const recentCount = LOUDER_EVENTS_MIN;
    assert.equal(mayBeLouder(aGroup({ recentCount }), NOW_MS), true);
    assert.equal(mayBeLouder(aGroup({ recentCount, status: toStatusRow('acknowledged') }), NOW_MS), true);
    assert.equal(mayBeLouder(aGroup({ recentCount: recentCount - 1 }), NOW_MS), false);
    assert.equal(mayBeLouder(aGroup({ recentCount, status: toStatusRow('ignored') }), NOW_MS), false);
    assert.equal(mayBeLouder(aGroup({ recentCount, firstSeenAtMs: NOW_MS - 2 * MINUTE_MS }), NOW_MS), false);
  });

  it('is louder for an hour after the rule was last met, and becomes so once', () => {
    const group = aGroup({ recentCount: 100 });
    noteLoudness(group, 0, NOW_MS);
    assert.deepEqual([group.louderFactor, group.louderUntilMs], [20, NOW_MS + LOUDER_HELD_MS]);
    assert.deepEqual([rowToNews(group.newsKind), group.newsAtMs], ['louder', NOW_MS]);
    group.recentCount = 40;
    noteLoudness(group, 0, NOW_MS + MINUTE_MS);
    assert.deepEqual([group.louderFactor, group.louderUntilMs], [20, NOW_MS + MINUTE_MS + LOUDER_HELD_MS]);
    assert.equal(group.newsAtMs, NOW_MS);
    const laterMs = NOW_MS + 3 * HOUR_MS;
    noteLoudness(group, 0, laterMs);
    assert.deepEqual([group.louderFactor, group.newsAtMs], [8, laterMs]);
  });

  it('is not louder where so many events are usual', () => {
    // 600 in five hours are 20 in ten minutes.
    const group = aGroup({ recentCount: 79 });
    noteLoudness(group, 600, NOW_MS);
    assert.equal(group.louderUntilMs, 0);
    group.recentCount = 80;
    noteLoudness(group, 600, NOW_MS);
    assert.equal(group.louderFactor, 4);
  });

  it('is at most so many times louder', () => {
    const group = aGroup({ recentCount: 5 * LOUDER_FACTOR_MAX });
    noteLoudness(group, 0, NOW_MS);
    assert.equal(group.louderFactor, LOUDER_FACTOR_MAX);
    group.recentCount += 1000;
    noteLoudness(group, 0, NOW_MS);
    assert.equal(group.louderFactor, LOUDER_FACTOR_MAX);
  });

  it('keeps what was news last', () => {
    const group = aGroup();
    assert.equal(rowToNews(group.newsKind), null);
    noteNews(group, 'new', NOW_MS);
    noteNews(group, 'regressed', NOW_MS + 1);
    assert.deepEqual([rowToNews(group.newsKind), group.newsAtMs], ['regressed', NOW_MS + 1]);
  });
});
