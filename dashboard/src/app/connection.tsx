import { useEffect, useState } from 'react';
import { feedState, retryFeed } from '../feed/feed.ts';
import type { FeedState } from '../feed/socket.ts';
import { useStore } from '../store.ts';

/** Whether what is on screen is live, in so many words; while it is not, a way to try at once. */
export function Connection() {
  const state = useStore(feedState);
  const seconds = useSecondsUntil(state.kind === 'lost' ? state.retryAtMs : null);
  const text = toText(state, seconds);
  const shown = state.kind === 'lost' && seconds > 0 ? `Offline · ${seconds} s` : text;
  return (
    <button
      type="button"
      className="connection"
      data-state={state.kind}
      title={state.kind === 'live' ? 'Changes show as they happen' : 'Click to connect now'}
      onClick={retryFeed}
    >
      <span className="connection-dot" />
      <span className="visually-hidden">Connection: {text}</span>
      <span aria-hidden="true">{shown}</span>
    </button>
  );
}

function toText(state: FeedState, seconds: number): string {
  if (state.kind === 'live') return 'Live';
  if (state.kind === 'connecting') return 'Connecting …';
  return seconds > 0 ? `Offline, again in ${seconds} s` : 'Offline';
}

/** Counts down, and only while there is something to count. */
function useSecondsUntil(timeMs: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (timeMs === null) return;
    const timer = window.setInterval(() => setNowMs(Date.now()), 500);
    return () => window.clearInterval(timer);
  }, [timeMs]);
  return timeMs === null ? 0 : Math.max(0, Math.ceil((timeMs - nowMs) / 1000));
}
