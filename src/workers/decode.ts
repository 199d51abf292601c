import { isAscii, isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { INGEST_BODY_BYTES_MAX } from '../limits.js';
import type { Rejection } from '../outcome.js';

export type Decoded =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Unpacks a body as its Content-Encoding says and parses it. Refuses before more than the limit has been unpacked. */
export function decodeBody(body: Uint8Array, contentEncoding: string): Decoded {
  const unpacked = unpack(body, contentEncoding);
  return unpacked.ok ? parseJson(unpacked.bytes) : unpacked;
}

type Unpacked =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly rejection: Rejection };

type Decoder = (bytes: Uint8Array) => Uint8Array;

const LIMIT = { maxOutputLength: INGEST_BODY_BYTES_MAX };

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['x-gzip', (bytes) => gunzipSync(bytes, LIMIT)],
  ['br', (bytes) => brotliDecompressSync(bytes, LIMIT)],
  // The name means zlib, but many clients send the bare stream under it.
  ['deflate', (bytes) => (isZlib(bytes) ? inflateSync(bytes, LIMIT) : inflateRawSync(bytes, LIMIT))],
]);

/** Proxies add a coding of their own at most once; a longer list is an attack on the unpacker. */
const CODINGS_MAX = 2;
const CODINGS_CHARS_MAX = 64;

function unpack(body: Uint8Array, contentEncoding: string): Unpacked {
  if (body.byteLength > INGEST_BODY_BYTES_MAX) return refuse({ reason: 'body_too_large' });
  if (contentEncoding === '') return { ok: true, bytes: body };
  if (contentEncoding.length > CODINGS_CHARS_MAX) return refuse({ reason: 'unsupported_encoding' });
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > CODINGS_MAX) return refuse({ reason: 'unsupported_encoding' });
  let bytes = body;
  // Codings are listed in the order they were applied.
  for (const coding of codings.reverse()) {
    const decoder = DECODERS.get(coding);
    if (decoder === undefined) return refuse({ reason: 'unsupported_encoding' });
    try {
      bytes = decoder(bytes);
    } catch (error) {
      return refuse({ reason: isTooLarge(error) ? 'body_too_large' : 'invalid_encoding' });
    }
  }
  return { ok: true, bytes };
}

function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

// The parser's own message quotes the body, so it is not passed on.
function parseJson(bytes: Uint8Array): Decoded {
  const text = toText(bytes);
  if (text === null)
    return refuse({ reason: 'invalid_json', message: 'The body is not valid UTF-8; send JSON in UTF-8.' });
  if (text === '') return refuse({ reason: 'invalid_json', message: 'The body is empty; send one JSON value.' });
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return refuse({ reason: 'invalid_json' });
  }
}

/** Null when the bytes are not UTF-8. A byte order mark is dropped. */
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

function refuse(rejection: Omit<Rejection, 'kind'>): { readonly ok: false; readonly rejection: Rejection } {
  return { ok: false, rejection: { kind: 'rejected', ...rejection } };
}
