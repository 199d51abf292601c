// What an event says of the reasons for its error besides type, message and stack: its code and its causes, without their
// stacks. Small enough to be compared for each event.

import type { Cause, EventPayload } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import { DETAIL_CHARS_MAX, EVENT_CAUSES_MAX } from '../../limits.js';
import { cutAhead, redactCutOptional } from './cut.js';
import type { RedactRules } from './redact-text.js';

/** Cut (`cutAhead`); still holds what the client sent. */
export interface ReasonFacts {
  readonly code: string | undefined;
  /** The nearest first. */
  readonly causes: readonly CauseFacts[];
}

export type CauseFacts = { readonly [K in 'type' | 'message' | 'code']: Cause[K] | undefined };

const NO_CAUSES: readonly CauseFacts[] = [];

export function toReasonFacts({ code, causes }: Pick<EventPayload, 'code' | 'causes'>): ReasonFacts {
  // Most events have neither.
  return {
    code: toName(code),
    causes:
      Array.isArray(causes) && causes.length > 0 ? causes.slice(0, EVENT_CAUSES_MAX).map(toCauseFacts) : NO_CAUSES,
  };
}

function toCauseFacts(sent: unknown): CauseFacts {
  const { type, message, code }: Record<string, unknown> = typeof sent === 'object' && sent !== null ? { ...sent } : {};
  return { type: toName(type), message: toText(message, MAX_MESSAGE_LENGTH), code: toName(code) };
}

function toName(value: unknown): string | undefined {
  return toText(typeof value === 'number' ? String(value) : value, DETAIL_CHARS_MAX);
}

function toText(value: unknown, charsMax: number): string | undefined {
  return typeof value === 'string' ? cutAhead(value, charsMax) : undefined;
}

export function areSameReasons(one: ReasonFacts, other: ReasonFacts): boolean {
  if (one.code !== other.code || one.causes.length !== other.causes.length) return false;
  return one.causes.every((cause, index) => isSameCause(cause, other.causes[index]));
}

function isSameCause(one: CauseFacts, other: CauseFacts | undefined): boolean {
  return other !== undefined && one.message === other.message && one.type === other.type && one.code === other.code;
}

/** The size of what is remembered of them. */
export function countReasonChars({ code, causes }: ReasonFacts): number {
  const texts = [code, ...causes.flatMap((cause) => [cause.type, cause.message, cause.code])];
  return texts.reduce((chars, text) => chars + (text?.length ?? 0), 0);
}

export function redactReasons({ code, causes }: ReasonFacts, rules: RedactRules): ReasonFacts {
  const clean = (text: string | undefined): string | undefined => redactCutOptional(text, DETAIL_CHARS_MAX, rules);
  return {
    code: clean(code),
    causes: causes.map(({ type, message, code: causeCode }) => ({
      type: clean(type),
      message: redactCutOptional(message, MAX_MESSAGE_LENGTH, rules),
      code: clean(causeCode),
    })),
  };
}
