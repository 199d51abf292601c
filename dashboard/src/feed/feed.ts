import { useEffect } from 'react';
import type { FeedMessage } from '../../../schemas/feed.ts';
import { ApiError, callApi } from '../api/client.ts';
import { toAddress } from '../base-path.ts';
import { openStore } from '../store.ts';
import { applyMessages, reloadAll, reloadFromNow } from './apply.ts';
import { addArrivals, clearArrivals } from './arrivals.ts';
import { type FeedSocket, type FeedState, openFeedSocket } from './socket.ts';

/** The state of the connection, as it is. */
export const feedState = openStore<FeedState>({ kind: 'connecting' });

type Listener = (batch: readonly FeedMessage[]) => void;

const listeners = new Set<Listener>();
const gapListeners = new Set<() => void>();
let socket: FeedSocket | null = null;

/** Calls back with each batch of messages; returns the way to stop. */
export function onFeedMessages(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back when messages may have been missed; returns the way to stop. For what keeps its data outside of the cache. */
export function onFeedGap(listener: () => void): () => void {
  gapListeners.add(listener);
  return () => gapListeners.delete(listener);
}

/** Connects now instead of when the wait is over. */
export function retryFeed(): void {
  socket?.retry();
}

/** Follows the feed of a project, or of all, for as long as the component is there. One socket serves the page. */
export function useFeed(projectId: string | null): void {
  useEffect(() => {
    clearArrivals();
    const opened = openFeedSocket(() => toFeedUrl(projectId), {
      messages(batch) {
        applyMessages(batch);
        addArrivals(batch);
        for (const listener of [...listeners]) listener(batch);
      },
      opened() {
        void reloadFromNow();
        tellOfGap();
      },
      gap() {
        reloadAll();
        tellOfGap();
      },
      state(state) {
        feedState.set(state);
        if (state.kind === 'lost') void askWhy();
      },
    });
    socket = opened;
    return () => {
      opened.close();
      socket = null;
      // What is cached of the other projects goes stale unseen from here on.
      reloadAll();
    };
  }, [projectId]);
}

function tellOfGap(): void {
  for (const listener of [...gapListeners]) listener();
}

/** A refused upgrade has no reason that a page may see. The answer to a call has one, and whoever waits for it is told. */
async function askWhy(): Promise<void> {
  try {
    await callApi('/api/projects');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

function toFeedUrl(projectId: string | null): URL {
  const url = new URL(toAddress('/ws'), window.location.href);
  url.protocol = window.location.protocol === 'https:' ? 'wss:' : 'ws:';
  if (projectId !== null) url.searchParams.set('projectId', projectId);
  // Otherwise a gap in a flood would not show.
  url.searchParams.set('skipped', '1');
  return url;
}
