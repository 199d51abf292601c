import type { RefObject } from 'react';
import { FilterMenu } from '../errors/filter-menu.tsx';
import { patchSearch, usePlace } from '../router/location.ts';
import { toClock, toDay, toPreciseClock } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { FILTER_NAMES, LEVELS, type LogFilters, type LogView, RANGES, SOURCES } from './filters.ts';
import { LogSearchField } from './log-search-field.tsx';

const ANY = '';
const LEVEL_OPTIONS = [
  { value: ANY, label: 'All' },
  ...LEVELS.map((level) => ({ value: level, label: level.charAt(0).toUpperCase() + level.slice(1) })),
];

interface FilterBarProps {
  readonly view: LogView;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onStep: (step: 1 | -1) => void;
}

/** Everything the log can be narrowed by. All of it is in the address. */
export function FilterBar({ view: { filters, atMs }, searchField, onStep }: FilterBarProps) {
  const { search } = usePlace();
  const { level, source, correlationId } = filters;
  const range = search.get('range');
  const names = [...FILTER_NAMES, 'at'];
  return (
    <div className="filter-bar">
      <Segments
        label="Level"
        value={level ?? ANY}
        options={LEVEL_OPTIONS}
        onChange={(next) => patchSearch({ level: next })}
      />
      <LogSearchField text={filters.search ?? ''} field={searchField} onStep={onStep} />
      <FilterMenu name="source" label="Source" value={source} options={SOURCES} />
      {search.has('from') ? (
        <Chip text={toSpanText(filters)} onRemove={() => patchSearch({ from: null, to: null })} />
      ) : (
        <FilterMenu
          name="range"
          label="Time"
          value={RANGES.find((known) => known === range) ?? null}
          options={RANGES}
        />
      )}
      {correlationId !== null && (
        <Chip text={`Id: ${correlationId}`} onRemove={() => patchSearch({ correlationId: null })} />
      )}
      {atMs !== null && <Chip text={`At ${toPreciseClock(atMs)}`} onRemove={() => patchSearch({ at: null })} />}
      {names.some((name) => search.has(name)) && (
        <button
          type="button"
          className="text-link filter-clear"
          onClick={() => patchSearch(Object.fromEntries(names.map((name) => [name, null])))}
        >
          Clear filters
        </button>
      )}
    </div>
  );
}

/** A filter that is set and has no menu: it can only be taken away. */
function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  const shown = toVisible(text);
  return (
    <button
      type="button"
      className="filter"
      data-active
      title={shown}
      aria-label={`Remove ${shown}`}
      onClick={onRemove}
    >
      <span className="log-chip">{shown}</span>
      <Icon name="close" />
    </button>
  );
}

function toSpanText({ from, to }: LogFilters): string {
  const [fromMs, toMs] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  if (Number.isNaN(fromMs)) return 'Any time';
  const start = `${toDay(fromMs)}, ${toClock(fromMs)}`;
  return Number.isNaN(toMs) ? `since ${start}` : `${start} – ${toClock(toMs)}`;
}
