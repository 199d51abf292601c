// Handlers that take a `Request` and answer a `Response`, as in Next.js, wherever they run.

import { METHOD_CHARS_MAX, URL_CHARS_MAX } from '../../../schemas/limits.js';
import { CORRELATION_HEADER } from '../../core/correlation.js';
import { type Host, quietly } from './host.js';
import { isIgnored, openContext, report, toRecord } from './incoming.js';
import { currentContext, type RequestContext, runInContext } from './request-context.js';

export type WebHandler = () => Response | Promise<Response>;

/** Calls the handler. What it throws is reported and thrown on; the request is recorded unless `node:http` has seen it. */
export async function serve(host: Host, request: Request, handler: WebHandler): Promise<Response> {
  const outer = currentContext();
  const context = outer ?? quietly(host, () => toContext(request));
  if (context === undefined) return handler();
  const isRecorded = outer === undefined && !isIgnored(context.request.url, host.settings.ignoreRequests);
  const endWith = (answer?: Answer): void => {
    context.recordBy(() => record(host, context, answer));
  };
  const end = (statusCode: number, response?: Response): void => {
    if (!isRecorded) return;
    endWith({ statusCode, response });
    quietly(host, () => context.record());
  };
  // The process may end before the answer.
  if (isRecorded) endWith();
  return runInContext(context, async () => {
    try {
      const response = await handler();
      end(response.status, response);
      return response;
    } catch (error) {
      if (!isControlFlow(error)) {
        context.isExplained = true;
        host.client.capture(error, {});
        end(500);
      }
      throw error;
    }
  });
}

function toContext(request: Request): RequestContext {
  const { pathname, search } = new URL(request.url);
  const served = {
    method: request.method.slice(0, METHOD_CHARS_MAX),
    url: `${pathname}${search}`.slice(0, URL_CHARS_MAX),
    headers: Object.fromEntries(request.headers),
  };
  return openContext(served, request.headers.get(CORRELATION_HEADER), request.headers.get('traceparent'));
}

interface Answer {
  readonly statusCode: number;
  readonly response: Response | undefined;
}

function record(host: Host, context: RequestContext, answer?: Answer): void {
  const ended = toRecord(context, context.durationMs);
  if (answer !== undefined) ended.statusCode = answer.statusCode;
  const headers = answer?.response?.headers;
  report(host, { context, record: ended, responseHeaders: headers && Object.fromEntries(headers) });
}

/** Next.js redirects and answers 404 by throwing; nothing has failed then. */
function isControlFlow(error: unknown): boolean {
  const { digest } = (error ?? {}) as { readonly digest?: unknown };
  return typeof digest === 'string' && digest.startsWith('NEXT_');
}
