import type { RefObject } from 'react';
import type { RequestSummary } from '../../../schemas/request.ts';
import type { Cursor } from '../lists/use-cursor.ts';
import { type NewRows, WAITING_MAX } from '../lists/use-new-rows.ts';
import { currentPlace, patchSearch, toHref } from '../router/location.ts';
import { toAmount, toClock, toDay } from '../ui/format.ts';
import { NewPill } from '../ui/new-pill.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { EmptyState, ErrorState, Skeleton, SkeletonLines } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx';
import { FILTER_NAMES, type RequestFilters } from './filters.ts';
import type { RequestList } from './request-list.ts';
import { RequestRow } from './request-row.tsx';

const ROW_HEIGHT = 41;
/** On a narrow page a request has two lines. */
const NARROW_ROW_HEIGHT = 64;
const NARROW = '(max-width: 760px)';

interface RequestTableProps {
  readonly filters: RequestFilters;
  readonly list: RequestList;
  readonly cursor: Cursor;
  readonly newRows: NewRows;
  readonly handle: RefObject<VirtualListHandle | null>;
  /** The pointer has come over the list or left it. */
  readonly onPointed: (isPointedAt: boolean) => void;
}

const HEAD = (
  <>
    <span className="request-status">Status</span>
    <span className="request-method">Method</span>
    <span className="request-url">Address</span>
    <span className="request-error">Error</span>
    <span className="request-project">Project</span>
    <span className="request-duration">Duration</span>
    <span className="request-time">When</span>
  </>
);

/** The list itself, with its head, what waits above it, and what stands there instead of it. */
export function RequestTable({ filters, list, cursor, newRows, handle, onPointed }: RequestTableProps) {
  const { total, first, isOutdated, error } = list;
  const rowHeight = useMedia(NARROW) ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const { path, search } = currentPlace();
  const address = toHref(path, search);
  const toRow = (index: number, request: RequestSummary | undefined) => {
    if (request === undefined) return <LoadingRow index={index} />;
    return (
      <RequestRow
        request={request}
        isCursor={request.id === cursor.id}
        isFresh={newRows.freshIds.has(request.id)}
        onFocus={cursor.point}
      />
    );
  };
  return (
    <RecordTable
      className={filters.projectId === null ? 'request-table' : 'request-table one-project'}
      headClass="request-head"
      head={HEAD}
      isOutdated={isOutdated}
      onPointed={onPointed}
    >
      <NewPill
        count={newRows.waitingCount}
        countMax={WAITING_MAX}
        onShow={() => {
          newRows.show();
          handle.current?.toTop();
        }}
      />
      {first === undefined && error === null && <SkeletonLines count={16} height={rowHeight} />}
      {first === undefined && error !== null && <ErrorState error={error} onRetry={list.retry} />}
      {first !== undefined && total === 0 && <NoRequests searchedFrom={first.searchedFrom} />}
      {total > 0 && (
        <VirtualList
          // Another list is another place: it begins where it was left, or at its top.
          key={address}
          ref={handle}
          label="Requests"
          count={total}
          rowHeight={rowHeight}
          keyOf={list.keyOf}
          memory={address}
          onRange={list.show}
          footer={
            <p className="record-end">
              {toAmount(total, 'request')} <GoOn searchedFrom={first?.searchedFrom} />
            </p>
          }
          renderRow={(index) => toRow(index, list.at(index))}
        />
      )}
    </RecordTable>
  );
}

/** A row whose request is still being read. */
function LoadingRow({ index }: { readonly index: number }) {
  return (
    <div className="request-row" aria-busy="true">
      <span className="request-url">
        <Skeleton width={`${30 + ((index * 17) % 40)}%`} />
      </span>
    </div>
  );
}

interface Searched {
  /** A filter has looked at no request before this moment. */
  readonly searchedFrom: string | undefined;
}

/** How far back was looked, and the way to look further. */
function GoOn({ searchedFrom }: Searched) {
  if (searchedFrom === undefined) return null;
  const fromMs = Date.parse(searchedFrom);
  return (
    <>
      since {toDay(fromMs)}, {toClock(fromMs)}.{' '}
      <button type="button" className="text-link" onClick={() => patchSearch({ to: searchedFrom, range: null })}>
        Look further back
      </button>
    </>
  );
}

function NoRequests({ searchedFrom }: Searched) {
  const { search } = currentPlace();
  if (FILTER_NAMES.some((name) => search.has(name))) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        {searchedFrom === undefined ? 'No request passes all of these filters.' : 'No request was found '}
        <GoOn searchedFrom={searchedFrom} />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="requests" title="No requests yet">
      Records sent to <code>POST /api/events/request</code> show up here the moment they arrive.
    </EmptyState>
  );
}
