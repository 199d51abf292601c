// Answers as daemons give them: with a length, or in chunks, and nothing else that would need more than a look to be read.

import type { SendAnswer } from '../../core/outbox.js';
import { parseHead } from './header-texts.js';
import { ANSWER_CHARS_MAX, ANSWER_HEAD_BYTES_MAX, ANSWER_PIECES_MAX, CHUNK_ENDS_MAX } from './limits.js';

/** Something stands between that answers in another way. What was sent may have arrived. */
export class UnusualAnswerError extends Error {}

interface AnswerHead {
  readonly status: number;
  /** The `Retry-After` header; null when absent. */
  readonly retryAfter: string | null;
  /** Where the body begins, and how long it is, in bytes; null when it comes in chunks. */
  readonly bodyAt: number;
  readonly bodyBytes: number | null;
  /** No other call may follow on this connection. */
  readonly isLast: boolean;
}

const STATUS_LINE = /^HTTP\/1\.1 ([2-5]\d\d) /;
/** Of trailers too. */
const HEAD_END = '\r\n\r\n';

/** The head of an answer (RFC 9112); null until it is whole. Throws `UnusualAnswerError`. */
export function parseAnswerHead(bytes: Buffer): AnswerHead | null {
  const end = bytes.indexOf(HEAD_END);
  if (end > ANSWER_HEAD_BYTES_MAX || (end === -1 && bytes.length > ANSWER_HEAD_BYTES_MAX)) {
    throw new UnusualAnswerError('the head is too long');
  }
  if (end === -1) return null;
  const head = bytes.toString('latin1', 0, end);
  const [, status] = STATUS_LINE.exec(head) ?? [];
  const headers = parseHead(head);
  const { 'content-length': length = '', 'transfer-encoding': coding, 'content-encoding': packing } = headers;
  const bodyBytes = coding === undefined && /^\d{1,9}$/.test(length) ? Number(length) : null;
  const isChunked = length === '' && coding?.toLowerCase() === 'chunked';
  if (status === undefined || packing !== undefined || (bodyBytes === null && !isChunked)) {
    throw new UnusualAnswerError('it has no length, or is not plain HTTP/1.1');
  }
  if (bodyBytes !== null && bodyBytes > ANSWER_CHARS_MAX) throw new UnusualAnswerError('it is too long');
  return {
    status: Number(status),
    retryAfter: headers['retry-after'] ?? null,
    bodyAt: end + HEAD_END.length,
    bodyBytes,
    isLast: /\bclose\b/i.test(headers.connection ?? ''),
  };
}

export interface PlainAnswer {
  readonly answer: SendAnswer;
  /** No other call may follow on this connection. */
  readonly isLast: boolean;
}

/** Puts one answer together from the pieces in which it comes. */
export class AnswerReader {
  #head: AnswerHead | null = null;
  /** One until the head is whole. */
  #pieces: Buffer[] = [];
  #byteCount = 0;
  /** The last bytes that came. */
  #tail: Buffer = NO_BYTES;
  /** So often what came ended like the last chunk. */
  #endCount = 0;

  get isEmpty(): boolean {
    return this.#byteCount === 0;
  }

  /** Null when more is to come. The bytes may be overwritten afterwards. Throws `UnusualAnswerError`. */
  read(bytes: Buffer): PlainAnswer | null {
    this.#byteCount += bytes.length;
    let piece = bytes;
    if (this.#head === null) {
      piece = this.#join(bytes);
      this.#pieces = [];
      this.#head = parseAnswerHead(piece);
    }
    const answer = this.#head === null ? null : this.#end(this.#head, piece);
    if (answer === null) this.#pieces.push(Buffer.from(piece));
    if (this.#pieces.length > ANSWER_PIECES_MAX) throw new UnusualAnswerError('it comes in too many pieces');
    return answer;
  }

  #end(head: AnswerHead, piece: Buffer): PlainAnswer | null {
    const { status, retryAfter, bodyAt, bodyBytes } = head;
    if (bodyBytes === null) {
      const body = this.#readChunks(bodyAt, piece);
      return body && { answer: { status, retryAfter, body: body.toString() }, isLast: head.isLast };
    }
    const end = bodyAt + bodyBytes;
    if (this.#byteCount < end) return null;
    const body = this.#join(piece).toString('utf8', bodyAt, end);
    return { answer: { status, retryAfter, body }, isLast: head.isLast || this.#byteCount > end };
  }

  /** They are looked through once, when what came ends as trailers do; a body that ends so too is rare. */
  #readChunks(bodyAt: number, piece: Buffer): Buffer | null {
    if (this.#byteCount > ANSWER_CHARS_MAX) throw new UnusualAnswerError('it is too long');
    this.#tail = Buffer.concat([this.#tail, piece.subarray(-HEAD_END.length)]).subarray(-HEAD_END.length);
    if (this.#tail.toString('latin1') !== HEAD_END) return null;
    this.#endCount += 1;
    if (this.#endCount > CHUNK_ENDS_MAX) throw new UnusualAnswerError('it ends again and again');
    return joinChunks(this.#join(piece).subarray(bodyAt));
  }

  #join(piece: Buffer): Buffer {
    return this.#pieces.length === 0 ? piece : Buffer.concat([...this.#pieces, piece]);
  }
}

const NO_BYTES = Buffer.alloc(0);

/** The body of which these are the chunks (RFC 9112, 7.1); null when the last one is missing. */
function joinChunks(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return null;
    const [, hex] = /^([0-9a-f]{1,6})(?:;|$)/i.exec(bytes.toString('latin1', at, lineEnd)) ?? [];
    if (hex === undefined) throw new UnusualAnswerError('a chunk has no length');
    const start = lineEnd + 2;
    const end = start + Number.parseInt(hex, 16);
    // Behind the last one stand trailers, which say nothing here, and an empty line.
    if (end === start)
      return bytes.indexOf(HEAD_END, lineEnd) + HEAD_END.length === bytes.length ? Buffer.concat(chunks) : null;
    if (end + 2 > bytes.length) return null;
    chunks.push(bytes.subarray(start, end));
    at = end + 2;
  }
}
