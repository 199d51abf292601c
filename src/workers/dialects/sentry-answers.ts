// What SDKs expect to be answered. They read the status, `Retry-After` and `X-Sentry-Rate-Limits`; people read the rest.

import { ERROR_CODES, type ErrorCode, REASON_CODES } from '../../errors.js';
import { type HeaderList, type HttpAnswer, toJsonAnswer } from '../../http-answer.js';
import { ERROR_DETAILS_MAX, RETRY_AFTER_SECONDS, SENTRY_ERROR_CHARS_MAX } from '../../limits.js';
import type { BatchResult } from '../../messages.js';
import type { Drop, Rejection } from '../../outcome.js';

/** 200 with the id that the sender gave, when all is stored; otherwise why the first of the refused is not. */
export function toSentryAnswer({ items, notes }: Pick<BatchResult, 'items' | 'notes'>): HttpAnswer {
  const refusals = items.filter((item) => item.kind === 'rejected' || item.kind === 'dropped');
  // With a failure of ours among them, that one: the others would not help the sender.
  const [first] = [...refusals.filter((refusal) => refusal.kind === 'dropped'), ...refusals];
  if (first === undefined) {
    return toJsonAnswer(200, JSON.stringify(notes?.callId === undefined ? {} : { id: notes.callId }));
  }
  return toDetailAnswer(first, refusals.slice(0, ERROR_DETAILS_MAX).map(toSentence));
}

export function toSentryRefusal(refusal: Rejection | Drop): HttpAnswer {
  return toDetailAnswer(refusal, []);
}

/** For what no item is refused by: a path that is none of those taken, or a method. */
export function toSentryErrorAnswer(code: ErrorCode, headers: HeaderList = []): HttpAnswer {
  const { status, error } = ERROR_CODES[code];
  const answer = toJsonAnswer(status, JSON.stringify({ detail: error }));
  return { ...answer, headers: [...(answer.headers ?? []), ['X-Sentry-Error', toHeaderText(error)], ...headers] };
}

function toDetailAnswer(refusal: Rejection | Drop, causes: readonly string[]): HttpAnswer {
  const detail = toSentence(refusal);
  const status = toSentryStatus(REASON_CODES[refusal.reason]);
  const retry = toRetryHeaders(refusal, status);
  const answer = toJsonAnswer(status, JSON.stringify(causes.length > 1 ? { detail, causes } : { detail }));
  return { ...answer, headers: [...(answer.headers ?? []), ['X-Sentry-Error', toHeaderText(detail)], ...retry] };
}

/** An SDK that is told no categories sends nothing of any until the time is over. */
function toRetryHeaders(refusal: Rejection | Drop, status: number): HeaderList {
  if (refusal.kind === 'rejected' && refusal.reason === 'too_many_attempts')
    return [['Retry-After', String(refusal.retryAfterSeconds ?? RETRY_AFTER_SECONDS)]];
  const isLimited = refusal.kind === 'rejected' && refusal.reason === 'rate_limited';
  if (!isLimited && (refusal.kind !== 'dropped' || (status !== 429 && status !== 503))) return [];
  const seconds = (isLimited ? refusal.retryAfterSeconds : undefined) ?? RETRY_AFTER_SECONDS;
  return [
    ['Retry-After', String(seconds)],
    ['X-Sentry-Rate-Limits', `${seconds}::${isLimited ? 'project' : 'organization'}:${refusal.reason}`],
  ];
}

/** Where the protocol has another status than ours: a key that does not fit, and a queue that is full. */
export function toSentryStatus(code: ErrorCode): number {
  if (code === 'unauthorized') return 403;
  return code === 'queue_full' ? 429 : ERROR_CODES[code].status;
}

function toSentence(refusal: Rejection | Drop): string {
  const { error } = ERROR_CODES[REASON_CODES[refusal.reason]];
  if (refusal.kind === 'dropped') return error;
  const [first] = refusal.details ?? [];
  return (
    refusal.message ?? (first === undefined ? error : `The item cannot be stored: ${first.path} ${first.message}.`)
  );
}

/** A header holds no line breaks, and what is not ASCII arrives as something else. */
function toHeaderText(text: string): string {
  return text.slice(0, SENTRY_ERROR_CHARS_MAX).replace(/[^\x20-\x7e]/g, '?');
}
