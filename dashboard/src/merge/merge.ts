import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { MergeCommand, Merged, UnmergeCommand } from '../../../schemas/merge.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshLists } from '../feed/apply.ts';
import { toAmount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';

/** What the first group would be with all of the others in it. */
export function previewMerge(ids: readonly string[], signal: AbortSignal): Promise<Merged> {
  return callApi<Merged>('/api/errors/merge', { method: 'POST', body: toMerge(ids, true), signal });
}

/** Makes one group of several. A toast tells, and can take it back. Throws an `ApiError` where the daemon does not do it. */
export async function mergeGroups(ids: readonly string[]): Promise<void> {
  const { error, groups, complete } = await callApi<Merged>('/api/errors/merge', {
    method: 'POST',
    body: toMerge(ids, false),
  });
  refresh();
  const rest = complete ? '' : '. Their events follow';
  tell(`${toAmount(groups.length, 'error')} are one now${rest}`, () => unmerge(error.id, toOthers(error, groups)));
}

/** Takes parts out of a group. A toast tells, and can take it back. */
export async function unmerge(id: string, parts: readonly string[]): Promise<void> {
  const body: UnmergeCommand = { parts: [...parts] };
  try {
    const path = `/api/errors/${encodeURIComponent(id)}/unmerge`;
    const { complete } = await callApi<Merged>(path, { method: 'POST', body });
    refresh();
    const rest = complete ? '' : '. Its events follow';
    tell(`Taken apart: ${toAmount(parts.length, 'error')}${rest}`, () => tryMerge([id, ...parts]));
  } catch (error) {
    tellFault(error);
  }
}

async function tryMerge(ids: readonly string[]): Promise<void> {
  try {
    await mergeGroups(ids);
  } catch (error) {
    tellFault(error);
  }
}

const toMerge = (ids: readonly string[], preview: boolean): MergeCommand => ({ ids: [...ids], preview });

function toOthers({ id }: ErrorGroup, groups: readonly ErrorGroup[]): readonly string[] {
  return groups.map((group) => group.id).filter((other) => other !== id);
}

function refresh(): void {
  refreshLists();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
}

function tell(text: string, undo: () => Promise<void>): void {
  showToast({ key: 'merge', tone: 'good', text, action: { label: 'Undo', run: () => void undo() } });
}

function tellFault(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  showToast({ key: 'merge', tone: 'bad', text: error.message });
}
