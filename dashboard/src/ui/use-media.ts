import { useCallback, useSyncExternalStore } from 'react';

/** A page on which rows have more lines, as the style sheets have it. */
export const NARROW = '(max-width: 760px)';

/** Whether a media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
