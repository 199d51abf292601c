// What a reader waits for before it reads: that the counts of all commits that were acknowledged are written.

/** One Int32: 1 while counts are noted that are not written. Said by the writer after each transaction. */
export type CountsWaiting = Int32Array<SharedArrayBuffer>;

export function openCountsWaiting(): CountsWaiting {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/**
 * Resolves when they are, or cannot be: then people read what is written. Readers that come while `settle` runs share the next
 * run: what was committed after it began may not be in it. So two runs are open at most.
 */
export function openCountReads(waiting: CountsWaiting, settle: () => Promise<unknown>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const run = (): Promise<void> => {
    next = null;
    running = settle()
      .then(
        () => undefined,
        // Of a writer that is gone the daemon knows already.
        () => undefined,
      )
      .finally(() => {
        running = null;
      });
    return running;
  };
  return async () => {
    if (Atomics.load(waiting, 0) === 0) return;
    next ??= running === null ? Promise.resolve().then(run) : running.then(run);
    await next;
  };
}
