import { toAmount } from '../ui/format.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { Skeleton } from '../ui/states.tsx';
import type { Trend } from './to-trend.ts';

/** The last day of a group, or the place for it. */
export function TrendSparkline({ trend, width = 96 }: { readonly trend: Trend | undefined; readonly width?: number }) {
  if (trend === undefined) return <Skeleton width={`${width}px`} height="1.5rem" />;
  const count = trend.reduce<number>((total, value) => total + (value ?? 0), 0);
  const prefix = trend.includes(null) ? 'at least ' : '';
  return <Sparkline values={trend} width={width} label={`Last 24 hours: ${prefix}${toAmount(count, 'event')}`} />;
}
