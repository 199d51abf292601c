import { toAmount } from '../ui/format.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { Trend } from './read-trend.ts';
import { sum } from './sum.ts';

/** The last day of a group, or the place for it. */
export function TrendSparkline({ trend, width = 96 }: { readonly trend: Trend | undefined; readonly width?: number }) {
  if (trend === undefined) return <Skeleton width={`${width}px`} height="1.5rem" />;
  const label = `Last 24 hours: ${toAmount(sum(trend.counts), 'event')}`;
  return <Sparkline values={trend.counts} width={width} label={label} />;
}
