// Durations of several parts and numbers in words.

import type { Match } from './template-context.js';

/** From the longest to the shortest. */
const UNITS = [
  'years?|y',
  'months?',
  'weeks?|wks?|w',
  'days?|d',
  'hours?|hrs?|h',
  'minutes?|mins?|m',
  'seconds?|secs?|s',
  'milliseconds?|millis|msecs?|ms',
  'microseconds?|[µu]s',
  'nanoseconds?|ns',
];
const PART = String.raw`\d{1,9}(?:[.,]\d{1,9})? ?(?:${UNITS.join('|')})`;

/** `2m 11s`, `1 d 4 h`, `1 hour and 3 minutes`. */
export const SPAN = new RegExp(String.raw`(?<![\w.])[-+]?${PART}(?:(?:,? and |, ?| )?${PART}){1,6}(?!\w)`, 'gi');

const PARTS = new RegExp(String.raw`\d ?(?:${UNITS.map((unit) => `(${unit})`).join('|')})(?![a-zµ])`, 'gi');

/** Only where each unit is shorter than the one in front: `5 m 3 m` are two lengths. */
export function templateSpan({ text }: Match): string {
  let last = -1;
  for (const [, ...units] of text.matchAll(PARTS)) {
    const at = units.findIndex(Boolean);
    if (at <= last) return text;
    last = at;
  }
  return '<duration>';
}

export const IS_ATTEMPT = /attempt|tr(?:y|ies)\b| time\b/i;

const TRY = String.raw`(?:attempts?|(?:re)?tr(?:y|ies))\b`;
const ONE_TO_TWELVE = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const FIRST_TO_TWELFTH =
  'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|initial|last|final';

/** Which attempt it was, or how many there were, in words: `on the final attempt`, `after three tries`, `attempt two`. */
export const ORDINAL = new RegExp(
  String.raw`(?<![\w-]|\d )(?:${FIRST_TO_TWELFTH}|${ONE_TO_TWELVE})(?=[ -](?:of <n> )?(?:[a-z]{2,20} )?${TRY})|(?<=\bfor the )(?:${FIRST_TO_TWELFTH})(?= time\b)|(?<=\b(?:attempt|try|retry) (?:number |no\.? |# ?)?)(?:${ONE_TO_TWELVE})(?![\w-])`,
  'gi',
);
