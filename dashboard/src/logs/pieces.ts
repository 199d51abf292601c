import type { AnsiStyle, Segment } from './ansi.ts';

/** A run of text in one style, of a match or of none. */
export interface Piece extends Segment {
  readonly isMatch: boolean;
}

/** Marked in one text; more of them say nothing more. */
const MATCHES_MAX = 1000;

/** Cuts segments at the beginnings and ends of what was searched for, in whatever case. */
export function toPieces(segments: readonly Segment[], search: string | null): readonly Piece[] {
  const text = segments.map((segment) => segment.text).join('');
  const edges = findEdges(text, search);
  const pieces: Piece[] = [];
  let at = 0;
  let next = 0;
  for (const { text: whole, style } of segments) {
    const end = at + whole.length;
    while (at < end) {
      while ((edges[next] ?? end) <= at && next < edges.length) next += 1;
      const to = Math.min(edges[next] ?? end, end);
      // Edges come in pairs: after an odd number of them the text is within a match.
      pieces.push({ text: text.slice(at, to), style, isMatch: next % 2 === 1 });
      at = to;
    }
  }
  return pieces;
}

/** Where matches begin and end, in turn. */
function findEdges(text: string, search: string | null): readonly number[] {
  const edges: number[] = [];
  for (const { index, 0: found } of text.matchAll(toPattern(search))) {
    // Touching matches are one, because an edge in between would be two at one place.
    if (edges.at(-1) === index) edges.pop();
    else edges.push(index);
    edges.push(index + found.length);
    if (edges.length >= 2 * MATCHES_MAX) break;
  }
  return edges;
}

/** Where the text that is searched for comes first; -1 when it is not there. */
function findFirst(text: string, search: string | null): number {
  return toPattern(search).exec(text)?.index ?? -1;
}

/** Matches nothing. */
const NOTHING = /(?!)/g;

function toPattern(search: string | null): RegExp {
  if (search === null || search === '') return NOTHING;
  // Escaped, it has the meaning of its letters only. A lone surrogate is no text that a pattern by code points can have.
  return new RegExp(search.toWellFormed().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu');
}

/** More than the widest row shows. */
const PREVIEW_CHARS_MAX = 400;
/** Shown in front of a match that is far into its line. */
const BEFORE_MATCH_CHARS = 40;

/** What a row shows of a message: its first line, or the part of it where what was searched for comes first. */
export function toPreview(segments: readonly Segment[], search: string | null): readonly Segment[] {
  const text = segments.map((segment) => segment.text).join('');
  const found = findFirst(text, search);
  const firstAt = text.search(/\S/);
  const lineAt = found === -1 ? Math.max(0, firstAt) : skipSpace(text, text.lastIndexOf('\n', found) + 1, found);
  const isFar = found - lineAt > PREVIEW_CHARS_MAX / 3;
  const from = isFar ? found - BEFORE_MATCH_CHARS : lineAt;
  const lineEnd = text.indexOf('\n', Math.max(from, found));
  const end = lineEnd === -1 ? text.length : lineEnd;
  const to = Math.min(end, from + PREVIEW_CHARS_MAX);
  const line = sliceSegments(segments, from, to);
  const style = line[0]?.style;
  const dots = (text: string): readonly Segment[] =>
    style === undefined ? [] : [{ text, style: withoutGround(style) }];
  return [...(from > Math.max(0, firstAt) ? dots('… ') : []), ...line, ...(to < end ? dots(' …') : [])];
}

/** Where a line begins to say something. */
function skipSpace(text: string, lineAt: number, found: number): number {
  const line = text.slice(lineAt, found);
  return lineAt + line.length - line.trimStart().length;
}

function withoutGround(style: AnsiStyle): AnsiStyle {
  return { ...style, ground: null, isInverse: false };
}

/** Lines of a text; an empty end is none. */
export function countLines(text: string): number {
  let count = 1;
  const last = text.trimEnd().length;
  for (let at = text.indexOf('\n'); at !== -1 && at < last; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** The part of the text that lies between two places. */
export function sliceSegments(segments: readonly Segment[], from: number, to: number): readonly Segment[] {
  const sliced: Segment[] = [];
  let at = 0;
  for (const { text, style } of segments) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (part !== '') sliced.push({ text: part, style });
    at += text.length;
    if (at >= to) break;
  }
  return sliced;
}

/** Where a text has to end so that neither more characters nor more lines than these are shown. */
export function toCut(text: string, charsMax: number, linesMax: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < charsMax; at = text.indexOf('\n', at + 1)) {
    lines += 1;
    if (lines >= linesMax) return at;
  }
  return Math.min(text.length, charsMax);
}
