// What a protocol of senders is to the daemon: a way from bytes to items, and one from their fates to an answer. Between the
// two nothing knows which protocol it was.

import type { HttpAnswer } from '../../http-answer.js';
import type { IngestCall, IngestForm, ItemResult, RecordKind } from '../../messages.js';
import type { Drop, Rejection } from '../../outcome.js';

/** One record of a call, not checked yet. */
export interface Item {
  readonly kind: RecordKind;
  /** Checked against the schema of the kind before it is used. */
  readonly payload: unknown;
}

/** What is known of a call besides its body. */
export type CallFacts = Omit<IngestCall, 'body' | 'contentEncoding'>;

/** Pure functions. Bytes are read in a pool thread, answers are made in the gateway. */
export interface Dialect {
  /** The items of an unpacked body, or why it has none. */
  toItems(bytes: Uint8Array, facts: CallFacts): readonly Item[] | Rejection;
  /** The answer to a call whose items have all met their fate, in their order. */
  toAnswer(form: IngestForm, items: readonly ItemResult[]): HttpAnswer;
  /** The answer to a call that was refused as a whole, whether or not its body was read. */
  toRefusalAnswer(refusal: Rejection | Drop): HttpAnswer;
}
