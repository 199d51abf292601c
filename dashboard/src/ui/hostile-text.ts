import { sliceText } from '../../../src/slice-text.ts';
import { withoutTerminalCodes } from '../../../src/terminal-codes.ts';

/** Control and bidirectional characters, which show as nothing or reorder the line; line breaks and tabs stay. */
const INVISIBLE = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;

/** Text of an event as it may be shown, without a terminal's colours: what cannot be seen is written out, so that a line reads as what it says. */
export function toVisible(text: string): string {
  return withoutTerminalCodes(text).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** What a message is called in a list or a heading: its first line, or that it has none. */
export function toHeadline(message: string, charsMax?: number): string {
  return withoutTerminalCodes(message).trim() === '' ? '(no message)' : toOneLine(message, charsMax);
}

/** A message as a heading, and what stands below it: its first line, and its other lines. */
export function toHeading(message: string): { readonly heading: string; readonly rest: string } {
  const text = withoutTerminalCodes(message).trim();
  const [heading = ''] = text.split('\n', 1);
  return { heading: heading === '' ? toHeadline('') : heading.trimEnd(), rest: text.slice(heading.length).trim() };
}

/** The first line, and not more of it than a line of the screen has room for. */
export function toOneLine(text: string, charsMax = 300): string {
  const line = withoutTerminalCodes(text).trimStart().split('\n', 1)[0] ?? '';
  return toVisible(line.length > charsMax ? `${sliceText(line, charsMax)} …` : line);
}
