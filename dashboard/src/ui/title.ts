import { useEffect } from 'react';
import { openStore } from '../store.ts';

/** What the page says it is about; null for its plain title. */
export const subject = openStore<string | null>(null);

/** Names what the page is about, for as long as it is there: the title of the tab begins with it. */
export function useTitleOf(text: string | null): void {
  useEffect(() => {
    subject.set(text);
    return () => subject.set(null);
  }, [text]);
}
