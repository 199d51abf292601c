import type { Clock } from './clock.js';
import type { Logger } from './log.js';
import { openRetentionClock } from './retention-clock.js';
import { openSchedule } from './schedule.js';
import type { PrunePolicy, Store } from './store/store.js';

export interface MaintenanceOptions {
  readonly store: Pick<Store, 'prune' | 'maintain' | 'newestAtOpenMs'>;
  readonly policy: Pick<PrunePolicy, 'retentionDays' | 'maxDbSizeMb'>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly monotonic: Clock;
}

/** The scheduled jobs: retention and size cap, and the store's upkeep. */
export interface Maintenance {
  /** Runs retention now; a run under way is joined. */
  prune(): Promise<void>;
  /** Runs what is due by the clock. The timer does this every minute. */
  beat(): Promise<void>;
  stop(): Promise<void>;
}

/** A busy server writes some 800 MB a minute, so that the size cap is looked at every minute. */
const EVERY_MINUTE = '* * * * *';
const EVERY_NIGHT = '17 3 * * *';

export function startMaintenance(options: MaintenanceOptions): Maintenance {
  const { store, log, clock } = options;
  const prune = openPrune(options);
  const maintain = async (): Promise<void> => {
    await store.maintain('full').catch((error: unknown) => {
      log.warn({ err: error }, 'maintenance failed');
    });
  };
  const schedule = openSchedule({
    jobs: [
      { expression: EVERY_MINUTE, run: prune },
      { expression: EVERY_NIGHT, run: maintain },
    ],
    clock,
    onLate: (lateMs) =>
      log.info({ lateMs }, 'the clock went on without the scheduled jobs; each that was due runs once'),
  });
  let beating = Promise.resolve();
  const beat = (): Promise<void> => {
    beating = schedule.beat();
    return beating;
  };
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    timer = setTimeout(() => {
      void beat();
      arm();
    }, schedule.untilBeatMs());
  };
  arm();
  return {
    prune,
    beat,
    async stop() {
      clearTimeout(timer);
      await schedule.stop();
      await beating;
      await prune.running();
    },
  };
}

/** Retention, one run at a time. Never rejects. */
function openPrune({ store, policy, log, clock, monotonic }: MaintenanceOptions) {
  let retentionClock: Clock | null = null;
  const start = { wallMs: clock(), monotonicMs: monotonic() };
  const readTime = async (): Promise<number> => {
    retentionClock ??= openRetentionClock({
      wall: clock,
      monotonic,
      start,
      newestMs: await store.newestAtOpenMs(),
      onDoubt: (aheadMs) =>
        log.warn(
          { aheadMs },
          'the clock is ahead of what was stored last: retention by age goes by the old time for an hour',
        ),
    });
    return retentionClock();
  };
  const run = async (): Promise<void> => {
    try {
      const { deletedRows, freedBytes } = await store.prune({ ...policy, nowMs: await readTime() });
      if (deletedRows > 0) log.info({ deletedRows, freedBytes }, 'retention deleted old records');
      await store.maintain('quick');
    } catch (error) {
      // The next run tries again; a store that is gone has said so itself.
      log.warn({ err: error }, 'retention failed');
    }
  };
  let running: Promise<void> | null = null;
  const prune = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
  return Object.assign(prune, { running: async () => void (await running) });
}
