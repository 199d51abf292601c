import { schedule, type TaskOptions } from 'node-cron';
import type { Clock } from './clock.js';
import type { Logger } from './log.js';
import type { PrunePolicy, Store } from './store/store.js';

export interface MaintenanceOptions {
  readonly store: Pick<Store, 'prune' | 'maintain'>;
  readonly policy: Pick<PrunePolicy, 'retentionDays' | 'maxDbSizeMb'>;
  readonly log: Logger;
  readonly clock: Clock;
}

/** The scheduled jobs: retention and size cap, and the store's upkeep. */
export interface Maintenance {
  /** Runs retention now; a run under way is joined. */
  prune(): Promise<void>;
  stop(): Promise<void>;
}

/** A busy server writes some 800 MB a minute, so that the size cap is looked at every minute. */
const EVERY_MINUTE = '* * * * *';
const EVERY_NIGHT = '17 3 * * *';

export function startMaintenance({ store, policy, log, clock }: MaintenanceOptions): Maintenance {
  let running: Promise<void> | null = null;
  const runPrune = async (): Promise<void> => {
    try {
      const { deletedRows, freedBytes } = await store.prune({ ...policy, nowMs: clock() });
      if (deletedRows > 0) log.info({ deletedRows, freedBytes }, 'retention deleted old records');
      await store.maintain('quick');
    } catch (error) {
      // The next run tries again; a store that is gone has said so itself.
      log.warn({ err: error }, 'retention failed');
    }
  };
  const prune = (): Promise<void> => {
    running ??= runPrune().finally(() => {
      running = null;
    });
    return running;
  };
  const maintain = async (): Promise<void> => {
    await store.maintain('full').catch((error: unknown) => {
      log.warn({ err: error }, 'maintenance failed');
    });
  };
  const options: TaskOptions = { logger: toCronLogger(log) };
  const jobs = [schedule(EVERY_MINUTE, prune, options), schedule(EVERY_NIGHT, maintain, options)];
  return {
    prune,
    async stop() {
      for (const job of jobs) await job.destroy();
      await running;
    },
  };
}

/** What node-cron has to say, which would otherwise go to the console in colours, as lines of our log. */
export function toCronLogger(log: Logger): NonNullable<TaskOptions['logger']> {
  return {
    info: (text) => log.debug({ text }, 'scheduler'),
    debug: (text) => log.debug({ text: String(text) }, 'scheduler'),
    // Jobs that were late: after a suspend of the machine, or under load. The next run makes up for it.
    warn: (text) => log.info({ text }, 'a scheduled job was late'),
    error: (error) => log.warn({ err: error }, 'a scheduled job failed'),
  };
}
