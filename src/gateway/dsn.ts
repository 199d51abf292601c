// The DSN in a body: `http://<key>@<host>/<project>`, in the first line of an envelope.

import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib';
import { DSN_CHARS_MAX, ENVELOPE_HEAD_BYTES_MAX, ENVELOPE_HEAD_PACKED_BYTES_MAX } from '../limits.js';
import { decodeComponent } from './query-string.js';

export interface Dsn {
  readonly key: string;
  readonly projectId: string;
}

/** The DSN in the header of an envelope, which SDKs put there when they send through a tunnel; null when there is none. */
export function readEnvelopeDsn(body: Uint8Array, contentEncoding: string): Dsn | null {
  const head = unpackHead(body, contentEncoding);
  const end = head?.indexOf('\n') ?? -1;
  const line = end === -1 ? head : head?.subarray(0, end);
  if (line === undefined || line.length > ENVELOPE_HEAD_BYTES_MAX) return null;
  try {
    const header = JSON.parse(line.toString('utf8')) as unknown;
    const dsn = typeof header === 'object' && header !== null && 'dsn' in header ? header.dsn : null;
    return typeof dsn === 'string' ? parseDsn(dsn) : null;
  } catch {
    // A SyntaxError, the only thing it throws: the dialect says what is wrong with the body.
    return null;
  }
}

/** Null for a text that is none. */
export function parseDsn(text: string): Dsn | null {
  if (text.length > DSN_CHARS_MAX || !URL.canParse(text)) return null;
  const { username, pathname } = new URL(text);
  const key = decodeComponent(username);
  const projectId = decodeComponent(pathname.slice(pathname.lastIndexOf('/') + 1));
  return key === null || key === '' || projectId === null ? null : { key, projectId };
}

/** A packed body is unpacked as far as its first bytes go, which hold the first line of any SDK. */
function unpackHead(body: Uint8Array, contentEncoding: string): Buffer | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (contentEncoding === '') return bytes.subarray(0, ENVELOPE_HEAD_BYTES_MAX + 1);
  const packed = bytes.subarray(0, ENVELOPE_HEAD_PACKED_BYTES_MAX);
  // Not to its end: without these it would be an error that there is more.
  const zlib = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: ENVELOPE_HEAD_UNPACKED_BYTES_MAX };
  const brotli = { finishFlush: constants.BROTLI_OPERATION_FLUSH, maxOutputLength: ENVELOPE_HEAD_UNPACKED_BYTES_MAX };
  try {
    switch (contentEncoding) {
      case 'gzip':
        return gunzipSync(packed, zlib);
      case 'deflate':
        return inflateSync(packed, zlib);
      case 'br':
        return brotliDecompressSync(packed, brotli);
      default:
        return undefined;
    }
  } catch {
    // It does not unpack, or to too much: whoever reads the body says so.
    return undefined;
  }
}

/** What a small packed part may become: text of an SDK is a tenth of it. */
const ENVELOPE_HEAD_UNPACKED_BYTES_MAX = 64 * ENVELOPE_HEAD_PACKED_BYTES_MAX;
