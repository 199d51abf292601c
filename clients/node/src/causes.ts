// What an error says besides its stack: its code, and what led to it. In this package alone, because a page would have to
// load the code for it; of the errors of pages, `extra.error` and the text of the stack tell the same.

import { MAX_MESSAGE_LENGTH } from '../../../src/constants.js';
import { type ErrorLike, isErrorLike, readText } from '../../core/event.js';
import { CAUSE_FRAMES_MAX, CAUSES_MAX } from '../../core/limits.js';
import { cut, read, toText } from '../../core/readable.js';
import { redactSentence } from '../../core/redact.js';
import { parseStack } from '../../core/stack.js';
import type { Cause, ErrorEvent } from '../../core/types.js';
import { toNodeFrames } from './frames.js';

/** What is absent has no key. Never throws. */
export function toNamedDetails(thrown: unknown): Pick<ErrorEvent, 'code' | 'causes'> {
  if (!isErrorLike(thrown)) return {};
  const causes = listCauses(thrown).map(toCause);
  return { ...toCode(thrown), ...(causes.length > 0 && { causes }) };
}

/** The nearest first, those of an AggregateError before its cause; a cycle ends at the one that was told before. */
function listCauses(error: ErrorLike): unknown[] {
  const told = new Set<unknown>([error]);
  const tellAll = (parent: unknown): void => {
    if (!isErrorLike(parent)) return;
    const errors = readField(parent, 'errors');
    const count = Array.isArray(errors) ? Math.min(errors.length, CAUSES_MAX) : 0;
    for (let index = 0; index < count; index++) tell(readField(errors as object, String(index)));
    tell(readField(parent, 'cause'));
  };
  const tell = (thrown: unknown): void => {
    if (thrown === undefined || thrown === null || told.has(thrown) || told.size > CAUSES_MAX) return;
    told.add(thrown);
    tellAll(thrown);
  };
  tellAll(error);
  return [...told].slice(1);
}

function toCause(thrown: unknown): Cause {
  if (!isErrorLike(thrown)) return { message: cut(toText(thrown), MAX_MESSAGE_LENGTH) };
  return {
    type: readText(thrown, 'name'),
    message: cut(readText(thrown, 'message'), MAX_MESSAGE_LENGTH),
    stackFrames: toNodeFrames(parseStack(readText(thrown, 'stack')).slice(0, CAUSE_FRAMES_MAX)),
    ...toCode(thrown),
  };
}

/** `ECONNREFUSED`, `42P01`, or a number, as a text. */
function toCode(error: object): { code?: string } {
  const code = readField(error, 'code');
  const isCode = typeof code === 'string' || typeof code === 'number';
  return isCode ? { code: redactSentence(String(code)) } : {};
}

function readField(object: object, name: string): unknown {
  return read(() => (object as Record<string, unknown>)[name]);
}
