import { useShortcuts } from '../keyboard/shortcuts.ts';

interface LogActions {
  readonly step: (by: 1 | -1) => void;
  readonly open: () => void;
  readonly switchLive: () => void;
  readonly toNewest: () => void;
  readonly toOldest: () => void;
  readonly search: () => void;
  readonly stepMatch: (by: 1 | -1) => void;
  readonly release: () => void;
}

/** What works by keys on the logs page. `g` alone begins the ways to other pages, so that the oldest is `g g`. */
export function useLogKeys(actions: LogActions): void {
  const { step, open, switchLive, toNewest, toOldest, search, stepMatch, release } = actions;
  const group = 'Logs';
  useShortcuts([
    { keys: 'j', label: 'Next', group, run: () => step(1) },
    { keys: 'ArrowDown', label: 'Next', group, run: () => step(1) },
    { keys: 'k', label: 'Previous', group, run: () => step(-1) },
    { keys: 'ArrowUp', label: 'Previous', group, run: () => step(-1) },
    { keys: 'Enter', label: 'Open or close', group, run: open },
    { keys: 'o', label: 'Open or close', group, run: open },
    { keys: 'Space', label: 'Pause or go on', group, run: switchLive },
    { keys: 'G', label: 'To the newest', group, run: toNewest },
    { keys: 'End', label: 'To the newest', group, run: toNewest },
    { keys: 'g g', label: 'To the oldest', group, run: toOldest },
    { keys: 'Home', label: 'To the oldest', group, run: toOldest },
    { keys: '/', label: 'Search', group, run: search },
    { keys: 'n', label: 'Next match', group, run: () => stepMatch(1) },
    { keys: 'N', label: 'Previous match', group, run: () => stepMatch(-1) },
    { keys: 'Escape', label: 'Let go of the row', group, run: release },
  ]);
}
