import type { Split, SplitCommand } from '../../../schemas/split.ts';
import { callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { toErrorHref } from '../error-list/error-list.ts';
import { navigate } from '../router/location.ts';
import { toAmount } from '../ui/format.ts';
import { merge, refresh, tell } from './merge.ts';
import type { Conditions } from './split-fields.ts';

/** What the events of which the conditions hold would be, and what would be left. */
export function previewSplit(id: string, conditions: Conditions, signal: AbortSignal): Promise<Split> {
  return call(id, { ...conditions, preview: true }, signal);
}

/**
 * Makes the events of which the conditions hold an error of their own. A toast tells, leads there, and can take it back. Throws an
 * `ApiError` where the daemon does not do it.
 */
export async function splitGroup(id: string, conditions: Conditions): Promise<void> {
  const { made, complete } = await call(id, conditions);
  refresh();
  void queryClient.invalidateQueries({ queryKey: queryKeys.allDetails });
  const { id: madeId, count } = made;
  // Only what would be has no id.
  if (madeId === undefined) return;
  const own = count === 1 ? 'is an error of its own' : 'are an error of their own';
  const text = `Taken out: ${toAmount(count, 'event')} ${own}${complete ? '' : '. More follow'}`;
  tell(text, () => merge([id, madeId]), { label: 'Open', run: () => navigate(toErrorHref(madeId)) });
}

function call(id: string, body: SplitCommand, signal?: AbortSignal): Promise<Split> {
  const path = `/api/errors/${encodeURIComponent(id)}/split`;
  return callApi<Split>(path, { method: 'POST', body, ...(signal && { signal }) });
}
