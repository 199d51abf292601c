import { TIME_RANGE_HOURS, type TimeRange } from '../../schemas/words.js';
import type { Validation } from '../validate.js';

/** What lists may say of time. */
export interface SpannedQuery {
  readonly from?: string;
  readonly to?: string;
  readonly timeRange?: TimeRange;
}

const HOUR_MS = 3_600_000;

/** The span up to now that `timeRange` names, as the `from` that the store knows. Refused together with one of the ends. */
export function toListSpan<Q extends SpannedQuery>(query: Q, nowMs: number): Validation<Q> {
  const { timeRange, ...rest } = query;
  if (timeRange === undefined) return { ok: true, value: query };
  if (rest.from !== undefined || rest.to !== undefined) {
    return { ok: false, details: [{ path: '/timeRange', message: 'must not be given with from or to' }] };
  }
  // Without the range, which the store need not know: a query does not have to have it.
  return {
    ok: true,
    value: { ...rest, from: new Date(nowMs - TIME_RANGE_HOURS[timeRange] * HOUR_MS).toISOString() } as unknown as Q,
  };
}
