// What the daemon looks for in texts beyond what its clients do.

import { REDACTED } from '../../constants.js';
import { USERINFO_CHARS_MAX } from '../../limits.js';
import { findFoldEnd } from './folded-lines.js';
import { nextMark } from './marks.js';
import { findPart } from './multipart.js';
import { lastBefore, nameBefore } from './names-in-text.js';
import { type Scan, SEPARATORS, type Secret, type TextFinders } from './redact-text.js';
import { countRedaction } from './redactions.js';
import { replaceForms } from './secret-forms.js';
import { findInSentence } from './sentences.js';
import { TRUNCATED } from './text.js';
import { quotedValue, skipSpace } from './text-values.js';

/** Stacks are full of lines and columns, `:10:5`. */
const SENTENCE_SEPARATORS = /=|:(?!\d{1,6}:\d)(?<!:\d{1,6}:)|%(?:25)*3[dD]/g;
const LIST_SEPARATORS = /[=:,]|%(?:25)*3[dD]/g;

export const TEXT_FINDERS: TextFinders = {
  separators: { text: SEPARATORS, url: SEPARATORS, prose: SENTENCE_SEPARATORS, broken_json: LIST_SEPARATORS },
  replaceForms,
  hasOwnPatterns: false,
  findPart,
  findListItem,
  findInSentence,
  findFoldEnd,
  findWidePassword,
};

/** `"authorization","Bearer …"` in a list that was cut, and `"name":"authorization","value":"…"`. */
function findListItem(scan: Scan, end: number): Secret | null {
  const { text, rules } = scan;
  const name = nameBefore(text, end - 1, scan.floor);
  if (name === null || name.quote === '' || !rules.isSecretName(name.text)) return null;
  countRedaction();
  const at = skipSpace(text, end);
  const valueName = VALUE_NAME.exec(text.slice(at, at + VALUE_NAME_CHARS_MAX))?.[0];
  if (valueName !== undefined) {
    const value = quotedValue(text, skipSpace(text, at + valueName.length));
    return value === null ? null : { start: value.start, end: value.end, replacement: REDACTED };
  }
  // Decided in front of the value, so that none is read in vain.
  if (text[lastBefore(text, name.start)] !== '[' && !rules.isSecretHeaderName(name.text)) return null;
  const first = quotedValue(text, at);
  if (first === null) return null;
  return { start: first.start, end: first.end, replacement: REDACTED };
}

const VALUE_NAME_CHARS_MAX = 64;
const VALUE_NAME = /^\\{0,15}["']value\\{0,15}["']\s{0,16}:/i;

/**
 * `user:p/a#b?c@` between `//` and the host: everything to the last `@` of what looks like one address. A number behind
 * the colon is a port, and what fills a template is no password. Where a client has cut the address, its host is gone.
 */
function findWidePassword(scan: Scan, start: number): Secret | null {
  const { text } = scan;
  USER.lastIndex = start;
  if (!USER.test(text)) return null;
  const from = USER.lastIndex;
  NO_PASSWORD.lastIndex = from;
  if (NO_PASSWORD.test(text)) return null;
  countRedaction();
  const end = addressEnd(scan, from);
  // Most addresses have no `@` behind them, which is known without looking at each again.
  const first = nextMark(scan, '@', from);
  if (first === -1 || first >= end)
    return text.endsWith(TRUNCATED, end) ? { start: from, end: end - TRUNCATED.length, replacement: REDACTED } : null;
  // It is not looked for further on, so nothing of the address is kept.
  if (first - from >= USERINFO_CHARS_MAX) return { start: from, end, replacement: REDACTED };
  const at = from + text.slice(from, Math.min(end, from + USERINFO_CHARS_MAX)).lastIndexOf('@');
  if (at <= from || !HOST_START.test(text[at + 1] ?? '')) return null;
  return { start: from, end: at, replacement: REDACTED };
}

const USER = /[^\s:@/?#"'`<>\\[\]]{0,255}:/y;
const NO_PASSWORD = /\d{1,5}(?:[/?#]|$)|[/$%{[:@]/y;
const HOST_START = /[\w[]/;
const ADDRESS_ENDS = [' ', '\n', '"', "'", '`', '<', '>', '\\', '\t', '\r'];

function addressEnd(scan: Scan, from: number): number {
  let end = scan.text.length;
  for (const mark of ADDRESS_ENDS) {
    const at = nextMark(scan, mark, from);
    if (at !== -1 && at < end) end = at;
  }
  return end;
}
