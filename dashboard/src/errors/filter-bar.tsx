import type { RefObject } from 'react';
import { useStats } from '../api/queries.ts';
import { patchSearch, usePlace } from '../router/location.ts';
import { toClock, toDay } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import type { MenuOption } from '../ui/menu.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { Segments } from '../ui/segments.tsx';
import { FilterMenu } from './filter-menu.tsx';
import { ANY_STATUS, type ErrorFilters, RANGES, SEVERITIES, SOURCES, STATUSES } from './filters.ts';

const STATUS_OPTIONS: readonly MenuOption[] = [
  ...STATUSES.map((status) => ({ value: status, label: toTitle(status) })),
  { value: ANY_STATUS, label: 'All' },
];

interface FilterBarProps {
  readonly filters: ErrorFilters;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Everything the list can be narrowed by. All of it is in the address. */
export function FilterBar({ filters, searchField }: FilterBarProps) {
  const { search } = usePlace();
  const { data: stats } = useStats(filters.projectId, '7d');
  const types = Object.keys(stats?.errorsByType ?? {});
  if (filters.type !== null && !types.includes(filters.type)) types.unshift(filters.type);
  const range = search.get('range');
  const isNarrowed = ['severity', 'source', 'type', 'range', 'from', 'to', 'q'].some((name) => search.has(name));
  return (
    <div className="filter-bar">
      <Segments
        label="Status"
        value={filters.status ?? ANY_STATUS}
        options={STATUS_OPTIONS}
        onChange={(status) => patchSearch({ status: status === 'unresolved' ? null : status })}
      />
      <SearchField words="Search messages" label="Search in messages" text={filters.search ?? ''} field={searchField} />
      <FilterMenu name="severity" label="Severity" value={filters.severity} options={SEVERITIES} />
      <FilterMenu name="source" label="Source" value={filters.source} options={SOURCES} />
      <FilterMenu name="type" label="Type" value={filters.type} options={types} />
      {search.has('from') ? (
        <button type="button" className="filter" data-active onClick={() => patchSearch({ from: null, to: null })}>
          {toSpanText(filters)}
          <Icon name="close" />
        </button>
      ) : (
        <FilterMenu
          name="range"
          label="Time"
          value={RANGES.find((known) => known === range) ?? null}
          options={RANGES}
        />
      )}
      {isNarrowed && (
        <button
          type="button"
          className="text-link filter-clear"
          onClick={() =>
            patchSearch({ severity: null, source: null, type: null, range: null, from: null, to: null, q: null })
          }
        >
          Clear filters
        </button>
      )}
    </div>
  );
}

function toSpanText({ from, to }: ErrorFilters): string {
  const [fromMs, toMs] = [Date.parse(from ?? ''), Date.parse(to ?? '')];
  const start = `${toDay(fromMs)}, ${toClock(fromMs)}`;
  return toVisible(Number.isNaN(toMs) ? `since ${start}` : `${start} – ${toClock(toMs)}`);
}

function toTitle(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
