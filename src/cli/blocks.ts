// The blocks of `errord show`. Every text may be hostile; the lines are made safe when they are rendered.

import { type Fact, toValueText } from '../lookup/record-text.js';
import { CLI_TEXT_CHARS_MAX } from './limits.js';
import type { Line } from './styled-line.js';
import { toTextLines } from './terminal-text.js';

/** Names are as wide as the longest of them, within these. */
const NAME_COLUMNS_MIN = 12;
const NAME_COLUMNS_MAX = 40;
const INDENT = '  ';

/** A title above lines, with a gap before; nothing where there are no lines. */
export function toBlock(title: string, lines: readonly Line[]): readonly Line[] {
  return lines.length === 0 ? [] : [[], [{ text: title, style: 'bold' }], ...lines];
}

/** A line for each field; a value of several lines goes on below itself. */
export function toFieldLines(fields: readonly Fact[]): readonly Line[] {
  const texts = fields.map(([name, value]) => ({ name, text: toValueText(value) })).filter(({ text }) => text !== '');
  const longest = Math.max(NAME_COLUMNS_MIN, ...texts.map(({ name }) => name.length));
  const width = INDENT.length + Math.min(NAME_COLUMNS_MAX, longest);
  return texts.flatMap(({ name, text }) =>
    toTextLines(text, CLI_TEXT_CHARS_MAX).map(
      (line, index): Line => [{ text: INDENT + (index === 0 ? name : ''), style: 'dim', width }, { text: line }],
    ),
  );
}

/** The lines of a text, indented. */
export function toParagraph(value: unknown): readonly Line[] {
  const text = toValueText(value);
  if (text === '') return [];
  return toTextLines(text, CLI_TEXT_CHARS_MAX).map((line) => [{ text: INDENT + line }]);
}
