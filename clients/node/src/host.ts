import type { Client } from '../../core/client.js';
import type { Later } from './later.js';
import type { NodeSettings } from './options.js';

/** What the hooks work with. */
export interface Host {
  readonly settings: NodeSettings;
  readonly client: Client;
  readonly later: Later;
}

/** Takes back what a hook has done. */
export type Unhook = () => void;

/** Runs a part of a hook. A fault of ours is counted and goes no further: it would change what the application does. */
export function quietly<T>({ client }: Pick<Host, 'client'>, run: () => T): T | undefined {
  try {
    return run();
  } catch {
    // Counted, and told to the daemon with the next delivery.
    client.countFault();
    return undefined;
  }
}
