// The core: captures what it is told, redacts, queues and sends. It hooks into nothing by itself.

import type { Client } from '../../core/client.js';
import type { Settings } from '../../core/options.js';
import type { Breadcrumb, ClientStats, Extra, LogLevel, Severity } from '../../core/types.js';
import { Page } from './page.js';

/** Watches something of the page and reports it; the returned function puts everything back. */
export type Hook = (page: Page) => () => void;

let current: { readonly page: Page; readonly unhook: () => void } | undefined;

/** Starts a client in the place of the one before. Where there is no page (on a server), it does nothing. */
export function start(settings: Settings, hooks: readonly Hook[]): void {
  void close();
  if (!settings.enabled || typeof window === 'undefined') return;
  const page = new Page(settings);
  const undos = hooks.map((hook) => page.attempt(() => hook(page)));
  // The last one first: two hooks may wrap the same function.
  current = { page, unhook: () => undos.reverse().forEach((undo) => page.attempt(() => undo?.())) };
}

/** Reports anything that was thrown; the id of its event, or undefined when it was reported before or is not sent. */
export function captureError(error: unknown, extra?: Extra): string | undefined {
  return client()?.captureError(error, extra);
}

/** Reports a sentence. */
export function captureMessage(message: string, severity?: Severity, extra?: Extra): string | undefined {
  return client()?.captureMessage(message, severity, extra);
}

/** Adds a log entry; `error` is reported as a message. */
export function log(level: LogLevel | 'error', message: string, extra?: Extra): void {
  client()?.log(level, message, extra);
}

/** Says who uses the page; null forgets it. */
export function setUser(user: Readonly<Record<string, unknown>> | null): void {
  client()?.setUser(user);
}

/** Sets a tag of all events from here on; `undefined` takes it away. */
export function setTag(name: string, value: string | undefined): void {
  client()?.setTag(name, value);
}

/** Adds to what happened before an error. */
export function addBreadcrumb(breadcrumb: Breadcrumb): void {
  client()?.addBreadcrumb(breadcrumb);
}

/** Sends what waits; true when everything was delivered within the time. Never rejects. */
export function flush(timeoutMs?: number): Promise<boolean> {
  current?.page.settle();
  return client()?.flush(timeoutMs) ?? Promise.resolve(true);
}

/** Puts back what was hooked, sends what waits, and stops. */
export async function close(timeoutMs?: number): Promise<void> {
  const closing = current;
  current = undefined;
  closing?.unhook();
  closing?.page.settle();
  await closing?.page.client.close(timeoutMs);
}

/** What was sent, what waits, and what was dropped. */
export function stats(): ClientStats {
  return client()?.stats() ?? { sentCount: 0, queuedCount: 0, dropped: {} };
}

/** For adapters of frameworks: the client that runs, if one does. */
export function client(): Client | undefined {
  return current?.page.client;
}
