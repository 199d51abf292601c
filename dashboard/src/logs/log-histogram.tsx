import type { LogHistogram as LogHistogramAnswer } from '../../../schemas/log.ts';
import { useLogHistogram } from '../api/queries.ts';
import { patchSearch } from '../router/location.ts';
import type { Span } from '../router/time-range.ts';
import { toCount, toSpan } from '../ui/format.ts';
import type { LogFilters } from './filters.ts';
import { LogBars } from './log-bars.tsx';
import './log-histogram.css';
import { type LevelCount, toBars, toLevelTotals, toSlotClock } from './to-bars.ts';

/** How many entries of each level there were when, of those that the filters leave. What is chosen narrows the time. */
export function LogHistogram({ filters }: { readonly filters: LogFilters }) {
  const { data, isPlaceholderData, isError } = useLogHistogram({ ...filters }, filters.to === null);
  const totals = data === undefined ? [] : toLevelTotals(data);
  const narrow = ({ fromMs, toMs }: Span, isToEnd: boolean): void => {
    // What ends now goes on: with an end, nothing that comes would be shown.
    const isOpen = isToEnd && filters.to === null;
    patchSearch({
      from: new Date(fromMs).toISOString(),
      to: isOpen ? null : new Date(toMs - 1).toISOString(),
      at: null,
    });
  };
  return (
    <section className="log-histogram" aria-label="Log entries over time" data-busy={isPlaceholderData || undefined}>
      <header className="log-legend">
        {totals.map((total) => (
          <Total key={total.level} {...total} />
        ))}
        {data !== undefined && totals.length === 0 && <span>No entries in this time</span>}
        {data !== undefined && (totals.length > 0 || data.searchedFrom !== undefined) && (
          <span className="log-legend-note num">{toNote(data)}</span>
        )}
        {isError && data === undefined && <span>How many there were when could not be read.</span>}
      </header>
      {data === undefined || data.counts.warn.length === 0 ? (
        <div className="log-plot" />
      ) : (
        <LogBars bars={toBars(data)} slotMs={data.slotMs} onNarrow={narrow} />
      )}
    </section>
  );
}

function toNote({ searchedFrom, slotMs }: LogHistogramAnswer): string {
  if (searchedFrom !== undefined) return `counted back to ${toSlotClock(Date.parse(searchedFrom), slotMs)} only`;
  return slotMs < 1000 ? `${slotMs} ms a bar` : `${toSpan(slotMs)} a bar`;
}

function Total({ level, count }: LevelCount) {
  return (
    <span className="log-legend-level num">
      <span className="log-mark" data-level={level} aria-hidden="true" />
      {toCount(count)} {level}
    </span>
  );
}
