import { useQuery } from '@tanstack/react-query';
import type { Key, KeyAdd, KeyAdded, KeyList } from '../../../schemas/keys.ts';
import { addKey, refreshKeys } from '../api/add-key.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { queryClient } from '../api/query-client.ts';
import { holdSession, postSession } from '../api/session.ts';

/** The keys, live ones by name, then the revoked ones, the latest first. */
export function useKeys() {
  return useQuery({
    queryKey: queryKeys.keys,
    queryFn: async ({ signal }) => (await callApi<KeyList>('/api/keys', { signal })).keys,
    // When they were used last changes without a word.
    staleTime: 0,
  });
}

/** A key that was just added, and why this browser could not log in with it; null where it did, or need not. */
export interface NewKey {
  readonly added: KeyAdded;
  readonly fault: string | null;
  /** To be called when the key is not shown any more. */
  readonly leave: () => void;
}

/** Adds a key to a closed daemon. Rejects with an `ApiError`. */
export async function addOtherKey(key: KeyAdd): Promise<NewKey> {
  const added = await addKey(key);
  refreshKeys();
  return { added, fault: null, leave: () => undefined };
}

/**
 * Adds the key that closes the daemon, and logs this browser in with it: from then on it would be refused. Until that is
 * done, or until the key has been looked at, nobody is asked for it.
 */
export async function addFirstKey(name: string): Promise<NewKey> {
  const leave = holdSession();
  let added: KeyAdded;
  try {
    added = await addKey({ name, role: 'admin' });
  } catch (error) {
    leave();
    throw error;
  }
  try {
    await postSession({ key: added.key });
    leave();
    refreshKeys();
    return { added, fault: null, leave: () => undefined };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { added, fault: error.message, leave };
  }
}

/** Revokes a key; `mayOpen` when the daemon may be open to everybody afterwards. Rejects with an `ApiError`. */
export async function revokeKey({ id }: Key, mayOpen: boolean): Promise<void> {
  const parameters = mayOpen ? { open: 1 } : {};
  await callApi(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE', parameters });
  refreshKeys();
  // It may have been the key of this browser, or the last one.
  void queryClient.invalidateQueries({ queryKey: queryKeys.session });
}
