import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { ALERT_SEND_TIMEOUT_MS } from '../limits.js';
import { assertReachable, toLookup } from './addresses.js';

export interface PostCall {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly mayBeOwn: boolean;
  /** `ALERT_SEND_TIMEOUT_MS` unless given. */
  readonly timeoutMs?: number;
}

/**
 * Resolves when the other side has answered 2xx. Redirects are not followed, and of an answer nothing is read but its status:
 * whoever sets up a channel learns nothing of what is there.
 */
export function postJson(call: PostCall): Promise<void> {
  const { url, body, headers, mayBeOwn, timeoutMs = ALERT_SEND_TIMEOUT_MS } = call;
  const target = new URL(url);
  assertReachable(target.hostname, mayBeOwn);
  const bytes = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const request = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
      method: 'POST',
      // A connection of its own each time, so that each address is looked at.
      agent: false,
      lookup: toLookup(mayBeOwn),
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': bytes.byteLength,
        'user-agent': 'errord',
      },
    });
    request.on('response', (response) => {
      const { statusCode = 0 } = response;
      response.destroy();
      if (statusCode >= 200 && statusCode < 300) resolve();
      else if (statusCode >= 300 && statusCode < 400)
        reject(new Error(`it answered ${statusCode}: redirects are not followed`));
      else reject(new Error(`it answered ${statusCode}`));
    });
    request.on('error', (error) => {
      const isLate = error.name === 'AbortError' || error.name === 'TimeoutError';
      reject(isLate ? new Error(`it did not answer within ${timeoutMs / 1000} s`) : error);
    });
    request.end(bytes);
  });
}
