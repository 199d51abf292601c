import { useEffect, useRef, useState } from 'react';
import { lastReadId } from '../lists/last-read.ts';
import { type Cursor, useCursor } from '../lists/use-cursor.ts';
import { useRecordKeys, useRecordView } from '../lists/use-record-view.ts';
import { navigate } from '../router/location.ts';
import { toAmount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { type RequestFilters as Filters, useRequestFilters } from './filters.ts';
import { RequestFilters, toggleFailing } from './request-filters.tsx';
import { type RequestList, readMissed, toAdded, useRequestList } from './request-list.ts';
import { toRequestHref } from './request-row.tsx';
import { RequestTable } from './request-table.tsx';
import { useErrorRefresh } from './use-request-errors.ts';

/** Every request record, narrowed and looked through, by pointer or by keys. */
export function RequestsPage() {
  const filters = useRequestFilters();
  const list = useRequestList(filters);
  const [firstId] = useState(() => lastReadId('requests'));
  const cursor = useCursor(list, firstId);
  const searchField = useRef<HTMLInputElement>(null);
  const view = useRecordView({
    name: 'requests',
    filters,
    toAdded: (batch) => toAdded(batch, filters, list),
    hasRow: (id) => list.indexOf(id) !== -1,
    readMissed: () => readMissed(filters, list),
    cursor,
    isHeld: cursor.index !== -1,
  });
  useErrorRefresh();
  useEffect(() => {
    if (cursor.index !== -1) view.handle.current?.reveal(cursor.index);
    // Only where the cursor was when the page came back; from then on the keys bring it into view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useRecordKeys({
    group: 'Requests',
    view,
    searchField,
    open: () => cursor.id !== null && navigate(toRequestHref(cursor.id)),
    more: [
      { keys: 'f', label: 'Failing only, or all', run: () => toggleFailing(filters.failing === null) },
      { keys: 'Escape', label: 'Leave the row, so that new ones slide in', run: () => leave(cursor) },
    ],
  });
  return (
    <Page title="Requests" fills aside={<Total list={list} filters={filters} />}>
      <RequestFilters filters={filters} searchField={searchField} />
      <RequestTable filters={filters} list={list} view={view} />
    </Page>
  );
}

function leave(cursor: Cursor): void {
  cursor.point(null);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** How many there are among those that were looked at; the end of the list tells which these were. */
function Total({ list: { first, total }, filters }: { readonly list: RequestList; readonly filters: Filters }) {
  if (first === undefined) return null;
  const isNarrowed = Object.entries(filters).some(([name, value]) => name !== 'projectId' && value !== null);
  // What the feed adds is not read out each time; what a filter leaves is.
  return (
    <span className="record-total num" role={isNarrowed ? 'status' : undefined}>
      {toAmount(total, 'request')}
      {first.searchedFrom !== undefined && ' found'}
    </span>
  );
}
