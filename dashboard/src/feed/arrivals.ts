import type { FeedMessage } from '../../../schemas/feed.ts';
import { openStore } from '../store.ts';
import { openThrottle } from './throttle.ts';

/** More than the stream on the overview shows. */
const ARRIVALS_MAX = 30;
/** The stream moves this often at most: lines that are replaced sooner cannot be read. */
const SHOW_MS = 250;
const SECOND_MS = 1000;

export interface Arrival {
  /** Counts up; never repeats in this page. */
  readonly seq: number;
  readonly atMs: number;
  readonly message: FeedMessage;
}

/** The newest of what came over the feed since the page was opened, newest first. */
export const arrivals = openStore<readonly Arrival[]>([]);

/** How many came in the last whole second, most of them unseen when they are many. */
export const arrivalsPerSecond = openStore(0);

let seq = 0;
let newest: readonly Arrival[] = [];
let countThisSecond = 0;
let second: number | undefined;

const show = openThrottle(SHOW_MS, () => arrivals.set(newest));

/** Takes a batch in; what people decide is no arrival. */
export function addArrivals(batch: readonly FeedMessage[]): void {
  const added = batch.filter(({ type }) => type !== 'status_change' && type !== 'triage_change');
  if (added.length === 0) return;
  const atMs = Date.now();
  const firstSeq = seq;
  seq += added.length;
  const shown = added
    .map((message, index) => ({ seq: firstSeq + index, atMs, message }))
    .slice(-ARRIVALS_MAX)
    .reverse();
  newest = [...shown, ...newest].slice(0, ARRIVALS_MAX);
  countThisSecond += added.length;
  second ??= window.setTimeout(closeSecond, SECOND_MS);
  show();
}

/** Forgets them, because another project is looked at. */
export function clearArrivals(): void {
  newest = [];
  arrivals.set(newest);
}

function closeSecond(): void {
  // A second without any is told once; after it the clock stands still.
  second = countThisSecond === 0 ? undefined : window.setTimeout(closeSecond, SECOND_MS);
  arrivalsPerSecond.set(countThisSecond);
  countThisSecond = 0;
}
