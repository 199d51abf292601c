import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { INGEST_BODY_BYTES_MAX } from '../limits.js';
import type { DialectName } from '../messages.js';
import type { Rejection } from '../outcome.js';
import { unpackZstd, ZstdTooLargeError } from './unpack-zstd.js';

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

/** What SDKs of other protocols use besides; our own API takes what its contract names. */
const FOREIGN_DECODERS: ReadonlyMap<string, Decoder> = new Map([...DECODERS, ['zstd', unpackZstd]]);

/** The body as it was before its Content-Encoding. Refuses before more than the limit has been unpacked. */
export function unpack(
  body: Uint8Array,
  contentEncoding: string,
  dialect: DialectName = 'errord',
): Uint8Array | Rejection {
  if (body.byteLength > INGEST_BODY_BYTES_MAX) return refuse('body_too_large');
  if (contentEncoding === '') return body;
  if (contentEncoding.length > CODINGS_CHARS_MAX) return refuse('unsupported_encoding');
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > CODINGS_MAX) return refuse('unsupported_encoding');
  let bytes = body;
  // Codings are listed in the order they were applied.
  for (const coding of codings.reverse()) {
    const decoder = (dialect === 'errord' ? DECODERS : FOREIGN_DECODERS).get(coding);
    if (decoder === undefined) return refuse('unsupported_encoding');
    try {
      bytes = decoder(bytes);
    } catch (error) {
      return refuse(isTooLarge(error) ? 'body_too_large' : 'invalid_encoding');
    }
  }
  return bytes;
}

function isZlib(bytes: Uint8Array): boolean {
  const [method = 0, flags = 0] = bytes;
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

function isTooLarge(error: unknown): boolean {
  if (error instanceof ZstdTooLargeError) return true;
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}

function refuse(reason: Rejection['reason']): Rejection {
  return { kind: 'rejected', reason };
}
