import type { ErrorGroup } from '../../../schemas/error-group.ts';
import type { EventRecord } from '../../../schemas/event.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import type { RequestSummary } from '../../../schemas/request.ts';
import { toPage } from '../router/project.ts';
import { toDuration } from '../ui/format.ts';
import { toRequestTone } from '../ui/request-tone.ts';

export interface TimelineItem {
  readonly key: string;
  readonly kind: 'event' | 'error' | 'request' | 'log';
  readonly atMs: number;
  /** From the event: −320 ms. */
  readonly offset: string;
  readonly label: string;
  readonly tone: 'bad' | 'warn' | 'good' | 'neutral';
  readonly text: string;
  readonly to: string | null;
}

interface Correlated {
  readonly requests: readonly RequestSummary[];
  readonly logs: readonly LogRecord[];
  readonly errors: readonly ErrorGroup[];
}

/** One line of time through everything that belongs together, the event itself among it. */
export function toTimeline(event: EventRecord, { requests, logs, errors }: Correlated): readonly TimelineItem[] {
  const eventMs = Date.parse(event.timestamp);
  const items: Omit<TimelineItem, 'offset'>[] = [
    {
      key: 'event',
      kind: 'event',
      atMs: eventMs,
      label: event.severity,
      tone: 'bad',
      text: `${event.type}: ${event.message}`,
      to: null,
    },
    ...requests.map(fromRequest),
    ...logs.map(fromLog),
    ...errors.map(fromError),
  ];
  return items
    .sort((a, b) => a.atMs - b.atMs)
    .map((item) => ({ ...item, offset: item.kind === 'event' ? 'here' : toOffset(item.atMs - eventMs) }));
}

function fromRequest({
  id,
  method,
  url,
  statusCode,
  duration,
  timestamp,
}: RequestSummary): Omit<TimelineItem, 'offset'> {
  return {
    key: `request-${id}`,
    kind: 'request',
    atMs: Date.parse(timestamp),
    label: statusCode === undefined ? 'request' : String(statusCode),
    tone: toRequestTone(statusCode),
    text: `${method} ${url}${duration === undefined ? '' : ` in ${toDuration(duration)}`}`,
    to: null,
  };
}

function fromLog({ id, level, message, timestamp }: LogRecord): Omit<TimelineItem, 'offset'> {
  return {
    key: `log-${id}`,
    kind: 'log',
    atMs: Date.parse(timestamp),
    label: level,
    tone: level === 'warn' ? 'warn' : 'neutral',
    text: message,
    to: toPage('/logs', { at: timestamp }),
  };
}

/** A group is not a moment; the last time it was seen is the nearest there is. */
function fromError({ id, type, message, lastSeen }: ErrorGroup): Omit<TimelineItem, 'offset'> {
  return {
    key: `error-${id}`,
    kind: 'error',
    atMs: Date.parse(lastSeen),
    label: 'error',
    tone: 'bad',
    text: `${type}: ${message}`,
    to: toPage(`/errors/${id}`),
  };
}

function toOffset(offsetMs: number): string {
  const sign = offsetMs < 0 ? '−' : '+';
  return `${sign}${toDuration(Math.abs(offsetMs))}`;
}
