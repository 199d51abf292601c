import { askForSession, isLocked } from '../api/session.ts';
import { currentPlace } from '../router/location.ts';
import { LOGIN_PAGE, matchPage } from './pages.ts';

/** So long nothing is shown, that neither a page is seen for a moment before the login, nor its skeleton before the page. */
const UNKNOWN_MS = 300;

/**
 * Starts what the first page needs, all at once and before anything is shown: its code, who this is, and, for whoever may read
 * them, its rows. Resolves when what is to be shown is known and its code is here, or is late. What fails here is asked for again
 * by the page, which tells.
 */
export async function startLoading(): Promise<void> {
  const page = matchPage(currentPlace().path)?.page;
  const code = page?.load();
  const isKnown = askForSession().then((session) => {
    if (isLocked(session)) return LOGIN_PAGE.load();
    page?.readAhead?.().catch(() => undefined);
    return code;
  });
  const isLate = new Promise((resolve) => {
    window.setTimeout(resolve, UNKNOWN_MS);
  });
  await Promise.race([Promise.allSettled([isKnown, code]), isLate]);
}
