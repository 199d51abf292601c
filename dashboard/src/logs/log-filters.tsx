import type { RefObject } from 'react';
import { LOG_QUERY_CHARS_MAX } from '../../../schemas/limits.ts';
import { LOG_LEVELS_UPWARDS, SOURCES } from '../../../schemas/words.ts';
import { FilterBar } from '../filters/filter-bar.tsx';
import { FilterChip } from '../filters/filter-chip.tsx';
import { FilterMenu } from '../filters/filter-menu.tsx';
import { SearchField } from '../filters/search-field.tsx';
import { TimeFilter } from '../filters/time-filter.tsx';
import { patchSearch, usePlace } from '../router/location.ts';
import { toPreciseClock, toTitle } from '../ui/format.ts';
import { Segments } from '../ui/segments.tsx';
import { FILTER_NAMES, type LogView } from './filters.ts';
import { LogHistogram } from './log-histogram.tsx';
import { LogSearchField } from './log-search-field.tsx';

const ANY = '';
const LEVEL_OPTIONS = [
  { value: ANY, label: 'All' },
  ...LOG_LEVELS_UPWARDS.map((level) => ({ value: level, label: toTitle(level) })),
];

interface LogFiltersProps {
  readonly view: LogView;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly onStep: (step: 1 | -1) => void;
}

/** Everything the log can be narrowed by. */
export function LogFilters({ view: { filters, atMs, queryFault }, searchField, onStep }: LogFiltersProps) {
  const { search: address } = usePlace();
  const { level, minLevel, source, correlationId, search, exclude } = filters;
  return (
    <>
      <FilterBar names={FILTER_NAMES}>
        <Segments
          label="Level"
          value={level ?? ANY}
          options={LEVEL_OPTIONS}
          onChange={(next) => patchSearch({ level: next, minLevel: null })}
        />
        <LogSearchField text={search ?? ''} field={searchField} onStep={onStep} />
        <SearchField name="exclude" label="Leave out messages with" words="Leave out this text" text={exclude ?? ''} />
        <SearchField
          name="query"
          label="Only entries that pass an expression"
          words="Expression: a OR b*c -d"
          text={address.get('query') ?? ''}
          charsMax={LOG_QUERY_CHARS_MAX}
        />
        <FilterMenu name="minLevel" label="At least" value={minLevel} options={LOG_LEVELS_UPWARDS} />
        <FilterMenu name="source" label="Source" value={source} options={SOURCES} />
        <TimeFilter time={filters} />
        {correlationId !== null && <FilterChip text={`Id: ${correlationId}`} names={['correlationId']} />}
        {atMs !== null && <FilterChip text={`At ${toPreciseClock(atMs)}`} names={['at']} />}
      </FilterBar>
      {queryFault !== null && (
        <p className="log-query-fault" role="status">
          Character {queryFault.at}: {queryFault.sentence}
        </p>
      )}
      {search !== null && address.get('query') === null && isLikeExpression(search) && (
        <p className="log-query-hint" role="status">
          Looked for to the letter, with its OR, *, - or quotes.{' '}
          <button type="button" className="text-link" onClick={() => patchSearch({ q: null, query: search })}>
            Take it as an expression
          </button>
        </p>
      )}
      <LogHistogram filters={filters} />
    </>
  );
}

/** What in a text to the letter says that somebody means the language of expressions. */
function isLikeExpression(search: string): boolean {
  return /(^|\s)(OR|AND|NOT)\s|\*|(^|\s)[-!]\S|^".*"$|\b(level|source):\S/.test(search);
}
