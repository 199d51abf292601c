import { tellCalls } from '../../../core/debug.js';
import type { Page } from '../page.js';

/** `debug: true` tells the console, with the function as it is before it is hooked: these lines are no log entries. */
export function hookDebug({ transport, client: { settings } }: Page): () => void {
  if (settings.debug === true) {
    transport.send = tellCalls(transport.send.bind(transport), settings, console.info.bind(console));
  }
  return () => undefined;
}
