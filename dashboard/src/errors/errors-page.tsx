import { useEffect, useRef } from 'react';
import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { SEARCH_TOTAL_MAX } from '../../../schemas/limits.ts';
import { useMayChange } from '../api/session.ts';
import { restartList } from '../lists/paged-list.ts';
import { useRecordKeys, useRecordView } from '../lists/use-record-view.ts';
import { navigate } from '../router/location.ts';
import { toPage } from '../router/project.ts';
import { STATUS_ACTIONS, type StatusAction, setStatus } from '../status/set-status.ts';
import { toAmount } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { ErrorFilters } from './error-filters.tsx';
import { type ErrorList, removeGroups, toAdded, useErrorList } from './error-list.ts';
import { ErrorTable } from './error-table.tsx';
import { type ErrorFilters as Filters, useErrorFilters } from './filters.ts';
import { useSelection } from './use-selection.ts';

/** Every error group, narrowed, looked through and dealt with, by pointer or by keys. */
export function ErrorsPage() {
  const filters = useErrorFilters();
  const list = useErrorList(filters);
  const { loaded } = list;
  const selection = useSelection(list);
  const mayChange = useMayChange();
  const { cursor, targets, selectedIds, clear } = selection;
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
  const pointed = list.at(cursor.index);
  useRecordKeys({
    group: 'Errors',
    view,
    searchField,
    open: () => pointed && navigate(toPage(`/errors/${pointed.id}`)),
    more: mayChange
      ? [
          { keys: 'x', label: 'Select', run: () => pointed && selection.toggle(pointed) },
          { keys: 'Escape', label: 'Clear the selection', run: clear },
          ...STATUS_ACTIONS.map((action) => ({ keys: action.key, label: action.label, run: () => act(action) })),
        ]
      : [],
  });

  return (
    <Page title="Errors" fills aside={<Total list={list} filters={filters} />}>
      <ErrorFilters filters={filters} searchField={searchField} />
      <ErrorTable filters={filters} list={list} selection={mayChange ? selection : null} view={view} />
      {mayChange && selectedIds.size > 0 && (
        <BulkBar count={targets.length} onAct={act} onSelectAll={selection.selectAll} onClear={clear} />
      )}
    </Page>
  );
}

function Total({ list: { first, total }, filters }: { readonly list: ErrorList; readonly filters: Filters }) {
  if (first === undefined) return null;
  const isMore = filters.query !== null && total >= SEARCH_TOTAL_MAX;
  return (
    <span className="record-total num" role="status">
      {isMore ? `at least ${toAmount(total, 'error')}` : toAmount(total, 'error')}
    </span>
  );
}
