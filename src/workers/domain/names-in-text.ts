// The name in front of a separator in a text. Each look back is bounded, and ends where the last one began.

import { ENCODED_LEVELS_MAX, TEXT_NAME_CHARS_MAX, WRITTEN_NAME_STEPS } from '../../limits.js';
import { countSteps } from './redactions.js';

export interface Name {
  readonly text: string;
  readonly start: number;
  /** Where the run of characters that holds the name starts: before `user[` in `user[password]`. */
  readonly runStart: number;
  /** The quotation mark around it, with the backslashes before it when the JSON is itself inside a text. */
  readonly quote: string;
  /** Percent-encoded: part of a URL inside a URL. */
  readonly isEncoded: boolean;
}

/** The name that ends in front of `end`, spaces aside; none reaches back over `floor`, unless it is in quotation marks. */
export function nameBefore(text: string, end: number, floor: number): Name | null {
  const last = lastBefore(text, end);
  if (last < floor) return null;
  const char = text[last];
  if (char === '"' || char === "'" || char === '`') return quotedName(text, last, char);
  return plainName(text, last, Math.max(floor, last - TEXT_NAME_CHARS_MAX));
}

/** The index of the last character in front of `at` that is no space; -1 when there is none. */
export function lastBefore(text: string, at: number): number {
  return text.slice(0, at).trimEnd().length - 1;
}

function quotedName(text: string, closing: number, mark: string): Name | null {
  let nameEnd = closing;
  while (nameEnd > 0 && text[nameEnd - 1] === '\\') nameEnd -= 1;
  if (nameEnd === 0) return null;
  // However far back it is, the next search for this mark does not go beyond this place.
  const opening = text.lastIndexOf(mark, nameEnd - 1);
  if (opening === -1) return null;
  const quote = text.slice(nameEnd, closing + 1);
  const start = opening - (quote.length - 1);
  const raw = text.slice(Math.max(opening + 1, nameEnd - TEXT_NAME_CHARS_MAX), nameEnd);
  return { text: raw.includes('\\') ? unescapeName(raw) : raw, start, runStart: start, quote, isEncoded: false };
}

function unescapeName(raw: string): string {
  return raw.replace(/\\u([0-9a-f]{4})/gi, toCharacter).replaceAll('\\', '');
}

function plainName(text: string, last: number, floor: number): Name | null {
  let runStart = last + 1;
  while (runStart > floor && isOneOf(RUN_CHARS, text, runStart - 1)) runStart -= 1;
  const run = text.slice(runStart, last + 1);
  const isEncoded = run.includes('%');
  const plain = isEncoded ? decodePercent(run) : run;
  // `password[]`, `user[password]`, `user[password][0]`
  const isIndexed = plain.endsWith(']');
  if (isIndexed) countSteps(WRITTEN_NAME_STEPS);
  const end = isIndexed ? plain.length - (LIST_INDEXES.exec(plain)?.[0].length ?? 1) : plain.length;
  let start = end;
  while (start > 0 && isOneOf(NAME_CHARS, plain, start - 1)) start -= 1;
  if (start === end) return null;
  return {
    text: plain.slice(start, end),
    start: isEncoded ? runStart : runStart + start,
    runStart,
    quote: '',
    isEncoded,
  };
}

const LIST_INDEXES = /(?:\]?\[\d{0,3}){1,4}\]$/;

/** Also twice and three times encoded, as in a redirect to a redirect. */
function decodePercent(run: string): string {
  countSteps(WRITTEN_NAME_STEPS);
  let plain = run;
  for (let level = 0; level < ENCODED_LEVELS_MAX && plain.includes('%'); level++) {
    plain = plain.replace(/%([0-7][0-9a-f])/gi, toCharacter);
  }
  return plain;
}

function toCharacter(_match: string, hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

/** Indexed by character code: letters, digits and what stands inside the names of form fields. */
const RUN_CHARS = toTable(/[\w.%+[\]$-]/);
const NAME_CHARS = toTable(/[\w-]/);

function toTable(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_zero, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
}

function isOneOf(table: Uint8Array, text: string, at: number): boolean {
  return table[text.charCodeAt(at)] === 1;
}
