// What the daemon's answers mean for the records of a call.

import { RETRY_AFTER_MAX_MS, RETRY_FIRST_MS, RETRY_MAX_MS } from './limits.js';

/** Too many calls, or nobody there for now: the same call may succeed later. */
export function isTemporary(status: number): boolean {
  return status === 408 || status === 429 || (status >= 502 && status <= 504);
}

/** Of each item of a 207, in order: stored, refused for good, or to be sent again. */
export function toFates(body: string): readonly ('stored' | 'again' | 'refused')[] {
  try {
    const items = JSON.parse(body) as readonly ({ readonly code?: string } | null)[];
    return items.map((item) =>
      item?.code === undefined ? 'stored' : TEMPORARY_CODES.test(item.code) ? 'again' : 'refused',
    );
  } catch {
    // An answer that cannot be read says only what its status says.
    return [];
  }
}

/** The codes of docs/errors.md that are answered with 503 or, of ingest, with 429. */
const TEMPORARY_CODES = /^(?:rate_limited|queue_full|storage_full|storage_unavailable|worker_lost|shutting_down)$/;

/** Twice as long after each failure; scattered, so that a hundred pages do not come back in the same moment. */
export function toWaitMs(failures: number, retryAfter: string | null): number {
  const text = retryAfter ?? '';
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  if (asked >= 0) return Math.min(asked, RETRY_AFTER_MAX_MS) * (1 + Math.random() / 10);
  return Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures) * (0.5 + Math.random() / 2);
}
