import type { RefObject } from 'react';
import { SEVERITIES, SOURCES, STATUSES } from '../../../schemas/words.ts';
import { useStats } from '../api/queries.ts';
import { ANY_STATUS, FILTER_NAMES, type ErrorFilters as Filters, readQuery } from '../error-list/filters.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { FilterChip } from '../filters/filter-chip.tsx';
import { FilterMenu } from '../filters/filter-menu.tsx';
import { TimeFilter, toMomentText } from '../filters/time-filter.tsx';
import { patchSearch, usePlace } from '../router/location.ts';
import { toTitle } from '../ui/format.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { Icon } from '../ui/icon.tsx';
import { Segments } from '../ui/segments.tsx';
import { QueryField } from './query-field.tsx';
import { SortMenu } from './sort-menu.tsx';
import { ViewsMenu } from './views-menu.tsx';

const WORST_FIRST = SEVERITIES.toReversed();
const STATUS_OPTIONS = [
  ...STATUSES.map((status) => ({ value: status, label: toTitle(status) })),
  { value: ANY_STATUS, label: 'All' },
];

interface ErrorFiltersProps {
  readonly filters: Filters;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Everything the list of errors can be narrowed by. */
export function ErrorFilters({ filters, searchField }: ErrorFiltersProps) {
  const { status, severity, source, type, facet } = filters;
  const { search } = usePlace();
  const { data: stats } = useStats(filters.projectId, '7d');
  const types = Object.keys(stats?.errorsByType ?? {});
  if (type !== null && !types.includes(type)) types.unshift(type);
  return (
    <FilterBar names={FILTER_NAMES}>
      <Segments
        label="Status"
        value={status ?? ANY_STATUS}
        options={STATUS_OPTIONS}
        onChange={(next) => patchSearch({ status: next === 'unresolved' ? null : next })}
      />
      <QueryField projectId={filters.projectId} text={readQuery(search)} field={searchField} />
      <FilterMenu name="severity" label="Severity" value={severity} options={WORST_FIRST} />
      <FilterMenu name="source" label="Source" value={source} options={SOURCES} />
      <FilterMenu name="type" label="Type" value={type} options={types} />
      {facet !== null && (
        <button
          type="button"
          className="filter"
          data-active
          onClick={() => patchSearch({ facet: null })}
          aria-label={`Without ${toVisible(facet)}`}
        >
          {toVisible(facet)}
          <Icon name="close" />
        </button>
      )}
      {filters.changedSince !== null && (
        <FilterChip text={`Changed since ${toMomentText(filters.changedSince)}`} names={['changed']} />
      )}
      <TimeFilter time={filters} />
      <SortMenu sort={filters.sort} direction={filters.direction} />
      <ViewsMenu filters={filters} />
    </FilterBar>
  );
}
