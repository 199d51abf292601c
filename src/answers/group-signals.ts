// What happened to a group that a reader may not have seen yet: it is new, it came back, or it became louder than usual. Both
// stores keep it with the group, and decide it in the commit that does it. The rules are in docs/triage.md.

import { GROUP_NEWS, type GroupNews } from '../../schemas/words.js';
import { LOUDER_FACTOR_MAX } from '../limits.js';
import { hasUsual, LOUDER_EVENTS_MIN, LOUDER_FACTOR, toLouderFactor } from '../louder.js';
import { RECENT_MS } from './alerts.js';
import { toStatusRow } from './enums.js';
import { HOUR_MS, startOf } from './spans.js';

/** A group stays louder than usual for so long after it last was. */
export const LOUDER_HELD_MS = HOUR_MS;

export interface GroupSignals {
  /** When the ten minutes of the clock began in which it last had an event. */
  recentFromMs: number;
  /** Its events in them. */
  recentCount: number;
  /** Up to when it is louder than usual; 0 when it never was. */
  louderUntilMs: number;
  /** How many times what is usual it had at the most, a whole number. */
  louderFactor: number;
  /** When the last commit did something that is news; 0 for none. */
  newsAtMs: number;
  /** What it was: see `toNewsRow`. */
  newsKind: number;
}

export const NO_SIGNALS: Readonly<GroupSignals> = {
  recentFromMs: 0,
  recentCount: 0,
  louderUntilMs: 0,
  louderFactor: 0,
  newsAtMs: 0,
  newsKind: 0,
};

/** A head as far as it is looked at here. */
type Signalled = GroupSignals & { readonly status: number; readonly firstSeenAtMs: number };

const ACKNOWLEDGED = toStatusRow('acknowledged');

/** As rows hold it: 0 is none. */
export function toNewsRow(news: GroupNews): number {
  return GROUP_NEWS.indexOf(news) + 1;
}

/** Null for a row without news. */
export function rowToNews(row: number): GroupNews | null {
  return GROUP_NEWS[row - 1] ?? null;
}

export function noteNews(group: GroupSignals, news: GroupNews, nowMs: number): void {
  group.newsAtMs = nowMs;
  group.newsKind = toNewsRow(news);
}

/** Counts an event that is at most ten minutes old: what waited in a client for longer makes no noise now. */
export function noteRecent(group: GroupSignals, seenAtMs: number, nowMs: number): void {
  if (seenAtMs <= nowMs - RECENT_MS) return;
  const fromMs = startOf(seenAtMs, RECENT_MS);
  if (fromMs < group.recentFromMs) return;
  group.recentCount = fromMs === group.recentFromMs ? group.recentCount + 1 : 1;
  group.recentFromMs = fromMs;
}

/** Whether it is worth reading what is usual for the group. Of one that is ignored nobody wants to hear. */
export function mayBeLouder({ recentCount, status, firstSeenAtMs }: Signalled, nowMs: number): boolean {
  return recentCount >= LOUDER_EVENTS_MIN && status <= ACKNOWLEDGED && hasUsual(firstSeenAtMs, nowMs);
}

/** `earlierCount`: its events of the whole hours before this one, a day of them at most. */
export function noteLoudness(group: Signalled, earlierCount: number, nowMs: number): void {
  const { recentCount, firstSeenAtMs } = group;
  const factor = toLouderFactor({ nowMs, firstSeenAtMs, recentCount, earlierCount });
  if (factor < LOUDER_FACTOR) return;
  const isStill = group.louderUntilMs > nowMs;
  const reached = Math.min(Math.floor(factor), LOUDER_FACTOR_MAX);
  group.louderFactor = isStill ? Math.max(group.louderFactor, reached) : reached;
  group.louderUntilMs = nowMs + LOUDER_HELD_MS;
  if (!isStill) noteNews(group, 'louder', nowMs);
}
