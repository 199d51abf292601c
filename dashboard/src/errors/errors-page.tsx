import { useEffect, useRef, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { PARTS_OF_GROUP_MAX, SEARCH_TOTAL_MAX } from '../../../schemas/limits.ts';
import { useMayChange } from '../api/session.ts';
import {
  ERRORS,
  type ErrorList,
  toAdded,
  toErrorHref,
  toErrorListHref,
  useErrorList,
} from '../error-list/error-list.ts';
import { type ErrorFilters as Filters, useErrorFilters } from '../error-list/filters.ts';
import { lastReadId } from '../lists/last-read.ts';
import { findPlace } from '../lists/neighbours.ts';
import { restartList } from '../lists/paged-list.ts';
import { type RecordView, useRecordKeys, useRecordView } from '../lists/use-record-view.ts';
import { MergeDialog } from '../merge/merge-dialog.tsx';
import { navigate } from '../router/location.ts';
import { openMemory } from '../router/memory.ts';
import { STATUS_ACTIONS } from '../status/set-status.ts';
import { toAmount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ErrorFilters } from './error-filters.tsx';
import { ErrorTable } from './error-table.tsx';
import { NewsPill } from './news-pill.tsx';
import { useAct } from './use-act.ts';
import { useNews } from './use-news.ts';
import { useSelection } from './use-selection.ts';

/** Where the keys were in each list, for whoever comes back to it. */
const cursors = openMemory<string>();

/** Every error group, narrowed, looked through and dealt with, by pointer or by keys. */
export function ErrorsPage() {
  const filters = useErrorFilters();
  const list = useErrorList(filters);
  const listHref = toErrorListHref();
  const [readId] = useState(() => lastReadId('errors'));
  const selection = useSelection(list, readId ?? cursors.get(listHref) ?? null);
  const mayChange = useMayChange();
  const { cursor, selectedIds, clear } = selection;
  const searchField = useRef<HTMLInputElement>(null);
  const view = useRecordView({
    name: 'errors',
    filters,
    toAdded: (batch) => toAdded(batch, filters, list),
    hasRow: (id) => list.indexOf(id) !== -1,
    cursor,
    isHeld: cursor.id !== null || selectedIds.size > 0,
  });
  useEffect(() => {
    clear();
    // Only another list is a new start, not each render's functions.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [filters]);
  useEffect(() => cursors.set(listHref, cursor.id), [listHref, cursor.id]);
  useReturn(readId, { view, filters });

  const act = useAct({ filters, list, selection });
  const news = useNews(filters, list);
  const pointed = list.at(cursor.index);
  const selectOn = (by: number): void => {
    if (pointed === undefined) return;
    if (!selectedIds.has(pointed.id)) selection.toggle(pointed, false);
    const index = cursor.move(by, cursor.index);
    if (index === null) return;
    view.handle.current?.reveal(index);
    selection.selectTo(index);
  };
  useRecordKeys({
    group: 'Errors',
    view,
    searchField,
    open: () => pointed && navigate(toErrorHref(pointed.id)),
    more: mayChange
      ? [
          { keys: 'x', label: 'Select', run: () => pointed && selection.toggle(pointed, false) },
          { keys: 'X', label: 'Select up to here', run: () => cursor.index >= 0 && selection.selectTo(cursor.index) },
          { keys: 'Shift+ArrowDown', label: 'Select the next too', run: () => selectOn(1) },
          { keys: 'Shift+ArrowUp', label: 'Select the previous too', run: () => selectOn(-1) },
          { keys: 'Escape', label: 'Clear the selection', run: clear },
          ...STATUS_ACTIONS.map((action) => ({ keys: action.key, label: action.label, run: () => act(action) })),
        ]
      : [],
  });

  return (
    <Page title="Errors" fills aside={<Total list={list} filters={filters} />}>
      <ErrorFilters filters={filters} searchField={searchField} />
      <ErrorTable
        filters={filters}
        list={list}
        selection={mayChange ? selection : null}
        view={view}
        pill={<NewsPill filters={filters} view={view} news={news} />}
      />
      {mayChange && selectedIds.size > 0 && (
        <SelectionBar list={list} filters={filters} selection={selection} onAct={act} />
      )}
    </Page>
  );
}

interface SelectionBarProps {
  readonly list: ErrorList;
  readonly filters: Filters;
  readonly selection: ReturnType<typeof useSelection>;
  readonly onAct: ReturnType<typeof useAct>;
}

/** What can be done with the selected rows. */
function SelectionBar({ list, filters, selection, onAct }: SelectionBarProps) {
  const [merging, setMerging] = useState<readonly ErrorGroup[] | null>(null);
  const { targets, isAll, count, clear } = selection;
  const projects = new Set(targets.map(({ projectId }) => projectId ?? null));
  const mayMerge = !isAll && count > 1 && count <= PARTS_OF_GROUP_MAX && projects.size === 1;
  return (
    <>
      <BulkBar
        count={selection.count}
        total={isMoreThan(list, filters) ? null : list.total}
        hasMore={list.total > list.loaded.length}
        isAll={selection.isAll}
        onAct={onAct}
        onSelectLoaded={selection.selectLoaded}
        onSelectAll={selection.selectAll}
        onClear={selection.clear}
        onMerge={mayMerge ? () => setMerging(targets) : null}
      />
      {merging !== null && (
        <MergeDialog
          groups={merging}
          onClose={() => setMerging(null)}
          onMerged={() => {
            setMerging(null);
            clear();
            restartList('errors', filters);
          }}
        />
      )}
    </>
  );
}

/** Brings the row into view that was read just before: from an error one may have gone on to another. */
function useReturn(
  readId: string | null,
  { view, filters }: { readonly view: RecordView; readonly filters: Filters },
): void {
  useEffect(() => {
    const place = readId === null ? null : findPlace(ERRORS, filters, readId);
    if (place !== null) view.handle.current?.reveal(place);
    // Only where the cursor was when the page came back; from then on the keys bring it into view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
}

function isMoreThan({ total }: ErrorList, { query }: Filters): boolean {
  return query !== null && total >= SEARCH_TOTAL_MAX;
}

function Total({ list, filters }: { readonly list: ErrorList; readonly filters: Filters }) {
  const { first, total } = list;
  if (first === undefined) return null;
  return (
    <span className="record-total num" role="status">
      {isMoreThan(list, filters) ? `at least ${toAmount(total, 'error')}` : toAmount(total, 'error')}
    </span>
  );
}
