import { CORRELATION_HEADER } from '../../../core/correlation.js';
import type { Page } from '../page.js';
import { all, patch } from './patch.js';
import { RequestLog, type StartedRequest } from './request-log.js';

/** `fetch` and `XMLHttpRequest`: a record and a breadcrumb of each request, the correlation header where it may go. */
export function hookRequests(page: Page): () => void {
  const log = new RequestLog(page);
  return all([hookFetch(page, log), hookXhr(page, log)]);
}

function hookFetch(page: Page, log: RequestLog): () => void {
  return patch(window, 'fetch', ({ original, self, args }) => {
    const call = page.attempt(() => toCall(log, args));
    const result = Reflect.apply(original, self, call?.args ?? args);
    if (call === undefined || !(result instanceof Promise)) return result;
    const end = (status: number): unknown =>
      page.attempt(() => {
        log.end(call.started, status, status === 0);
      });
    // What is returned is the promise that knows whether the page handles it.
    return result.then(
      (response: Response) => {
        // 0 for an answer of which the page may know nothing; it is none that failed.
        end(response.type === 'opaque' ? -1 : response.status);
        return response;
      },
      (error: unknown) => {
        end(0);
        throw error;
      },
    );
  });
}

interface FetchCall {
  readonly started: StartedRequest;
  readonly args: unknown[];
}

function toCall(log: RequestLog, args: unknown[]): FetchCall | undefined {
  if (args.length === 0) return undefined;
  const [input, init] = args as [string | URL | Request, RequestInit | undefined];
  const request = input instanceof Request ? input : undefined;
  const started = log.start(
    init?.method ?? request?.method ?? 'GET',
    input instanceof Request ? input.url : String(input),
  );
  // A Request in the place of the options has fields that cannot be copied.
  if (started?.isCorrelated !== true || init instanceof Request) return started && { started, args };
  const headers = new Headers(init?.headers ?? request?.headers);
  const own = headers.get(CORRELATION_HEADER);
  if (own !== null) {
    started.correlationId = own;
    return { started, args };
  }
  headers.set(CORRELATION_HEADER, started.correlationId);
  if (request === undefined || init?.headers !== undefined) return { started, args: [input, { ...init, headers }] };
  // Options beside a request would reset its referrer; the copy takes over its body, as fetch does.
  const copy = new Request(request);
  copy.headers.set(CORRELATION_HEADER, started.correlationId);
  return { started, args: [copy, ...args.slice(1)] };
}

interface XhrFacts {
  readonly method: string;
  readonly url: string;
  /** The header as the page has set it. */
  correlationId?: string;
}

function hookXhr(page: Page, log: RequestLog): () => void {
  const { prototype } = XMLHttpRequest;
  const { setRequestHeader } = prototype;
  const opened = new WeakMap<object, XhrFacts>();
  return all([
    patch(prototype, 'open', ({ original, self, args }) => {
      const result = Reflect.apply(original, self, args);
      page.attempt(() => opened.set(self as XMLHttpRequest, { method: String(args[0]), url: String(args[1]) }));
      return result;
    }),
    patch(prototype, 'setRequestHeader', ({ original, self, args }) => {
      const result = Reflect.apply(original, self, args);
      page.attempt(() => {
        const facts = opened.get(self as XMLHttpRequest);
        if (facts !== undefined && String(args[0]).toLowerCase() === CORRELATION_HEADER)
          facts.correlationId = String(args[1]);
      });
      return result;
    }),
    patch(prototype, 'send', ({ original, self, args }) => {
      page.attempt(() => {
        const xhr = self as XMLHttpRequest;
        const facts = opened.get(xhr);
        const started = facts && log.start(facts.method, facts.url);
        if (started === undefined) return;
        if (facts?.correlationId !== undefined) started.correlationId = facts.correlationId;
        else if (started.isCorrelated) setRequestHeader.call(xhr, CORRELATION_HEADER, started.correlationId);
        const end = (): void => {
          page.attempt(() => {
            log.end(started, xhr.status, xhr.status === 0);
          });
        };
        xhr.addEventListener('loadend', end, { once: true });
      });
      return Reflect.apply(original, self, args);
    }),
  ]);
}
