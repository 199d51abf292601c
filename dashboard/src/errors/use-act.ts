import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { type ErrorList, removeGroups } from '../error-list/error-list.ts';
import type { ErrorFilters } from '../error-list/filters.ts';
import { restartList } from '../lists/paged-list.ts';
import { type StatusAction, setMatchingStatus, setStatus } from '../status/set-status.ts';
import type { Selection } from './use-selection.ts';

interface Parts {
  readonly filters: ErrorFilters;
  readonly list: ErrorList;
  readonly selection: Selection;
}

/** What deals with the selected groups, or all, or the one under the cursor. What fails comes back to the list, selected as it was. */
export function useAct({ filters, list, selection }: Parts): (action: StatusAction) => void {
  const { cursor, targets, selectedIds, isAll, clear, restore } = selection;
  return (action) => {
    if (isAll) {
      void setMatchingStatus(filters, action);
      clear();
      return;
    }
    if (targets.length === 0) return;
    const wasSelected = selectedIds.size > 0;
    const leaves = filters.status !== null && filters.status !== action.status;
    const ids = new Set(targets.map(({ id }) => id));
    // Before the groups are shown as they are to be: that is what comes back.
    const putBack = leaves ? removeGroups(filters, ids) : null;
    const done = setStatus(targets, action);
    if (wasSelected) clear();
    if (leaves) moveOn(list, selection, ids);
    void done.then((isDone) => {
      // The rows after them have moved up in the daemon too.
      if (isDone && leaves) restartList('errors', filters);
      if (isDone) return;
      putBack?.();
      if (wasSelected) restore(targets);
      else cursor.point(targets[0]?.id ?? null);
    });
  };
}

/** The cursor goes to the row that takes the place of the one that left. */
function moveOn({ loaded }: ErrorList, { cursor }: Selection, ids: ReadonlySet<string>): void {
  if (cursor.id === null || !ids.has(cursor.id)) return;
  const at = loaded.findIndex(({ id }) => id === cursor.id);
  const isStaying = ({ id }: ErrorGroup): boolean => !ids.has(id);
  cursor.point((loaded.slice(at).find(isStaying) ?? loaded.slice(0, at).findLast(isStaying))?.id ?? null);
}
