// What a protocol of senders is to the daemon: a way from bytes to items, and one from their fates to an answer. Between the
// two nothing knows which protocol it was.

import type { HttpAnswer } from '../../http-answer.js';
import type { BatchResult, BodyFormat, CallNotes, IngestCall, IngestForm, RecordKind } from '../../messages.js';
import type { Drop, Rejection } from '../../outcome.js';

/** One record of a call, not checked yet. */
export interface Item {
  readonly kind: RecordKind;
  /** Checked against the schema of the kind before it is used. */
  readonly payload: unknown;
}

/** What is known of a call besides its body. */
export type CallFacts = Omit<IngestCall, 'body' | 'contentEncoding'>;

/** An item that is refused whatever is in it; `payload` is there where it could be read, and names the project that it counts for. */
export interface RefusedItem extends Rejection {
  readonly payload?: unknown;
}

/** What a body holds. A refused item does not cost the others. */
export interface Contents {
  readonly items: readonly (Item | RefusedItem)[];
  readonly notes?: CallNotes;
}

/** What an answer depends on besides the fates of items. */
export interface AnswerFacts {
  readonly form: IngestForm;
  readonly format: BodyFormat;
}

/** Pure functions. Bytes are read in a pool thread, answers are made in the gateway. */
export interface Dialect {
  /** What is in an unpacked body, or why nothing is. */
  toContents(bytes: Uint8Array, facts: CallFacts): Contents | Rejection;
  /** The answer to a call whose items have all met their fate, in their order. */
  toAnswer(facts: AnswerFacts, result: Pick<BatchResult, 'items' | 'notes'>): HttpAnswer;
  /** The answer to a call that was refused as a whole, whether or not its body was read. */
  toRefusalAnswer(refusal: Rejection | Drop, facts: AnswerFacts): HttpAnswer;
}
