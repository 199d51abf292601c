// Has the daemon take changes of a status, and snoozes, back by the name that they were given.

import { STATUS_GROUPS_MAX } from '../../../schemas/limits.ts';
import type { UndoCommand, Undone } from '../../../schemas/undo.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { refreshLists } from '../feed/apply.ts';
import { toAmount } from '../ui/format.ts';
import { showToast } from '../ui/toasts.ts';

/** A name for a change that nobody else gives one. */
export function toChangeName(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
}

/** Takes the change of these groups back, and tells what became of them. */
export async function takeBack(ids: readonly string[], change: string): Promise<void> {
  const { undoneCount, left, missing, failure } = await send(ids, change);
  refreshLists();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allDetails });
  void queryClient.invalidateQueries({ queryKey: queryKeys.allTriage });
  const isWhole = undoneCount === ids.length;
  const parts = [
    isWhole ? `Took it back: ${toAmount(ids.length, 'error')}` : `${undoneCount} of ${ids.length} taken back`,
    ...(left === 0 ? [] : [`${left} ${left === 1 ? 'has' : 'have'} changed since`]),
    ...(missing === 0 ? [] : [`${missing} ${missing === 1 ? 'is' : 'are'} not there any more`]),
    ...(failure === null ? [] : [failure.message]),
  ];
  const tone = failure === null ? 'neutral' : 'bad';
  showToast({ key: 'status', tone, text: failure !== null && undoneCount === 0 ? failure.message : parts.join('; ') });
}

interface Sent {
  readonly undoneCount: number;
  readonly left: number;
  readonly missing: number;
  readonly failure: Error | null;
}

/** One call after the other, until one fails. */
async function send(ids: readonly string[], change: string): Promise<Sent> {
  let sent: Sent = { undoneCount: 0, left: 0, missing: 0, failure: null };
  for (let from = 0; from < ids.length; from += STATUS_GROUPS_MAX) {
    const body: UndoCommand = { ids: ids.slice(from, from + STATUS_GROUPS_MAX), change };
    try {
      const { undone, left, missing } = await callApi<Undone>('/api/errors/undo', { method: 'POST', body });
      sent = {
        ...sent,
        undoneCount: sent.undoneCount + undone,
        left: sent.left + left.length,
        missing: sent.missing + missing.length,
      };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { ...sent, failure: error };
    }
  }
  return sent;
}
