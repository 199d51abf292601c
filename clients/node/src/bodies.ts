// Copies of the bodies that go through a server, taken in passing: the application reads and writes as if nobody looked.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { redactBodyText } from '../../core/redact-body.js';
import { BODY_BYTES_MAX } from './limits.js';

const TEXT_TYPE =
  /^\s*(?:text\/|application\/(?:[\w.+-]*\+)?(?:json|xml|x-ndjson|x-www-form-urlencoded|javascript|graphql)\b)/i;

/** The first bytes of one body. */
export class BodyCopy {
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  /** Copies what there is room for: whoever wrote the chunk may use its memory again. */
  add(chunk: unknown, encoding: unknown): void {
    const room = BODY_BYTES_MAX - this.#bytes;
    if (room <= 0) return;
    const copy = toBytes(chunk, encoding, room);
    this.#chunks.push(copy);
    this.#bytes += copy.length;
  }

  /** As it may leave the process; undefined when nothing came. */
  toText(): string | undefined {
    if (this.#bytes === 0) return undefined;
    // As of a stream that goes on, so that of a character that was cut through nothing is left.
    return redactBodyText(
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(this.#chunks), { stream: true }),
    );
  }
}

function toBytes(chunk: unknown, encoding: unknown, room: number): Buffer {
  if (typeof chunk === 'string') {
    const known = typeof encoding === 'string' && Buffer.isEncoding(encoding) ? encoding : 'utf8';
    // Two characters of hexadecimal text make one byte; no encoding needs more.
    return Buffer.from(chunk.slice(0, room * 2), known).subarray(0, room);
  }
  return chunk instanceof Uint8Array ? Buffer.from(chunk.subarray(0, room)) : Buffer.alloc(0);
}

/** True for a body that a person can read: of a text type and not compressed. */
export function isReadableBody(type: unknown, encoding: unknown): boolean {
  if (typeof encoding === 'string' && encoding !== '' && encoding !== 'identity') return false;
  return typeof type === 'string' && TEXT_TYPE.test(type);
}

/** Copies what arrives, also when the application never reads it. */
export function copyRequestBody(request: IncomingMessage): BodyCopy | undefined {
  if (!isReadableBody(request.headers['content-type'], request.headers['content-encoding'])) return undefined;
  const copy = new BodyCopy();
  // The parser hands each chunk to this method, whatever the application does with the stream afterwards.
  const original = request.push;
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    copy.add(chunk, encoding);
    return original.call(request, chunk, encoding);
  };
  return copy;
}

/** Copies what is written. Whether it is text shows when the headers have been sent. */
export function copyResponseBody(response: ServerResponse): BodyCopy {
  const copy = new BodyCopy();
  for (const name of ['write', 'end'] as const) {
    const original = response[name] as (...args: unknown[]) => never;
    response[name] = function (this: ServerResponse, ...args: unknown[]): never {
      copy.add(args[0], args[1]);
      return Reflect.apply(original, this, args);
    };
  }
  return copy;
}
