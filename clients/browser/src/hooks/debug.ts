import { DISABLED_LINE, tellCalls, tellUnsent } from '../../../core/debug.js';
import type { Settings } from '../../../core/options.js';
import type { Page } from '../page.js';

/** `debug: true` tells the console, with the function as it is before it is hooked: these lines are no log entries. */
export function hookDebug({ transport, clientPlatform, client: { settings } }: Page): () => void {
  if (settings.debug === true) {
    const print = console.info.bind(console);
    transport.send = tellCalls(transport.send.bind(transport), settings, print);
    clientPlatform.onUnsent = tellUnsent(print);
  }
  return () => undefined;
}

/** Without a page to hook into, too. */
export function tellDisabled({ debug, enabled }: Settings): void {
  if (debug === true && !enabled) console.info(DISABLED_LINE);
}
