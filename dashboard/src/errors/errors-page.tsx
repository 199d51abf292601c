import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { SEARCH_TOTAL_MAX } from '../../../schemas/limits.ts';
import { useShortcuts } from '../keyboard/shortcuts.ts';
import { restartList } from '../lists/paged-list.ts';
import { useNewRows } from '../lists/use-new-rows.ts';
import { navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { toAmount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import type { VirtualListHandle } from '../ui/virtual-list.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ErrorFilters } from './error-filters.tsx';
import { type ErrorList, removeGroups, toAdded, useErrorList } from './error-list.ts';
import { ErrorTable } from './error-table.tsx';
import { type ErrorFilters as Filters, useErrorFilters } from './filters.ts';
import { STATUS_ACTIONS, type StatusAction, setStatus } from './set-status.ts';
import { type Selection, useSelection } from './use-selection.ts';

/** Every error group, narrowed, looked through and dealt with, by pointer or by keys. */
export function ErrorsPage() {
  const filters = useErrorFilters();
  const list = useErrorList(filters);
  const { loaded } = list;
  const selection = useSelection(list);
  const { cursor, targets, selectedIds, clear } = selection;
  const searchField = useRef<HTMLInputElement>(null);
  const handle = useRef<VirtualListHandle>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const newRows = useNewRows({
    name: 'errors',
    filters,
    toAdded: (batch) => toAdded(batch, filters, list),
    isBeingRead: () => isPointedAt || cursor.id !== null || selectedIds.size > 0 || handle.current?.isAtTop() === false,
  });
  useEffect(() => {
    clear();
    cursor.point(null);
    // Only another list is a new start, not each render's functions.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [filters]);

  const act = (action: StatusAction): void => {
    if (targets.length === 0) return;
    const done = setStatus(targets, action);
    if (selectedIds.size > 0) clear();
    const leaves = filters.status !== null && filters.status !== action.status;
    if (!leaves) return;
    const ids = new Set(targets.map(({ id }) => id));
    if (cursor.id !== null && ids.has(cursor.id)) {
      const at = loaded.findIndex(({ id }) => id === cursor.id);
      const isStaying = ({ id }: ErrorGroup): boolean => !ids.has(id);
      cursor.point((loaded.slice(at).find(isStaying) ?? loaded.slice(0, at).findLast(isStaying))?.id ?? null);
    }
    removeGroups(filters, ids);
    // The rows after them have moved up in the daemon too.
    void done.then(() => restartList('errors', filters));
  };
  useListKeys({ list, selection, handle, searchField, act });

  return (
    <Page title="Errors" fills aside={<Total list={list} filters={filters} />}>
      <ErrorFilters filters={filters} searchField={searchField} />
      <ErrorTable
        filters={filters}
        list={list}
        selection={selection}
        newRows={newRows}
        handle={handle}
        onPointed={setIsPointedAt}
      />
      {selectedIds.size > 0 && (
        <BulkBar count={targets.length} onAct={act} onSelectAll={selection.selectAll} onClear={clear} />
      )}
    </Page>
  );
}

interface ListKeys {
  readonly list: ErrorList;
  readonly selection: Selection;
  readonly handle: RefObject<VirtualListHandle | null>;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly act: (action: StatusAction) => void;
}

function useListKeys({ list, selection, handle, searchField, act }: ListKeys): void {
  const step = (by: number): void => {
    const index = selection.cursor.move(by, handle.current?.firstInView() ?? 0);
    if (index !== null) handle.current?.reveal(index);
  };
  const cursor = list.at(selection.cursor.index);
  const group = 'Errors';
  useShortcuts([
    { keys: 'j', label: 'Next', group, run: () => step(1) },
    { keys: 'ArrowDown', label: 'Next', group, run: () => step(1) },
    { keys: 'k', label: 'Previous', group, run: () => step(-1) },
    { keys: 'ArrowUp', label: 'Previous', group, run: () => step(-1) },
    { keys: 'Home', label: 'To the first', group, run: () => handle.current?.toTop() },
    { keys: 'End', label: 'To the last', group, run: () => handle.current?.toEnd() },
    { keys: 'Enter', label: 'Open', group, run: () => cursor && navigate(toPage(`/errors/${cursor.id}`)) },
    { keys: 'x', label: 'Select', group, run: () => cursor && selection.toggle(cursor) },
    { keys: 'Escape', label: 'Clear the selection', group, run: selection.clear },
    ...STATUS_ACTIONS.map((action) => ({ keys: action.key, label: action.label, group, run: () => act(action) })),
    { keys: '/', label: 'Search', group, run: () => searchField.current?.focus() },
  ]);
}

function Total({ list: { first, total }, filters }: { readonly list: ErrorList; readonly filters: Filters }) {
  if (first === undefined) return null;
  const isMore = filters.search !== null && total >= SEARCH_TOTAL_MAX;
  return (
    <span className="record-total num" role="status">
      {isMore ? `at least ${toAmount(total, 'error')}` : toAmount(total, 'error')}
    </span>
  );
}
