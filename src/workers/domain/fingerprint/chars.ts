/** A part of a message and what stands in its place. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An ASCII letter, a digit or the underscore. */
export function isWordAt(text: string, at: number): boolean {
  return WORD_CHARS.hasAt(text, at);
}

export function isDigitAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** Behind the digits that start at `at`; `at` itself when there are none. */
export function digitsEnd(text: string, at: number): number {
  let end = at;
  while (isDigitAt(text, end)) end += 1;
  return end;
}

/** The ASCII characters that a pattern for one character takes. */
export class CharSet {
  readonly #codes: Uint8Array;

  constructor(pattern: RegExp) {
    this.#codes = Uint8Array.from({ length: 128 }, (_zero, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0));
  }

  hasAt(text: string, at: number): boolean {
    return this.#codes[text.charCodeAt(at)] === 1;
  }
}

const WORD_CHARS = new CharSet(/\w/);
