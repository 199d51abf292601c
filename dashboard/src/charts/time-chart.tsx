import './language.ts';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Span } from '../router/time-range.ts';
import { useStore } from '../store.ts';
import { toAmount, toClock, toDay } from '../ui/format.ts';
import { theme } from '../ui/theme.ts';
import { useMedia } from '../ui/use-media.ts';
import { toChartOptions } from './chart-options.ts';
import './time-chart.css';

export interface Bucket {
  readonly startMs: number;
  readonly count: number;
}

interface TimeChartProps {
  readonly buckets: readonly Bucket[];
  readonly bucketMs: number;
  readonly height: number;
  /** What one counts: "error". */
  readonly word: string;
  /** A part was chosen by dragging; null when none can be. */
  readonly onNarrow: ((span: Span) => void) | null;
}

interface Hover {
  readonly bucket: Bucket;
  readonly left: number;
}

/** Bars over time. Hovering names a bar, dragging chooses a part. */
export function TimeChart({ buckets, bucketMs, height, word, onNarrow }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  const latest = useRef({ buckets, bucketMs, onNarrow });
  useEffect(() => {
    latest.current = { buckets, bucketMs, onNarrow };
  });
  const colors = useStore(theme);
  const scheme = useMedia('(prefers-color-scheme: dark)');

  useEffect(() => {
    const parent = box.current;
    if (parent === null) return;
    const made = new uPlot(
      toChartOptions(parent, {
        height,
        point: (index, left) => {
          const bucket = index === null ? undefined : latest.current.buckets[index];
          setHover(bucket === undefined ? null : { bucket, left });
        },
        canSelect: latest.current.onNarrow !== null,
        select: (fromMs, toMs) => latest.current.onNarrow?.(snap({ fromMs, toMs }, latest.current)),
        spacingMs: () => latest.current.bucketMs,
      }),
      toData(latest.current.buckets, latest.current.bucketMs),
      parent,
    );
    chart.current = made;
    const observer = new ResizeObserver(() => made.setSize({ width: parent.clientWidth, height }));
    observer.observe(parent);
    return () => {
      observer.disconnect();
      made.destroy();
      chart.current = null;
    };
    // A canvas keeps the colours it was drawn with, so another theme is another chart.
  }, [height, colors, scheme]);

  useEffect(() => {
    chart.current?.setData(toData(buckets, bucketMs));
  }, [buckets, bucketMs]);

  return (
    <div className="time-chart">
      <div ref={box} role="img" aria-label={toSummary(buckets, word)} />
      {hover !== null && (
        <div className="time-chart-tip" style={{ left: `clamp(5.5rem, ${hover.left}px, calc(100% - 5.5rem))` }}>
          <strong className="num">{toAmount(hover.bucket.count, word)}</strong>
          <span className="num">{toBucketText(hover.bucket.startMs, bucketMs)}</span>
        </div>
      )}
    </div>
  );
}

/** Bars stand in the middle of their bucket. */
function toData(buckets: readonly Bucket[], bucketMs: number): uPlot.AlignedData {
  return [buckets.map(({ startMs }) => (startMs + bucketMs / 2) / 1000), buckets.map(({ count }) => count)];
}

/** Whole buckets, at least one: half a bar cannot be told. They begin where the first one does. */
function snap({ fromMs, toMs }: Span, { buckets, bucketMs }: Pick<TimeChartProps, 'buckets' | 'bucketMs'>): Span {
  const originMs = buckets[0]?.startMs ?? 0;
  const first = Math.floor((fromMs - originMs) / bucketMs);
  const end = Math.max(Math.ceil((toMs - originMs) / bucketMs), first + 1);
  return { fromMs: originMs + first * bucketMs, toMs: originMs + end * bucketMs };
}

function toBucketText(startMs: number, bucketMs: number): string {
  return `${toDay(startMs)}, ${toClock(startMs)} – ${toClock(startMs + bucketMs)}`;
}

function toSummary(buckets: readonly Bucket[], word: string): string {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  const highest = buckets.reduce<Bucket | null>(
    (max, next) => (max === null || next.count > max.count ? next : max),
    null,
  );
  if (highest === null || total === 0) return `No ${word}s in this time.`;
  return `${toAmount(total, word)} over time; most at ${toClock(highest.startMs)}, ${highest.count}.`;
}
