// Calls to a daemon by `node:http`, whatever stands between.

import * as http from 'node:http';
import * as https from 'node:https';
import { urlToHttpOptions } from 'node:url';
import { CALL_TIMEOUT_MS } from '../../core/limits.js';
import { type Send, type SendAnswer, toBody } from '../../core/outbox.js';
import { ANSWER_CHARS_MAX, CONNECT_TIMEOUT_MS } from './limits.js';
import { isClosedByPeer, toSilence } from './lost-calls.js';
import { clearTimeout, setTimeout } from './own-timers.js';

/** As they are now; `outgoing.ts` replaces them later. */
const REQUEST = { 'http:': http.request, 'https:': https.request };

export interface HttpCalls {
  readonly post: Send;
  close(): void;
}

/** Sockets never keep the process alive. */
export function openHttpCalls(serverUrl: string, headers: Readonly<Record<string, string>>): HttpCalls {
  const protocol = serverUrl.startsWith('https:') ? 'https:' : 'http:';
  const agent = new (protocol === 'https:' ? https : http).Agent({ keepAlive: true, maxSockets: 1 });
  // An address is taken apart once: there are three.
  const targets = new Map<string, http.RequestOptions>();
  const toTarget = (path: string): http.RequestOptions => {
    const target = targets.get(path) ?? urlToHttpOptions(new URL(`${serverUrl}${path}`));
    targets.set(path, target);
    return target;
  };
  const post = (path: string, records: readonly string[]): Promise<SendAnswer> =>
    new Promise((resolve, reject) => {
      // As bytes: of a text, Node would reserve three times its length for each write.
      const bytes = Buffer.from(toBody(records));
      const call = { agent, method: 'POST', headers: { ...headers, 'content-length': bytes.length } };
      const request = REQUEST[protocol]({ ...toTarget(path), ...call }, (response) => {
        readAnswer(response).then(resolve, reject);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket && isClosedByPeer(error)) post(path, records).then(resolve, reject);
        else reject(error);
      });
      limitTime(request);
      request.end(bytes);
    });
  return {
    post,
    close: () => {
      agent.destroy();
    },
  };
}

function limitTime(request: http.ClientRequest): void {
  const end = (): void => void request.destroy(toSilence());
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
