// What stores share about alerts: which commits have to be noted, and what is read from the notes.

import type { AlertReason } from '../../schemas/words.js';

export const MINUTE_MS = 60_000;
/** What counts as now. */
export const RECENT_MS = 10 * MINUTE_MS;
/** Two messages to one channel about one group are at least so far apart. */
export const MESSAGE_GAP_MS = 60 * MINUTE_MS;

/** What happened to a group: rows hold the sum. */
export const CHANGE_NEW = 1;
export const CHANGE_BACK = 2;

/** `changes`: groups that are new or came back; `all`: also how many events each gets. */
export type AlertWatch = 'none' | 'changes' | 'all';

const COUNTING: ReadonlySet<AlertReason> = new Set<AlertReason>(['louder', 'rate']);

/** From the rules that there are, as JSON. */
export function toWatch(ruleBodies: readonly string[]): AlertWatch {
  const rules = ruleBodies.map((body) => JSON.parse(body) as { when: AlertReason; enabled?: boolean });
  const live = rules.filter(({ enabled }) => enabled !== false);
  if (live.some(({ when }) => COUNTING.has(when))) return 'all';
  return live.length > 0 ? 'changes' : 'none';
}

/** What one commit did to groups. */
export interface Activity {
  count: number;
  change: number;
}

/** Gathers what a commit does to groups, by a key of the store's. */
export function openActivities<K>(watch: AlertWatch): {
  note(key: K, change: number): void;
  all(): ReadonlyMap<K, Activity>;
} {
  const noted = new Map<K, Activity>();
  return {
    note(key, change) {
      if (watch === 'none' || (watch === 'changes' && change === 0 && !noted.has(key))) return;
      const known = noted.get(key);
      if (known === undefined) noted.set(key, { count: 1, change });
      else {
        known.count += 1;
        known.change |= change;
      }
    },
    all: () => noted,
  };
}
