// `@errord/browser`: reports errors, requests and logs of a web page.

import type { ClientOptions } from '../../core/options.js';
import { init as initCore } from './core.js';
import { hookEnvironment } from './hooks/environment.js';
import { hookErrors } from './hooks/errors.js';
import { hookInteractions } from './hooks/interactions.js';
import { hookRequests } from './hooks/requests.js';
import { hookUnload } from './hooks/unload.js';

export {
  addBreadcrumb,
  type Breadcrumb,
  type ClientOptions,
  type ClientStats,
  captureError,
  captureMessage,
  close,
  type DropReason,
  type ErrorEvent,
  type Extra,
  flush,
  type LogLevel,
  log,
  type Severity,
  type StackFrame,
  setTag,
  setUser,
  stats,
} from './core.js';

/**
 * Starts reporting what goes wrong in the page, in the place of a client that was started before. Throws a TypeError with
 * one sentence when an option is wrong or unknown; nothing throws into the page after that.
 */
export function init(options: ClientOptions = {}): void {
  initCore(options, [hookEnvironment, hookErrors, hookRequests, hookInteractions, hookUnload]);
}
