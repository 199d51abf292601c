// What a server did while it answered a request, one span after the other: its calls of databases, of caches, of others. Names of
// fields are those of OpenTelemetry and Sentry.

import type { RequestSpan } from '../../../schemas/request.js';
import { SPAN_ID_CHARS_MAX, SPAN_NAME_CHARS_MAX, SPAN_OP_CHARS_MAX, SPANS_KEPT_MAX } from '../../limits.js';
import { cutAhead, redactCut } from './cut.js';
import type { RedactRules } from './redact-text.js';

export interface RequestSpans {
  /** Of how many the sender told; those that are kept are the longest. */
  readonly count: number;
  /** In the order in which they began; of those that began together the longest first, as it holds the others. */
  readonly kept: readonly RequestSpan[];
}

/**
 * The spans of a request record, their names cut (`cutAhead`). What is no span refuses no request: it is left out. `undefined` where
 * there is none. Still holds what the client sent: redact it next.
 */
export function toRequestSpans(value: unknown): RequestSpans | undefined {
  if (!Array.isArray(value)) return undefined;
  const spans = value.flatMap((one: unknown) => toSpan(one) ?? []);
  if (spans.length === 0) return undefined;
  const longest = spans.length > SPANS_KEPT_MAX ? spans.toSorted(byDuration).slice(0, SPANS_KEPT_MAX) : spans;
  const kept = longest.toSorted((one, other) => one.offset - other.offset || byDuration(one, other));
  return { count: spans.length, kept: kept.map(cutNames) };
}

/** Free of secrets, within their limits. */
export function redactSpans({ count, kept }: RequestSpans, rules: RedactRules): RequestSpans {
  const redacted = kept.map(
    ({ name, op, ...rest }): RequestSpan => ({
      name: redactCut(withoutPassword(name, op), SPAN_NAME_CHARS_MAX, rules),
      ...(op !== undefined && { op: redactCut(op, SPAN_OP_CHARS_MAX, rules) }),
      ...rest,
    }),
  );
  return { count, kept: redacted };
}

/** The password of Redis is a word without a name: https://redis.io/docs/latest/commands/auth/ */
const AUTH = /^(\s{0,8}(?:AUTH|HELLO\s{1,8}\d\s{1,8}AUTH)\s)[^]*$/i;
const STORE_OP = /^(?:db|cache|redis)\b/;

function withoutPassword(name: string, op: string | undefined): string {
  return op !== undefined && STORE_OP.test(op) ? name.replace(AUTH, '$1[Redacted]') : name;
}

const byDuration = (one: RequestSpan, other: RequestSpan): number => other.duration - one.duration;

function toSpan(value: unknown): RequestSpan | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, op, spanId, parentSpanId, offset, duration, failed } = value as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string' || name === '' || !isTime(offset) || !isTime(duration) || duration < 0) return null;
  return {
    name,
    ...(typeof op === 'string' && op !== '' && { op }),
    ...(isId(spanId) && { spanId }),
    ...(isId(parentSpanId) && { parentSpanId }),
    offset: toMicroseconds(offset),
    duration: toMicroseconds(duration),
    ...(failed === true && { failed }),
  };
}

function cutNames({ name, op, ...rest }: RequestSpan): RequestSpan {
  return {
    name: cutAhead(name, SPAN_NAME_CHARS_MAX),
    ...(op !== undefined && { op: cutAhead(op, SPAN_OP_CHARS_MAX) }),
    ...rest,
  };
}

/** A year in milliseconds: what is farther from its request is no part of it. */
const TIME_MAX = 366 * 86_400_000;

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= TIME_MAX;
}

const ID = new RegExp(`^[0-9A-Za-z-]{1,${SPAN_ID_CHARS_MAX}}$`);

function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
