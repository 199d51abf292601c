// Our own JSON: one record, or an array of records of one kind.

import type { ErrorDetail } from '../../../schemas/error-reply.js';
import { EventAccepted } from '../../../schemas/event.js';
import { BATCH_ITEMS_MAX } from '../../../schemas/limits.js';
import { RecordAccepted } from '../../../schemas/request.js';
import { ERROR_CODES, REASON_CODES, toErrorReply } from '../../errors.js';
import { type HttpAnswer, stringifyErrorReply, toErrorAnswer, toJsonAnswer } from '../../http-answer.js';
import { ERROR_DETAILS_MAX } from '../../limits.js';
import type { BatchResult, IngestForm, ItemResult } from '../../messages.js';
import type { Drop, Rejection, Stored } from '../../outcome.js';
import { compileStringify } from '../../stringify.js';
import type { AnswerFacts, CallFacts, Contents, Dialect } from './dialect.js';
import { parseJsonBody } from './json-body.js';
import { parseWithStacks, type StackLayout } from './repeated-stacks.js';

export const ERRORD: Dialect = { toContents, toAnswer, toRefusalAnswer };

const stringifyEventAccepted = compileStringify(EventAccepted);
const stringifyRecordAccepted = compileStringify(RecordAccepted);

function toContents(bytes: Uint8Array, { form: { kind, isBatch } }: CallFacts): Contents | Rejection {
  if (kind === null) throw new Error('a route of this dialect names the kind of its records');
  const parsed = kind === 'event' ? parseJsonBody(bytes, parseEvents) : parseJsonBody(bytes);
  if (!('ok' in parsed)) return parsed;
  if (!isBatch) return { items: [{ kind, payload: parsed.value }] };
  if (!Array.isArray(parsed.value)) return NO_BATCH;
  if (parsed.value.length > BATCH_ITEMS_MAX) return { kind: 'rejected', reason: 'batch_too_long' };
  return { items: parsed.value.map((payload: unknown) => ({ kind, payload })) };
}

const LAYOUT: StackLayout = {
  fields: [{ start: 'k":"' }, { start: 'kFrames":[' }],
  putBack: (value, take) => {
    const fill = (holder: unknown): void => {
      if (!isHolder(holder)) return;
      if (typeof holder.stack === 'string') holder.stack = take(holder.stack);
      if (typeof holder.stackFrames === 'string') holder.stackFrames = take(holder.stackFrames);
    };
    const events: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const event of events) {
      fill(event);
      if (isHolder(event) && Array.isArray(event.causes)) event.causes.forEach(fill);
    }
  },
};

/** What may have stacks: an event, or a cause of one. */
type StackHolder = Partial<Record<'stack' | 'stackFrames' | 'causes', unknown>>;

function isHolder(value: unknown): value is StackHolder {
  return typeof value === 'object' && value !== null;
}

/** What `JSON.parse` makes of the text of an event or of an array of events; stacks are for reading alone. */
export function parseEvents(text: string): unknown {
  return parseWithStacks(text, LAYOUT);
}

const NO_BATCH: Rejection = {
  kind: 'rejected',
  reason: 'validation_failed',
  message: 'A batch is a JSON array of records; send a single record to the route for one.',
  details: [{ path: '', message: 'must be array' }],
};

function toAnswer({ form }: AnswerFacts, { items }: Pick<BatchResult, 'items'>): HttpAnswer {
  if (form.isBatch) return toBatchAnswer(form, items);
  const [item] = items;
  if (item === undefined) return toErrorAnswer('internal');
  return isStored(item) ? toJsonAnswer(201, toStoredText(form, item)) : toRefusalAnswer(item);
}

function toRefusalAnswer(refusal: Rejection | Drop): HttpAnswer {
  if (refusal.kind === 'dropped') return toErrorAnswer(REASON_CODES[refusal.reason]);
  const { reason, message, details, retryAfterSeconds } = refusal;
  return toErrorAnswer(REASON_CODES[reason], { message, details, retryAfterSeconds });
}

function toBatchAnswer(form: IngestForm, items: readonly ItemResult[]): HttpAnswer {
  const refusals = items.filter((item) => !isStored(item));
  if (refusals.length > 0 && refusals.length === items.length) return toNoneStoredAnswer(refusals);
  const texts = items.map((item, index) => (isStored(item) ? toStoredText(form, item) : toEntryText(item, index)));
  return toJsonAnswer(refusals.length > 0 ? 207 : 201, `[${texts.join(',')}]`);
}

/**
 * With a failure of ours among them, the answer of that failure: the call is worth sending again. So it is with an item
 * over a limit of its project, as soon as one of the limits lets go. Otherwise the answer of the reason they share, else
 * of `validation_failed`; the details name the items by their place.
 */
function toNoneStoredAnswer(refusals: readonly (Rejection | Drop)[]): HttpAnswer {
  const drop = refusals.find((refusal) => refusal.kind === 'dropped');
  if (drop !== undefined) return toRefusalAnswer(drop);
  const rejections = refusals.filter((refusal) => refusal.kind === 'rejected');
  const reasons = new Set(rejections.map((rejection) => rejection.reason));
  const [shared = 'validation_failed'] = reasons.size === 1 ? reasons : [];
  const reason = reasons.has('rate_limited') ? 'rate_limited' : shared;
  const waits = rejections.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  const retryAfterSeconds = waits.length === 0 ? undefined : Math.min(...waits);
  const details = rejections.slice(0, ERROR_DETAILS_MAX).map(toItemDetail);
  const message = `None of the ${rejections.length} items could be stored; see details.`;
  return toErrorAnswer(REASON_CODES[reason], { message, details, retryAfterSeconds });
}

function toItemDetail({ reason, message, details }: Rejection, index: number): ErrorDetail {
  const [first] = details ?? [];
  if (first !== undefined) return atIndex(first, index);
  return { path: `/${index}`, message: message ?? ERROR_CODES[REASON_CODES[reason]].error };
}

function toEntryText(refusal: Rejection | Drop, index: number): string {
  if (refusal.kind === 'dropped') return stringifyErrorReply(toErrorReply(REASON_CODES[refusal.reason]));
  const details = refusal.details?.map((detail) => atIndex(detail, index));
  return stringifyErrorReply(toErrorReply(REASON_CODES[refusal.reason], { message: refusal.message, details }));
}

/** A detail of an item, as a place in the batch. */
function atIndex({ path, message }: ErrorDetail, index: number): ErrorDetail {
  return { path: `/${index}${path}`, message };
}

function toStoredText({ kind, isBatch }: IngestForm, stored: Stored): string {
  if (kind === 'event') {
    const { id, fingerprint = '', isNew = false } = stored;
    return stringifyEventAccepted({ id, fingerprint, isNew });
  }
  return kind === 'log' && isBatch ? JSON.stringify(stored.id) : stringifyRecordAccepted({ id: stored.id });
}

function isStored(item: ItemResult): item is Stored & ItemResult {
  return item.kind === 'stored' || item.kind === 'duplicate';
}
