import { ID_CHARS_MAX } from '../../schemas/limits.js';
import { CORRELATION_HEADER, PROJECT_HEADER } from '../../src/constants.js';
import { TRACEPARENT_CHARS_MAX } from './limits.js';

export { CORRELATION_HEADER, PROJECT_HEADER };

/** The version, the trace id, the parent id and the flags (W3C Trace Context, 3.2). */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
// Left out of a bundle that parses none.
const ID = /* @__PURE__ */ new RegExp(`^[\\x21-\\x7e]{1,${ID_CHARS_MAX}}$`);

/** An id as the daemon takes it: visible ASCII, so that it may stand in a header too. */
export function newId(): string {
  const { crypto } = globalThis;
  // A page that is not served from a secure origin has no randomUUID.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The id that a request came with: the header's own, else the trace id of a `traceparent`. */
export function parseCorrelation(correlation: unknown, traceparent: unknown): string | undefined {
  if (typeof correlation === 'string' && ID.test(correlation)) return correlation;
  const traceId =
    typeof traceparent === 'string' && traceparent.length <= TRACEPARENT_CHARS_MAX
      ? TRACEPARENT.exec(traceparent)?.[1]
      : undefined;
  return traceId === undefined || /^0+$/.test(traceId) ? undefined : traceId;
}
