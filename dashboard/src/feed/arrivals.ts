import type { FeedMessage } from '../../../schemas/feed.ts';
import { openStore } from '../store.ts';

/** What the stream on the overview shows at most. */
const ARRIVALS_MAX = 60;

export interface Arrival {
  /** Counts up; never repeats in this page. */
  readonly seq: number;
  readonly atMs: number;
  readonly message: FeedMessage;
}

/** What came over the feed since the page was opened, newest first. */
export const arrivals = openStore<readonly Arrival[]>([]);

let seq = 0;

/** Takes a batch in; status changes are no arrivals. */
export function addArrivals(batch: readonly FeedMessage[]): void {
  const atMs = Date.now();
  const added: Arrival[] = [];
  for (const message of batch.slice(-ARRIVALS_MAX)) {
    if (message.type === 'status_change') continue;
    seq += 1;
    added.unshift({ seq, atMs, message });
  }
  if (added.length > 0) arrivals.set([...added, ...arrivals.get()].slice(0, ARRIVALS_MAX));
}

/** Forgets them, because another project is looked at. */
export function clearArrivals(): void {
  arrivals.set([]);
}
