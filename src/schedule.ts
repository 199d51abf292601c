// Which jobs are due. Expressions and their meaning are node-cron's; its timer is not used, because after a jump of the
// clock it walks through every run that was missed, on the main thread: 14 days of minutes take seconds, and a line each.

import { createTask } from '#node-cron';
import type { Clock } from './clock.js';
import { SCHEDULE_LOOKBACK_MINUTES } from './limits.js';

const MINUTE_MS = 60_000;

export interface Job {
  /** In the five fields of cron. Runs at most once a minute. */
  readonly expression: string;
  readonly run: () => Promise<void>;
}

export interface ScheduleOptions {
  readonly jobs: readonly Job[];
  readonly clock: Clock;
  /** So many minutes have gone by since the last beat, in which nothing ran. */
  readonly onLate: (lateMs: number) => void;
}

export interface Schedule {
  /** Runs each job that has become due since the last beat, once, however often it was missed. */
  beat(): Promise<void>;
  /** Milliseconds until the next beat is wanted: a minute at most, wherever the clock goes. */
  untilBeatMs(): number;
  stop(): Promise<void>;
}

export function openSchedule({ jobs, clock, onLate }: ScheduleOptions): Schedule {
  const tasks = jobs.map(({ expression, run }) => ({ task: createTask(expression, run), run }));
  let seenMinute = toMinute(clock());
  return {
    async beat() {
      const minute = toMinute(clock());
      const missed = minute - seenMinute;
      seenMinute = minute;
      // After a step back, the same minutes come again: nothing is due before the next one begins.
      if (missed <= 0) return;
      if (missed > 1) onLate((missed - 1) * MINUTE_MS);
      const first = minute - Math.min(missed, SCHEDULE_LOOKBACK_MINUTES) + 1;
      const due = tasks.filter(({ task }) => isDue((at) => task.match(at), { first, last: minute }));
      await Promise.all(due.map(({ run }) => run()));
    },
    untilBeatMs: () => MINUTE_MS - (clock() % MINUTE_MS),
    async stop() {
      for (const { task } of tasks) await task.destroy();
    },
  };
}

function isDue(matches: (at: Date) => boolean, { first, last }: { first: number; last: number }): boolean {
  for (let minute = last; minute >= first; minute -= 1) if (matches(new Date(minute * MINUTE_MS))) return true;
  return false;
}

function toMinute(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS);
}
