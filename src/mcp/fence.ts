// What records say was written by whoever could send them. Every text of theirs passes these functions, and stands between
// two marks that it cannot know.

import { randomBytes } from 'node:crypto';
import { escapeText } from '../escape-text.js';
import { sliceText } from '../slice-text.js';
import { MCP_LINE_CHARS_MAX, MCP_TEXT_CHARS_MAX } from './limits.js';

/** Encloses the data of one answer. */
export interface Fence {
  /** What the marks have in common: 64 random bits, anew for each answer. */
  readonly name: string;
  /** The lines between the marks; nothing where there are none. */
  enclose(lines: readonly string[]): readonly string[];
  /** Bytes of the marks. */
  readonly byteCount: number;
}

export function openFence(): Fence {
  const name = `data-${randomBytes(8).toString('hex')}`;
  const [begin, end] = [`<${name}>`, `</${name}>`];
  return {
    name,
    byteCount: Buffer.byteLength(begin) + Buffer.byteLength(end) + 2,
    enclose: (lines) => (lines.length === 0 ? [] : [begin, ...lines, end]),
  };
}

// What a person does not see in a text, but a model reads: controls and their escape sequences, the direction of the text,
// characters of no width, tags, selectors of variants; and halves of pairs, which are no characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

// What a client that shows the answer as Markdown would fetch from wherever the text says: a picture, whose text may go on over
// lines and have brackets in it, and HTML that loads something. Every beginning counts: where it ends only a parser could tell.
const PICTURE = /(?<=!)\[/g;
const LOADING_TAG = /<(?=(?:img|image|picture|source|video|audio|track|iframe|object|embed|link|script)\b)/gi;

function toSeen(text: string): string {
  return [UNSEEN, PICTURE, LOADING_TAG].reduce(escapeText, text);
}

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const CUT_MARK = '…';

/** The lines of a text, safe, long ones broken. Says how much is missing past `charsMax`. */
export function toDataLines(text: string, charsMax = MCP_TEXT_CHARS_MAX): readonly string[] {
  const lines = sliceText(text, charsMax)
    .split(BREAK)
    .flatMap((line) => breakLine(toSeen(line.replaceAll('\t', '  '))));
  const missingCount = text.length - charsMax;
  return missingCount > 0 ? [...lines, `${CUT_MARK} ${missingCount} more characters are stored`] : lines;
}

function breakLine(line: string): readonly string[] {
  if (line.length <= MCP_LINE_CHARS_MAX) return [line];
  const pieces: string[] = [];
  for (let at = 0; at < line.length; ) {
    const piece = sliceText(line.slice(at, at + MCP_LINE_CHARS_MAX + 1), MCP_LINE_CHARS_MAX);
    pieces.push(piece);
    at += piece.length;
  }
  return pieces;
}

/** The beginning of a text on one line, safe, of so many bytes at most. */
export function toDataLine(text: string, bytesMax: number): string {
  const start = sliceText(text, bytesMax);
  const line = toSeen(start.replace(/\s*[\t\n\v\f\r\u0085\u2028\u2029]\s*/g, ' ').trim());
  return cutBytes(start.length === text.length ? line : `${line} ${CUT_MARK}`, bytesMax);
}

function cutBytes(line: string, bytesMax: number): string {
  const bytes = Buffer.from(line);
  if (bytes.length <= bytesMax) return line;
  let end = Math.max(0, bytesMax - Buffer.byteLength(CUT_MARK));
  // Not inside of a character: the bytes that go on in one begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end) + CUT_MARK;
}
