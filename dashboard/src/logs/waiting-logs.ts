import type { LogRecord } from '../../../schemas/log.ts';

/** Entries that wait; of more of them only the newest are kept. */
const WAITING_MAX = 2000;

/** What has come over the feed and is not in the list yet. */
export interface WaitingLogs {
  /** Takes entries in. False when others had to go for them. */
  put(logs: readonly LogRecord[]): boolean;
  /** Gives them out, in the order they came. */
  takeAll(): readonly LogRecord[];
  /** Forgets those that are in the list by now, and tells how many are left. */
  drop(listed: readonly LogRecord[]): number;
  /** Notes that some have never come. */
  lose(): void;
  /** How often some were lost; a reading from before the last time may miss them. */
  lossCount(): number;
}

/** Opens an empty waiting room. */
export function openWaitingLogs(): WaitingLogs {
  let waiting: readonly LogRecord[] = [];
  let losses = 0;
  return {
    put(logs) {
      const all = [...waiting, ...logs];
      waiting = all.slice(-WAITING_MAX);
      const isWhole = waiting.length === all.length;
      if (!isWhole) losses += 1;
      return isWhole;
    },
    takeAll() {
      const all = waiting;
      waiting = [];
      return all;
    },
    drop(listed) {
      const ids = new Set(listed.map(({ id }) => id));
      waiting = waiting.filter(({ id }) => !ids.has(id));
      return waiting.length;
    },
    lose() {
      losses += 1;
    },
    lossCount: () => losses,
  };
}
