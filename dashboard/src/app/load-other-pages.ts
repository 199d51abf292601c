import { queryClient } from '../api/query-client.ts';
import { LOGIN_PAGE, PAGES } from './pages.ts';

/** So long no file has come and nothing is being read: the page stands. */
const QUIET_MS = 1500;

/**
 * The other pages come while nothing else is to be done, so that going to one takes no time, and none of them is in the way of the
 * first one, however slow the machine is. The returned function calls it off.
 */
export function loadOtherPages(): () => void {
  let timer: number | undefined;
  const wait = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(look, QUIET_MS);
  };
  const stop = (): void => {
    window.clearTimeout(timer);
    files.disconnect();
  };
  const look = (): void => {
    if (queryClient.isFetching() > 0) {
      wait();
      return;
    }
    stop();
    for (const { load } of PAGES) void load();
    void LOGIN_PAGE.load();
  };
  const files = new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.includes('/assets/'))) wait();
  });
  files.observe({ type: 'resource' });
  wait();
  return stop;
}
