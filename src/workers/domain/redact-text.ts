// Redaction of text that is not, or no longer, a parsed value: form-encoded bodies, query strings, JSON that was cut,
// JSON escaped inside other text, header lines, multipart parts. One pass from separator to separator: before each stands
// a name of bounded length, behind it a value that is either skipped over or not looked at, so the time is linear.

import { REDACTED } from '../../constants.js';
import { isSecretHeaderName, isSecretName } from './secret-names.js';
import { formValueEnd, lineEnd, looseValueEnd, quotedValue, skipSpace, structureEnd } from './text-values.js';

/**
 * What kind of text it is. `prose` is for messages and stacks: only forms that no sentence has are redacted there.
 * `broken_json` also knows the lists in which a name and its value are neighbours.
 */
export type TextStyle = 'text' | 'url' | 'prose' | 'broken_json';

/** The text with every secret value in it replaced; the text itself when there is none. */
export function scanText(text: string, style: TextStyle): string {
  const separators = style === 'broken_json' ? LIST_SEPARATORS : SEPARATORS;
  const scan: Scan = { text, style, floor: 0 };
  let out = '';
  let copied = 0;
  for (separators.lastIndex = 0; separators.test(text); ) {
    const end = separators.lastIndex;
    const secret = secretAfter(scan, end);
    if (secret !== null) {
      out += text.slice(copied, secret.start) + secret.replacement;
      copied = secret.end;
    }
    scan.floor = Math.max(copied, end);
    separators.lastIndex = scan.floor;
  }
  return copied === 0 ? text : out + text.slice(copied);
}

const SEPARATORS = /[=:]|%3d/gi;
const LIST_SEPARATORS = /[=:,]|%3d/gi;
/** A text that starts with a name and `=` is a form: its values may hold spaces and quotes, and end at `&`. */
const FORM_START = /^[\w.%+[\]-]{1,160}=(?!=)/;

interface Scan {
  readonly text: string;
  readonly style: TextStyle;
  /** Behind the last separator or redacted value. No name reaches back over it, which keeps the scan linear. */
  floor: number;
}

/** The part of the text to replace. */
interface Secret {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

/** `end` is behind the separator. */
function secretAfter(scan: Scan, end: number): Secret | null {
  switch (scan.text[end - 1]) {
    case ':':
      return scan.text.startsWith('//', end) ? userinfoPassword(scan.text, end + 2) : colonSecret(scan, end);
    case ',':
      return listSecret(scan, end);
    case '=':
      return equalsSecret(scan, end, end - 1);
    default:
      return equalsSecret(scan, end, end - 3);
  }
}

function colonSecret(scan: Scan, end: number): Secret | null {
  const { text, style } = scan;
  const name = nameBefore(scan, end - 1);
  if (name === null || !isSecretName(name.text)) return null;
  // `Unexpected token: "}"` is a sentence; `{ token: '…' }` is how an object is printed.
  if (style === 'prose' && name.quote === '' && !PRINTED_KEY.test(text[lastBefore(text, name.start)] ?? ''))
    return null;
  const at = skipSpace(text, end);
  const quoted = quotedValue(text, at);
  if (quoted !== null) return { start: quoted.start, end: quoted.end, replacement: REDACTED };
  if (style === 'prose') return null;
  if (name.quote !== '')
    return { start: at, end: jsonValueEnd(text, at), replacement: name.quote + REDACTED + name.quote };
  if (!standsAlone(text, name.start)) return null;
  if (isSecretHeaderName(name.text))
    return { start: at, end: lineEnd(text, at, text[name.start - 1]), replacement: REDACTED };
  return { start: at, end: jsonValueEnd(text, at), replacement: REDACTED };
}

const PRINTED_KEY = /[{,]/;

function equalsSecret(scan: Scan, end: number, nameEnd: number): Secret | null {
  const { text, style } = scan;
  if (text[end] === '=' || text[end] === '>') return null;
  const name = nameBefore(scan, nameEnd);
  if (name === null) return null;
  if (name.text === 'name') return multipartValue(text, name.start, end);
  if (!isSecretName(name.text)) return null;
  if (style === 'prose' && !IN_QUERY.test(text[name.runStart - 1] ?? '') && !name.isEncoded) return null;
  const isForm = style === 'url' || (style !== 'prose' && FORM_START.test(text));
  const start = isForm ? end : skipSpace(text, end);
  const quoted = isForm ? null : quotedValue(text, start);
  if (quoted !== null) return { start: quoted.start, end: quoted.end, replacement: REDACTED };
  const isEncoded = end - nameEnd === 3;
  return { start, end: formValueEnd(text, start, { isForm, isEncoded }), replacement: REDACTED };
}

const IN_QUERY = /[?&#;]/;

/** `"authorization","Bearer …"` in a list that was cut, and `"name":"authorization","value":"…"`. */
function listSecret(scan: Scan, end: number): Secret | null {
  const { text } = scan;
  const name = nameBefore(scan, end - 1);
  if (name === null || name.quote === '' || !isSecretName(name.text)) return null;
  const first = quotedValue(text, skipSpace(text, end));
  if (first === null) return null;
  const behind = skipSpace(text, first.closeEnd);
  if (text[behind] !== ':') {
    const before = text[lastBefore(text, name.start)];
    return before === '[' || isSecretHeaderName(name.text)
      ? { start: first.start, end: first.end, replacement: REDACTED }
      : null;
  }
  if (!VALUE_NAME.test(text.slice(first.start, first.end))) return null;
  const value = quotedValue(text, skipSpace(text, behind + 1));
  return value === null ? null : { start: value.start, end: value.end, replacement: REDACTED };
}

const VALUE_NAME = /^value$/i;

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

const USERINFO_CHARS_MAX = 2048;
const AUTHORITY_END = /[/?#\s"'<>\\]/;

/** The part of a multipart body whose `Content-Disposition` names a secret, up to the next boundary. */
function multipartValue(text: string, nameStart: number, end: number): Secret | null {
  const name = quotedValue(text, end);
  if (name === null || !isSecretName(text.slice(name.start, name.end))) return null;
  if (!text.slice(Math.max(0, nameStart - DISPOSITION_CHARS_MAX), nameStart).includes('form-data')) return null;
  const headersEnd = HEADERS_END.exec(text.slice(name.end, name.end + PART_HEADERS_CHARS_MAX));
  if (headersEnd === null) return null;
  const start = name.end + headersEnd.index + headersEnd[0].length;
  const boundary = text.indexOf('\n--', start);
  if (boundary === -1) return { start, end: text.length, replacement: REDACTED };
  return { start, end: text[boundary - 1] === '\r' ? boundary - 1 : boundary, replacement: REDACTED };
}

const DISPOSITION_CHARS_MAX = 128;
const PART_HEADERS_CHARS_MAX = 1024;
const HEADERS_END = /\r\n\r\n|\n\n/;

function jsonValueEnd(text: string, at: number): number {
  return text[at] === '{' || text[at] === '[' ? structureEnd(text, at) : looseValueEnd(text, at);
}

/** An unquoted name before a colon is a key or a header only where one can start; elsewhere it is a word of a sentence. */
function standsAlone(text: string, nameStart: number): boolean {
  const before = text[lastBefore(text, nameStart)];
  return (
    before === undefined ||
    KEY_START.test(before) ||
    text.slice(lastBefore(text, nameStart) + 1, nameStart).includes('\n')
  );
}

const KEY_START = /[{,([;&"'`]/;

function lastBefore(text: string, at: number): number {
  let index = at - 1;
  while (index >= 0 && SPACE.test(text[index] ?? '')) index -= 1;
  return index;
}

const SPACE = /\s/;

interface Name {
  readonly text: string;
  readonly start: number;
  /** Where the run of characters that holds the name starts: before `user[` in `user[password]`. */
  readonly runStart: number;
  /** The quotation mark around it, with the backslashes before it when the JSON is itself inside a text. */
  readonly quote: string;
  /** Percent-encoded: part of a URL inside a URL. */
  readonly isEncoded: boolean;
}

/** Long enough for the longest name of the lists with every character escaped. */
const NAME_CHARS_MAX = 160;

function nameBefore({ text, floor }: Scan, end: number): Name | null {
  const last = lastBefore(text, end);
  if (last < floor) return null;
  const char = text[last];
  if (char === '"' || char === "'" || char === '`') return quotedName(text, last, char);
  return plainName(text, last, Math.max(floor, last - NAME_CHARS_MAX));
}

function quotedName(text: string, closing: number, mark: string): Name | null {
  let nameEnd = closing;
  while (nameEnd > 0 && text[nameEnd - 1] === '\\') nameEnd -= 1;
  if (nameEnd === 0) return null;
  const opening = text.lastIndexOf(mark, nameEnd - 1);
  if (opening === -1 || nameEnd - opening > NAME_CHARS_MAX) return null;
  const quote = text.slice(nameEnd, closing + 1);
  const start = opening - (quote.length - 1);
  const raw = text.slice(opening + 1, nameEnd);
  return { text: raw.includes('\\') ? unescapeName(raw) : raw, start, runStart: start, quote, isEncoded: false };
}

function unescapeName(raw: string): string {
  return raw
    .replace(/\\u([0-9a-f]{4})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\\', '');
}

function plainName(text: string, last: number, floor: number): Name | null {
  let runStart = last + 1;
  while (runStart > floor && RUN_CHARS[text.charCodeAt(runStart - 1)] === 1) runStart -= 1;
  const run = text.slice(runStart, last + 1);
  const isEncoded = run.includes('%');
  const name = NAME_AT_END.exec(isEncoded ? decodePercent(run) : run)?.[1];
  if (name === undefined) return null;
  return { text: name, start: isEncoded ? runStart : text.lastIndexOf(name, last), runStart, quote: '', isEncoded };
}

/** Indexed by character code: letters, digits and what stands inside the names of form fields. */
const RUN_CHARS = Uint8Array.from({ length: 128 }, (_zero, code) =>
  /[\w.%+[\]$-]/.test(String.fromCharCode(code)) ? 1 : 0,
);
const NAME_AT_END = /([\w-]+)\]?$/;

function decodePercent(run: string): string {
  return run.replace(/%([0-7][0-9a-f])/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
