/// <reference lib="es2024.string" />

import { sliceText } from '../../slice-text.js';

/** What stands in place of, or at the end of, what was beyond a limit. */
export const TRUNCATED = '[Truncated]';

/** The text cut to at most `charsMax` UTF-16 units, never inside a surrogate pair, lone surrogates replaced. */
export function cutText(text: string, charsMax: number): string {
  return wellFormed(text.length <= charsMax ? text : copy(sliceText(text, charsMax)));
}

/** As `cutText`; `undefined` for what is no text. */
export function cutOptional(text: unknown, charsMax: number): string | undefined {
  return typeof text === 'string' ? cutText(text, charsMax) : undefined;
}

/** As `cutText`, with a mark behind a text that was cut. */
export function cutMarked(text: string, charsMax: number): string {
  return text.length <= charsMax ? wellFormed(text) : `${cutText(text, charsMax)}${TRUNCATED}`;
}

/** The text itself when it is well formed, so that an unchanged text stays the same reference and is not copied. */
export function wellFormed(text: string): string {
  return text.isWellFormed() ? text : text.toWellFormed();
}

/** A text of its own: V8 makes a slice a view, which keeps the whole of a long text in memory for as long as it lives. */
function copy(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
