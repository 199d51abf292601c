// What of its events an error is split by: what a person types, and what the event on the screen has to offer for that.

import type { EventRecord } from '../../../schemas/event.ts';
import { GROUPING_CONDITION_CHARS_MAX } from '../../../schemas/limits.ts';
import type { SplitCommand } from '../../../schemas/split.ts';
import { toFramePackages } from '../../../src/frame-packages.ts';
import { sliceText } from '../../../src/slice-text.ts';

/** Without those that ask nothing. */
export type Conditions = Omit<SplitCommand, 'preview'>;

export type ConditionName = keyof Conditions;

interface ConditionField {
  readonly name: ConditionName;
  readonly label: string;
  readonly placeholder: string;
}

/** In the order in which they are read and typed. */
export const SPLIT_FIELDS: readonly ConditionField[] = [
  { name: 'message', label: 'Message', placeholder: 'any, or no * left in *' },
  { name: 'type', label: 'Type', placeholder: 'any, or StockError' },
  { name: 'file', label: 'File', placeholder: 'any, or */src/cart/*' },
  { name: 'package', label: 'Package', placeholder: 'any, or stripe' },
];

export function hasCondition(conditions: Conditions): boolean {
  return Object.keys(conditions).length > 0;
}

/** The conditions with one of them as it was typed. */
export function withCondition(conditions: Conditions, name: ConditionName, text: string): Conditions {
  const texts = Object.entries({ ...conditions, [name]: text });
  return Object.fromEntries(texts.filter(([, one]) => one !== ''));
}

/** Frames whose files and packages are offered: the daemon looks at more than these. */
const FRAMES_LOOKED_AT = 10;
const OFFERS_MAX = 3;

/** What an event has, as conditions that hold for it. */
export function toOffers(event: EventRecord): Readonly<Record<ConditionName, readonly string[]>> {
  const frames = event.stackFrames.slice(0, FRAMES_LOOKED_AT);
  const files = frames.flatMap(({ inApp, filename = '' }) => (inApp ? [filename] : []));
  return {
    message: toDistinct([toPattern(event.message)]),
    type: toDistinct([toPattern(event.type)]),
    file: toDistinct(files.map(toPatternOfEnd)),
    package: toDistinct(frames.flatMap(toFramePackages).map(toPattern)),
  };
}

function toDistinct(patterns: readonly string[]): readonly string[] {
  const telling = patterns.filter((pattern) => pattern !== '' && pattern !== '*');
  return [...new Set(telling)].slice(0, OFFERS_MAX);
}

/** Line breaks, which a field would lose, and what cannot be seen in one. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b\u2060\ufeff*]+/gu;

/** A condition that holds for the text, and that says in a field of one line what it is: `*` for what cannot be seen there. */
function toPattern(text: string): string {
  const pattern = text.replace(UNSEEN, '*');
  if (pattern.length <= GROUPING_CONDITION_CHARS_MAX) return pattern;
  return `${sliceText(pattern, GROUPING_CONDITION_CHARS_MAX - 1)}*`.replace(/\*+$/, '*');
}

/** Of a long one the end: a path says there what file it is. */
function toPatternOfEnd(text: string): string {
  const pattern = text.replace(UNSEEN, '*');
  if (pattern.length <= GROUPING_CONDITION_CHARS_MAX) return pattern;
  // Not from within a surrogate pair on.
  return `*${pattern.slice(1 - GROUPING_CONDITION_CHARS_MAX).replace(/^[\udc00-\udfff*]/, '')}`;
}
