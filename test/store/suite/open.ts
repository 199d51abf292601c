import type { Harness, HarnessOptions } from '../../support/store-harness.js';

/** Opens the store that a suite is run against. */
export type Open = (options?: HarnessOptions) => Promise<Harness>;

/** One store for all tests of the enclosing `describe`, which only read from it. */
export function openForReading(open: Open, fill: (harness: Harness) => Promise<unknown>): () => Harness {
  let shared: Harness | undefined;
  before(async () => {
    shared = await open({ shared: true });
    await fill(shared);
  });
  after(() => shared?.close());
  return () => {
    if (shared === undefined) throw new Error('the store is opened by a hook');
    return shared;
  };
}
