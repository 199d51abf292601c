import { useEffect, useState } from 'react';
import { toAddress } from '../base-path.ts';
import { onFeedMessages } from '../feed/feed.ts';
import { isNewError } from '../feed/is-new-error.ts';
import { useStore } from '../store.ts';
import { subject } from '../ui/title.ts';

const NAME = 'errord';

/** The tab's title and icon. While the tab is hidden they tell how many new error groups have come. */
export function useTabTitle(title: string): void {
  const about = useStore(subject);
  const [missed, setMissed] = useState(0);
  useEffect(() => {
    const stopFollowing = onFeedMessages((batch) => {
      if (!document.hidden) return;
      const added = batch.filter(isNewError).length;
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
    if (icon !== null) icon.href = toAddress(missed > 0 ? '/icon-alert.svg' : '/icon.svg');
  }, [missed, title, about]);
}
