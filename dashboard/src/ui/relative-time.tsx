import { useSyncExternalStore } from 'react';
import { toExactTime, toSpan } from './format.ts';

/** One clock for all times on the page; it stands still while nothing is shown or the page is hidden. */
const TICK_MS = 1000;
const listeners = new Set<() => void>();
let timer: number | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= window.setInterval(tick, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  if (!document.hidden) for (const listener of listeners) listener();
}

/** "now", "12s ago": renders again only when its words change. The exact time is in the tooltip. */
export function RelativeTime({ at, suffix = ' ago' }: { readonly at: string; readonly suffix?: string }) {
  const atMs = Date.parse(at);
  const text = useSyncExternalStore(subscribe, () => toRelative(atMs, suffix));
  return (
    <time dateTime={at} title={toExactTime(atMs)} className="num">
      {text}
    </time>
  );
}

function toRelative(atMs: number, suffix: string): string {
  const spanMs = Date.now() - atMs;
  return spanMs < 1500 ? 'now' : `${toSpan(spanMs)}${suffix}`;
}
