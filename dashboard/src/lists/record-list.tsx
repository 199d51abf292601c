import type { ReactNode } from 'react';
import { currentPlace, toHref } from '../router/location.ts';
import { NewPill } from '../ui/new-pill.tsx';
import { ErrorState } from '../ui/states.tsx';
import { NARROW, useMedia } from '../ui/use-media.ts';
import type { PagedList } from './paged-list.ts';
import './record-list.css';
import { WAITING_MAX } from './use-new-rows.ts';
import type { RecordView } from './use-record-view.ts';
import { VirtualList } from './virtual-list.tsx';

interface RecordListProps<Row, Page> {
  /** What is listed, for screen readers. */
  readonly label: string;
  readonly list: PagedList<Row, Page>;
  readonly view: RecordView;
  readonly className?: string;
  /** The names of the columns, for the eye alone: rows say what they hold. */
  readonly head: ReactNode;
  readonly headClass: string;
  /** In pixels, when there is room: on a wide page, and on a narrow one, where a row has more lines. */
  readonly rowHeights: { readonly wide: number; readonly narrow: number };
  readonly renderRow: (row: Row) => ReactNode;
  /** A row that is still being read. */
  readonly renderLoadingRow: (index: number) => ReactNode;
  /** What holds the place of the list until it has been read. */
  readonly renderSkeleton: (rowHeight: number) => ReactNode;
  /** What stands in place of a list without rows. */
  readonly empty: ReactNode;
  /** What is said under the last row. */
  readonly end: ReactNode;
  /** What tells of rows that are not listed, where that is more than how many wait. */
  readonly pill?: ReactNode;
}

/** A long list of records: the names of its columns, what waits above it, its rows, and what stands there instead. */
export function RecordList<Row, Page>(props: RecordListProps<Row, Page>) {
  const { label, list, view, rowHeights, renderRow, renderLoadingRow, renderSkeleton, empty, end, pill } = props;
  const { total, first, error } = list;
  const { newRows, handle } = view;
  const isRead = first !== undefined;
  const rowHeight = useMedia(NARROW) ? rowHeights.narrow : rowHeights.wide;
  const { path, search } = currentPlace();
  const address = toHref(path, search);
  return (
    <Frame {...props}>
      {pill ?? (
        <NewPill
          count={newRows.waitingIds.length}
          countMax={WAITING_MAX}
          onShow={() => {
            newRows.show();
            handle.current?.toTop();
          }}
        />
      )}
      {!isRead && error === null && renderSkeleton(rowHeight)}
      {!isRead && error !== null && <ErrorState error={error} onRetry={list.retry} />}
      {isRead && total === 0 && empty}
      {total > 0 && (
        <VirtualList
          // Another list is another place: it begins where it was left, or at its top.
          key={address}
          ref={handle}
          label={label}
          count={total}
          rowHeight={rowHeight}
          keyOf={list.keyOf}
          memory={address}
          onRange={list.show}
          footer={<p className="record-end">{end}</p>}
          renderRow={(index) => {
            const row = list.at(index);
            return row === undefined ? renderLoadingRow(index) : renderRow(row);
          }}
        />
      )}
    </Frame>
  );
}

type FrameProps = Pick<RecordListProps<unknown, unknown>, 'list' | 'view' | 'className' | 'head' | 'headClass'> & {
  readonly children: ReactNode;
};

/** The names of the columns, and room for the rows, which fill what is left of the page. */
function Frame({ list, view, className = '', head, headClass, children }: FrameProps) {
  return (
    <div className={`record-table ${className}`} data-busy={list.isOutdated || undefined}>
      <div className={`record-head ${headClass}`} aria-hidden="true">
        {head}
      </div>
      <div
        className="record-rows"
        onPointerEnter={() => view.onPointed(true)}
        onPointerLeave={() => view.onPointed(false)}
      >
        {children}
      </div>
    </div>
  );
}
