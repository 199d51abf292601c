import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { Trend } from '../trends/read-trend.ts';
import { isRising } from '../trends/rising.ts';

export type Reason = 'new' | 'regressed' | 'rising';

/** A group that needs somebody, and why. */
export interface Attention {
  readonly group: ErrorGroup;
  readonly reason: Reason;
}

interface Circumstances {
  /** What was first seen after it is new; what was reopened after it has come back. */
  readonly sinceMs: number;
  readonly trends: ReadonlyMap<string, Trend>;
}

const ORDER: readonly Reason[] = ['regressed', 'new', 'rising'];

/** The groups that need somebody, and why: what came back first, then what is new, then what rises; often before rare. */
export function toAttention(groups: readonly ErrorGroup[], circumstances: Circumstances): readonly Attention[] {
  return groups
    .flatMap((group) => {
      const reason = toReason(group, circumstances);
      return reason === null ? [] : [{ group, reason }];
    })
    .sort((a, b) => ORDER.indexOf(a.reason) - ORDER.indexOf(b.reason) || b.group.count - a.group.count);
}

function toReason(group: ErrorGroup, { sinceMs, trends }: Circumstances): Reason | null {
  if (group.reopenedAt !== undefined && Date.parse(group.reopenedAt) >= sinceMs) return 'regressed';
  if (Date.parse(group.firstSeen) >= sinceMs) return 'new';
  const trend = trends.get(group.id);
  return trend !== undefined && isRising(trend.counts) ? 'rising' : null;
}
