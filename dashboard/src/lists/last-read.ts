import { useEffect } from 'react';

type ListName = 'errors' | 'requests';

const readIds = new Map<ListName, string>();

/** Notes which record of a list is being read, so that the list comes back to it; another page in between forgets it. */
export function useReading(name: ListName, id: string): void {
  useEffect(() => {
    readIds.set(name, id);
    return () => {
      readIds.delete(name);
    };
  }, [name, id]);
}

/** The record of a list that was read just before; null when another page was shown since. */
export function lastReadId(name: ListName): string | null {
  return readIds.get(name) ?? null;
}
