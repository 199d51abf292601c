// Calls to the daemon, by `node:http` and never by what the application made of it: its hooks would report our own calls.

import { AsyncResource } from 'node:async_hooks';
import * as http from 'node:http';
import * as https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { PROJECT_HEADER } from '../../core/correlation.js';
import { CALL_TIMEOUT_MS } from '../../core/limits.js';
import type { Schedule, Send, SendAnswer } from '../../core/outbox.js';
import { ANSWER_CHARS_MAX, CALL_INTERVAL_MS, CONNECT_TIMEOUT_MS, SMALL_CALL_CHARS_MAX } from './limits.js';
import type { NodeSettings } from './options.js';
import { clearTimeout, nowMs, setImmediate, setTimeout } from './own-timers.js';

/** As they are now; `outgoing.ts` replaces them later. */
const REQUEST = { 'http:': http.request, 'https:': https.request };

export interface Transport {
  readonly send: Send;
  /** Does not keep the process alive, and runs outside of every request. */
  readonly schedule: Schedule;
  /** Keeps the process alive until it has run. */
  readonly scheduleHeld: Schedule;
  readonly headers: Readonly<Record<string, string>>;
  close(): void;
}

/** Its sockets never keep the process alive: whoever waits for a delivery holds a timer of `scheduleHeld`. */
export function openTransport(settings: NodeSettings): Transport {
  const { serverUrl } = settings;
  const protocol = serverUrl.startsWith('https:') ? 'https:' : 'http:';
  const agent = new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
  // What a call leaves behind, such as the socket, must not hold on to the request during which it was made.
  const resource = new AsyncResource('errord');
  const headers = toHeaders(settings);
  // An address is taken apart once: there are three.
  const targets = new Map<string, http.RequestOptions>();
  const toTarget = (path: string): http.RequestOptions => {
    const target = targets.get(path) ?? urlToHttpOptions(new URL(`${serverUrl}${path}`));
    targets.set(path, target);
    return target;
  };
  const post = (path: string, body: Buffer): Promise<SendAnswer> =>
    new Promise((resolve, reject) => {
      const call = { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } };
      const request = REQUEST[protocol]({ ...toTarget(path), ...call }, (response) => {
        readAnswer(response).then(resolve, reject);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        // The daemon has closed an idle connection in the moment in which it was used again: it is not away.
        const isStale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        if (isStale) post(path, body).then(resolve, reject);
        else reject(error);
      });
      limitTime(request);
      request.end(body);
    });
  /** By the monotonic clock: a clock that is set back must not hold up calls. */
  let begunAtMs = Number.NEGATIVE_INFINITY;
  /** While a small call waits, what comes meanwhile gathers for the next. */
  const begin = (chars: number, call: () => void): void => {
    const run = (): void => {
      begunAtMs = nowMs();
      call();
    };
    const waitMs = begunAtMs + CALL_INTERVAL_MS - nowMs();
    if (waitMs > 0 && chars < SMALL_CALL_CHARS_MAX) setTimeout(run, waitMs).unref();
    else setImmediate(run);
  };
  return {
    headers,
    send: (path, body) =>
      new Promise((resolve, reject) => {
        resource.runInAsyncScope(() => {
          // Not now: a call takes longer to begin than all that the application was held up for until here.
          begin(body.length, () => {
            // As bytes: of a text, Node would reserve three times its length for each write.
            post(path, Buffer.from(body)).then(resolve, reject);
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
      agent.destroy();
    },
  };
}

function toHeaders({ projectId, token }: NodeSettings): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  // Other names fit into no header; the records name the project too.
  if (projectId !== undefined && /^[\x20-\x7e]+$/.test(projectId)) headers[PROJECT_HEADER] = projectId;
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  return headers;
}

function limitTime(request: http.ClientRequest): void {
  const end = (): void => void request.destroy(new Error('errord: the daemon does not answer'));
  const whole = setTimeout(end, CALL_TIMEOUT_MS).unref();
  request.once('close', () => {
    clearTimeout(whole);
  });
  request.once('socket', (socket) => {
    socket.unref();
    if (!socket.connecting) return;
    const connect = setTimeout(end, CONNECT_TIMEOUT_MS).unref();
    const stop = (): void => {
      clearTimeout(connect);
    };
    socket.once('connect', stop).once('close', stop);
  });
}

function readAnswer(response: http.IncomingMessage): Promise<SendAnswer> {
  return new Promise((resolve, reject) => {
    let body = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      if (body.length < ANSWER_CHARS_MAX) body += chunk;
    });
    response.on('error', reject);
    response.on('end', () => {
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] ?? null, body });
    });
  });
}
