// `@errord/browser`: reports errors, requests and logs of a web page.

import { type ClientOptions, parseOptions } from '../../core/options.js';
import { start } from './core.js';
import { hookDebug } from './hooks/debug.js';
import { hookEnvironment } from './hooks/environment.js';
import { hookErrors } from './hooks/errors.js';
import { hookInteractions } from './hooks/interactions.js';
import { hookRequests } from './hooks/requests.js';
import { hookUnload } from './hooks/unload.js';

export type { ClientOptions } from '../../core/options.js';
export type {
  Breadcrumb,
  ClientStats,
  DropReason,
  ErrorEvent,
  Extra,
  LogLevel,
  Severity,
  StackFrame,
} from '../../core/types.js';
export { addBreadcrumb, captureError, captureMessage, close, flush, log, setTag, setUser, stats } from './core.js';

/**
 * Starts reporting what goes wrong in the page, in the place of a client that was started before. Throws a TypeError with
 * one sentence when an option is wrong or unknown; nothing throws into the page after that.
 */
export function init(options: ClientOptions = {}): void {
  start(parseOptions(options), [hookDebug, hookEnvironment, hookErrors, hookRequests, hookInteractions, hookUnload]);
}
