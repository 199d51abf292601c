import type { RefObject } from 'react';
import { type NewRows, WAITING_MAX } from '../lists/use-new-rows.ts';
import { currentPlace, toHref } from '../router/location.ts';
import { toAmount } from '../ui/format.ts';
import { NewPill } from '../ui/new-pill.tsx';
import { RecordTable } from '../ui/record-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../ui/states.tsx';
import { useMedia } from '../ui/use-media.ts';
import { VirtualList, type VirtualListHandle } from '../ui/virtual-list.tsx';
import type { ErrorList } from './error-list.ts';
import { ErrorRow, LoadingRow } from './error-row.tsx';
import { type ErrorFilters, isListed } from './filters.ts';
import type { Selection } from './use-selection.ts';

const ROW_HEIGHT = 60;
/** On a narrow page a message has two lines. */
const NARROW_ROW_HEIGHT = 84;
const NARROW = '(max-width: 760px)';

interface ErrorTableProps {
  readonly filters: ErrorFilters;
  readonly list: ErrorList;
  readonly selection: Selection;
  readonly newRows: NewRows;
  readonly handle: RefObject<VirtualListHandle | null>;
  /** The pointer has come over the list or left it. */
  readonly onPointed: (isPointedAt: boolean) => void;
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

/** The list itself, with its head, what waits above it, and what stands there instead of it. */
export function ErrorTable({ filters, list, selection, newRows, handle, onPointed }: ErrorTableProps) {
  const { total, first, isOutdated, error } = list;
  const isRead = first !== undefined;
  const rowHeight = useMedia(NARROW) ? NARROW_ROW_HEIGHT : ROW_HEIGHT;
  const { path, search } = currentPlace();
  const address = toHref(path, search);
  return (
    <RecordTable headClass="error-head" head={HEAD} isOutdated={isOutdated} onPointed={onPointed}>
      <NewPill
        count={newRows.waitingCount}
        countMax={WAITING_MAX}
        onShow={() => {
          newRows.show();
          handle.current?.toTop();
        }}
      />
      {!isRead && error === null && <SkeletonRows count={12} height={rowHeight} />}
      {!isRead && error !== null && <ErrorState error={error} onRetry={list.retry} />}
      {isRead && total === 0 && <NoErrors filters={filters} />}
      {total > 0 && (
        <VirtualList
          // Another list is another place: it begins where it was left, or at its top.
          key={address}
          ref={handle}
          label="Errors"
          count={total}
          rowHeight={rowHeight}
          keyOf={list.keyOf}
          memory={address}
          onRange={list.show}
          footer={<p className="record-end">{toAmount(total, 'error')}</p>}
          renderRow={(index) => {
            const group = list.at(index);
            if (group === undefined) return <LoadingRow index={index} />;
            return (
              <ErrorRow
                group={group}
                isCursor={group.id === selection.cursor.id}
                isSelected={selection.selectedIds.has(group.id)}
                isFresh={newRows.freshIds.has(group.id)}
                isGone={!isListed(group, filters)}
                showsStatus={filters.status === null}
                onToggle={selection.toggle}
                onFocus={selection.cursor.point}
              />
            );
          }}
        />
      )}
    </RecordTable>
  );
}

function NoErrors({ filters }: { readonly filters: ErrorFilters }) {
  const { status, severity, source, type, search, from } = filters;
  if ([severity, source, type, search, from].some((value) => value !== null)) {
    return (
      <EmptyState icon="search" title="Nothing matches">
        No error passes all of these filters. Fewer of them may find more.
      </EmptyState>
    );
  }
  if (status === 'unresolved') {
    return (
      <EmptyState icon="check" title="Nothing is broken">
        No error is waiting to be dealt with. New ones show up here the moment they arrive.
      </EmptyState>
    );
  }
  return <EmptyState icon="inbox" title={status === null ? 'No errors yet' : `No ${status} errors`} />;
}
