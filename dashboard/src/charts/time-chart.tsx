import './language.ts';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Span } from '../router/time-range.ts';
import { useStore } from '../store.ts';
import { toAmount, toClock, toDay } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
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
  /** Releases by their first sight: a line each, named where the pointer is. */
  readonly marks?: readonly Mark[];
}

export interface Mark {
  readonly atMs: number;
  readonly name: string;
}

const NO_MARKS: readonly Mark[] = [];

interface Hover {
  readonly bucket: Bucket;
  readonly left: number;
}

/** Bars over time. Hovering names a bar, dragging chooses a part. */
export function TimeChart({ buckets, bucketMs, height, word, onNarrow, marks = NO_MARKS }: TimeChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  const latest = useRef({ buckets, bucketMs, onNarrow, marks });
  useEffect(() => {
    latest.current = { buckets, bucketMs, onNarrow, marks };
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
        marks: () => latest.current.marks.map(({ atMs }) => atMs),
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
  }, [buckets, bucketMs, marks]);

  const shown = toShownMarks(marks, buckets, bucketMs);
  const hovered = hover === null ? [] : toShownMarks(marks, [hover.bucket], bucketMs);
  return (
    <div className="time-chart">
      <div ref={box} role="img" aria-label={`${toSummary(buckets, word)}${toMarksText(shown)}`} />
      {hover !== null && (
        <div className="time-chart-tip" style={{ left: `clamp(5.5rem, ${hover.left}px, calc(100% - 5.5rem))` }}>
          <strong className="num">{toAmount(hover.bucket.count, word)}</strong>
          <span className="num">{toBucketText(hover.bucket.startMs, bucketMs)}</span>
          {hovered.length > 0 && <span>{toMarksText(hovered).trim()}</span>}
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

/** So many are named: a chart is as wide as it is. */
const MARKS_NAMED_MAX = 5;

function toShownMarks(marks: readonly Mark[], buckets: readonly Bucket[], bucketMs: number): readonly Mark[] {
  const fromMs = buckets[0]?.startMs ?? 0;
  const toMs = (buckets.at(-1)?.startMs ?? 0) + bucketMs;
  return marks.filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
}

function toMarksText(marks: readonly Mark[]): string {
  if (marks.length === 0) return '';
  const names = marks.slice(0, MARKS_NAMED_MAX).map(({ name }) => toVisible(name));
  const more = marks.length > names.length ? ' and more' : '';
  return ` First seen: ${names.join(', ')}${more}.`;
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
