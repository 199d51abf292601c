/** Marks on an axis that begins at 0, all the same distance apart. */
export interface Ticks {
  readonly stepMs: number;
  /** One distance, in percent of the axis. */
  readonly stepPercent: number;
  /** From 0 on. */
  readonly ticksMs: readonly number[];
}

/** More labels than these run into each other. */
const TICKS_MAX = 5;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Distances that a person counts in. Beyond them, whole days. */
const STEPS_MS: readonly number[] = [
  ...[1, 10, 100, 1000, 10_000].flatMap((unit) => [unit, 2 * unit, 5 * unit]).filter((step) => step <= 20_000),
  ...[0.5, 1, 2, 5, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 6, 12].map((hours) => hours * HOUR_MS),
];

/** The marks of an axis of this length. */
export function toTicks(spanMs: number): Ticks {
  const fits = (stepMs: number): boolean => Math.floor(spanMs / stepMs) < TICKS_MAX;
  const stepMs = STEPS_MS.find(fits) ?? Math.ceil(spanMs / (TICKS_MAX - 1) / DAY_MS) * DAY_MS;
  const count = Math.floor(spanMs / stepMs) + 1;
  return {
    stepMs,
    stepPercent: (stepMs / spanMs) * 100,
    ticksMs: Array.from({ length: count }, (_, index) => index * stepMs),
  };
}
