import type { HttpResponse } from 'uWebSockets.js';
import { BodyBuffers } from '../body-buffers.js';
import { BODY_BUFFER_BYTES_MAX } from '../limits.js';

export type Body =
  | { readonly kind: 'whole'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'no_room' };

export interface BodyOptions {
  readonly bytesMax: number;
  /** From `Content-Length`; null for a chunked body. */
  readonly contentLength: number | null;
  /** Asked before each chunk is kept; false refuses the body. */
  readonly take: (byteCount: number) => boolean;
  /** Where the buffer of the body comes from; whoever has the whole body gives it back. Absent: the body has its own. */
  readonly buffers?: BodyBuffers;
}

/**
 * Reads a body within its limit and calls back once, at the latest with the last byte; never after an abort. A refused
 * body is answered at once, while the client may still be sending: uWebSockets.js reads and forgets what follows, so
 * the client gets to see the answer instead of a reset connection, and nothing is kept.
 */
export function readBody(response: HttpResponse, options: BodyOptions, done: (body: Body) => void): void {
  if (options.contentLength !== null && options.contentLength > options.bytesMax) {
    done({ kind: 'too_large' });
    return;
  }
  const gathered = new GatheredBytes(
    Math.min(options.contentLength ?? options.bytesMax, options.bytesMax),
    options.buffers ?? new BodyBuffers(),
  );
  let ended = false;
  response.onData((chunk, isLast) => {
    if (ended) return;
    const body = addChunk(gathered, new Uint8Array(chunk), options);
    if (body === null && !isLast) return;
    ended = true;
    done(body ?? { kind: 'whole', bytes: gathered.bytes() });
  });
}

/**
 * Reads and forgets a body that nobody wants, and calls back once: with true at its last byte, when the connection can
 * take the next request, or at once with false when it is longer than the bound, announced or not. Never after an abort.
 */
export function discardBody(
  response: HttpResponse,
  options: Omit<BodyOptions, 'take'>,
  done: (isOver: boolean) => void,
): void {
  const { bytesMax, contentLength } = options;
  if (contentLength !== null && contentLength > bytesMax) {
    done(false);
    return;
  }
  let byteCount = 0;
  let ended = false;
  response.onData((chunk, isLast) => {
    byteCount += chunk.byteLength;
    if (ended || (!isLast && byteCount <= bytesMax)) return;
    ended = true;
    done(isLast);
  });
}

function addChunk(gathered: GatheredBytes, chunk: Uint8Array, options: BodyOptions): Body | null {
  if (gathered.byteCount + chunk.byteLength > options.bytesMax) return { kind: 'too_large' };
  if (!options.take(chunk.byteLength)) return { kind: 'no_room' };
  gathered.add(chunk);
  return null;
}

/**
 * One growing buffer, not a list of chunks: a client that sends byte by byte would make a list cost a hundred times
 * what the admission counts. The announced length is a bound for the growth and never a reason to allocate.
 */
class GatheredBytes {
  readonly #bytesMax: number;
  readonly #buffers: BodyBuffers;
  #buffer = new Uint8Array(0);
  byteCount = 0;

  constructor(bytesMax: number, buffers: BodyBuffers) {
    this.#bytesMax = bytesMax;
    this.#buffers = buffers;
  }

  /** Copies the chunk: its memory belongs to uWebSockets.js and is detached after the callback. */
  add(chunk: Uint8Array): void {
    const needed = this.byteCount + chunk.byteLength;
    if (needed > this.#buffer.byteLength) this.#grow(needed);
    this.#buffer.set(chunk, this.byteCount);
    this.byteCount = needed;
  }

  /** A large one that grew beyond its bytes would be kept as a whole, so they get a buffer of their length. */
  bytes(): Uint8Array<ArrayBuffer> {
    const bytes = this.#buffer.subarray(0, this.byteCount);
    return this.#buffer.byteLength > Math.max(this.byteCount, BODY_BUFFER_BYTES_MAX) ? bytes.slice() : bytes;
  }

  #grow(needed: number): void {
    const outgrown = this.#buffer;
    this.#buffer = this.#buffers.take(Math.max(needed, Math.min(2 * outgrown.byteLength, this.#bytesMax)));
    this.#buffer.set(outgrown.subarray(0, this.byteCount));
    this.#buffers.giveBack(outgrown);
  }
}
