import type { EventRecord } from '../../../schemas/event.ts';
import type { LogRecord } from '../../../schemas/log.ts';
import type { RequestRecord, RequestSummary } from '../../../schemas/request.ts';
import { toPage } from '../router/project.ts';
import { toDuration } from '../ui/format.ts';
import { toRequestTone } from '../ui/request-tone.ts';
import type { CorrelatedError } from './use-correlated-errors.ts';

export interface TimelineItem {
  readonly key: string;
  readonly kind: 'event' | 'error' | 'request' | 'span' | 'log';
  readonly atMs: number;
  /** From the subject: −320 ms. */
  readonly offset: string;
  readonly label: string;
  readonly tone: 'bad' | 'warn' | 'good' | 'neutral';
  readonly text: string;
  readonly to: string | null;
  /** Null for what has no length. */
  readonly durationMs: number | null;
  /** Where it begins and how long it is, in percent of the whole time line. */
  readonly startPercent: number;
  readonly lengthPercent: number;
  /** How far below its request it is; 0 for what is no span. */
  readonly depth: number;
}

/** What the page is about; the others are told by how far they are from it. */
export type TimelineSubject =
  | { readonly kind: 'event'; readonly event: EventRecord; readonly groupId: string }
  | { readonly kind: 'request'; readonly request: RequestSummary };

interface Correlated {
  readonly requests: readonly RequestSummary[];
  readonly logs: readonly LogRecord[];
  readonly errors: readonly CorrelatedError[];
  /** With their spans. */
  readonly records: readonly RequestRecord[];
}

type Moment = Omit<TimelineItem, 'offset' | 'startPercent' | 'lengthPercent' | 'depth'> & { readonly depth?: number };

/** One line of time through everything that belongs together, the subject itself among it. */
export function toTimeline(subject: TimelineSubject, correlated: Correlated): readonly TimelineItem[] {
  const { requests, logs, errors, records } = correlated;
  const own = subject.kind === 'event' ? fromEvent(subject.event) : { ...fromRequest(subject.request), to: null };
  const others = [
    ...requests.map(fromRequest),
    ...records.flatMap((record) => fromSpans(record, subject)),
    ...logs.map(fromLog),
    ...errors.filter(({ group }) => subject.kind !== 'event' || group.id !== subject.groupId).map(fromError),
  ];
  const moments = [own, ...others.filter(({ key }) => key !== own.key)].sort((a, b) => a.atMs - b.atMs);
  const fromMs = Math.min(...moments.map(({ atMs }) => atMs));
  const spanMs = Math.max(1, Math.max(...moments.map(toEndMs)) - fromMs);
  return moments.map((item) => ({
    depth: 0,
    ...item,
    offset: item === own ? 'here' : toOffset(item.atMs - own.atMs),
    startPercent: ((item.atMs - fromMs) / spanMs) * 100,
    lengthPercent: ((item.durationMs ?? 0) / spanMs) * 100,
  }));
}

/** How long all of it took; null where it is one moment: then there is nothing to draw to scale. */
export function toSpanMs(items: readonly TimelineItem[]): number | null {
  const spanMs = Math.max(...items.map(toEndMs)) - Math.min(...items.map(({ atMs }) => atMs));
  return spanMs > 0 ? spanMs : null;
}

function toEndMs({ atMs, durationMs }: Pick<TimelineItem, 'atMs' | 'durationMs'>): number {
  return atMs + (durationMs ?? 0);
}

function fromEvent({ timestamp, severity, type, message }: EventRecord): Moment {
  return {
    key: 'event',
    kind: 'event',
    atMs: Date.parse(timestamp),
    label: severity,
    tone: 'bad',
    text: `${type}: ${message}`,
    to: null,
    durationMs: null,
  };
}

function fromRequest({ id, method, url, statusCode, duration, timestamp }: RequestSummary): Moment {
  return {
    key: `request-${id}`,
    kind: 'request',
    atMs: Date.parse(timestamp),
    label: statusCode === undefined ? 'request' : String(statusCode),
    tone: toRequestTone(statusCode),
    text: `${method} ${url}`,
    to: toPage(`/requests/${encodeURIComponent(id)}`),
    durationMs: duration ?? null,
  };
}

/** Below their request, each as far as it is nested. A parent that is not among them is not drawn. */
function fromSpans(record: RequestRecord, subject: TimelineSubject): Moment[] {
  const { id, timestamp, spans = [] } = record;
  const beginMs = Date.parse(timestamp);
  const isSubject = subject.kind === 'request' && subject.request.id === id;
  const depths = new Map<string, number>();
  return spans.map(({ name, op, spanId, parentSpanId, offset, duration, failed }, index) => {
    const depth = Math.min(DEPTH_MAX, (depths.get(parentSpanId ?? '') ?? 0) + 1);
    if (spanId !== undefined) depths.set(spanId, depth);
    return {
      key: `span-${id}-${index}`,
      kind: 'span',
      atMs: beginMs + offset,
      label: op ?? 'span',
      tone: failed === true ? 'bad' : 'neutral',
      text: failed === true ? `failed: ${name}` : name,
      to: isSubject ? null : toPage(`/requests/${encodeURIComponent(id)}`),
      durationMs: duration,
      depth,
    };
  });
}

/** Deeper ones stand below each other: their bars say what is in what. */
const DEPTH_MAX = 6;

function fromLog({ id, level, message, timestamp }: LogRecord): Moment {
  return {
    key: `log-${id}`,
    kind: 'log',
    atMs: Date.parse(timestamp),
    label: level,
    tone: level === 'warn' ? 'warn' : 'neutral',
    text: message,
    to: toPage('/logs', { at: timestamp }),
    durationMs: null,
  };
}

/** A group is not a moment; without its event, the last time it was seen is the nearest there is. */
function fromError({ group: { id, type, message, lastSeen }, event, seq }: CorrelatedError): Moment {
  return {
    key: `error-${id}-${seq ?? ''}`,
    kind: 'error',
    atMs: Date.parse(event?.timestamp ?? lastSeen),
    label: 'error',
    tone: 'bad',
    text: `${event?.type ?? type}: ${event?.message ?? message}`,
    to: toPage(`/errors/${encodeURIComponent(id)}`, seq === null ? {} : { event: String(seq) }),
    durationMs: null,
  };
}

function toOffset(offsetMs: number): string {
  const sign = offsetMs < 0 ? '−' : '+';
  return `${sign}${toDuration(Math.abs(offsetMs))}`;
}
