import type { Stats, Trends } from '../../../schemas/stats.ts';
import { sum } from '../trends/rising.ts';

/** What the last 24 hours are measured against; null where what came before does not fill a day. */
export interface Comparison {
  /** Daily average of the days before, from the first request on. */
  readonly requestsPerDay: number | null;
  readonly failingPerDay: number | null;
  readonly healthScore: number | null;
  /** Of the 24 hours before. */
  readonly errorsDayBefore: number | null;
}

const HOURS = 24;
/** Of six hours each. */
const BUCKETS_A_DAY = 4;
/** The last of them is not over yet, so that it takes one more to hold the last 24 hours. */
const BUCKETS_OF_LAST_DAY = BUCKETS_A_DAY + 1;

/** Takes the last day out of the last week: requests by six hours, errors by the hour. */
export function toComparison({ requests }: Trends, { errorsOverTime }: Stats): Comparison {
  const total = requests.total.slice(0, -BUCKETS_OF_LAST_DAY);
  const failing = sum(requests.failed.slice(0, -BUCKETS_OF_LAST_DAY));
  const first = total.findIndex((count) => count > 0);
  const days = first === -1 ? 0 : (total.length - first) / BUCKETS_A_DAY;
  const hasDay = days >= 1;
  const errors = errorsOverTime.map(({ count }) => count).slice(0, -HOURS);
  const hadErrorsBefore = errors.slice(0, -HOURS + 1).some((count) => count > 0);
  return {
    requestsPerDay: hasDay ? sum(total) / days : null,
    failingPerDay: hasDay ? failing / days : null,
    healthScore: hasDay ? (1 - failing / sum(total)) * 100 : null,
    errorsDayBefore: hadErrorsBefore || hasDay ? sum(errors.slice(-HOURS)) : null,
  };
}
