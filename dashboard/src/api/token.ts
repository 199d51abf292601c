const KEY = 'errord-token';
const listeners = new Set<() => void>();

/** The token that this tab presents; empty when it has none. It ends with the tab. */
export function readToken(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    // Storage is barred: the token is asked for anew.
    return '';
  }
}

/** Keeps the token and tells whoever holds a connection. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}

/** Calls back when the token changes; returns the way to stop. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
