// What is printed is safe here and nowhere else: every text that a command prints passes one of these functions.

import { escapeText } from '../escape-text.js';
import { sliceText } from '../slice-text.js';
import { toCount } from './words.js';

// C0, DEL and C1 (which hold every terminal escape sequence), line and paragraph separators, and the bidirectional
// controls that make a line read differently from what it says.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Text that is safe to print on one line of a terminal, whoever wrote it: what could move the cursor, change colours,
 * set a title or reorder the line is shown as `\u001b`. JSON text stays the same JSON.
 */
export function toTerminalText(text: string): string {
  return escapeText(text, UNSAFE);
}

/** Stands at the end of a text that was cut. */
const CUT_MARK = '…';

/**
 * The beginning of a text on one line, safe and at most so many columns wide: breaks become spaces, and what does not fit is
 * cut with a mark. No more of a long text is looked at than could be shown.
 */
export function toOneLine(text: string, columnsMax: number): string {
  if (columnsMax <= 0) return '';
  const start = sliceText(text, columnsMax * SPACE_SHARE);
  const line = toTerminalText(start.replace(/\s*[\t\n\v\f\r\u2028\u2029]\s*/g, ' ').trimEnd());
  const isWhole = start.length === text.length;
  if (isWhole && toWidth(line) <= columnsMax) return line;
  return cutWidth(line, columnsMax - 1).trimEnd() + CUT_MARK;
}

/** A text has more white space than this times its other characters only to be awkward. */
const SPACE_SHARE = 8;

/**
 * The lines of a text, each of them safe. Past `charsMax` the text ends with a mark that says how much is missing.
 */
export function toTextLines(text: string, charsMax: number): readonly string[] {
  const lines = sliceText(text, charsMax)
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => toTerminalText(line.replaceAll('\t', '  ')));
  const missingCount = text.length - charsMax;
  return missingCount > 0 ? [...lines, `${CUT_MARK} ${toCount(missingCount, 'more character')}`] : lines;
}

/** East Asian wide characters and pictures take two columns. https://www.unicode.org/reports/tr11/ */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * The columns that a safe text takes in a terminal, rather too many than too few: a mark on a letter counts as one, so that a
 * letter with a thousand of them does not pass for one column.
 */
export function toWidth(text: string): number {
  let columns = 0;
  for (const character of text) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

function cutWidth(text: string, columnsMax: number): string {
  let columns = 0;
  let end = 0;
  for (const character of text) {
    columns += WIDE.test(character) ? 2 : 1;
    if (columns > columnsMax) break;
    end += character.length;
  }
  return text.slice(0, end);
}
