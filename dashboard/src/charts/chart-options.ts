import './language.ts';
import uPlot from 'uplot';
import { toClock, toShortCount, toShortDay } from '../ui/format.ts';
import { readColor } from './colors.ts';

interface ChartEvents {
  readonly height: number;
  /** The bar under the pointer and where it stands, or null. */
  readonly point: (index: number | null, left: number) => void;
  readonly canSelect: boolean;
  readonly select: (fromMs: number, toMs: number) => void;
  readonly spacingMs: () => number;
  /** Moments that a line stands at. */
  readonly marks: () => readonly number[];
}

const DAY_SECONDS = 86_400;
/** A drag shorter than this is a click. */
const DRAG_PIXELS_MIN = 5;
const FONT = '11px system-ui, sans-serif';

/** How a chart of bars over time looks and what it tells. */
export function toChartOptions(
  parent: HTMLElement,
  { height, point, canSelect, select, spacingMs, marks }: ChartEvents,
): uPlot.Options {
  const [text, grid, bar] = ['--text-3', '--chart-grid', '--chart-bar'].map((token) => readColor(parent, token));
  const { bars } = uPlot.paths;
  const axis = { stroke: text ?? '', font: FONT, ticks: { show: false } };
  return {
    width: parent.clientWidth,
    height,
    padding: [10, 26, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      drag: { x: canSelect, y: false, setScale: false, dist: DRAG_PIXELS_MIN },
    },
    scales: {
      x: { time: true, range: (chart) => toRange(chart, spacingMs()) },
      y: { range: (_chart, _min, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    axes: [
      { ...axis, grid: { show: false }, space: 64, gap: 6, size: 30, values: toTimeLabels },
      {
        ...axis,
        grid: { stroke: grid ?? '', width: 1 },
        size: 44,
        space: 28,
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 50_000, 100_000, 1_000_000, 10_000_000],
        values: (_chart, splits) => splits.map((count) => toShortCount(count)),
      },
    ],
    series: [
      {},
      {
        stroke: bar ?? '',
        fill: bar ?? '',
        width: 0,
        points: { show: false },
        ...(bars !== undefined && { paths: bars({ size: [0.72, 36], radius: 0.18 }) }),
      },
    ],
    hooks: {
      draw: [(chart) => drawMarks(chart, marks(), text ?? '')],
      setCursor: [
        ({ cursor, data, valToPos }) => {
          const index = cursor.idx ?? null;
          const time = index === null || (cursor.left ?? -1) < 0 ? undefined : data[0][index];
          if (index === null || time === undefined) point(null, 0);
          else point(index, valToPos(time, 'x') + 44);
        },
      ],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < DRAG_PIXELS_MIN) return;
          select(chart.posToVal(left, 'x') * 1000, chart.posToVal(left + width, 'x') * 1000);
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
        },
      ],
    },
  };
}

/** A dashed line over the whole height for each moment that the chart shows. */
function drawMarks({ ctx, bbox, valToPos, scales }: uPlot, marksMs: readonly number[], color: string): void {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash([4, 3]);
  for (const markMs of marksMs) {
    const seconds = markMs / 1000;
    if (seconds < (scales.x?.min ?? Infinity) || seconds > (scales.x?.max ?? -Infinity)) continue;
    const left = Math.round(valToPos(seconds, 'x', true));
    ctx.beginPath();
    ctx.moveTo(left, bbox.top);
    ctx.lineTo(left, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

/** From the start of the first bucket to the end of the last. */
function toRange(chart: uPlot, spacingMs: number): [number, number] {
  const times = chart.data[0];
  const half = spacingMs / 2000;
  const nowSeconds = Date.now() / 1000;
  return [(times[0] ?? nowSeconds) - half, (times.at(-1) ?? nowSeconds) + half];
}

/** Hours, and the day where one begins; days alone when the axis has several. */
function toTimeLabels(_chart: uPlot, splits: number[]): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  return splits.map((seconds) => {
    const timeMs = seconds * 1000;
    const isMidnight = toClock(timeMs) === '00:00';
    return step >= DAY_SECONDS || isMidnight ? toShortDay(timeMs) : toClock(timeMs);
  });
}
