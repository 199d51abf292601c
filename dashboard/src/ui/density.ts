import { openChoice } from '../preferences.ts';
import { useStore } from '../store.ts';

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** How close rows are. tokens.css has what follows from it; public/theme.js sets it before the first paint. */
export const density = openChoice('density', DENSITIES);

density.subscribe(() => {
  document.documentElement.dataset.density = density.get();
});

/** As the tokens have it: 3rem for 3.75rem. */
const COMPACT_SCALE = 0.8;

/** The height of a row that a script places, from the one it has when there is room. */
export function useRowHeight(comfortablePx: number): number {
  return useStore(density) === 'compact' ? Math.round(comfortablePx * COMPACT_SCALE) : comfortablePx;
}
