import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { navigate } from '../router/location.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import type { VirtualListHandle } from '../ui/virtual-list.tsx';
import { type RequestFilters as Filters, useRequestFilters } from './filters.ts';
import { RequestFilters, toggleFailing } from './request-filters.tsx';
import { useRequestList } from './request-list.ts';
import { toRequestHref } from './request-row.tsx';
import { RequestTable, toReach } from './request-table.tsx';
import { useArrivals } from './use-arrivals.ts';
import { type Cursor, useCursor } from './use-cursor.ts';
import { useErrorRefresh } from './use-request-errors.ts';
import { useScan } from './use-scan.ts';

/** Every request record, narrowed and looked through, by pointer or by keys. */
export function RequestsPage() {
  const filters = useRequestFilters();
  const list = useRequestList(filters);
  const { requests, loaded } = list;
  const scan = useScan(filters, list);
  const cursor = useCursor(requests, filters);
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const cursorIndex = requests.findIndex(({ id }) => id === cursor.id);
  const arrivals = useArrivals({
    filters,
    loaded,
    isBeingRead: () => isPointedAt || cursorIndex !== -1 || handle.current?.isAtTop() === false,
  });
  useErrorRefresh();
  useEffect(() => {
    if (cursorIndex !== -1) handle.current?.reveal(cursorIndex);
    // Only where the cursor was when the page came back; from then on the keys bring it into view.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const step = (by: number): void => {
    const index = cursor.move(by);
    if (index !== null) handle.current?.reveal(index);
  };
  useListKeys({ cursor, step, filters, search: () => searchField.current?.focus() });
  return (
    <Page title="Requests" fills aside={<Total filters={filters} list={list} />}>
      <RequestFilters filters={filters} searchField={searchField} />
      <RequestTable
        filters={filters}
        list={list}
        cursor={cursor}
        arrivals={arrivals}
        scan={scan}
        handle={handle}
        onPointed={setIsPointedAt}
      />
    </Page>
  );
}

interface ListKeys {
  readonly cursor: Cursor;
  readonly step: (by: number) => void;
  readonly filters: Filters;
  readonly search: () => void;
}

function useListKeys({ cursor, step, filters, search }: ListKeys): void {
  const group = 'Requests';
  useShortcuts([
    { keys: 'j', label: 'Next', group, run: () => step(1) },
    { keys: 'ArrowDown', label: 'Next', group, run: () => step(1) },
    { keys: 'k', label: 'Previous', group, run: () => step(-1) },
    { keys: 'ArrowUp', label: 'Previous', group, run: () => step(-1) },
    { keys: 'Enter', label: 'Open', group, run: () => cursor.id !== null && navigate(toRequestHref(cursor.id)) },
    { keys: 'f', label: 'Failing only, or all', group, run: () => toggleFailing(!filters.isFailingOnly) },
    { keys: 'Escape', label: 'Leave the row, so that new ones slide in', group, run: () => leave(cursor) },
    { keys: '/', label: 'Search', group, run: search },
  ]);
}

function leave(cursor: Cursor): void {
  cursor.point(null);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

interface TotalProps {
  readonly filters: Filters;
  readonly list: ReturnType<typeof useRequestList>;
}

/** How many there are; with filters that only the browser knows, among which of them it has looked. */
function Total({ filters, list: { data, requests, loaded, total, hasNextPage } }: TotalProps) {
  if (data === undefined) return null;
  const shown = toCount(requests.length);
  // What the feed adds is not read out each time; what a filter leaves is.
  return (
    <span className="record-total num" role={filters.isNarrowedHere ? 'status' : undefined}>
      {!filters.isNarrowedHere && toAmount(total, 'request')}
      {filters.isNarrowedHere && !hasNextPage && `${shown} of ${toAmount(loaded.length, 'request')}`}
      {filters.isNarrowedHere &&
        hasNextPage &&
        `${shown} in ${toReach({ loadedCount: loaded.length, total, hasNextPage })}`}
    </span>
  );
}
