import type { RefObject } from 'react';
import { FilterMenu } from '../errors/filter-menu.tsx';
import { patchSearch, usePlace } from '../router/location.ts';
import { toClock, toDay } from '../ui/format.ts';
import { toOneLine } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Segments } from '../ui/segments.tsx';
import { FILTER_NAMES, METHODS, RANGES, type RequestFilters, STATUS_CLASSES } from './filters.ts';

const OUTCOMES = [
  { value: 'any', label: 'All' },
  { value: 'failing', label: 'Failing only' },
] as const;

interface FilterBarProps {
  readonly filters: RequestFilters;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Shows the failing ones only, or all again. */
export function toggleFailing(isFailingOnly: boolean): void {
  patchSearch({ failing: isFailingOnly ? '1' : null });
}

/** Everything the list can be narrowed by. All of it is in the address. */
export function FilterBar({ filters, searchField }: FilterBarProps) {
  const { search } = usePlace();
  const { server, method, statusClass, isFailingOnly } = filters;
  const methods = method === null || METHODS.some((known) => known === method) ? METHODS : [method, ...METHODS];
  const range = RANGES.find((known) => known === search.get('range')) ?? null;
  const hasSpan = server.to !== null || (server.from !== null && range === null);
  const isNarrowed = FILTER_NAMES.some((name) => search.has(name));
  return (
    <div className="filter-bar request-filters">
      <Segments
        label="Outcome"
        value={isFailingOnly ? 'failing' : 'any'}
        options={OUTCOMES}
        onChange={(outcome) => toggleFailing(outcome === 'failing')}
      />
      <SearchField
        label="Search in addresses"
        words="Search addresses"
        text={filters.search ?? ''}
        field={searchField}
      />
      <FilterMenu name="method" label="Method" value={method} options={methods} />
      <FilterMenu name="status" label="Status" value={statusClass} options={STATUS_CLASSES} />
      {hasSpan ? (
        <Chip text={toSpanText(filters)} onRemove={() => patchSearch({ from: null, to: null })} />
      ) : (
        <FilterMenu name="range" label="Time" value={range} options={RANGES} />
      )}
      {server.correlationId !== null && (
        <Chip
          text={`Correlation: ${toOneLine(server.correlationId, 40)}`}
          onRemove={() => patchSearch({ correlationId: null })}
        />
      )}
      {isNarrowed && (
        <button
          type="button"
          className="text-link filter-clear"
          onClick={() => patchSearch(Object.fromEntries(FILTER_NAMES.map((name) => [name, null])))}
        >
          Clear filters
        </button>
      )}
    </div>
  );
}

function Chip({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <button type="button" className="filter" data-active title="Remove this filter" onClick={onRemove}>
      <span className="filter-text">{text}</span>
      <Icon name="close" />
    </button>
  );
}

function toSpanText({ server: { from, to } }: RequestFilters): string {
  const [start, end] = [toMomentText(from), toMomentText(to)];
  if (start === null) return `until ${end ?? 'now'}`;
  return end === null ? `since ${start}` : `${start} – ${end}`;
}

function toMomentText(moment: string | null): string | null {
  if (moment === null) return null;
  const atMs = Date.parse(moment);
  return `${toDay(atMs)}, ${toClock(atMs)}`;
}
