import { useQuery } from '@tanstack/react-query';
import type { ErrorGroup, StatusChange } from '../../../schemas/error-group.ts';
import type { Triage, TriageChange } from '../../../schemas/triage.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { patchGroups, refreshLists } from '../feed/apply.ts';
import { showToast } from '../ui/toasts.ts';

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

/** A toast tells what became of it; answers whether it was done. */
export async function changeTriage(group: ErrorGroup, change: TriageChange, done: string): Promise<boolean> {
  try {
    await callApi(toPath(group.id), { method: 'PATCH', body: change });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'triage', tone: 'bad', text: error.message });
    return false;
  }
  if (change.snooze !== undefined) {
    patchGroups(new Map([[group.id, { ...group, status: 'ignored' }]]));
    refreshLists();
  }
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
  showToast({ key: 'triage', tone: 'good', text: done });
  return true;
}

/** Resolves it in a release: older ones leave it so. A toast tells. */
export async function resolveIn(group: ErrorGroup, release: string, done: string): Promise<void> {
  const body: StatusChange = { status: 'resolved', in: release };
  try {
    await callApi(`/api/errors/${encodeURIComponent(group.id)}`, { method: 'PATCH', body });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'triage', tone: 'bad', text: error.message });
    return;
  }
  patchGroups(new Map([[group.id, { ...group, status: 'resolved' }]]));
  refreshLists();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allDetails });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
  showToast({ key: 'triage', tone: 'good', text: done });
}
