// Redaction of text that is not, or no longer, a parsed value: form-encoded bodies, query strings, JSON that was cut,
// JSON escaped inside other text, header lines. One pass from separator to separator: before each stands a name of bounded
// length, behind it a value that is either skipped over or not looked at, so the time is linear.

import { REDACTED } from '../../constants.js';
import { ENCODED_LEVELS_MAX, USERINFO_CHARS_MAX } from '../../limits.js';
import { lastBefore, type Name, nameBefore } from './names-in-text.js';
import { findersOf } from './redact-finders.js';
import { countRedaction, countSteps } from './redactions.js';
import { formValueEnd, jsonValueEnd, lineEnd, quotedValue, skipSpace } from './text-values.js';

/**
 * What kind of text it is. `prose` is for messages and stacks: only forms that no sentence has are redacted there.
 * `broken_json` also knows the lists in which a name and its value are neighbours.
 */
export type TextStyle = 'text' | 'url' | 'prose' | 'broken_json';

/** What counts as a secret. */
export interface RedactRules {
  /** Whether the values under a name are secret, whole name. */
  readonly isSecretName: (name: string) => boolean;
  /** Whether a name is a header's, which stands in front of its value in lists without further marks. */
  readonly isSecretHeaderName: (name: string) => boolean;
  /** What the clients leave to the daemon, because every page would have to load it; null for them. */
  readonly finders: TextFinders | null;
}

/** Each `find` takes the position behind a separator, and gives the part to replace or null. */
export interface TextFinders {
  /** Behind these a value may stand, each global. */
  readonly separators: Readonly<Record<TextStyle, RegExp>>;
  /** Replaces what is a secret by its form, whatever stands around it. */
  readonly replaceForms: (text: string, rules: RedactRules) => string;
  /** Whether the configuration adds patterns, which are looked for in the paths of frames too. */
  readonly hasOwnPatterns: boolean;
  /** Behind `name=`: the part of a multipart body that it names. */
  readonly findPart: (scan: Scan, end: number) => Secret | null;
  /** Behind a comma in a list that was cut. */
  readonly findListItem: (scan: Scan, end: number) => Secret | null;
  /** Behind a secret name and a colon or `=`, in a sentence. */
  readonly findInSentence: (scan: Scan, name: Name, end: number) => Secret | null;
  /** Where the lines end that continue the header line which ends at `end`. */
  readonly findFoldEnd: (text: string, nameStart: number, end: number) => number;
  /** Behind `//`: a password with characters in it that end the host of a correct URL. */
  readonly findWidePassword: (scan: Scan, start: number) => Secret | null;
}

export interface ScanOptions {
  readonly rules: RedactRules;
  /** The scan may stop when so many characters are redacted and kept: the rest is cut anyway. */
  readonly outCharsMax: number;
}

/** The text with every secret value in it replaced; the text itself when there is none. */
export function scanText(sent: string, style: TextStyle, { rules, outCharsMax }: ScanOptions): string {
  const text = findersOf(rules)?.replaceForms(sent, rules) ?? sent;
  const separators = findersOf(rules)?.separators[style] ?? SEPARATORS;
  separators.lastIndex = 0;
  if (!separators.test(text)) return text;
  const scan: Scan = { text, style, rules, floor: 0 };
  let out = '';
  let copied = 0;
  do {
    countSteps(1);
    const end = separators.lastIndex;
    const secret = secretAfter(scan, end);
    if (secret !== null) {
      out += text.slice(copied, secret.start) + secret.replacement;
      copied = secret.end;
    }
    scan.floor = Math.max(copied, end);
    if (out.length + scan.floor - copied > outCharsMax) return out + text.slice(copied, scan.floor);
    separators.lastIndex = scan.floor;
  } while (separators.test(text));
  return copied === 0 ? text : out + text.slice(copied);
}

export const SEPARATORS = /[=:]|%(?:25)*3[dD]/g;
/** A text that starts with a name and `=` is a form: its values may hold spaces and quotes, and end at `&`. */
const FORM_START = /^[\w.%+[\]-]{1,160}=(?!=)/;

export interface Scan {
  readonly text: string;
  readonly style: TextStyle;
  readonly rules: RedactRules;
  /** Behind the last separator or redacted value. No name reaches back over it, which keeps the scan linear. */
  floor: number;
  /** Where a mark was found last that is looked for again and again: no part of the text is searched twice for it. */
  marks?: Map<string, number>;
}

/** The part of the text to replace. */
export interface Secret {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** `end` is behind the separator. */
function secretAfter(scan: Scan, end: number): Secret | null {
  const { text, rules } = scan;
  switch (text[end - 1]) {
    case ':':
      if (!text.startsWith('//', end)) return colonSecret(scan, end);
      return passwordInAddress(scan, end + 2);
    case ',':
      return findersOf(rules)?.findListItem(scan, end) ?? null;
    case '=':
      return equalsSecret(scan, end, end - 1);
    default:
      return equalsSecret(scan, end, encodedStart(text, end));
  }
}

function passwordInAddress(scan: Scan, start: number): Secret | null {
  const { text, rules } = scan;
  const secret = userinfoPassword(text, start);
  if (secret === null) return findersOf(rules)?.findWidePassword(scan, start) ?? null;
  countRedaction();
  return secret;
}

/** Where `%3d` starts that ends at `end`, or `%253d`, and so on. */
function encodedStart(text: string, end: number): number {
  let start = end - 3;
  while (text[start] !== '%') start -= 2;
  return start;
}

function colonSecret(scan: Scan, end: number): Secret | null {
  const { text, style, rules } = scan;
  const name = nameBefore(text, end - 1, scan.floor);
  if (name === null || !rules.isSecretName(name.text)) return null;
  countRedaction();
  const isKey = name.quote !== '' || isPrintedKey(text, name.start);
  if (style === 'prose' && !isKey) return findersOf(rules)?.findInSentence(scan, name, end) ?? null;
  const at = skipSpace(text, end);
  const quoted = quotedValue(text, at);
  if (quoted !== null) return { ...quoted, replacement: REDACTED };
  if (style === 'prose') return findersOf(rules)?.findInSentence(scan, name, end) ?? null;
  if (name.quote !== '')
    return { start: at, end: jsonValueEnd(text, at), replacement: name.quote + REDACTED + name.quote };
  if (!isKey && !standsAlone(text, name.start)) return findersOf(rules)?.findInSentence(scan, name, end) ?? null;
  if (rules.isSecretHeaderName(name.text)) {
    const lastEnd = lineEnd(text, at, name.start);
    return {
      start: at,
      end: findersOf(rules)?.findFoldEnd(text, name.start, lastEnd) ?? lastEnd,
      replacement: REDACTED,
    };
  }
  return { start: at, end: jsonValueEnd(text, at), replacement: REDACTED };
}

/** `Unexpected token: "}"` is a sentence; `{ token: '…' }` is how an object is printed. */
function isPrintedKey(text: string, nameStart: number): boolean {
  const before = text[lastBefore(text, nameStart)];
  return before === '{' || before === ',';
}

function equalsSecret(scan: Scan, end: number, nameEnd: number): Secret | null {
  const { text, style, rules } = scan;
  if (text[end] === '=' || text[end] === '>') return null;
  const encodedTimes = (end - nameEnd - 1) / 2;
  // The name is encoded as well, and is not read any more.
  if (encodedTimes > ENCODED_LEVELS_MAX) return encodedSecret(text, end);
  const name = nameBefore(text, nameEnd, scan.floor);
  if (name === null) return null;
  if (name.text === 'name') return findersOf(rules)?.findPart(scan, end) ?? null;
  if (!rules.isSecretName(name.text)) return null;
  countRedaction();
  if (style === 'prose' && !IN_QUERY.test(text[name.runStart - 1] ?? '') && !name.isEncoded)
    return findersOf(rules)?.findInSentence(scan, name, end) ?? null;
  const isForm = style === 'url' || (style !== 'prose' && FORM_START.test(text));
  const start = isForm ? end : skipSpace(text, end);
  const quoted = isForm ? null : quotedValue(text, start);
  if (quoted !== null) return { ...quoted, replacement: REDACTED };
  return { start, end: formValueEnd(text, start, { isForm, encodedTimes }), replacement: REDACTED };
}

function encodedSecret(text: string, start: number): Secret {
  const end = formValueEnd(text, start, { isForm: false, encodedTimes: ENCODED_LEVELS_MAX });
  return { start, end, replacement: REDACTED };
}

const IN_QUERY = /[?&#;]/;

/** `user:password@` between `//` and the host. */
function userinfoPassword(text: string, start: number): Secret | null {
  let colon = -1;
  let at = -1;
  for (let index = start; index < text.length && index - start < USERINFO_CHARS_MAX; index++) {
    const char = text[index] ?? '';
    if (AUTHORITY_END.test(char)) break;
    if (char === ':' && colon === -1) colon = index;
    if (char === '@') at = index;
  }
  return colon === -1 || at < colon ? null : { start: colon + 1, end: at, replacement: REDACTED };
}

const AUTHORITY_END = /[/?#\s"'<>\\]/;

/** An unquoted name before a colon is a key or a header only where one can start; elsewhere it is a word of a sentence. */
function standsAlone(text: string, nameStart: number): boolean {
  const last = lastBefore(text, nameStart);
  return last === -1 || KEY_START.test(text[last] ?? '') || text.slice(last + 1, nameStart).includes('\n');
}

const KEY_START = /[{,([;&"'`]/;
