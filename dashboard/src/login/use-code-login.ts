import { useEffect, useRef, useState } from 'react';
import type { Session } from '../../../schemas/keys.ts';
import { ApiError } from '../api/client.ts';
import { openSession } from '../api/session.ts';
import { showToast } from '../ui/toasts.ts';
import { toFault } from './to-fault.ts';

export type CodeLogin = { readonly kind: 'none' | 'running' } | { readonly kind: 'failed'; readonly fault: string };

/** An address with a code; one that is gone to twice is two. */
interface Link {
  readonly code: string;
}

/** Redeems the code of the address, of each one that is gone to while the page is there. */
export function useCodeLogin(session: Session | undefined): CodeLogin {
  const [link, setLink] = useState(takeCode);
  const [login, setLogin] = useState<CodeLogin>({ kind: link === null ? 'none' : 'running' });
  const isIn = useRef(false);
  useEffect(() => {
    isIn.current = session !== undefined && session.role !== null;
  });
  useEffect(() => {
    const look = (): void => {
      const next = takeCode();
      if (next !== null) setLink(next);
    };
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  useEffect(() => {
    if (link === null) return;
    let isCurrent = true;
    setLogin({ kind: 'running' });
    const wasIn = isIn.current;
    void redeem(link.code, wasIn).then((fault) => {
      if (!isCurrent) return;
      if (fault !== null && wasIn) showToast({ key: 'login', tone: 'neutral', text: fault });
      setLogin(fault === null ? { kind: 'none' } : { kind: 'failed', fault });
    });
    return () => {
      isCurrent = false;
    };
  }, [link]);
  return login;
}

/** Resolves with why the code logged nobody in; null when it did, or when nobody need be. */
async function redeem(code: string, isIn: boolean): Promise<string | null> {
  try {
    await openSession({ code });
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'daemon_open') return null;
    const rest = isIn
      ? 'This browser was logged in already.'
      : 'Run “errord open” for a new one, or log in with a key.';
    return toFault(error, `This link was used already, or is older than a minute. ${rest}`);
  }
}

/** The code behind the address, which is taken out of it: it is nothing to keep in a history. */
function takeCode(): Link | null {
  const { hash, pathname, search } = window.location;
  const code = new URLSearchParams(hash.slice(1)).get('code');
  if (code === null || code === '') return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return { code };
}
