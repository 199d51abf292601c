import { METHOD_CHARS_MAX } from '../../../../schemas/limits.js';
import { isCorrelated } from '../../../core/correlated.js';
import type { RequestRecord } from '../../../core/types.js';
import { ADDRESS_CHARS_MAX, FAILED_REQUEST_WAIT_MS, FAILED_REQUESTS_MAX } from '../limits.js';
import type { Page } from '../page.js';

export interface StartedRequest {
  readonly method: string;
  readonly url: URL;
  /** Whether the other side may be told the id. */
  readonly isCorrelated: boolean;
  correlationId: string;
  readonly timestamp: string;
  readonly startedAtMs: number;
}

interface FailedRequest {
  readonly record: RequestRecord;
  errorEventId?: string;
}

/** Makes records of requests. One that failed waits a moment for the error that it may lead to, to name it. */
export class RequestLog {
  readonly #page: Page;
  readonly #daemonUrl: string;
  readonly #failed = new Set<FailedRequest>();

  constructor(page: Page) {
    this.#page = page;
    this.#daemonUrl = new URL(`${page.client.settings.serverUrl}/`).href;
    page.onSettle.add(() => {
      for (const failed of this.#failed) this.#finish(failed);
    });
    page.onEvent.add(({ eventId, correlationId }) => {
      for (const failed of this.#failed) {
        if (failed.record.correlationId === correlationId) failed.errorEventId ??= eventId;
      }
    });
  }

  /** Undefined for what is no request to a server, and for calls to the daemon. */
  start(method: string, address: string): StartedRequest | undefined {
    const url = new URL(address, document.baseURI);
    if (!/^https?:$/.test(url.protocol) || url.href.startsWith(this.#daemonUrl)) return undefined;
    return {
      method: method.toUpperCase().slice(0, METHOD_CHARS_MAX),
      url,
      isCorrelated: isCorrelated(url, location.origin, this.#page.client.settings.correlationOrigins),
      correlationId: this.#page.correlationId,
      timestamp: new Date().toISOString(),
      startedAtMs: performance.now(),
    };
  }

  /** A status of 0 is none: the other side did not answer, or the page may not know. */
  end(
    { method, url, correlationId, timestamp, startedAtMs }: StartedRequest,
    statusCode: number,
    isFailed: boolean,
  ): void {
    const { client } = this.#page;
    const duration = Math.round(performance.now() - startedAtMs);
    const record: RequestRecord = {
      method,
      url: url.href.slice(0, ADDRESS_CHARS_MAX),
      duration,
      timestamp,
      correlationId,
    };
    if (statusCode > 0) record.statusCode = statusCode;
    const message = `${method} ${url.origin === location.origin ? '' : url.origin}${url.pathname}`;
    client.addBreadcrumb({ category: 'http', message, data: { statusCode: record.statusCode, duration } });
    const failed = { record };
    if (!(isFailed || statusCode >= 500) || this.#failed.size >= FAILED_REQUESTS_MAX) {
      this.#finish(failed);
      return;
    }
    this.#failed.add(failed);
    setTimeout(() => {
      if (this.#failed.has(failed)) this.#page.attempt(() => this.#finish(failed));
    }, FAILED_REQUEST_WAIT_MS);
  }

  #finish(failed: FailedRequest): void {
    this.#failed.delete(failed);
    const { record } = failed;
    const { client } = this.#page;
    const { statusCode = 0 } = record;
    const errorEventId = failed.errorEventId ?? (statusCode < 500 ? undefined : this.#reportFailure(record));
    client.captureRequest({ ...record, ...(errorEventId === undefined ? {} : { errorEventId }) });
  }

  /** The server failed and the page took no notice. */
  #reportFailure({ method, url, statusCode, duration, correlationId }: RequestRecord): string | undefined {
    const { origin, pathname } = new URL(url);
    return this.#page.client.capture(`${method} ${origin}${pathname} failed with status ${statusCode}`, {
      type: 'http_error',
      correlationId,
      request: { method, url, statusCode, duration },
    });
  }
}
