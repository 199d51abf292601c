import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import type { Arrival } from '../feed/arrivals.ts';
import { toPage } from '../router/project.ts';
import { toRequestTone } from '../ui/request-tone.ts';

/** One line of the live stream. */
export interface StreamItem {
  readonly key: string;
  /** What it is of: of one thing what has just come stands there, and not what was read of it too. */
  readonly about: string;
  readonly at: string;
  /** A word or a number for what it is. */
  readonly kind: string;
  readonly tone: 'bad' | 'warn' | 'good' | 'neutral';
  readonly text: string;
  /** Where it leads. */
  readonly to: string;
  /** It came while the page was open. */
  readonly isFresh: boolean;
}

/** The line for what came over the feed; none for what is no arrival. */
export function toStreamItem({ seq, message: { type, payload } }: Arrival): StreamItem[] {
  switch (type) {
    case 'new_error':
      return [{ ...errorItem(payload), key: `arrival-${seq}`, isFresh: true }];
    case 'new_event':
      return [{ ...errorItem(payload.errorGroup), key: `arrival-${seq}`, at: payload.event.receivedAt, isFresh: true }];
    case 'new_request':
      return [{ ...requestItem(payload), isFresh: true }];
    case 'new_log':
      return [{ ...logItem(payload), isFresh: true }];
    case 'status_change':
    case 'triage_change':
      return [];
  }
}

/** The line for an error group. */
export function errorItem({ id, severity, lastSeen, message }: ErrorGroup): StreamItem {
  return {
    key: `error-${id}`,
    about: `error-${id}`,
    at: lastSeen,
    kind: severity,
    tone: severity === 'warning' ? 'warn' : severity === 'info' ? 'neutral' : 'bad',
    text: message,
    to: toPage(`/errors/${id}`),
    isFresh: false,
  };
}

/** The line for a request record. */
export function requestItem({ id, method, url, statusCode, timestamp }: RequestSummary): StreamItem {
  return {
    key: `request-${id}`,
    about: `request-${id}`,
    at: timestamp,
    kind: String(statusCode ?? '···'),
    tone: toRequestTone(statusCode),
    text: `${method} ${url}`,
    to: toPage(`/requests/${encodeURIComponent(id)}`),
    isFresh: false,
  };
}

/** The line for a log entry. */
export function logItem({ id, level, message, timestamp }: LogRecord): StreamItem {
  return {
    key: `log-${id}`,
    about: `log-${id}`,
    at: timestamp,
    kind: level,
    tone: level === 'warn' ? 'warn' : 'neutral',
    text: message,
    to: toPage('/logs', { at: timestamp }),
    isFresh: false,
  };
}
