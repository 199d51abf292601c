import { askForSession, isLocked } from '../api/session.ts';
import { currentPlace } from '../router/location.ts';
import { matchPage } from './pages.ts';

/**
 * Starts what the first page needs, all at once and before anything is shown: its code, who this is, and, for whoever may read
 * them, its rows. What fails here is asked for again by the page, which tells.
 */
export function startLoading(): void {
  const page = matchPage(currentPlace().path)?.page;
  void page?.load().catch(() => undefined);
  void askForSession()
    .then(async (session) => {
      if (!isLocked(session)) await page?.readAhead?.();
    })
    .catch(() => undefined);
}
