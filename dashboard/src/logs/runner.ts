interface Steps<Job, Result> {
  readonly begin: (job: Job) => Promise<Result>;
  readonly done: (job: Job, result: Result) => void;
  readonly fail: (error: Error) => void;
}

/** Runs one job at a time. */
export interface Runner<Job> {
  /** Runs it in place of the one that runs, whose result is nobody's any more. */
  run(job: Job): void;
  /** Runs it unless one runs, or has failed and waits for `retry`. */
  runIfFree(job: Job): void;
  /** Runs again what failed. */
  retry(): void;
  isBusy(): boolean;
  stop(): void;
}

/** Opens a runner of jobs that begin with a promise. */
export function openRunner<Job, Result>({ begin, done, fail }: Steps<Job, Result>): Runner<Job> {
  let running: Job | null = null;
  let failed: Job | null = null;
  const run = (job: Job): void => {
    running = job;
    failed = null;
    begin(job).then(
      (result) => {
        if (running !== job) return;
        running = null;
        done(job, result);
      },
      (error: unknown) => {
        if (running !== job) return;
        running = null;
        failed = job;
        fail(error instanceof Error ? error : new Error(String(error)));
      },
    );
  };
  return {
    run,
    runIfFree(job) {
      if (running === null && failed === null) run(job);
    },
    retry() {
      if (failed !== null) run(failed);
    },
    isBusy: () => running !== null,
    stop() {
      running = null;
    },
  };
}
