/// <reference lib="es2024.string" />

/** What stands in place of, or at the end of, what was beyond a limit. */
export const TRUNCATED = '[Truncated]';

/** The text cut to at most `charsMax` UTF-16 units, never inside a surrogate pair, lone surrogates replaced. */
export function cutText(text: string, charsMax: number): string {
  return wellFormed(text.length <= charsMax ? text : copy(text.slice(0, cutAt(text, charsMax))));
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

function cutAt(text: string, charsMax: number): number {
  const last = text.charCodeAt(charsMax - 1);
  const next = text.charCodeAt(charsMax);
  const splitsPair = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  return splitsPair ? charsMax - 1 : charsMax;
}
