import type { KeyAdd, KeyAdded } from '../../../schemas/keys.ts';
import { callApi } from './client.ts';
import { queryKeys } from './keys.ts';
import { queryClient } from './query-client.ts';

/** Adds a key. Its text is in this answer and nowhere else. Rejects with an `ApiError`. */
export function addKey(key: KeyAdd): Promise<KeyAdded> {
  return callApi<KeyAdded>('/api/keys', { method: 'POST', body: key });
}

/** Has the list of keys read again. */
export function refreshKeys(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.keys });
}
