import { RecordList } from '../lists/record-list.tsx';
import type { RecordView } from '../lists/use-record-view.ts';
import { currentPlace, patchSearch } from '../router/location.ts';
import { toAmount, toClock, toDay } from '../ui/format.ts';
import { EmptyState, Skeleton, SkeletonLines } from '../ui/states.tsx';
import { FILTER_NAMES, type RequestFilters } from './filters.ts';
import type { RequestList } from './request-list.ts';
import { RequestRow } from './request-row.tsx';

/** On a narrow page a request has two lines. */
const ROW_HEIGHTS = { wide: 41, narrow: 64 };

interface RequestTableProps {
  readonly filters: RequestFilters;
  readonly list: RequestList;
  readonly view: RecordView;
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

/** The list of requests. */
export function RequestTable({ filters, list, view }: RequestTableProps) {
  const { cursor, newRows } = view;
  const searchedFrom = list.first?.searchedFrom;
  return (
    <RecordList
      label="Requests"
      list={list}
      view={view}
      className={filters.projectId === null ? 'request-table' : 'request-table one-project'}
      headClass="request-head"
      head={HEAD}
      rowHeights={ROW_HEIGHTS}
      renderRow={(request) => (
        <RequestRow
          request={request}
          isCursor={request.id === cursor.id}
          isFresh={newRows.freshIds.has(request.id)}
          onFocus={cursor.point}
        />
      )}
      renderLoadingRow={(index) => <LoadingRow index={index} />}
      renderSkeleton={(rowHeight) => <SkeletonLines count={16} height={rowHeight} />}
      empty={<NoRequests searchedFrom={searchedFrom} />}
      end={
        <>
          {toAmount(list.total, 'request')} <GoOn searchedFrom={searchedFrom} />
        </>
      }
    />
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
