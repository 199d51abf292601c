// Zstandard, which Node 20 does not have. The library believes what a frame says of itself, so that is read first.
// https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1

import { Decompress } from '#fzstd';
import { INGEST_BODY_BYTES_MAX, ZSTD_WINDOW_BYTES_MAX, ZSTD_WORK_BYTES_MAX } from '../limits.js';

/** What is packed is larger than a body may be, or asks for more memory or work than one may. */
export class ZstdTooLargeError extends Error {
  override readonly name = 'ZstdTooLargeError';
}

/** One frame, as SDKs send it. Throws for anything else, and a `ZstdTooLargeError` before it costs too much. */
export function unpackZstd(bytes: Uint8Array): Uint8Array {
  checkFrame(bytes);
  const parts: Uint8Array[] = [];
  let byteCount = 0;
  const stream = new Decompress((part) => {
    byteCount += part.byteLength;
    if (byteCount > INGEST_BODY_BYTES_MAX) throw new ZstdTooLargeError();
    // The library uses its memory again.
    parts.push(part.slice());
  });
  stream.push(bytes, true);
  return Buffer.concat(parts, byteCount);
}

const MAGIC = 0xfd2fb528;
const BLOCK_HEADER_BYTES = 3;
const REPEATED_BYTE = 1;

/** Reads the header and the sizes of the blocks. The library moves its whole window for each block. */
function checkFrame(bytes: Uint8Array): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.readUInt32LE(0) !== MAGIC) throw new Error('no zstd frame');
  const { windowBytes, headerBytes, checksumBytes } = readFrameHeader(view);
  if (windowBytes > ZSTD_WINDOW_BYTES_MAX) throw new ZstdTooLargeError();
  let at = headerBytes;
  let isLast = false;
  for (let blocks = 1; !isLast; blocks++) {
    if (blocks * windowBytes > ZSTD_WORK_BYTES_MAX) throw new ZstdTooLargeError();
    const head = view.readUIntLE(at, BLOCK_HEADER_BYTES);
    isLast = (head & 1) === 1;
    at += BLOCK_HEADER_BYTES + (((head >> 1) & 3) === REPEATED_BYTE ? 1 : head >> 3);
  }
  if (at + checksumBytes !== view.length) throw new Error('not one whole zstd frame');
}

interface FrameHeader {
  readonly windowBytes: number;
  readonly headerBytes: number;
  readonly checksumBytes: number;
}

function readFrameHeader(view: Buffer): FrameHeader {
  const flags = view.readUInt8(4);
  const isSingleSegment = (flags & 0x20) !== 0;
  const dictionaryBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const sizeAt = 5 + (isSingleSegment ? 0 : 1) + dictionaryBytes;
  return {
    windowBytes: isSingleSegment ? readSize(view, sizeAt, sizeBytes) : toWindow(view.readUInt8(5)),
    headerBytes: sizeAt + sizeBytes,
    checksumBytes: (flags & 4) === 0 ? 0 : 4,
  };
}

function readSize(view: Buffer, at: number, byteCount: number): number {
  if (byteCount === 8) return Number(view.readBigUInt64LE(at));
  return view.readUIntLE(at, byteCount) + (byteCount === 2 ? 256 : 0);
}

function toWindow(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
