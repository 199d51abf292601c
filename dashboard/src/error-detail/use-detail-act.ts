import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { removeGroups, toErrorHref } from '../error-list/error-list.ts';
import { useErrorFilters } from '../error-list/filters.ts';
import type { ErrorNeighbours } from '../error-list/use-error-neighbours.ts';
import { restartList } from '../lists/paged-list.ts';
import { navigate } from '../router/location.ts';
import { type StatusAction, setStatus } from '../status/set-status.ts';

/** Another error takes the place of this one, so that the way back leads to the list. */
export function toStep(id: string | null): (() => void) | null {
  return id === null ? null : () => navigate(toErrorHref(id), { replace: true });
}

/**
 * What deals with the error. Whoever works their way through a list goes on to the next one of it when this one has left the
 * list; what fails leads back.
 */
export function useDetailAct(
  error: ErrorGroup | null,
  { isFromList, newerId, olderId }: ErrorNeighbours,
): (action: StatusAction) => void {
  const filters = useErrorFilters();
  return (action) => {
    if (error === null || error.status === action.status) return;
    const leaves = isFromList && filters.status !== null && filters.status !== action.status;
    const nextId = leaves ? (olderId ?? newerId) : null;
    const putBack = leaves ? removeGroups(filters, new Set([error.id])) : null;
    const done = setStatus([error], action);
    if (nextId !== null) toStep(nextId)?.();
    void done.then((isDone) => {
      if (isDone && leaves) restartList('errors', filters);
      if (isDone) return;
      putBack?.();
      if (nextId !== null) toStep(error.id)?.();
    });
  };
}
