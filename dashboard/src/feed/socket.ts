import type { FeedMessage, FeedSkipped } from '../../../schemas/feed.ts';
import { openThrottle } from './throttle.ts';

const RETRY_MS_MIN = 500;
const RETRY_MS_MAX = 15_000;
/** More than a screen can tell of; past it the lists are read anew instead. */
const QUEUED_MAX = 2000;
/** While the daemon leaves messages out, what is on screen is read again this often at most. */
const MISSED_MS = 2000;
/** Hidden pages get no animation frames. */
const HIDDEN_FLUSH_MS = 500;

export type FeedState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'lost'; readonly retryAtMs: number };

export interface FeedEvents {
  /** What came since the last frame, in commit order. */
  messages(batch: readonly FeedMessage[]): void;
  /** The feed is open from now on; what came before may have been missed. */
  opened(): void;
  /** Something may have been missed because too much came at once. */
  gap(): void;
  state(state: FeedState): void;
}

export interface FeedSocket {
  /** Tries at once instead of when the wait is over. */
  retry(): void;
  close(): void;
}

/** Follows the feed at an address, and connects again for as long as it takes. */
export function openFeedSocket(toUrl: () => URL, events: FeedEvents): FeedSocket {
  let socket: WebSocket | null = null;
  let retryTimer: number | undefined;
  let attempts = 0;
  const inbox = openInbox(events);

  const connect = (): void => {
    window.clearTimeout(retryTimer);
    events.state({ kind: 'connecting' });
    const opening = new WebSocket(toUrl());
    socket = opening;
    opening.addEventListener('open', () => {
      attempts = 0;
      events.opened();
      events.state({ kind: 'live' });
    });
    opening.addEventListener('message', ({ data }) => inbox.put(String(data)));
    opening.addEventListener('close', () => {
      if (socket !== opening) return;
      const waitMs = toWaitMs(attempts);
      attempts += 1;
      events.state({ kind: 'lost', retryAtMs: Date.now() + waitMs });
      retryTimer = window.setTimeout(connect, waitMs);
    });
  };

  const drop = (): void => {
    window.clearTimeout(retryTimer);
    const dropped = socket;
    socket = null;
    dropped?.close();
  };

  connect();
  return {
    retry() {
      drop();
      connect();
    },
    close() {
      drop();
      inbox.close();
    },
  };
}

/** Doubles up to the bound; a random half keeps many pages from coming back in the same instant. */
export function toWaitMs(attempts: number): number {
  const fullMs = Math.min(RETRY_MS_MIN * 2 ** attempts, RETRY_MS_MAX);
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}

interface Inbox {
  put(text: string): void;
  close(): void;
}

/** Gathers messages until the next frame, so that a burst renders once. */
function openInbox({ messages, gap }: FeedEvents): Inbox {
  let queue: FeedMessage[] = [];
  let hasOverflown = false;
  const miss = openThrottle(MISSED_MS, gap);
  let cancel: (() => void) | null = null;
  const flush = (): void => {
    cancel = null;
    const batch = queue;
    queue = [];
    if (hasOverflown) gap();
    else messages(batch);
    hasOverflown = false;
  };
  const schedule = (): (() => void) => {
    if (document.hidden) {
      const timer = window.setTimeout(flush, HIDDEN_FLUSH_MS);
      return () => window.clearTimeout(timer);
    }
    const frame = window.requestAnimationFrame(flush);
    return () => window.cancelAnimationFrame(frame);
  };
  // A frame that was asked for while the page was visible does not come once it is hidden.
  const reschedule = (): void => {
    if (cancel === null) return;
    cancel();
    cancel = schedule();
  };
  document.addEventListener('visibilitychange', reschedule);
  return {
    put(text) {
      // The daemon writes its messages by the schemas that these types come from.
      const message = JSON.parse(text) as FeedMessage | FeedSkipped;
      if (message.type === 'skipped') {
        miss();
        return;
      }
      hasOverflown ||= queue.length >= QUEUED_MAX;
      if (!hasOverflown) queue.push(message);
      cancel ??= schedule();
    },
    close() {
      document.removeEventListener('visibilitychange', reschedule);
      cancel?.();
    },
  };
}
