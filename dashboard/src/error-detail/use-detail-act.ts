import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { Status } from '../../../schemas/words.ts';
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
export function useDetailAct(error: ErrorGroup | null, neighbours: ErrorNeighbours): (action: StatusAction) => void {
  const decide = useDecide(error, neighbours);
  return (action) => {
    if (error !== null && error.status !== action.status) decide(action.status, () => setStatus([error], action));
  };
}

/** What gives an error a status: `send` does it, and answers whether it was done. */
export type Decide = (status: Status, send: () => Promise<boolean>) => void;

/** Goes on to the next error of the list where a decision takes this one out of it, and comes back where it was not done. */
export function useDecide(error: ErrorGroup | null, { isFromList, newerId, olderId }: ErrorNeighbours): Decide {
  const filters = useErrorFilters();
  return (status, send) => {
    if (error === null) return;
    const leaves = isFromList && filters.status !== null && filters.status !== status;
    const nextId = leaves ? (olderId ?? newerId) : null;
    const putBack = leaves ? removeGroups(filters, new Set([error.id])) : null;
    const done = send();
    if (nextId !== null) toStep(nextId)?.();
    void done.then((isDone) => {
      if (isDone && leaves) restartList('errors', filters);
      if (isDone) return;
      putBack?.();
      if (nextId !== null) toStep(error.id)?.();
    });
  };
}
