// Headers that go on in the next line, as old ones may.

import { lineEnd } from './text-values.js';

/**
 * Behind the value of a header whose first line ends at `end`: behind the lines that continue it, which are those further
 * in than its name. The quotation mark that stood before the name ends a header within its line.
 */
export function findFoldEnd(text: string, nameStart: number, end: number): number {
  if (QUOTE.test(text[nameStart - 1] ?? '')) return end;
  const indent = indentBefore(text, nameStart);
  let last = end;
  for (let next = nextLineStart(text, last); next !== -1; next = nextLineStart(text, last)) {
    if (indentAt(text, next) <= indent) break;
    last = lineEnd(text, next, next);
  }
  return last;
}

const QUOTE = /["'`]/;

/** Where the next line starts, or -1 when this is the last. */
function nextLineStart(text: string, end: number): number {
  if (end >= text.length) return -1;
  return text[end] === '\r' && text[end + 1] === '\n' ? end + 2 : end + 1;
}

/** Spaces and tabs at `at`; 0 for a line that has nothing else, because it ends the headers. */
function indentAt(text: string, at: number): number {
  let index = at;
  while (text[index] === ' ' || text[index] === '\t') index += 1;
  const next = text[index];
  return next === undefined || next === '\r' || next === '\n' ? 0 : index - at;
}

function indentBefore(text: string, at: number): number {
  let index = at;
  while (text[index - 1] === ' ' || text[index - 1] === '\t') index -= 1;
  return at - index;
}
