import type { Parcel } from '../../../core/outbox.js';
import { PART_CHARS_MAX } from '../limits.js';
import type { Page } from '../page.js';
import { all, listen } from './patch.js';

/**
 * Sends the rest when the page goes or is hidden, which on a phone is the last that it gets to know. A page that may be
 * shown again (it is only hidden, or goes to the back-forward cache) keeps what it has while the daemon is known to be away.
 */
export function hookUnload(page: Page): () => void {
  const sendBeacon = navigator.sendBeacon as Navigator['sendBeacon'] | undefined;
  const leave = (withCall: boolean): void => {
    page.attempt(() => {
      page.settle();
      for (const parcel of page.client.takeAll(PART_CHARS_MAX, { withCall })) post(page, parcel, sendBeacon);
    });
  };
  return all([
    listen(window, 'pagehide', (event) => {
      const mayReturn = (event as PageTransitionEvent).persisted;
      if (!mayReturn || !page.client.isUnreachable) leave(page.transport.isCallLost);
    }),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden' && !page.client.isUnreachable) leave(false);
    }),
  ]);
}

/** Sends without waiting for the answer: as a beacon, else as what the browser still takes. */
function post({ transport }: Page, { path, body }: Parcel, sendBeacon?: Navigator['sendBeacon']): void {
  try {
    if (sendBeacon?.call(navigator, transport.toUrl(path), body) === true) return;
  } catch {
    // Refused by the page's policy or by what the page has put in its place; there is another way.
  }
  transport
    .call(path, body, { keepalive: body.length <= PART_CHARS_MAX })
    // Too much is on its way already for the page to leave behind. If it is only hidden, this one arrives.
    .catch(() => transport.call(path, body, {}))
    // Nobody is left to be told.
    .catch(() => undefined);
}
