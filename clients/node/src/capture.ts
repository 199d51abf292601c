// Errors that a hook or a helper has of a request.

import type { EventFacts } from '../../core/client.js';
import { type Host, quietly } from './host.js';
import { contextOf, currentContext, explainCurrent, runInContext } from './request-context.js';

/** Reports an error of the request, when it is one of ours, else of what runs now; the id of its event. */
export function captureFor(host: Host, error: unknown, { request, ...facts }: RequestFacts): string | undefined {
  return quietly(host, () =>
    runInContext(contextOf(request) ?? currentContext(), () => {
      explainCurrent();
      return host.client.capture(error, facts);
    }),
  );
}

export interface RequestFacts extends Omit<EventFacts, 'request'> {
  /** Of `node:http`. */
  readonly request?: unknown;
}

/** False for an answer to a mistake of the client's, such as 404 or a body that is no JSON. */
export function isServerFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return true;
  try {
    const { status, statusCode } = error as { readonly status?: unknown; readonly statusCode?: unknown };
    const code = typeof statusCode === 'number' ? statusCode : status;
    return !(typeof code === 'number' && code >= 300 && code < 500);
  } catch {
    // A getter threw: whatever this is, it is no answer.
    return true;
  }
}
