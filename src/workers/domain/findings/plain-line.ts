// Text of an event on one line, without what would show it as something else.

import { cutText } from '../text.js';

/** Colours and cursor movements of terminals, and links in them. */
const TERMINAL = /\u001b(?:\[[0-9;?]{0,32}[A-Za-z]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\)|.)?/g;
/** Controls, and what turns the direction of text or has no width. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|\p{Cn}|\p{Co}/gu;
const BLANKS = /\s+/g;
const BACKTICKS = /`/g;
const PLAIN = /^[ -_a-~]*$/;

/** At most `charsMax` units and an ellipsis; a backtick, which would end the code that the text is shown as, becomes an apostrophe. */
export function toPlainLine(text: string, charsMax: number): string {
  // Twice as much is looked at, for what is taken out of it.
  const start = text.length > charsMax * 2 ? cutText(text, charsMax * 2) : text;
  const line = toLine(start);
  return line.length <= charsMax && start === text ? line : `${cutText(line, charsMax).trimEnd()}…`;
}

function toLine(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.trim();
  return text.replace(TERMINAL, '').replace(BLANKS, ' ').replace(UNSEEN, '').replace(BACKTICKS, "'").trim();
}

/** The marks of this daemon, also in a URL, and those of clients and other collectors. */
const MARK = /(?:\[|%5B|<)(?:redacted|filtered|truncated|removed|masked)|\*{3}/i;

/** Whether a part of the text was left out: what stands around it would be read as the whole. */
export function isRedacted(text: string): boolean {
  return MARK.test(text);
}
