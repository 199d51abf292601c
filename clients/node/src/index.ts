// `@errord/node`: reports errors, requests and logs of a Node.js application to errord. Every function may be called at any
// time: before `init`, and with `enabled: false`, none of them does anything.

import { DISABLED_LINE } from '../../core/debug.js';
import { FLUSH_TIMEOUT_MS } from '../../core/limits.js';
import type { Breadcrumb, ClientStats, Extra, LogLevel, Severity } from '../../core/types.js';
import { currentReporter, replaceReporter } from './current.js';
import { readNodeEnv } from './environment.js';
import { type NodeOptions, parseNodeOptions } from './options.js';
import { findProjectName } from './project-name.js';
import { startReporter } from './reporter.js';

export type { Breadcrumb, ClientStats, DropReason, ErrorEvent, Extra, LogLevel, Severity } from '../../core/types.js';
export { expressErrorHandler, fastifyErrord, koaErrord, nestErrordFilter, withErrord } from './frameworks.js';
export type { NodeOptions } from './options.js';

/**
 * Starts reporting. Throws a TypeError when an option is wrong, and only then. A second call takes the place of the first.
 */
export function init(options: NodeOptions = {}): void {
  const parsed = parseNodeOptions(options);
  const before = replaceReporter(undefined);
  // Its hooks are gone when this returns; what it holds is still sent.
  void before?.close(FLUSH_TIMEOUT_MS);
  if (!parsed.enabled) {
    if (parsed.debug === true) process.stderr.write(`${DISABLED_LINE}\n`);
    return;
  }
  const projectId = parsed.projectId ?? findProjectName();
  replaceReporter(startReporter({ ...parsed, projectId, environment: parsed.environment ?? readNodeEnv() }));
}

/** Reports anything that was thrown; the id of its event, or undefined when it was reported before or is not sent. */
export function captureError(error: unknown, extra?: Extra): string | undefined {
  return currentReporter()?.capture(error, { extra });
}

/** Reports a message; the id of its event. */
export function captureMessage(message: string, severity: Severity = 'info', extra?: Extra): string | undefined {
  return currentReporter()?.client.captureMessage(message, severity, extra);
}

/** Adds a log entry; with the level `error` a message of that severity. */
export function log(level: LogLevel | 'error', message: string, extra?: Extra): void {
  currentReporter()?.client.log(level, message, extra);
}

/** Who is concerned: of the request that is being served, else of the application. `null` forgets. */
export function setUser(user: Readonly<Record<string, unknown>> | null): void {
  currentReporter()?.client.setUser(user);
}

/** A tag of the events to come, with the same reach as `setUser`. `undefined` takes it away. */
export function setTag(name: string, value: string | undefined): void {
  currentReporter()?.client.setTag(name, value);
}

/** Something that happened, told with the next error; with the same reach as `setUser`. */
export function addBreadcrumb(breadcrumb: Breadcrumb): void {
  currentReporter()?.client.addBreadcrumb(breadcrumb);
}

/** Sends what waits; true when everything was delivered within the time. Never rejects. */
export function flush(timeoutMs: number = FLUSH_TIMEOUT_MS): Promise<boolean> {
  return currentReporter()?.flush(timeoutMs) ?? Promise.resolve(true);
}

/** Takes the hooks back, sends what waits, and stops. Never rejects. */
export function close(timeoutMs: number = FLUSH_TIMEOUT_MS): Promise<void> {
  return replaceReporter(undefined)?.close(timeoutMs) ?? Promise.resolve();
}

/** What became of the records so far. */
export function stats(): ClientStats {
  return currentReporter()?.client.stats() ?? { sentCount: 0, queuedCount: 0, dropped: {} };
}
