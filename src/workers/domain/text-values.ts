// Where a value in a text ends. Each function reads forward from the start of the value and looks at a character once.

export interface QuotedValue {
  /** The text between the quotation marks. */
  readonly start: number;
  readonly end: number;
  /** Behind the closing mark, or the end of a text that was cut before it. */
  readonly closeEnd: number;
}

/**
 * The quoted value at `at`, or null when none starts there. The marks may carry backslashes (`\"` in JSON inside a text):
 * at the depth where k backslashes open it, the mark that closes it has k more than a multiple of 2(k + 1).
 */
export function quotedValue(text: string, at: number): QuotedValue | null {
  const markAt = skipBackslashes(text, at);
  const mark = text[markAt];
  if (mark !== '"' && mark !== "'" && mark !== '`') return null;
  const depth = markAt - at;
  const start = markAt + 1;
  for (let close = text.indexOf(mark, start); close !== -1; close = text.indexOf(mark, close + 1)) {
    const run = backslashesBefore(text, close, start);
    if (run < depth || run % (2 * (depth + 1)) === depth) {
      return { start, end: close - Math.min(run, depth), closeEnd: close + 1 };
    }
  }
  return { start, end: text.length, closeEnd: text.length };
}

/** Behind the object or array that starts at `at`; the end of the text when it was cut inside it. */
function structureEnd(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index++) {
    const char = text[index];
    if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    else if (char === '"' || char === "'" || char === '\\') {
      const quoted = quotedValue(text, index);
      index = (quoted?.closeEnd ?? skipBackslashes(text, index)) - 1;
    }
    if (depth === 0) return index + 1;
  }
  return text.length;
}

/** Behind the value of a key: an object, an array, or anything that is not in quotation marks. */
export function jsonValueEnd(text: string, at: number): number {
  return text[at] === '{' || text[at] === '[' ? structureEnd(text, at) : firstMatch(LOOSE_END, text, at);
}

export interface FormValueKind {
  readonly isForm: boolean;
  /** How often the text around it is percent-encoded, when it is in a URL that is itself a value of another one. */
  readonly encodedTimes: number;
}

/** In a form a value ends at `&` only; in a sentence the URL around it ends too. */
export function formValueEnd(text: string, at: number, { isForm, encodedTimes }: FormValueKind): number {
  const encodedEnd = ENCODED_ENDS[encodedTimes - 1];
  if (encodedEnd !== undefined) return firstMatch(encodedEnd, text, at);
  return firstMatch(isForm ? FORM_END : QUERY_END, text, at);
}

/** The rest of the line, or up to the quotation mark that stood before it (`curl -H 'Cookie: …'`). */
export function lineEnd(text: string, at: number, nameStart: number): number {
  const end = firstMatch(LINE_END, text, at);
  const before = text[nameStart - 1];
  if (before !== '"' && before !== "'" && before !== '`') return end;
  const close = text.slice(at, end).indexOf(before);
  return close === -1 ? end : at + close;
}

export function skipSpace(text: string, at: number): number {
  return firstMatch(NOT_SPACE, text, at);
}

/** A number, a word, or text without quotation marks. It may hold spaces, because a secret may. */
const LOOSE_END = /[,;&})\]\r\n"'`]/g;
const FORM_END = /[&\r\n]/g;
const QUERY_END = /[&\s"'`<>\\]/g;
/** By level: in a URL that is encoded twice, a mark that is encoded once or twice ends the value. */
const ENCODED_ENDS = [0, 1, 2, 3].map((inner) => new RegExp(`[&\\s"'\`<>\\\\]|%(?:25){0,${inner}}(?:26|22)`, 'gi'));
const LINE_END = /[\r\n]/g;
const NOT_SPACE = /\S/g;

function firstMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.index ?? text.length;
}

function skipBackslashes(text: string, at: number): number {
  let index = at;
  while (text[index] === '\\') index += 1;
  return index;
}

function backslashesBefore(text: string, at: number, floor: number): number {
  let index = at;
  while (index > floor && text[index - 1] === '\\') index -= 1;
  return at - index;
}
