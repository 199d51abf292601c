import type { ErrorGroup, MatchingStatusesChanged, StatusChanges } from '../../../schemas/error-group.ts';
import { STATUS_GROUPS_MAX } from '../../../schemas/limits.ts';
import { STATUSES, type Status } from '../../../schemas/words.ts';
import { ApiError, callApi, type Parameters } from '../api/client.ts';
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

/**
 * Sets the status of groups, at once on screen and then in the daemon. A toast tells, and can take it back. Where the daemon
 * does not do it the groups are again what they were, and the answer is false.
 */
export async function setStatus(groups: readonly ErrorGroup[], { status, done }: StatusAction): Promise<boolean> {
  const changed = groups.filter((group) => group.status !== status);
  if (changed.length === 0) return true;
  patchGroups(toMap(changed.map((group) => ({ ...group, status }))));
  const { failure, left } = await send(toChanges(changed.map(({ id }) => ({ id, status }))));
  const changedNow = changed.filter(({ id }) => !left.has(id));
  const undo = changedNow.length === 0 ? null : keepUndo(() => takeBack(changedNow));
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
  try {
    const { updated, complete, before } = await callApi<MatchingStatusesChanged>('/api/errors/matching', {
      method: 'PATCH',
      body: { filter, status },
    });
    const was = STATUSES.flatMap((earlier) => before[earlier].map((id) => ({ id, status: earlier })));
    const rest = complete ? '' : '. More match: the same once more goes on';
    tell(`${done} ${toAmount(updated, 'error')}${rest}`, was.length === 0 ? null : keepUndo(() => takeBack(was)));
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

/** More than anybody takes back one by one. */
const UNDOS_MAX = 20;

let undos: readonly (() => void)[] = [];

/** Takes the latest change of a status back that has not been yet. */
export function undoStatus(): void {
  const latest = undos.at(-1);
  if (latest === undefined) showToast({ key: 'status', tone: 'neutral', text: 'Nothing to undo' });
  else latest();
}

/** Says what was done, and offers to give the groups back the status that they had. */
export function tellUndoable(text: string, was: readonly ErrorGroup[]): void {
  tell(
    text,
    keepUndo(() => takeBack(was)),
  );
}

/** Returns what takes a change back, once. */
function keepUndo(undo: () => Promise<void>): () => void {
  const once = (): void => {
    if (!undos.includes(once)) return;
    undos = undos.filter((other) => other !== once);
    void undo();
  };
  undos = [...undos, once].slice(-UNDOS_MAX);
  return once;
}

/** What has an id and the status that it is to have. */
type Change = Pick<ErrorGroup, 'id' | 'status'>;

async function takeBack(groups: readonly (ErrorGroup | Change)[]): Promise<void> {
  patchGroups(toMap(groups.filter((group) => 'message' in group)));
  const { failure } = await send(toChanges(groups));
  refreshLists();
  const text = failure?.message ?? `Took it back: ${toAmount(groups.length, 'error')}`;
  showToast({ key: 'status', tone: failure === null ? 'neutral' : 'bad', text });
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

/** What has been resolved at once may have been of different states before. */
function toChanges(groups: readonly Change[]): readonly StatusChanges[] {
  return [...Map.groupBy(groups, ({ status }) => status)].flatMap(([status, members]) => {
    const ids = members.map(({ id }) => id);
    const parts = Array.from(
      { length: Math.ceil(ids.length / STATUS_GROUPS_MAX) },
      (_, part) => part * STATUS_GROUPS_MAX,
    );
    return parts.map((from) => ({ ids: ids.slice(from, from + STATUS_GROUPS_MAX), status }));
  });
}
