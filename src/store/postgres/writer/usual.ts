import { LRUCache } from '#lru-cache';
import { HOUR_MS, startOf } from '../../../answers/spans.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import type { Queries } from '../connection.js';
import { USUAL_CACHE_MAX } from '../limits.js';
import { readEarlierCounts } from '../tables/alerts.js';

/** What was read for a group in an hour. */
export type UsualCache = LRUCache<number, { readonly hourMs: number; readonly count: number }>;

export function openUsualCache(): UsualCache {
  return new LRUCache({ max: USUAL_CACHE_MAX });
}

/** Events of a group in the whole hours before this one, a day of them at most. Read once an hour for each. */
export async function readUsual(
  transaction: Queries,
  cache: UsualCache,
  { head: { id, projectId }, nowMs }: { readonly head: Pick<GroupHead, 'id' | 'projectId'>; readonly nowMs: number },
): Promise<number> {
  const hourMs = startOf(nowMs, HOUR_MS);
  const cached = cache.get(id);
  if (cached?.hourMs === hourMs) return cached.count;
  const count = (await readEarlierCounts(transaction, projectId, { groupIds: [id], nowMs })).get(id) ?? 0;
  cache.set(id, { hourMs, count });
  return count;
}
