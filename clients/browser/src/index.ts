// `@errord/browser`: reports errors, requests and logs of a web page.

import { toInit } from './init.js';
import type { PageOptions } from './options.js';

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
export type { PageOptions } from './options.js';

/**
 * Starts reporting what goes wrong in the page, in the place of a client that was started before. Throws a TypeError with
 * one sentence when an option is wrong or unknown; nothing throws into the page after that.
 */
export const init: (options?: PageOptions) => void = toInit({
  sourceMaps: () => import('./source-maps.js'),
  overlay: () => import('./overlay.js'),
});
