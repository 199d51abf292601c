import type { RefObject } from 'react';
import { SOURCES, STATUS_CLASSES } from '../../../schemas/words.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { FilterChip } from '../filters/filter-chip.tsx';
import { FilterMenu } from '../filters/filter-menu.tsx';
import { SearchField } from '../filters/search-field.tsx';
import { TimeFilter } from '../filters/time-filter.tsx';
import { patchSearch } from '../router/location.ts';
import { Segments } from '../ui/segments.tsx';
import { FILTER_NAMES, type RequestFilters as Filters, METHODS } from './filters.ts';

const OUTCOMES = [
  { value: 'any', label: 'All' },
  { value: 'failing', label: 'Failing only' },
] as const;

/** Shows the failing ones only, or all again. */
export function toggleFailing(isFailingOnly: boolean): void {
  patchSearch({ failing: isFailingOnly ? '1' : null });
}

interface RequestFiltersProps {
  readonly filters: Filters;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

/** Everything the list of requests can be narrowed by. */
export function RequestFilters({ filters, searchField }: RequestFiltersProps) {
  const { failing, method, statusClass, source, search, correlationId } = filters;
  const methods = method === null || METHODS.some((known) => known === method) ? METHODS : [method, ...METHODS];
  return (
    <FilterBar names={FILTER_NAMES}>
      <Segments
        label="Outcome"
        value={failing === null ? 'any' : 'failing'}
        options={OUTCOMES}
        onChange={(outcome) => toggleFailing(outcome === 'failing')}
      />
      <SearchField label="Search in addresses" words="Search addresses" text={search ?? ''} field={searchField} />
      <FilterMenu name="method" label="Method" value={method} options={methods} />
      <FilterMenu name="status" label="Status" value={statusClass} options={STATUS_CLASSES} />
      <FilterMenu name="source" label="Source" value={source} options={SOURCES} />
      <TimeFilter time={filters} />
      {correlationId !== null && <FilterChip text={`Correlation: ${correlationId}`} names={['correlationId']} />}
    </FilterBar>
  );
}
