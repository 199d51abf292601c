import type { Span } from '../router/time-range.ts';
import { toDay, toShortDay } from '../ui/format.ts';
import { type LogBar, toLevelText, toSlotClock, toSpanText, toTotal } from './to-bars.ts';
import { type Stretch, useBrush } from './use-brush.ts';

interface LogBarsProps {
  readonly bars: readonly LogBar[];
  readonly slotMs: number;
  /** Some were chosen; `isToEnd` when the last is among them. */
  readonly onNarrow: (span: Span, isToEnd: boolean) => void;
}

/** Bars side by side, of which some can be chosen. For whoever cannot see them it is one control with a value in words. */
export function LogBars({ bars, slotMs, onNarrow }: LogBarsProps) {
  const { chosen, pointed, events } = useBrush(bars.length, (stretch) => {
    const span = toSpan(bars, stretch, slotMs);
    if (span !== null) onNarrow(span, stretch.last === bars.length - 1);
  });
  const highest = Math.max(1, ...bars.map(({ total }) => total));
  const shown = chosen ?? (pointed === null ? null : { first: pointed, last: pointed });
  const last = Math.max(0, bars.length - 1);
  return (
    <div className="log-plot">
      <div
        className="log-bars"
        role="slider"
        tabIndex={0}
        aria-label="Entries over time"
        aria-description="Arrows go from bar to bar, Shift chooses several, Enter narrows the log to them."
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.min(pointed ?? last, last)}
        aria-valuetext={toText(bars, shown ?? { first: last, last }, slotMs)}
        {...events}
      >
        {bars.map((bar, index) => (
          <Bar
            key={bar.startMs}
            bar={bar}
            highest={highest}
            isPointed={index === pointed}
            isChosen={chosen !== null && index >= chosen.first && index <= chosen.last}
          />
        ))}
      </div>
      {shown !== null && (
        <div
          className="log-bars-tip num"
          style={{ left: `clamp(7rem, ${toCenter(shown, bars.length)}%, calc(100% - 7rem))` }}
        >
          {toText(bars, shown, slotMs)}
        </div>
      )}
      <Axis bars={bars} slotMs={slotMs} />
    </div>
  );
}

interface BarProps {
  readonly bar: LogBar;
  readonly highest: number;
  readonly isPointed: boolean;
  readonly isChosen: boolean;
}

function Bar({ bar: { levels, total, isWhole }, highest, isPointed, isChosen }: BarProps) {
  return (
    <div
      className="log-slot"
      data-unknown={!isWhole || undefined}
      data-pointed={isPointed || undefined}
      data-chosen={isChosen || undefined}
    >
      <div className="log-bar" style={{ height: `${(total / highest) * 100}%` }} data-empty={total === 0 || undefined}>
        {levels.map(({ level, count }) => (
          <span key={level} className="log-mark" data-level={level} style={{ flexGrow: count }} />
        ))}
      </div>
    </div>
  );
}

const LABELS_MAX = 6;
const DAY_MS = 86_400_000;

/** When some of the bars begin; where there are days, their first. */
function Axis({ bars, slotMs }: Pick<LogBarsProps, 'bars' | 'slotMs'>) {
  const hasDays = bars.length * slotMs > 2 * DAY_MS;
  const places = bars.flatMap(({ startMs }, index) => {
    const isLabelled = !hasDays || toDay(startMs) !== toDay(startMs - slotMs);
    return isLabelled ? [{ startMs, index }] : [];
  });
  const every = Math.max(1, Math.ceil(places.length / LABELS_MAX));
  return (
    <div className="log-axis num" aria-hidden="true">
      {places
        .filter((_, index) => index % every === 0)
        .map(({ startMs, index }) => (
          <span key={startMs} style={{ left: `${(index / bars.length) * 100}%` }}>
            {hasDays ? toShortDay(startMs) : toSlotClock(startMs, slotMs)}
          </span>
        ))}
    </div>
  );
}

function toSpan(bars: readonly LogBar[], { first, last }: Stretch, slotMs: number): Span | null {
  const [from, to] = [bars[first], bars[last]];
  return from === undefined || to === undefined ? null : { fromMs: from.startMs, toMs: to.startMs + slotMs };
}

/** What some bars are about: "Fri, 20 Nov, 14:05 – 14:10: 3 warn, 12 info". */
function toText(bars: readonly LogBar[], stretch: Stretch, slotMs: number): string {
  const span = toSpan(bars, stretch, slotMs);
  if (span === null) return 'Nothing';
  const within = bars.slice(stretch.first, stretch.last + 1);
  const [only] = within;
  const words = within.length === 1 && only !== undefined ? toLevelText(only.levels) : toSum(within);
  const rest = within.every(({ isWhole }) => isWhole) ? '' : ', not all counted';
  return `${toSpanText(span, slotMs)}: ${words}${rest}`;
}

function toSum(bars: readonly LogBar[]): string {
  const counts = new Map<string, { level: LogBar['levels'][number]['level']; count: number }>();
  for (const { level, count } of bars.flatMap(({ levels }) => levels)) {
    counts.set(level, { level, count: (counts.get(level)?.count ?? 0) + count });
  }
  const levels = [...counts.values()];
  return toTotal(levels) === 0 ? 'nothing' : toLevelText(levels);
}

function toCenter({ first, last }: Stretch, count: number): number {
  return ((first + last + 1) / 2 / Math.max(1, count)) * 100;
}
