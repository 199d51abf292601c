import type { ErrorGroup, MatchingStatusesChanged, StatusChanges } from '../../../schemas/error-group.ts';
import { STATUS_GROUPS_MAX } from '../../../schemas/limits.ts';
import { STATUSES, type Status } from '../../../schemas/words.ts';
import { ApiError, callApi, type Parameters } from '../api/client.ts';
import { patchGroups, refreshLists } from '../feed/apply.ts';
import { toAmount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';
import { keepUndo } from '../undo/undo.ts';
import { takeBack, toChangeName } from './take-back.ts';

/** One way to deal with an error group. */
export interface StatusAction {
  readonly key: string;
  readonly status: Status;
  readonly label: string;
  /** What it says when it is done: "Resolved 2 errors". */
  readonly done: string;
  readonly icon: 'resolve' | 'acknowledge' | 'ignore' | 'reopen';
}

export const STATUS_ACTIONS: readonly StatusAction[] = [
  { key: 'r', status: 'resolved', label: 'Resolve', done: 'Resolved', icon: 'resolve' },
  { key: 'a', status: 'acknowledged', label: 'Acknowledge', done: 'Acknowledged', icon: 'acknowledge' },
  { key: 'i', status: 'ignored', label: 'Ignore', done: 'Ignored', icon: 'ignore' },
  { key: 'u', status: 'unresolved', label: 'Reopen', done: 'Reopened', icon: 'reopen' },
];

/**
 * Sets the status of groups, at once on screen and then in the daemon. A toast tells, and can take it back. Where the daemon
 * does not do it the groups are again what they were, and the answer is false.
 */
export async function setStatus(groups: readonly ErrorGroup[], { status, done }: StatusAction): Promise<boolean> {
  const changed = groups.filter((group) => group.status !== status);
  if (changed.length === 0) return true;
  patchGroups(toMap(changed.map((group) => ({ ...group, status }))));
  const change = toChangeName();
  const { failure, left } = await send(
    toChanges(
      changed.map(({ id }) => id),
      { status, change },
    ),
  );
  const changedNow = changed.filter(({ id }) => !left.has(id));
  const idsNow = changedNow.map(({ id }) => id);
  const undo = idsNow.length === 0 ? null : keepUndo(() => takeBack(idsNow, change));
  if (failure === null) {
    tell(`${done} ${toAmount(changed.length, 'error')}`, undo);
    return true;
  }
  patchGroups(toMap(changed.filter(({ id }) => left.has(id))));
  showToast({
    key: 'status',
    tone: 'bad',
    text:
      changedNow.length === 0
        ? failure.message
        : `${done} ${changedNow.length} of ${changed.length}. ${failure.message}`,
    ...(undo !== null && { action: { label: 'Undo', run: undo } }),
  });
  refreshLists();
  return false;
}

/**
 * Sets the status of every group that the filters of a list leave, in the daemon. A toast tells, and can take it back.
 * Answers whether it was done.
 */
export async function setMatchingStatus(filters: Parameters, { status, done }: StatusAction): Promise<boolean> {
  const filter = Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => value !== null && value !== undefined && !ORDER.has(name)),
  );
  showToast({ key: 'status', tone: 'neutral', text: 'All that match are being changed …' });
  const change = toChangeName();
  try {
    const { updated, complete, before } = await callApi<MatchingStatusesChanged>('/api/errors/matching', {
      method: 'PATCH',
      body: { filter, status, change },
    });
    const ids = STATUSES.flatMap((earlier) => before[earlier]);
    const rest = complete ? '' : '. More match: the same once more goes on';
    tell(
      `${done} ${toAmount(updated, 'error')}${rest}`,
      ids.length === 0 ? null : keepUndo(() => takeBack(ids, change)),
    );
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'status', tone: 'bad', text: error.message });
    return false;
  } finally {
    refreshLists();
  }
}

/** What narrows no list. */
const ORDER: ReadonlySet<string> = new Set(['sort', 'direction']);

/** Says what was done, and offers to take the change of that name back. */
export function tellUndoable(text: string, ids: readonly string[], change: string): void {
  tell(
    text,
    keepUndo(() => takeBack(ids, change)),
  );
}

function tell(text: string, undo: (() => void) | null): void {
  showToast({ key: 'status', tone: 'good', text, ...(undo !== null && { action: { label: 'Undo', run: undo } }) });
}

function toMap(groups: readonly ErrorGroup[]): ReadonlyMap<string, ErrorGroup> {
  return new Map(groups.map((group) => [group.id, group]));
}

interface Sent {
  readonly failure: Error | null;
  /** The ids of those that were not changed. */
  readonly left: ReadonlySet<string>;
}

/** One call after the other, until one fails. */
async function send(changes: readonly StatusChanges[]): Promise<Sent> {
  for (const [index, body] of changes.entries()) {
    try {
      await callApi('/api/errors', { method: 'PATCH', body });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { failure: error, left: new Set(changes.slice(index).flatMap(({ ids }) => ids)) };
    }
  }
  return { failure: null, left: new Set() };
}

/** As many calls as it takes, all with the name of the change. */
function toChanges(ids: readonly string[], change: Omit<StatusChanges, 'ids'>): readonly StatusChanges[] {
  return Array.from({ length: Math.ceil(ids.length / STATUS_GROUPS_MAX) }, (_, part) => {
    const from = part * STATUS_GROUPS_MAX;
    return { ids: ids.slice(from, from + STATUS_GROUPS_MAX), ...change };
  });
}
