import { useQuery } from '@tanstack/react-query';
import type { ErrorGroup, StatusChange } from '../../../schemas/error-group.ts';
import type { Snooze, Triage, TriageChange } from '../../../schemas/triage.ts';
import type { Status } from '../../../schemas/words.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { patchGroups, refreshLists } from '../feed/apply.ts';
import { tellUndoable } from '../status/set-status.ts';
import { toChangeName } from '../status/take-back.ts';
import { toVisible } from '../ui/hostile-text.ts';
import { showToast } from '../ui/toasts.ts';
import { keepDone, keepUndo } from '../undo/undo.ts';

type Group = Pick<ErrorGroup, 'id' | 'status'>;

const toPath = (id: string): string => `/api/errors/${encodeURIComponent(id)}/triage`;

/** Who has an error, until when it is snoozed, and what was done with it. */
export function useTriage({ id, status }: Group) {
  return useQuery({
    queryKey: queryKeys.triage(id, status),
    queryFn: ({ signal }) => callApi<Triage>(toPath(id), { signal }),
    staleTime: 0,
  });
}

/** Gives an error to somebody, or takes it from whoever has it (null). A toast tells, and can take it back; answers whether it was done. */
export async function assign(group: ErrorGroup, assignee: string | null, before: string | null): Promise<boolean> {
  if (!(await changeTriage(group, { assignee }))) return false;
  const run = keepUndo(() => giveBack(group, { assignee, before }));
  showToast({
    key: 'triage',
    tone: 'good',
    text: assignee === null ? 'Nobody has it now' : `Assigned it to ${toVisible(assignee)}`,
    action: { label: 'Undo', run },
  });
  return true;
}

/** A toast tells what became of it; answers whether it was done. */
export async function note(group: ErrorGroup, text: string): Promise<boolean> {
  if (!(await changeTriage(group, { note: text }))) return false;
  showToast({ key: 'triage', tone: 'good', text: 'Noted' });
  keepDone('A note cannot be taken back. Once more takes back what was done before it');
  return true;
}

/** Who had it has it again, unless somebody else was given it meanwhile. */
async function giveBack(
  group: ErrorGroup,
  { assignee, before }: { readonly assignee: string | null; readonly before: string | null },
): Promise<void> {
  try {
    const now = await callApi<Triage>(toPath(group.id));
    if (now.assignee !== assignee) {
      showToast({ key: 'triage', tone: 'neutral', text: `Left as it is: ${toOwnerText(now.assignee)}` });
      return;
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'triage', tone: 'bad', text: error.message });
    return;
  }
  if (await changeTriage(group, { assignee: before }))
    showToast({ key: 'triage', tone: 'neutral', text: `Took it back: ${toOwnerText(before)}` });
}

function toOwnerText(assignee: string | null): string {
  return assignee === null ? 'nobody has it now' : `${toVisible(assignee)} has it now`;
}

/** Answers whether it was done; a toast tells only why not. */
async function changeTriage(group: ErrorGroup, change: TriageChange): Promise<boolean> {
  try {
    await callApi(toPath(group.id), { method: 'PATCH', body: change });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'triage', tone: 'bad', text: error.message });
    return false;
  }
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
  return true;
}

/** It is ignored until the snooze is over. A toast tells, and can take it back; answers whether it was done. */
export function snooze(group: ErrorGroup, until: Snooze): Promise<boolean> {
  const change = toChangeName();
  const call = { path: toPath(group.id), body: { snooze: until, change }, change };
  return decide(group, 'ignored', { call, done: 'Snoozed: it is ignored until then' });
}

/** Resolves it in a release: older ones leave it so. A toast tells, and can take it back; answers whether it was done. */
export function resolveIn(group: ErrorGroup, release: string, done: string): Promise<boolean> {
  const change = toChangeName();
  const body: StatusChange = { status: 'resolved', in: release, change };
  return decide(group, 'resolved', {
    call: { path: `/api/errors/${encodeURIComponent(group.id)}`, body, change },
    done,
  });
}

interface Decision {
  readonly call: {
    readonly path: string;
    readonly body: StatusChange | TriageChange;
    /** The name in the body. */
    readonly change: string;
  };
  readonly done: string;
}

async function decide(group: ErrorGroup, status: Status, { call, done }: Decision): Promise<boolean> {
  try {
    await callApi(call.path, { method: 'PATCH', body: call.body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'triage', tone: 'bad', text: error.message });
    return false;
  }
  patchGroups(new Map([[group.id, { ...group, status }]]));
  refreshLists();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allDetails });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
  tellUndoable(done, [group.id], call.change);
  return true;
}
