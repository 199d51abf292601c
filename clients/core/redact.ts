// The daemon's own redaction, run before a record leaves the process.

import { redactFrame, redactProse } from '../../src/workers/domain/redact-site.js';
import { scanText } from '../../src/workers/domain/redact-text.js';
import { contextAllowance, redactBodyText, redactValue } from '../../src/workers/domain/redact-value.js';
import type { ErrorEvent, RequestRecord } from './types.js';

/** The text of a body as it may leave the process. */
export { redactBodyText };

/** The fields of a record that hold values of any shape. */
const CONTEXTS = ['environment', 'tags', 'request', 'user', 'extra', 'breadcrumbs'] as const;

/** The event as it may leave the process. */
export function redactEvent(event: ErrorEvent): object {
  const allowance = contextAllowance();
  const redacted: Record<string, unknown> = { ...event, message: redactProse(event.message) };
  if (event.stack !== undefined) redacted.stack = redactProse(event.stack);
  if (event.componentStack !== undefined) redacted.componentStack = redactProse(event.componentStack);
  redacted.stackFrames = event.stackFrames?.map(redactFrame);
  for (const name of CONTEXTS) {
    if (event[name] !== undefined) redacted[name] = redactValue(event[name], allowance);
  }
  return redacted;
}

/** The log entry as it may leave the process. */
export function redactLog(log: { readonly message: string; readonly extra?: unknown }): object {
  return { ...log, message: redactProse(log.message), extra: redactValue(log.extra, contextAllowance()) };
}

/** The request record as it may leave the process; its bodies are texts that were redacted and cut where they were read. */
export function redactRequest(request: RequestRecord & { readonly projectId: string | undefined }): object {
  const allowance = contextAllowance();
  return {
    ...request,
    url: scanText(request.url, 'url'),
    headers: redactValue(request.headers, allowance),
    responseHeaders: redactValue(request.responseHeaders, allowance),
  };
}
