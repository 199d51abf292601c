import { useEffect, useState } from 'react';
import { onFeedMessages } from '../feed/feed.ts';
import { openStore, useStore } from '../store.ts';

const NAME = 'errord';

/** What the page says it is about; null for its plain title. */
const subject = openStore<string | null>(null);

/** Names what the page is about, for as long as it is there. */
export function useTitleOf(text: string | null): void {
  useEffect(() => {
    subject.set(text);
    return () => subject.set(null);
  }, [text]);
}

/** The tab's title and icon. While the tab is hidden they tell how many new error groups have come. */
export function useTabTitle(title: string): void {
  const about = useStore(subject);
  const [missed, setMissed] = useState(0);
  useEffect(() => {
    const stopFollowing = onFeedMessages((batch) => {
      if (!document.hidden) return;
      const added = batch.filter(({ type }) => type === 'new_error').length;
      if (added > 0) setMissed((count) => count + added);
    });
    const look = (): void => {
      if (!document.hidden) setMissed(0);
    };
    document.addEventListener('visibilitychange', look);
    return () => {
      stopFollowing();
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  useEffect(() => {
    document.title = `${missed > 0 ? `(${missed}) ` : ''}${about ?? title} · ${NAME}`;
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = missed > 0 ? '/icon-alert.svg' : '/icon.svg';
  }, [missed, title, about]);
}
