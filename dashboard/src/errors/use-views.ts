import { useQuery } from '@tanstack/react-query';
import type { SavedView, ViewAdd, ViewList } from '../../../schemas/views.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { showToast } from '../ui/toasts.ts';

/** The saved views of a project and those of all, by name. */
export function useViews(projectId: string | null): readonly SavedView[] {
  const { data } = useQuery({
    queryKey: queryKeys.views(projectId),
    queryFn: ({ signal }) => callApi<ViewList>('/api/views', { parameters: { projectId }, signal }),
  });
  return data?.views ?? [];
}

/** Saves a view; answers why it was not, or null. */
export async function saveView(view: ViewAdd): Promise<string | null> {
  try {
    await callApi('/api/views', { method: 'POST', body: view });
    await queryClient.invalidateQueries({ queryKey: queryKeys.allViews });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
}

/** Removes a view, and says so. */
export async function removeView({ id }: SavedView): Promise<void> {
  try {
    await callApi(`/api/views/${encodeURIComponent(id)}`, { method: 'DELETE' });
    showToast({ key: 'view', tone: 'neutral', text: 'The view was removed' });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'view', tone: 'bad', text: error.message });
  }
  await queryClient.invalidateQueries({ queryKey: queryKeys.allViews });
}
