import { BODY_BUFFER_BYTES_MAX, BODY_BUFFER_BYTES_MIN, BODY_BUFFERS_KEPT_BYTES_MAX } from './limits.js';

/**
 * Buffers for the bodies of calls, used again. V8 counts the bytes of buffers that nobody uses any more against a heap that
 * is small, and marks all of it for them several times a second; that cost more than the rest of what the gateway does
 * with a batch.
 */
export class BodyBuffers {
  readonly #free = new Map<number, ArrayBuffer[]>();
  #keptBytes = 0;

  /**
   * A view of exactly so many bytes, whose buffer has room for at most twice as many (`BODY_BUFFER_BYTES_MIN` at least).
   * What is in it is what was there before.
   */
  take(byteCount: number): Uint8Array<ArrayBuffer> {
    if (byteCount > BODY_BUFFER_BYTES_MAX) return new Uint8Array(byteCount);
    const size = toBufferSize(byteCount);
    const buffer = this.#free.get(size)?.pop();
    if (buffer === undefined) return new Uint8Array(new ArrayBuffer(size), 0, byteCount);
    this.#keptBytes -= size;
    return new Uint8Array(buffer, 0, byteCount);
  }

  /** Takes back what `take` gave, all views of which are worth nothing from then on. */
  giveBack({ buffer }: Uint8Array<ArrayBuffer>): void {
    const size = buffer.byteLength;
    if (size > BODY_BUFFER_BYTES_MAX || size !== toBufferSize(size)) return;
    if (this.#keptBytes + size > BODY_BUFFERS_KEPT_BYTES_MAX) return;
    this.#keptBytes += size;
    const free = this.#free.get(size);
    if (free === undefined) this.#free.set(size, [buffer]);
    else free.push(buffer);
  }

  /** Bytes of the buffers that wait for their next use. */
  get keptBytes(): number {
    return this.#keptBytes;
  }
}

/** The next power of two. */
function toBufferSize(byteCount: number): number {
  return 2 ** Math.max(Math.log2(BODY_BUFFER_BYTES_MIN), Math.ceil(Math.log2(byteCount)));
}
