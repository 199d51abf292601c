import { openStore } from '../store.ts';
import { ApiError } from './client.ts';
import { onTokenChange } from './token.ts';

/** Whether the daemon wants a token that this tab does not have. */
export const lock = openStore(false);

onTokenChange(() => lock.set(false));

/** Looks at why a call failed. */
export function reportLock(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) lock.set(true);
}
