import { type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { type Cursor, useCursor } from '../lists/use-cursor.ts';
import { useNewRows } from '../lists/use-new-rows.ts';
import { navigate } from '../router/location.ts';
import { toAmount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import type { VirtualListHandle } from '../ui/virtual-list.tsx';
import { type RequestFilters as Filters, useRequestFilters } from './filters.ts';
import { lastReadId } from './last-read.ts';
import { RequestFilters, toggleFailing } from './request-filters.tsx';
import { type RequestList, readMissed, toAdded, useRequestList } from './request-list.ts';
import { toRequestHref } from './request-row.tsx';
import { RequestTable } from './request-table.tsx';
import { useErrorRefresh } from './use-request-errors.ts';

/** Every request record, narrowed and looked through, by pointer or by keys. */
export function RequestsPage() {
  const filters = useRequestFilters();
  const list = useRequestList(filters);
  const [firstId] = useState(lastReadId);
  const cursor = useCursor(list, firstId);
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const newRows = useNewRows({
    name: 'requests',
    filters,
    toAdded: (batch) => toAdded(batch, filters, list),
    readMissed: () => readMissed(filters, list),
    isBeingRead: () => isPointedAt || cursor.index !== -1 || handle.current?.isAtTop() === false,
  });
  useErrorRefresh();
  const lastFilters = useRef(filters);
  useEffect(() => {
    if (lastFilters.current !== filters) cursor.point(null);
    lastFilters.current = filters;
  }, [filters, cursor]);
  useEffect(() => {
    if (cursor.index !== -1) handle.current?.reveal(cursor.index);
    // Only where the cursor was when the page came back; from then on the keys bring it into view.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useListKeys({ cursor, handle, filters, searchField });
  return (
    <Page title="Requests" fills aside={<Total list={list} />}>
      <RequestFilters filters={filters} searchField={searchField} />
      <RequestTable
        filters={filters}
        list={list}
        cursor={cursor}
        newRows={newRows}
        handle={handle}
        onPointed={setIsPointedAt}
      />
    </Page>
  );
}

interface ListKeys {
  readonly cursor: Cursor;
  readonly handle: RefObject<VirtualListHandle | null>;
  readonly filters: Filters;
  readonly searchField: RefObject<HTMLInputElement | null>;
}

function useListKeys({ cursor, handle, filters, searchField }: ListKeys): void {
  const step = (by: number): void => {
    const index = cursor.move(by, handle.current?.firstInView() ?? 0);
    if (index !== null) handle.current?.reveal(index);
  };
  const group = 'Requests';
  useShortcuts([
    { keys: 'j', label: 'Next', group, run: () => step(1) },
    { keys: 'ArrowDown', label: 'Next', group, run: () => step(1) },
    { keys: 'k', label: 'Previous', group, run: () => step(-1) },
    { keys: 'ArrowUp', label: 'Previous', group, run: () => step(-1) },
    { keys: 'Home', label: 'To the first', group, run: () => handle.current?.toTop() },
    { keys: 'End', label: 'To the last', group, run: () => handle.current?.toEnd() },
    { keys: 'Enter', label: 'Open', group, run: () => cursor.id !== null && navigate(toRequestHref(cursor.id)) },
    { keys: 'f', label: 'Failing only, or all', group, run: () => toggleFailing(filters.failing === null) },
    { keys: 'Escape', label: 'Leave the row, so that new ones slide in', group, run: () => leave(cursor) },
    { keys: '/', label: 'Search', group, run: () => searchField.current?.focus() },
  ]);
}

function leave(cursor: Cursor): void {
  cursor.point(null);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** How many there are among those that were looked at; the end of the list tells which these were. */
function Total({ list: { first, total } }: { readonly list: RequestList }) {
  if (first === undefined) return null;
  return (
    <span className="record-total num" role="status">
      {toAmount(total, 'request')}
      {first.searchedFrom !== undefined && ' found'}
    </span>
  );
}
