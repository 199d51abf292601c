import type { RefObject } from 'react';
import { currentPlace, toHref } from '../router/location.ts';
import { toAmount, toCount } from '../ui/format.ts';
import { NewPill } from '../ui/new-pill.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { EmptyState, ErrorState, SkeletonLines } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx';
import type { RequestFilters } from './filters.ts';
import { PAGE_SIZE, type useRequestList } from './request-list.ts';
import { RequestRow } from './request-row.tsx';
import type { Arrivals } from './use-arrivals.ts';
import type { Cursor } from './use-cursor.ts';
import { SCAN_STEP, type Scan } from './use-scan.ts';

const ROW_HEIGHT = 41;
/** On a narrow page a request has two lines. */
const NARROW_ROW_HEIGHT = 64;
const NARROW = '(max-width: 760px)';

interface RequestTableProps {
  readonly filters: RequestFilters;
  readonly list: ReturnType<typeof useRequestList>;
  readonly cursor: Cursor;
  readonly arrivals: Arrivals;
  readonly scan: Scan;
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
export function RequestTable(props: RequestTableProps) {
  const { filters, list, cursor, arrivals, scan, handle, onPointed } = props;
  const { requests, data, error, refetch, isPlaceholderData } = list;
  const rowHeight = useMedia(NARROW) ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const { path, search } = currentPlace();
  return (
    <RecordTable
      className={filters.server.projectId === null ? 'request-table' : 'request-table one-project'}
      headClass="request-head"
      head={HEAD}
      isOutdated={isPlaceholderData}
      onPointed={onPointed}
    >
      <NewPill
        count={arrivals.waitingCount}
        countMax={PAGE_SIZE}
        onShow={() => {
          arrivals.show();
          handle.current?.toTop();
        }}
      />
      {data === undefined && error === null && <SkeletonLines count={16} height={rowHeight} />}
      {data === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data !== undefined && requests.length === 0 && <NoRequests filters={filters} list={list} scan={scan} />}
      {requests.length > 0 && (
        <VirtualList
          ref={handle}
          label="Requests"
          count={requests.length}
          rowHeight={rowHeight}
          keyOf={(index) => requests[index]?.id ?? String(index)}
          memory={toHref(path, search)}
          onNearEnd={scan.readMore}
          footer={<ListEnd filters={filters} list={list} scan={scan} />}
          renderRow={(index) => {
            const request = requests[index];
            if (request === undefined) return null;
            return (
              <RequestRow
                request={request}
                isCursor={request.id === cursor.id}
                isFresh={arrivals.freshIds.has(request.id)}
                onFocus={cursor.point}
              />
            );
          }}
        />
      )}
    </RecordTable>
  );
}

type EndProps = Pick<RequestTableProps, 'filters' | 'list' | 'scan'>;

/** Under the last row: how far the list reaches, and the way on where it stopped by itself. */
function ListEnd({ filters, list: { requests, loaded, total, hasNextPage }, scan }: EndProps) {
  return (
    <div className="record-end">
      {hasNextPage && !filters.isNarrowedHere && scan.goOn === null && 'Reading more …'}
      {!hasNextPage && !filters.isNarrowedHere && toAmount(requests.length, 'request')}
      {filters.isNarrowedHere && (
        <>
          {toCount(requests.length)} found in {toReach({ loadedCount: loaded.length, total, hasNextPage })}
        </>
      )}
      <GoOn scan={scan} />
    </div>
  );
}

function GoOn({ scan: { goOn, hasFailed } }: { readonly scan: Scan }) {
  if (goOn === null) return null;
  return (
    <button type="button" className="text-link" onClick={goOn}>
      {hasFailed ? 'Older ones could not be read. Try again' : `Look through ${toCount(SCAN_STEP)} older ones`}
    </button>
  );
}

interface Reach {
  readonly loadedCount: number;
  readonly total: number;
  readonly hasNextPage: boolean;
}

/** Among which requests was looked: the browser filters what it has read, and no more. */
export function toReach({ loadedCount, total, hasNextPage }: Reach): string {
  return hasNextPage ? `the newest ${toCount(loadedCount)} of ${toCount(total)}` : `all ${toCount(loadedCount)}`;
}

function NoRequests({ filters, list, scan }: EndProps) {
  const { loaded, total, hasNextPage } = list;
  if (filters.isNarrowedHere && hasNextPage && scan.goOn === null) {
    return (
      <EmptyState icon="search" title="Looking …">
        Nothing yet in {toReach({ loadedCount: loaded.length, total, hasNextPage })} requests.
      </EmptyState>
    );
  }
  if (filters.isNarrowedHere && loaded.length > 0) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        Looked through {toReach({ loadedCount: loaded.length, total, hasNextPage })} requests. <GoOn scan={scan} />
      </EmptyState>
    );
  }
  const { correlationId, from } = filters.server;
  if (correlationId !== null || from !== null) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        {correlationId === null ? 'No request came in this time.' : 'No request has this correlation id.'}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="requests" title="No requests yet">
      Records sent to <code>POST /api/events/request</code> show up here the moment they arrive.
    </EmptyState>
  );
}
