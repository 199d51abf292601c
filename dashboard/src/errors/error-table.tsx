import type { ReactNode } from 'react';
import { useErrorGroups } from '../api/queries.ts';
import type { ErrorList } from '../error-list/error-list.ts';
import { type ErrorFilters, isListed } from '../error-list/filters.ts';
import { RecordList } from '../lists/record-list.tsx';
import type { RecordView } from '../lists/use-record-view.ts';
import { toAmount } from '../ui/format.ts';
import { EmptyState, SkeletonRows } from '../ui/states.tsx';
import { ErrorRow, LoadingRow } from './error-row.tsx';
import type { Selection } from './use-selection.ts';

/** On a narrow page a message has two lines. */
const ROW_HEIGHTS = { wide: 60, narrow: 84 };

interface ErrorTableProps {
  readonly filters: ErrorFilters;
  readonly list: ErrorList;
  /** Null for who may not change what would be selected. */
  readonly selection: Selection | null;
  readonly view: RecordView;
  /** What tells of groups that the list has no row for. */
  readonly pill: ReactNode;
}

const HEAD = (
  <>
    <span>Error</span>
    <span className="error-trend">Last 24 h</span>
    <span className="error-count">Events</span>
    <span className="error-first">Age</span>
    <span className="error-last">Last seen</span>
  </>
);

/** The list of error groups. */
export function ErrorTable({ filters, list, selection, view, pill }: ErrorTableProps) {
  const { cursor, newRows } = view;
  return (
    <RecordList
      label="Errors"
      list={list}
      view={view}
      pill={pill}
      headClass="error-head"
      head={HEAD}
      rowHeights={ROW_HEIGHTS}
      renderRow={(group) => (
        <ErrorRow
          group={group}
          isCursor={group.id === cursor.id}
          isSelected={selection !== null && (selection.isAll || selection.selectedIds.has(group.id))}
          isFresh={newRows.freshIds.has(group.id)}
          isGone={!isListed(group, filters)}
          showsStatus={filters.status === null}
          onToggle={selection?.toggle ?? null}
          onFocus={cursor.point}
        />
      )}
      renderLoadingRow={(index) => <LoadingRow index={index} />}
      renderSkeleton={(rowHeight) => <SkeletonRows count={12} height={rowHeight} />}
      empty={<NoErrors filters={filters} />}
      end={toAmount(list.total, 'error')}
    />
  );
}

function NoErrors({ filters }: { readonly filters: ErrorFilters }) {
  const { status, severity, source, type, query, from, changedSince } = filters;
  if ([severity, source, type, query, from, changedSince].some((value) => value !== null)) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        No error passes all of these filters. Fewer of them may find more.
      </EmptyState>
    );
  }
  if (status === 'unresolved') return <NothingOpen projectId={filters.projectId} />;
  return <EmptyState icon="inbox" title={status === null ? 'No errors yet' : `No ${status} errors`} />;
}

/** Nothing is broken only where something could have been: before the first error nobody knows. */
function NothingOpen({ projectId }: { readonly projectId: string | null }) {
  const { data } = useErrorGroups({ projectId, pageSize: 1 });
  if (data === undefined) return null;
  if (data.total === 0) {
    return (
      <EmptyState icon="inbox" title="No error was sent yet">
        The first one shows up here the moment it arrives. The overview says how to send one.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="check" title="Nothing is broken">
      No error is waiting to be dealt with. New ones show up here the moment they arrive.
    </EmptyState>
  );
}
