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
  const undo = () => orTellFault(unmergeGroup(error.id, toOthers(error, groups)));
  tell(`${toAmount(groups.length, 'error')} are one now${rest}`, undo);
}

/** What these parts of a group would be without it, and what would be left of it. */
export function previewUnmerge(id: string, parts: readonly string[], signal: AbortSignal): Promise<Merged> {
  return callApi<Merged>(toUnmergePath(id), { method: 'POST', body: toUnmerge(parts, true), signal });
}

/** Takes parts out of a group. A toast tells, and can take it back. Throws an `ApiError` where the daemon does not do it. */
export async function unmergeGroup(id: string, parts: readonly string[]): Promise<void> {
  const { complete } = await callApi<Merged>(toUnmergePath(id), { method: 'POST', body: toUnmerge(parts, false) });
  refresh();
  const rest = complete ? '' : '. Its events follow';
  const undo = () => orTellFault(mergeGroups([id, ...parts]));
  tell(`Taken apart: ${toAmount(parts.length, 'error')}${rest}`, undo);
}

async function orTellFault(change: Promise<void>): Promise<void> {
  try {
    await change;
  } catch (error) {
    tellFault(error);
  }
}

const toUnmergePath = (id: string): string => `/api/errors/${encodeURIComponent(id)}/unmerge`;

const toUnmerge = (parts: readonly string[], preview: boolean): UnmergeCommand => ({ parts: [...parts], preview });

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
