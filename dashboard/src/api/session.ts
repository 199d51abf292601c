import { useQuery } from '@tanstack/react-query';
import type { Session, SessionOpen } from '../../../schemas/keys.ts';
import { ApiError, callApi, onRefused } from './client.ts';
import { queryKeys } from './keys.ts';
import { queryClient } from './query-client.ts';

/** Under this name a tab kept the daemon's token when pages presented it themselves. */
const OLD_TOKEN = 'errord-token';

// The key was revoked, or is another one than this page thinks.
onRefused(() => void askAgain());

/** What asks who this is. */
const SESSION_QUERY = {
  queryKey: queryKeys.session,
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Session> => {
    await held;
    // The first answer of a page may be on its way since before there was a script: only another one knows what was redeemed.
    const session = await callApi<Session>('/api/session', { signal });
    return (await redeemOldToken()) ? callApi<Session>('/api/session', { signal }) : session;
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
};

/** Asks at once, before anything is shown. Rejects with an `ApiError`. */
export function askForSession(): Promise<Session> {
  return queryClient.query(SESSION_QUERY);
}

/** Who the daemon takes this browser for. */
export function useSession() {
  return useQuery({
    ...SESSION_QUERY,
    // Another tab may have logged in: the cookie is the same.
    refetchOnWindowFocus: ({ state }) => (isLocked(state.data) ? 'always' : false),
  });
}

/** Whether the daemon wants a key, and this browser has shown none. */
export function isLocked(session: Session | undefined): boolean {
  return session !== undefined && session.isClosed && session.role === null;
}

/** Whether this browser may change things. As long as that is not known the daemon is left to say so. */
export function useMayChange(): boolean {
  const { data } = useSession();
  return data === undefined || data.role === 'admin';
}

/** Logs this browser in, and has every part of the page know. Rejects with an `ApiError`. */
export async function openSession(shown: SessionOpen): Promise<void> {
  await postSession(shown);
  await askAgain();
}

/** Has the daemon set the cookie, which no script reads. Rejects with an `ApiError`. */
export async function postSession(shown: SessionOpen): Promise<void> {
  await callApi('/api/session', { method: 'POST', body: shown });
}

/** Logs this browser out, in all of its tabs. Rejects with an `ApiError`. */
export async function closeSession(): Promise<void> {
  await callApi('/api/session', { method: 'DELETE' });
  await askAgain();
}

/** Forgets what was read, because whoever comes next may not be allowed to. */
export function forgetAll(): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== queryKeys.session[0] });
}

let held: Promise<null> = Promise.resolve(null);

/**
 * Leaves the page as it is until the answered function is called: nobody is asked for a key meanwhile. For whoever closes
 * the daemon and is about to log in.
 */
export function holdSession(): () => void {
  const { promise, resolve } = Promise.withResolvers<null>();
  held = promise;
  // What is being asked now may be answered when the daemon is closed already.
  void queryClient.cancelQueries({ queryKey: queryKeys.session });
  return () => {
    resolve(null);
    void askAgain();
  };
}

function askAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.session });
}

/**
 * Changes a token that was typed before into a session, once: it stays only while the daemon cannot look at it. Tells whether
 * there is a session by it.
 */
async function redeemOldToken(): Promise<boolean> {
  const key = readOldToken();
  if (key === '') return false;
  // Before the call: a refusal has this read again.
  sessionStorage.removeItem(OLD_TOKEN);
  try {
    await postSession({ key });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isUndecided = error.status === 0 || error.status === 429 || error.status >= 500;
    if (isUndecided) sessionStorage.setItem(OLD_TOKEN, key);
    return false;
  }
}

function readOldToken(): string {
  try {
    return sessionStorage.getItem(OLD_TOKEN) ?? '';
  } catch {
    // Storage is barred: there is none.
    return '';
  }
}
