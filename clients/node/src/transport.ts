// Calls to the daemon: over a socket of this library's own where plain HTTP leads to it, else by `node:http`, and never by what
// the application made of that: its hooks would report our own calls.

import { AsyncResource } from 'node:async_hooks';
import { PROJECT_HEADER } from '../../core/correlation.js';
import type { Schedule, Send, SendAnswer } from '../../core/outbox.js';
import { openHttpCalls } from './http-calls.js';
import { openKeptConnection } from './kept-connection.js';
import { CALL_INTERVAL_MS, SMALL_CALL_CHARS_MAX } from './limits.js';
import type { NodeSettings } from './options.js';
import { clearTimeout, nowMs, setImmediate, setTimeout } from './own-timers.js';
import { UnusualAnswerError } from './plain-answer.js';

export interface Transport {
  readonly send: Send;
  /** Does not keep the process alive, and runs outside of every request. */
  readonly schedule: Schedule;
  /** Keeps the process alive until it has run. */
  readonly scheduleHeld: Schedule;
  readonly headers: Readonly<Record<string, string>>;
  close(): void;
}

/** Its sockets never keep the process alive: whoever waits for a delivery holds a timer of `scheduleHeld`. `now` is in ms. */
export function openTransport(settings: NodeSettings, now: () => number = nowMs): Transport {
  const { serverUrl } = settings;
  // What a call leaves behind, such as the socket, must not hold on to the request during which it was made.
  const resource = new AsyncResource('errord');
  const headers = toHeaders(settings);
  const calls = openHttpCalls(serverUrl, headers);
  let kept = openKeptConnection(serverUrl, headers);
  const post = async (path: string, records: readonly string[]): Promise<SendAnswer> => {
    if (kept === null || kept.isBusy) return calls.post(path, records);
    try {
      return await kept.post(path, records);
    } catch (error) {
      if (!(error instanceof UnusualAnswerError)) throw error;
      // Whoever stands between will do so the next time too. The daemon knows by their ids the records that have arrived.
      kept = null;
      return calls.post(path, records);
    }
  };
  /** By the monotonic clock: a clock that is set back must not hold up calls. */
  let begunAtMs = Number.NEGATIVE_INFINITY;
  /** While a small call waits, what comes meanwhile gathers for the next. */
  const begin = (chars: number, call: () => void): void => {
    const run = (): void => {
      begunAtMs = now();
      call();
    };
    const waitMs = begunAtMs + CALL_INTERVAL_MS - now();
    if (waitMs > 0 && chars < SMALL_CALL_CHARS_MAX) setTimeout(run, waitMs).unref();
    else setImmediate(run);
  };
  return {
    headers,
    send: (path, records) =>
      new Promise((resolve, reject) => {
        resource.runInAsyncScope(() => {
          // Not now: a call takes longer to begin than all that the application was held up for until here.
          begin(countChars(records), () => {
            post(path, records).then(resolve, reject);
          });
        });
      }),
    schedule: (run, delayMs) => {
      const timer = resource.runInAsyncScope(() => setTimeout(run, delayMs));
      timer.unref();
      return () => {
        clearTimeout(timer);
      };
    },
    scheduleHeld: (run, delayMs) => {
      const timer = setTimeout(run, delayMs);
      return () => {
        clearTimeout(timer);
      };
    },
    close: () => {
      kept?.close();
      calls.close();
    },
  };
}

function countChars(records: readonly string[]): number {
  return records.reduce((sum, { length }) => sum + length, 0);
}

function toHeaders({ projectId, token }: NodeSettings): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  // Other names fit into no header; the records name the project too.
  if (projectId !== undefined && /^[\x20-\x7e]+$/.test(projectId)) headers[PROJECT_HEADER] = projectId;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}
