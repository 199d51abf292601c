// What the clients send, in types of their own, so that the published ones need no schema builder. A test holds them
// against the schemas.

import type { LogLevel, Severity, Source } from '../../schemas/words.js';

export type { LogLevel, Severity, Source };
export type Extra = Readonly<Record<string, unknown>>;

/** Innermost first. `lineno` and `colno` count from 1. */
export interface StackFrame {
  filename?: string;
  function?: string;
  lineno?: number;
  colno?: number;
  inApp?: boolean;
  contextLine?: string;
  preContext?: string[];
  postContext?: string[];
}

/** An error that led to the one that is reported. */
export interface Cause {
  type?: string;
  message?: string;
  code?: string;
  stackFrames?: StackFrame[];
}

/** Something that happened before an error. */
export interface Breadcrumb {
  /** ISO 8601; now when absent. */
  timestamp?: string;
  /** `click`, `navigation`, `http`, `console`, or a word of the application's own. */
  category?: string;
  message?: string;
  level?: LogLevel | 'error';
  data?: Extra;
}

/** One event as it goes to `POST /api/events/batch`. What `beforeSend` sees is not redacted yet. */
export interface ErrorEvent {
  eventId: string;
  timestamp: string;
  type: string;
  message: string;
  source: Source;
  severity: Severity;
  projectId?: string;
  correlationId?: string;
  stack?: string;
  stackFrames?: StackFrame[];
  request?: Record<string, unknown>;
  environment?: Record<string, unknown>;
  componentStack?: string;
  componentName?: string;
  extra?: Record<string, unknown>;
  release?: string;
  user?: Record<string, unknown>;
  tags?: Record<string, unknown>;
  breadcrumbs?: Breadcrumb[];
  /** Of the error: `ECONNREFUSED`. Named by the library for Node.js. */
  code?: string;
  /** What led to it, the nearest first. Named by the library for Node.js. */
  causes?: Cause[];
  /** Takes the place of the daemon's grouping. */
  fingerprint?: string[];
}

/** One HTTP request as it goes to `POST /api/events/request/batch`. `duration` is in milliseconds. */
export interface RequestRecord {
  method: string;
  url: string;
  statusCode?: number;
  duration?: number;
  timestamp?: string;
  correlationId?: string;
  errorEventId?: string;
  source?: Source;
  headers?: Record<string, unknown>;
  responseHeaders?: Record<string, unknown>;
  requestBody?: string;
  responseBody?: string;
}

/** Why records were not delivered. */
export type DropReason =
  /** More waited than the queue holds; the oldest went. */
  | 'queue_full'
  /** One record, or one call of one record, was larger than the daemon takes. */
  | 'too_large'
  /** The daemon refused it for good: no valid record, a wrong token, no such daemon. */
  | 'refused'
  /** `beforeSend` threw or answered something that is no event. */
  | 'before_send_failed'
  /** The application ended before it could be sent. */
  | 'closed'
  /** A fault of this library. */
  | 'internal';

export interface ClientStats {
  /** Records that the daemon has acknowledged. */
  readonly sentCount: number;
  /** Records that wait or are on their way. */
  readonly queuedCount: number;
  readonly dropped: Readonly<Partial<Record<DropReason, number>>>;
}
