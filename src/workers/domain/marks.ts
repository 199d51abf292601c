// Searches that are asked again and again while a scan goes forward, and remembered: the text is read once for each mark.

import type { Scan } from './redact-text.js';

/** The first place of the mark at or behind `from`, or -1. Ask with growing positions. */
export function nextMark(scan: Scan, mark: string, from: number): number {
  scan.marks ??= new Map();
  const known = scan.marks.get(mark);
  if (known !== undefined && (known === -1 || known >= from)) return known;
  const found = scan.text.indexOf(mark, from);
  scan.marks.set(mark, found);
  return found;
}

/** The last place of the mark in front of `end`, or minus infinity. Ask with growing positions. */
export function previousMark(scan: Scan, mark: string, end: number): number {
  scan.marks ??= new Map();
  let last = scan.marks.get(mark) ?? Number.NEGATIVE_INFINITY;
  // Only what lies between the last question and this one is searched.
  const askedKey = `${mark} asked`;
  const asked = scan.marks.get(askedKey) ?? 0;
  if (end > asked) {
    const found = scan.text.slice(Math.max(0, asked - mark.length), end).lastIndexOf(mark);
    if (found !== -1) last = Math.max(0, asked - mark.length) + found;
    scan.marks.set(mark, last);
    scan.marks.set(askedKey, end);
  }
  return last;
}
