// Test runners end their processes, or take the globals away, without the events of Node by which a client knows that it
// ends. Each has a place where it waits.

import { currentReporter } from './current.js';
import type { Host, Unhook } from './host.js';
import { EXIT_TIMEOUT_MS } from './limits.js';
import type { Reporter } from './reporter.js';

/** What Vitest leaves in each of its workers, and Jest, in each of its sandboxes. */
interface RunnerGlobals {
  readonly __vitest_worker__?: { readonly onCleanup?: (run: () => Promise<void>) => void };
  readonly afterAll?: (run: () => Promise<void>) => void;
}

/** Delivers when a test runner is done with this file or this worker; not longer than the daemon answers. */
export function hookTestRunner(host: Host): Unhook {
  const deliver = async (): Promise<void> => {
    host.later.settle();
    // What was started since, where no hook could be added, is delivered too.
    const flush = (client: Pick<Reporter, 'flush'>) => client.flush(EXIT_TIMEOUT_MS, { isPatient: false });
    await Promise.all([host.client, currentReporter() ?? host.client].map(flush));
  };
  const { __vitest_worker__: vitest, afterAll } = globalThis as RunnerGlobals;
  if (typeof vitest?.onCleanup === 'function') vitest.onCleanup(deliver);
  else if (typeof afterAll === 'function' && isJestCollecting()) afterAll(deliver);
  else return tellJest(deliver);
  // A runner takes no hook back; after `close` there is nothing to deliver.
  return () => undefined;
}

/** Delivers when Jest, if it is one, is through with this file. */
function tellJest(deliver: () => Promise<void>): Unhook {
  const handlers = jestHandlers() ?? [];
  const handler: JestHandler = ({ name }) => (name === 'run_finish' ? deliver() : undefined);
  handlers.push(handler);
  return () => {
    const at = handlers.indexOf(handler);
    if (at !== -1) handlers.splice(at, 1);
  };
}

type JestHandler = (event: { readonly name?: unknown }) => Promise<void> | undefined;

/** Who is told how far Jest is, and waited for: jestjs/jest packages/jest-circus/src/state.ts. */
function jestHandlers(): JestHandler[] | undefined {
  const handlers = (globalThis as unknown as Record<symbol, unknown>)[Symbol.for('EVENT_HANDLERS')];
  return Array.isArray(handlers) ? (handlers as JestHandler[]) : undefined;
}

/** Jest fails a test in which a hook is added. What it keeps there: jestjs/jest packages/jest-circus/src/types.ts. */
function isJestCollecting(): boolean {
  const symbol = Object.getOwnPropertySymbols(globalThis).find(
    ({ description }) => description === 'JEST_STATE_SYMBOL',
  );
  const state = symbol && (globalThis as unknown as Record<symbol, { readonly hasStarted?: unknown }>)[symbol];
  return state?.hasStarted === false;
}
