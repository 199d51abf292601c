// Parts of a multipart body whose headers name a secret: `Content-Disposition: form-data; name="password"`.

import { REDACTED } from '../../constants.js';
import { PART_HEADERS_CHARS_MAX, TEXT_NAME_CHARS_MAX, WRITTEN_NAME_STEPS } from '../../limits.js';
import { nextMark, previousMark } from './marks.js';
import type { Scan, Secret } from './redact-text.js';
import { countRedaction, countSteps } from './redactions.js';
import { quotedValue } from './text-values.js';

/** The part whose name stands at `end`, behind `name=`, up to the next boundary; null when it is no secret. */
export function findPart(scan: Scan, end: number): Secret | null {
  const { text, rules } = scan;
  countSteps(WRITTEN_NAME_STEPS);
  const name = partName(text, end);
  if (name === null || !rules.isSecretName(name.text)) return null;
  countRedaction();
  if (!isInPartHeaders(scan, end)) return null;
  const behind = headersEnd(scan, name.end);
  if (behind === -1) return null;
  const start = behind - name.end > PART_HEADERS_CHARS_MAX ? name.end : behind;
  const boundary = text.indexOf('\n--', start);
  if (boundary === -1) return { start, end: text.length, replacement: REDACTED };
  return { start, end: text[boundary - 1] === '\r' ? boundary - 1 : boundary, replacement: REDACTED };
}

/** Whether the headers that hold `form-data` have not ended before `end`. */
function isInPartHeaders(scan: Scan, end: number): boolean {
  const ended = Math.max(previousMark(scan, '\n\n', end), previousMark(scan, '\n\r\n', end));
  return previousMark(scan, 'form-data', end) > ended;
}

/** In quotation marks or, as some clients write it, without. */
function partName(text: string, at: number): { readonly text: string; readonly end: number } | null {
  const window = text.slice(at, at + TEXT_NAME_CHARS_MAX);
  const quoted = quotedValue(window, 0);
  if (quoted !== null) {
    return quoted.closeEnd === quoted.end
      ? null
      : { text: window.slice(quoted.start, quoted.end), end: at + quoted.closeEnd };
  }
  const plain = PLAIN_NAME.exec(window)?.[0];
  return plain === undefined ? null : { text: plain, end: at + plain.length };
}

const PLAIN_NAME = /^[\w.[\]-]{1,128}/;

/** Behind the empty line after the headers, or -1. */
function headersEnd(scan: Scan, from: number): number {
  const unix = nextMark(scan, '\n\n', from);
  const network = nextMark(scan, '\n\r\n', from);
  if (unix === -1 || (network !== -1 && network < unix)) return network === -1 ? -1 : network + 3;
  return unix + 2;
}
