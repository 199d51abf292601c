import type { Stats } from '../../../schemas/stats.ts';

/** What the last 24 hours are measured against; null where there is nothing earlier. */
export interface Comparison {
  /** Daily average of the six days before. */
  readonly requestsPerDay: number | null;
  readonly failingPerDay: number | null;
  readonly healthScore: number | null;
  /** Of the 24 hours before. */
  readonly errorsDayBefore: number | null;
}

const DAYS_BEFORE = 6;
const HOURS = 24;

/** Takes the last day out of the last week. */
export function toComparison(day: Stats, week: Stats): Comparison {
  const requests = week.totalRequests - day.totalRequests;
  const failing = week.errorRequests - day.errorRequests;
  const hours = week.errorsOverTime.map(({ count }) => count);
  const isFirstDay = hours.slice(0, -HOURS).every((count) => count === 0) && requests === 0;
  if (isFirstDay) return { requestsPerDay: null, failingPerDay: null, healthScore: null, errorsDayBefore: null };
  return {
    requestsPerDay: requests / DAYS_BEFORE,
    failingPerDay: failing / DAYS_BEFORE,
    healthScore: requests === 0 ? null : (1 - failing / requests) * 100,
    errorsDayBefore: hours.slice(-2 * HOURS, -HOURS).reduce((sum, count) => sum + count, 0),
  };
}
