import { PART_CHARS_MAX } from '../limits.js';
import type { Page } from '../page.js';
import { all, listen } from './patch.js';

/**
 * Sends the rest when the page goes or is hidden, which on a phone is the last that it gets to know. A hidden page that
 * knows the daemon to be away keeps what it has: it may be shown again. A page in the back-forward cache goes on as it was.
 */
export function hookUnload(page: Page): () => void {
  const leave = (withCall: boolean): void => {
    page.attempt(() => {
      page.settle();
      page.transport.leave(page.client.takeAll(PART_CHARS_MAX, { withCall }));
    });
  };
  return all([
    listen(window, 'pagehide', () => {
      leave(page.transport.isCallLost);
    }),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden' && !page.client.isUnreachable) leave(false);
    }),
  ]);
}
