import { LRUCache } from '#lru-cache';
import { HOUR_MS, startOf } from '../../../answers/spans.js';
import { GROUP_CACHE_MAX } from '../limits.js';
import type { GatheredCounts } from './gathered-counts.js';

/** Events of a group in the whole hours before this one, a day of them at most. Read once an hour for each. */
export type UsualCounts = (groupId: number, nowMs: number) => number;

export function openUsualCounts(earlierCount: UsualCounts, counts: Pick<GatheredCounts, 'settle'>): UsualCounts {
  const known = new LRUCache<number, { readonly hourMs: number; readonly count: number }>({ max: GROUP_CACHE_MAX });
  return (groupId, nowMs) => {
    const hourMs = startOf(nowMs, HOUR_MS);
    const cached = known.get(groupId);
    if (cached?.hourMs === hourMs) return cached.count;
    // It may have had events of an hour ago just now.
    counts.settle();
    const count = earlierCount(groupId, nowMs);
    known.set(groupId, { hourMs, count });
    return count;
  };
}
