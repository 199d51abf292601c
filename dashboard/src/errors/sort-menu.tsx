import { DIRECTIONS, GROUP_SORTS, type GroupSort } from '../../../schemas/words.ts';
import type { ErrorFilters } from '../error-list/filters.ts';
import { patchSearch } from '../router/location.ts';
import { Icon } from '../ui/icon.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';

const LABELS: Readonly<Record<GroupSort, string>> = {
  lastSeen: 'Last seen',
  firstSeen: 'First seen',
  events: 'Events',
  users: 'Users',
  trend: 'Trend',
  attention: 'Needs attention',
};
const [LAST_SEEN] = GROUP_SORTS;
const [LARGEST_FIRST, SMALLEST_FIRST] = DIRECTIONS;

/** By what the list is sorted, and which way. */
export function SortMenu({ sort, direction }: Pick<ErrorFilters, 'sort' | 'direction'>) {
  const chosen = sort ?? LAST_SEEN;
  const isAscending = direction === SMALLEST_FIRST;
  return (
    <>
      <ChoiceMenu
        label="Sort by"
        value={chosen}
        options={GROUP_SORTS.map((value) => ({ value, label: LABELS[value] }))}
        onChange={(next) => patchSearch({ sort: next === LAST_SEEN ? null : next })}
        trigger={
          <button type="button" className="filter" data-active={sort === null ? undefined : true}>
            {`Sort: ${LABELS[chosen]}`}
            <Icon name="chevronDown" />
          </button>
        }
      />
      <button
        type="button"
        className="filter"
        aria-label={isAscending ? 'Smallest or oldest first' : 'Largest or newest first'}
        title={isAscending ? 'Smallest or oldest first' : 'Largest or newest first'}
        onClick={() => patchSearch({ direction: isAscending ? null : SMALLEST_FIRST })}
        data-direction={isAscending ? SMALLEST_FIRST : LARGEST_FIRST}
      >
        <Icon name={isAscending ? 'arrowUp' : 'arrowDown'} />
      </button>
    </>
  );
}
