import { isWordAt, type Replacement } from './chars.js';

const UUID_PLACE = '<uuid>';
const ADDRESS_PLACE = '<address>';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/iy;
const UUID_CHARS = 36;
const UUID_FIRST_CHARS = 8;
const ADDRESS = /^0x[0-9a-f]+$/i;

/** A UUID whose first part is the word, or the end of one behind an underscore (`job_550e8400-…`). */
export function uuidAtWordEnd(text: string, wordStart: number, wordEnd: number): Replacement | null {
  const start = wordEnd - UUID_FIRST_CHARS;
  if (start < wordStart || (start > wordStart && text[start - 1] !== '_')) return null;
  UUID.lastIndex = start;
  const end = start + UUID_CHARS;
  if (!UUID.test(text) || (isWordAt(text, end) && text[end] !== '_')) return null;
  return { start, end, text: UUID_PLACE };
}

/** `0x…`, when the whole word is one: `0x1fg` and `10x20` are something else. */
export function addressWord(word: string, start: number): Replacement | null {
  const mark = word.charCodeAt(1) | 0x20;
  if (word.charCodeAt(0) !== 0x30 || mark !== 0x78 || !ADDRESS.test(word)) return null;
  return { start, end: start + word.length, text: ADDRESS_PLACE };
}
