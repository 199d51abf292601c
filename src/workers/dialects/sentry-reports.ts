// What is counted and not kept: items of kinds that errord has no place for, and what an SDK says it dropped itself. Both are
// counted by names out of fixed lists, so that no sender can make up more of them.

import { CLIENT_DROPPED_MAX } from '../../limits.js';
import { asMap, asNumber, asText, type JsonMap } from './sentry-values.js';

const SKIPPED_TYPES: ReadonlySet<string> = new Set([
  'transaction',
  'span',
  'attachment',
  'session',
  'sessions',
  'user_report',
  'feedback',
  'replay_event',
  'replay_recording',
  'replay_video',
  'profile',
  'profile_chunk',
  'check_in',
  'statsd',
  'metric_meta',
  'metric_buckets',
  'trace_metric',
  'otel_log',
  'otel_span',
  'nel',
  'raw_security',
  'form_data',
]);

/** https://develop.sentry.dev/sdk/telemetry/client-reports/ */
const REASONS: ReadonlySet<string> = new Set([
  'queue_overflow',
  'cache_overflow',
  'buffer_overflow',
  'ratelimit_backoff',
  'network_error',
  'send_error',
  'internal_sdk_error',
  'before_send',
  'event_processor',
  'sample_rate',
  'insufficient_data',
  'backpressure',
  'ignored',
  'invalid',
  'no_parent_span',
]);

/** The name under which an item is counted that is not kept. */
export function toSkippedName(type: string): string {
  return SKIPPED_TYPES.has(type) ? type : 'unknown';
}

/** Counts by name, to be filled while a call is read. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string, count = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + count);
  }

  /** `undefined` when there is nothing to tell. */
  toCounts(): Readonly<Record<string, number>> | undefined {
    return this.#counts.size === 0 ? undefined : Object.fromEntries(this.#counts);
  }
}

/** Adds up what a client report says was dropped, by reason. A figure that cannot be one is left out. */
export function addClientReport(report: JsonMap, dropped: Tally): void {
  const { discarded_events: discarded } = report;
  if (!Array.isArray(discarded)) return;
  for (const entry of discarded.map(asMap)) {
    const reason = asText(entry?.reason);
    const quantity = asNumber(entry?.quantity);
    if (reason === undefined || quantity === undefined || !Number.isInteger(quantity) || quantity < 1) continue;
    dropped.add(REASONS.has(reason) ? reason : 'other', Math.min(quantity, CLIENT_DROPPED_MAX));
  }
}
