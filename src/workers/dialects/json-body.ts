import { isAscii, isUtf8 } from 'node:buffer';
import type { Rejection } from '../../outcome.js';
import { findCost } from './json-cost.js';

/** The value of a body that is one JSON text in UTF-8; a byte order mark is dropped. The refusal does not quote the body. */
export function parseJsonBody(bytes: Uint8Array, parse: Parse = JSON.parse): ParsedJson | Rejection {
  const cost = findCost(bytes);
  return cost === null ? parseJson(bytes, parse) : { kind: 'rejected', reason: 'too_costly', message: cost };
}

/** Makes of a text what `JSON.parse` makes of it, or throws. */
export type Parse = (text: string) => unknown;

export interface ParsedJson {
  readonly ok: true;
  readonly value: unknown;
}

/** The same of bytes whose cost has been counted. */
export function parseJson(bytes: Uint8Array, parse: Parse = JSON.parse): ParsedJson | Rejection {
  const text = toText(bytes);
  if (text === null) return refuse('The body is not valid UTF-8; send JSON in UTF-8.');
  if (text === '') return refuse('The body is empty; send one JSON value.');
  try {
    return { ok: true, value: parse(text) };
  } catch {
    // The parser's own message quotes the body.
    return { kind: 'rejected', reason: 'invalid_json' };
  }
}

/** Null when the bytes are not UTF-8. */
function toText(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Most bodies are ASCII, which needs no decoding.
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) return null;
  return buffer.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0);
}

function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function refuse(message: string): Rejection {
  return { kind: 'rejected', reason: 'invalid_json', message };
}
