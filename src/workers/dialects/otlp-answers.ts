// Answers of OTLP/HTTP, in the form of the call: https://opentelemetry.io/docs/specs/otlp/#otlphttp-response

import { ERROR_CODES, REASON_CODES } from '../../errors.js';
import { type HeaderList, type HttpAnswer, toErrorAnswer, toJsonAnswer } from '../../http-answer.js';
import type { BodyFormat, ItemResult } from '../../messages.js';
import type { Drop, Rejection } from '../../outcome.js';
import { type PartialSuccess, type Status, toPartialSuccessBytes, toStatusBytes } from './otlp-protobuf.js';

/** How a partial success calls the number of what was refused. */
export type RejectedName = 'rejectedLogRecords' | 'rejectedSpans' | 'rejectedDataPoints';

/**
 * A success may be partial, and is not sent again: so an item that could be stored another time makes the whole call a failure
 * to be retried, which the ids of its items make harmless.
 */
export function toItemsAnswer(
  items: readonly ItemResult[],
  format: BodyFormat,
  rejectedName: RejectedName,
): HttpAnswer {
  const passing = items.find((item) => item.kind === 'dropped' && item.reason !== 'internal');
  if (passing?.kind === 'dropped') return toRefusal(passing, format);
  const refusals = items.filter((item) => item.kind === 'rejected' || item.kind === 'dropped');
  const [first] = refusals;
  if (first === undefined) return toAnswer(200, format, { json: '{}', protobuf: () => new Uint8Array() });
  if (refusals.length === items.length && first.kind === 'rejected') return toRefusal(first, format);
  const partial: PartialSuccess = { rejected: refusals.length, errorMessage: toMessage(first) };
  const { errorMessage } = partial;
  // 64-bit integers are texts in JSON.
  const json = JSON.stringify({ partialSuccess: { [rejectedName]: String(refusals.length), errorMessage } });
  return toAnswer(200, format, { json, protobuf: () => toPartialSuccessBytes(partial) });
}

export function toRefusal(refusal: Rejection | Drop, format: BodyFormat): HttpAnswer {
  const own = toErrorAnswer(REASON_CODES[refusal.reason]);
  return toStatusAnswer(own, toMessage(refusal), format);
}

function toStatusAnswer(
  { status: httpStatus, headers = [] }: HttpAnswer,
  message: string,
  format: BodyFormat,
): HttpAnswer {
  const status: Status = { code: RPC_CODES.get(httpStatus) ?? UNKNOWN, message };
  const answer = toAnswer(httpStatus, format, { json: JSON.stringify(status), protobuf: () => toStatusBytes(status) });
  const own = new Set(answer.headers?.map(([name]) => name));
  return { ...answer, headers: [...(answer.headers ?? []), ...headers.filter(([name]) => !own.has(name))] };
}

/** One sentence, and the first place where something was wrong. */
function toMessage(refusal: Rejection | Drop): string {
  const general = ERROR_CODES[REASON_CODES[refusal.reason]].error;
  if (refusal.kind === 'dropped') return general;
  const [detail] = refusal.details ?? [];
  const message = refusal.message ?? general;
  return detail === undefined ? message : `${message} ${detail.path} ${detail.message}`;
}

interface Bodies {
  readonly json: string;
  readonly protobuf: () => Uint8Array;
}

function toAnswer(status: number, format: BodyFormat, { json, protobuf }: Bodies): HttpAnswer {
  if (format === 'json') return toJsonAnswer(status, json);
  return { status, headers: PROTOBUF_HEADERS, body: protobuf() };
}

const PROTOBUF_HEADERS: HeaderList = [
  ['Content-Type', 'application/x-protobuf'],
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];

const UNKNOWN = 2;

/** https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto, by status of HTTP. */
const RPC_CODES: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [408, 4],
  [413, 3],
  [415, 3],
  [429, 8],
  [500, 13],
  [503, 14],
]);
