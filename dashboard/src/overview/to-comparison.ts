import type { Stats } from '../../../schemas/stats.ts';
import { sum } from '../trends/sum.ts';

/** The figures of one time. */
export interface Figures {
  readonly requests: number;
  readonly failing: number;
  /** Null without requests. */
  readonly healthScore: number | null;
  readonly errors: number;
}

export function toFigures({ totalRequests, errorRequests, healthScore, errorsOverTime }: Stats): Figures {
  return {
    requests: totalRequests,
    failing: errorRequests,
    healthScore: totalRequests === 0 ? null : healthScore,
    errors: sum(errorsOverTime.map(({ count }) => count)),
  };
}

/** What a time is measured against: the time before it; null where nothing had been sent yet. */
export function toComparison(before: Stats | undefined): Figures | null {
  if (before === undefined) return null;
  const figures = toFigures(before);
  return figures.requests === 0 && figures.errors === 0 ? null : figures;
}
