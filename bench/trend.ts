// Whether a figure grows over a run. Pure.

export interface Trend {
  /** Slope of the straight line that lies nearest to the points. */
  readonly perHour: number;
  /** Whether the line rises by no more than a small part of its mean from its first to its last point. */
  readonly isFlat: boolean;
}

/** The first third is left out: caches fill, and code is compiled. */
const SKIPPED_SHARE = 1 / 3;
/** Less than garbage collection moves the memory of a daemon to and fro. */
const FLAT_SHARE = 0.03;

/** The trend of values over hours. Points are pairs of hour and value, in order. */
export function toTrend(points: readonly (readonly [hour: number, value: number])[]): Trend {
  const used = points.slice(Math.floor(points.length * SKIPPED_SHARE));
  const meanOf = (index: 0 | 1): number => used.reduce((sum, point) => sum + point[index], 0) / used.length;
  const [hour, value] = [meanOf(0), meanOf(1)];
  const covariance = used.reduce((sum, point) => sum + (point[0] - hour) * (point[1] - value), 0);
  const variance = used.reduce((sum, point) => sum + (point[0] - hour) ** 2, 0);
  if (!(variance > 0)) throw new Error('a trend takes two points at least');
  const perHour = covariance / variance;
  const hours = (used.at(-1)?.[0] ?? 0) - (used[0]?.[0] ?? 0);
  return { perHour: Math.round(perHour * 100) / 100, isFlat: perHour * hours <= FLAT_SHARE * value };
}
