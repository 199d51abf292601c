import { useEffect } from 'react';

let readId: string | null = null;

/** Notes which request is being read, so that the list comes back to it; another page in between forgets it. */
export function useReading(id: string): void {
  useEffect(() => {
    readId = id;
    return () => {
      readId = null;
    };
  }, [id]);
}

/** The request that was read just before; null when another page was shown since. */
export function lastReadId(): string | null {
  return readId;
}
