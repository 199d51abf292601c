// An HTTP answer as a value, before anything is written to a socket.

import { ErrorReply } from '../schemas/error-reply.js';
import { ERROR_CODES, type ErrorCode, type ErrorFacts, toErrorReply } from './errors.js';
import { RETRY_AFTER_SECONDS } from './limits.js';
import { compileStringify } from './stringify.js';

export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A whole answer. An absent body is an empty one. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers?: HeaderList;
  readonly body?: string | Uint8Array;
}

/** `headers` come on top of those of every error answer. */
export interface ErrorAnswerFacts extends ErrorFacts {
  readonly headers?: HeaderList;
  /** When it is worth trying again; for codes with 503 there is a default. */
  readonly retryAfterSeconds?: number | undefined;
}

const JSON_HEADERS: HeaderList = [
  ['Content-Type', 'application/json; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
];

export const stringifyErrorReply: (reply: ErrorReply) => string = compileStringify(ErrorReply);

export function toJsonAnswer(status: number, body: string | Uint8Array): HttpAnswer {
  return { status, headers: JSON_HEADERS, body };
}

/** The error answer of a code, to be sent as it is or kept; with `Retry-After` when it is worth trying again. */
export function toErrorAnswer(code: ErrorCode, facts?: ErrorAnswerFacts): HttpAnswer {
  const { status } = ERROR_CODES[code];
  const seconds = facts?.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
  const retry: HeaderList = seconds === null ? [] : [['Retry-After', String(seconds)]];
  return {
    status,
    headers: [...JSON_HEADERS, ...retry, ...(facts?.headers ?? [])],
    body: stringifyErrorReply(toErrorReply(code, facts)),
  };
}
