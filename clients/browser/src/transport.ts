import { CALL_TIMEOUT_MS } from '../../core/limits.js';
import type { Settings } from '../../core/options.js';
import { type SendAnswer, toBody } from '../../core/outbox.js';
import { KEPT_BYTES_MAX, PART_CHARS_MAX } from './limits.js';

/**
 * Takes calls to the daemon, with the functions as they are when it is made: before the hooks. A call is one that a page
 * may make without asking the other origin first (no header of its own, text/plain), so it costs one round trip.
 */
export class Transport {
  readonly #settings: Settings;
  readonly #fetch = window.fetch;
  /** True when a call that is on its way is lost with the page. */
  isCallLost = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  send(path: string, records: readonly string[]): Promise<SendAnswer> {
    const body = toBody(records);
    return new Promise((resolve, reject) => {
      const controller = new AbortController();
      // Whatever has taken the place of fetch may never answer.
      const timer = setTimeout(() => {
        controller.abort();
        reject(new Error());
      }, CALL_TIMEOUT_MS);
      this.isCallLost = body.length > PART_CHARS_MAX && new Blob([body]).size > KEPT_BYTES_MAX;
      this.call(path, body, { keepalive: !this.isCallLost, signal: controller.signal })
        .then(toAnswer)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
        });
    });
  }

  /** One call, which may outlive the page. */
  async call(path: string, body: string, init: RequestInit): Promise<Response> {
    return this.#fetch.call(window, this.toUrl(path), { method: 'POST', body, credentials: 'omit', ...init });
  }

  /** The token goes into the address: a header would cost a preflight, and a beacon has none. */
  toUrl(path: string): string {
    const { serverUrl, token } = this.#settings;
    return serverUrl + path + (token === undefined ? '' : `?token=${encodeURIComponent(token)}`);
  }
}

async function toAnswer(answer: Response): Promise<SendAnswer> {
  // Read in any case: a call that outlives its page counts against the 64 KiB of all of them until its answer was read.
  const body = await answer.text();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}
