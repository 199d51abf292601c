// Statistics, trends and projects as answers show them.

import { ProjectList, Stats, Trends } from '../../schemas/stats.js';
import { compileStringify } from '../stringify.js';

export const stringifyStats = compileStringify(Stats);
export const stringifyTrends = compileStringify(Trends);
export const stringifyProjectList = compileStringify(ProjectList);

/** Percentage of requests that did not fail, to one decimal; 100 when there are none. */
export function toHealthScore({ total, failed }: { total: number; failed: number }): number {
  return total === 0 ? 100 : Math.round(((total - failed) / total) * 1000) / 10;
}

/** What `errorRequests` and the health score count. */
export function isFailure(statusCode: number | null): boolean {
  return statusCode !== null && statusCode >= 400;
}
