import type { ErrorGroup, StatusChanges } from '../../../schemas/error-group.ts';
import { STATUS_GROUPS_MAX } from '../../../schemas/limits.ts';
import type { Status } from '../../../schemas/words.ts';
import { callApi } from '../api/client.ts';
import { patchGroups, refreshLists } from '../feed/apply.ts';
import { toAmount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';

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

/** Sets the status of groups, at once on screen and then in the daemon. A toast tells, and can take it back. */
export async function setStatus(groups: readonly ErrorGroup[], { status, done }: StatusAction): Promise<void> {
  const changed = groups.filter((group) => group.status !== status);
  if (changed.length === 0) return;
  const failure = await send(changed.map((group) => ({ ...group, status })));
  if (failure !== null) {
    showToast({ key: 'status', tone: 'bad', text: failure.message });
    refreshLists();
    return;
  }
  showToast({
    key: 'status',
    tone: 'good',
    text: `${done} ${toAmount(changed.length, 'error')}`,
    action: {
      label: 'Undo',
      run: () => {
        void send(changed).then(refreshLists);
      },
    },
  });
}

/** Gives the daemon the status that each group has here. Resolves with the first failure, or null. */
async function send(groups: readonly ErrorGroup[]): Promise<Error | null> {
  patchGroups(new Map(groups.map((group) => [group.id, group])));
  const calls = toChanges(groups).map((body) => callApi('/api/errors', { method: 'PATCH', body }));
  const failed = (await Promise.allSettled(calls)).find((result) => result.status === 'rejected');
  if (failed === undefined) return null;
  return failed.reason instanceof Error ? failed.reason : new Error('The status could not be changed.');
}

/** What has been resolved at once may have been of different states before. */
function toChanges(groups: readonly ErrorGroup[]): readonly StatusChanges[] {
  const ids = new Map<Status, string[]>();
  for (const { id, status } of groups) ids.set(status, [...(ids.get(status) ?? []), id]);
  return [...ids].flatMap(([status, all]) => {
    const parts = Array.from(
      { length: Math.ceil(all.length / STATUS_GROUPS_MAX) },
      (_, part) => part * STATUS_GROUPS_MAX,
    );
    return parts.map((from) => ({ ids: all.slice(from, from + STATUS_GROUPS_MAX), status }));
  });
}
