// The ways in which a process fails and ends. None of them ends otherwise because of us: same output, same exit code, same
// listeners.

import { CALL_CHARS_MAX } from '../../core/limits.js';
import type { Parcel } from '../../core/outbox.js';
import { readNodeFlags } from './environment.js';
import { type Host, quietly, type Unhook } from './host.js';
import { CRASH_TIMEOUT_MS, EXIT_TIMEOUT_MS } from './limits.js';
import { currentContext, explainCurrent } from './request-context.js';

export interface LastActs {
  /** Delivers while the process waits; may throw. */
  deliver(parcels: readonly Parcel[], timeoutMs: number): void;
  /** Told of the records that go with the process, and why nobody tries to send them. */
  onLost(recordCount: number, reason: string): void;
}

export function hookProcess(host: Host, { deliver, onLost }: LastActs): Unhook {
  const unhookRejections = hookRejections(host);
  const deliverAll = (timeoutMs: number, withCall: boolean): void => {
    host.later.settle();
    const parcels = host.client.takeAll(CALL_CHARS_MAX, { withCall });
    if (parcels.length > 0) deliver(parcels, timeoutMs);
  };
  const tellLost = (reason: string): void => {
    const { queuedCount } = host.client.stats();
    if (queuedCount > 0) onLost(queuedCount, reason);
  };
  /** What is on its way was given its time: it is not sent once more. */
  let isCallOver = false;
  const onUncaught = (error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void => {
    quietly(host, () => {
      explainCurrent();
      const isRejection = origin === 'unhandledRejection' && !isLoading();
      const isEnd = process.listenerCount('uncaughtException') === 0 && !process.hasUncaughtExceptionCaptureCallback();
      host.client.capture(isRejection ? toThrown(error) : error, {
        type: isRejection ? 'unhandled_rejection' : 'uncaught_exception',
        severity: isEnd ? 'fatal' : 'error',
      });
      if (!isEnd) return;
      // The requests that were answered come before the one that will not be.
      host.later.settle();
      currentContext()?.record();
      host.later.settle();
      isCallOver = true;
      deliverAll(CRASH_TIMEOUT_MS, true);
    });
  };
  const onExit = (): void => {
    quietly(host, () => {
      if (host.client.isUnreachable) tellLost('the daemon was away, or had asked for time');
      else deliverAll(EXIT_TIMEOUT_MS, !isCallOver);
    });
  };
  const onNothingLeft = (): void => {
    quietly(host, () => {
      host.later.settle();
      void host.client.flush(EXIT_TIMEOUT_MS, { isPatient: false }).then((isDelivered) => {
        isCallOver = true;
        // Of a daemon that is away the exit tells.
        if (!isDelivered && !host.client.isUnreachable) tellLost(`no answer came within ${EXIT_TIMEOUT_MS} ms`);
      });
    });
  };
  process.on('uncaughtExceptionMonitor', onUncaught);
  process.on('exit', onExit);
  process.once('beforeExit', onNothingLeft);
  return () => {
    process.off('uncaughtExceptionMonitor', onUncaught);
    process.off('exit', onExit);
    process.off('beforeExit', onNothingLeft);
    unhookRejections();
  };
}

/**
 * Whether the module that was started is what fails. Node makes a rejection of what is thrown while an ES module is loaded, and
 * only who tells us of it says which of the two it was.
 */
function isLoading(): boolean {
  return new Error('where').stack?.includes('node:internal/modules/run_main') === true;
}

const REJECTION = 'unhandledRejection';

/**
 * Sees the unhandled rejections that do not end the process. A listener of ours alone would make them handled, and the
 * process would live on where it should end; so it is there only beside one of the application's, or where Node was told
 * that rejections end nothing.
 */
function hookRejections(host: Host): Unhook {
  const onRejection = (reason: unknown): void => {
    quietly(host, () => {
      explainCurrent();
      host.client.capture(reason, { type: 'unhandled_rejection' });
    });
  };
  const isOurs = (): boolean => process.listeners(REJECTION).includes(onRejection);
  const onAdd = (event: unknown, listener: unknown): void => {
    if (event === REJECTION && listener !== onRejection && !isOurs()) process.prependListener(REJECTION, onRejection);
  };
  const onRemove = (event: unknown): void => {
    if (event === REJECTION && isOurs() && process.listenerCount(REJECTION) === 1) process.off(REJECTION, onRejection);
  };
  if (rejectionsEndNothing()) process.on(REJECTION, onRejection);
  else {
    if (process.listenerCount(REJECTION) > 0) process.prependListener(REJECTION, onRejection);
    process.on('newListener', onAdd);
    process.on('removeListener', onRemove);
  }
  return () => {
    process.off('newListener', onAdd);
    process.off('removeListener', onRemove);
    process.off(REJECTION, onRejection);
  };
}

/** In these modes a listener changes nothing but that it is called. */
function rejectionsEndNothing(): boolean {
  const flags = [...readNodeFlags(), ...process.execArgv].join(' ');
  const mode = [...flags.matchAll(/--unhandled-rejections[= ](\S+)/g)].at(-1)?.[1];
  return mode === 'warn' || mode === 'none';
}

/** What was thrown, where Node made an error of it because it was none. */
function toThrown(error: unknown): unknown {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  if (code !== 'ERR_UNHANDLED_REJECTION' || typeof message !== 'string') return error;
  return /The promise rejected with the reason "(.*)"\.$/s.exec(message)?.[1] ?? error;
}
