import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { MergeCommand, Merged, UnmergeCommand } from '../../../schemas/merge.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshLists } from '../feed/apply.ts';
import { toAmount } from '../ui/format.ts';
import { showToast, type Toast } from '../ui/toasts.ts';
import { keepUndo } from '../undo/undo.ts';

/** What the first group would be with all of the others in it. */
export function previewMerge(ids: readonly string[], signal: AbortSignal): Promise<Merged> {
  return callApi<Merged>('/api/errors/merge', { method: 'POST', body: toMerge(ids, true), signal });
}

/** Makes one group of several. A toast tells, and can take it back. Throws an `ApiError` where the daemon does not do it. */
export async function mergeGroups(ids: readonly string[]): Promise<void> {
  const { error, groups, text } = await merge(ids);
  tell(text, () => unmerge(error.id, toOthers(error, groups)));
}

/** What these parts of a group would be without it, and what would be left of it. */
export function previewUnmerge(id: string, parts: readonly string[], signal: AbortSignal): Promise<Merged> {
  return callApi<Merged>(toUnmergePath(id), { method: 'POST', body: toUnmerge(parts, true), signal });
}

/** Takes parts out of a group. A toast tells, and can take it back. Throws an `ApiError` where the daemon does not do it. */
export async function unmergeGroup(id: string, parts: readonly string[]): Promise<void> {
  const { text } = await unmerge(id, parts);
  tell(text, () => merge([id, ...parts]));
}

/** What was done, in words. */
interface Done {
  readonly text: string;
}

/** Makes one group of several, and tells nobody. */
export async function merge(ids: readonly string[]): Promise<Merged & Done> {
  const merged = await callApi<Merged>('/api/errors/merge', { method: 'POST', body: toMerge(ids, false) });
  refresh();
  const rest = merged.complete ? '' : '. Their events follow';
  return { ...merged, text: `${toAmount(merged.groups.length, 'error')} are one now${rest}` };
}

async function unmerge(id: string, parts: readonly string[]): Promise<Merged & Done> {
  const merged = await callApi<Merged>(toUnmergePath(id), { method: 'POST', body: toUnmerge(parts, false) });
  refresh();
  const rest = merged.complete ? '' : '. Its events follow';
  return { ...merged, text: `Taken out: ${toAmount(parts.length, 'error')}${rest}` };
}

/** What takes a change back is none that Ctrl+Z would take back in turn. */
async function takeBack(change: () => Promise<Done>): Promise<void> {
  try {
    const { text } = await change();
    showToast({ key: 'merge', tone: 'neutral', text });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast({ key: 'merge', tone: 'bad', text: error.message });
  }
}

const toUnmergePath = (id: string): string => `/api/errors/${encodeURIComponent(id)}/unmerge`;

const toUnmerge = (parts: readonly string[], preview: boolean): UnmergeCommand => ({ parts: [...parts], preview });

const toMerge = (ids: readonly string[], preview: boolean): MergeCommand => ({ ids: [...ids], preview });

function toOthers({ id }: ErrorGroup, groups: readonly ErrorGroup[]): readonly string[] {
  return groups.map((group) => group.id).filter((other) => other !== id);
}

/** Reads again what is told of groups that were made one, or several of one. */
export function refresh(): void {
  refreshLists();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
}

/** A toast tells what was done, leads there, and can take it back. */
export function tell(text: string, undo: () => Promise<Done>, way?: Toast['way']): void {
  const run = keepUndo(() => takeBack(undo));
  showToast({ key: 'merge', tone: 'good', text, action: { label: 'Undo', run }, ...(way && { way }) });
}
