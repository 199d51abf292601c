import type { ErrorGroup } from '../../../schemas/error-group.ts';
import { openStore } from '../store.ts';

/** Groups that came back after they were resolved, as far as this page has seen it happen. */
export const regressedIds = openStore<ReadonlySet<string>>(new Set());

const resolvedIds = new Set<string>();

/** Notes what a group is now; a resolved one that is unresolved again because of an event has come back. */
export function noteStatus({ id, status }: ErrorGroup, cause: 'event' | 'person'): void {
  if (status === 'resolved') resolvedIds.add(id);
  else if (resolvedIds.delete(id) && cause === 'event') regressedIds.set(new Set([...regressedIds.get(), id]));
  if (status !== 'unresolved' && regressedIds.get().has(id)) {
    regressedIds.set(new Set([...regressedIds.get()].filter((other) => other !== id)));
  }
}
