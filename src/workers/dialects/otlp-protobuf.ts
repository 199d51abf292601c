// The binary form of OTLP. The functions that read and write messages are made of schemas/otlp/otlp.proto when the daemon is
// built; here is what they read with. Fields have the names of the JSON form, so that what follows reads both.

import { PbfReader, PbfWriter } from '#pbf';
import { loadCompiled } from '../../compiled.js';
import { PROTOBUF_FIELDS_MAX } from '../../limits.js';
import type { Rejection } from '../../outcome.js';

export type RequestMessage = 'ExportLogsServiceRequest' | 'ExportTraceServiceRequest' | 'ExportMetricsServiceRequest';

export interface PartialSuccess {
  readonly rejected: number;
  readonly errorMessage: string;
}

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/status.proto */
export interface Status {
  readonly code: number;
  readonly message: string;
}

type ReadMessage = (reader: PbfReader, end: number) => unknown;
type WriteMessage<T> = (message: T, writer: PbfWriter) => void;

type Messages = Readonly<Record<`read${RequestMessage}`, ReadMessage>> & {
  readonly writeExportServiceResponse: WriteMessage<{ readonly partialSuccess: PartialSuccess }>;
  readonly writeStatus: WriteMessage<Status>;
};

// Written by the build out of the .proto file.
const MESSAGES = loadCompiled('protobuf', 'otlp') as Messages;

/** The message in the bytes. Texts that are no UTF-8 have marks where they are none. The refusal does not quote the body. */
export function parseProtobuf(
  message: RequestMessage,
  bytes: Uint8Array,
): { readonly ok: true; readonly value: unknown } | Rejection {
  const reader = new BoundedReader(bytes);
  try {
    return { ok: true, value: MESSAGES[`read${message}`](reader, bytes.length) };
  } catch {
    // What the library throws says nothing that a sender could use; the stack overflows where values nest without end.
    return reader.isSpent ? TOO_COSTLY : { ...MALFORMED, message: `The body is no ${message} in protobuf.` };
  }
}

const TOO_COSTLY: Rejection = {
  kind: 'rejected',
  reason: 'too_costly',
  message: `The body holds too many fields: more than ${PROTOBUF_FIELDS_MAX}; send it in parts.`,
};
const MALFORMED: Rejection = { kind: 'rejected', reason: 'validation_failed' };

export function toPartialSuccessBytes(partialSuccess: PartialSuccess): Uint8Array {
  const writer = new PbfWriter();
  MESSAGES.writeExportServiceResponse({ partialSuccess }, writer);
  return writer.finish();
}

export function toStatusBytes(status: Status): Uint8Array {
  const writer = new PbfWriter();
  MESSAGES.writeStatus(status, writer);
  return writer.finish();
}

// https://protobuf.dev/programming-guides/encoding/#structure
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;

/**
 * The library trusts the lengths in a message. This reader does not, and counts fields: an empty message takes two bytes, and
 * the object made of it a hundred.
 */
class BoundedReader extends PbfReader {
  readonly #bytes: Buffer;
  #fieldsLeft = PROTOBUF_FIELDS_MAX;

  constructor(bytes: Uint8Array) {
    super(bytes);
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isSpent(): boolean {
    return this.#fieldsLeft < 0;
  }

  /** Every message begins and ends here: a part that reached over the end of its whole shows when that is to end. */
  override nextField(end = this.length): number {
    if (end > this.length) throw new Error('a message is longer than the body');
    const field = super.nextField(end);
    if (field === 0) {
      if (this.pos !== end) throw new Error('a field is longer than its message, or has no number');
      return 0;
    }
    this.#fieldsLeft -= 1;
    if (this.isSpent) throw new Error('too many fields');
    return field;
  }

  override readString(): string {
    const start = this.#openBytes();
    return this.#bytes.toString('utf8', start, this.pos);
  }

  override readBytes(): Uint8Array {
    const start = this.#openBytes();
    return this.buf.subarray(start, this.pos);
  }

  override readFixed64(): number {
    this.#expect(FIXED64);
    return super.readFixed64();
  }

  override readDouble(): number {
    this.#expect(FIXED64);
    return super.readDouble();
  }

  /** Stands for `readVarint(true)` in what the build makes: a number, or decimal text where a number would not be exact. */
  readInt64(): number | string {
    this.#expect(VARINT);
    const start = this.pos;
    const value = this.readVarint(true);
    if (Number.isSafeInteger(value)) return value;
    let exact = 0n;
    for (let at = this.pos - 1; at >= start; at--) exact = (exact << 7n) | BigInt((this.buf[at] ?? 0) & 0x7f);
    return BigInt.asIntN(64, exact).toString();
  }

  /** Goes to the end of the bytes, and answers where they begin. */
  #openBytes(): number {
    this.#expect(BYTES);
    const length = this.readVarint();
    const start = this.pos;
    if (start + length > this.length) throw new Error('bytes are longer than the body');
    this.pos = start + length;
    return start;
  }

  #expect(wireType: number): void {
    if (this.type !== wireType) throw new Error('a field has the form of another type');
  }
}
