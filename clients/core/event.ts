import { MAX_MESSAGE_LENGTH } from '../../src/constants.js';
import { STACK_CHARS_MAX } from '../../src/limits.js';
import { CAUSES_MAX } from './limits.js';
import { cut, read, toReadableObject, toText } from './readable.js';
import { parseStack } from './stack.js';
import type { StackFrame } from './types.js';

/** What was thrown, in the words of an event. */
export interface ThrownFacts {
  message: string;
  stack?: string;
  stackFrames?: StackFrame[];
  /** What the error says besides its message: `code`, `statusCode`, fields of its own. */
  fields?: Record<string, unknown>;
}

const TOLD_ELSEWHERE = new Set(['name', 'message', 'stack', 'cause', 'errors']);

/**
 * Tells anything that can be thrown. Never throws. The stacks of causes and of the errors of an AggregateError follow the
 * stack of the error itself, each behind a line that says what it is.
 */
export function toThrownFacts(thrown: unknown): ThrownFacts {
  if (!isErrorLike(thrown)) return { message: cut(toText(thrown), MAX_MESSAGE_LENGTH) };
  const facts: ThrownFacts = { message: cut(toHeadline(thrown), MAX_MESSAGE_LENGTH) };
  const own = toStack(thrown);
  if (own !== '') facts.stackFrames = parseStack(own);
  const stack = cut([own, ...toCauseStacks(thrown)].join('\n'), STACK_CHARS_MAX);
  if (stack !== '') facts.stack = stack;
  const fields = Object.entries(toReadableObject(thrown)).filter(([name]) => !TOLD_ELSEWHERE.has(name));
  if (fields.length > 0) facts.fields = Object.fromEntries(fields);
  return facts;
}

/** `Name: message`, whatever the name; what `ignoreErrors` is compared with. */
export function toFullHeadline(error: ErrorLike): string {
  return `${readText(error, 'name')}: ${readText(error, 'message')}`;
}

/** `Name: message`, or the message alone when the name says nothing. */
function toHeadline(error: ErrorLike): string {
  const name = readText(error, 'name');
  const message = readText(error, 'message');
  if (name === '' || name === 'Error') return message || name || 'Error without a message';
  return message === '' ? name : `${name}: ${message}`;
}

export interface ErrorLike {
  readonly message: string;
}

/** Errors of other realms, such as frames and `vm` contexts, are no instances of this one's `Error`. */
export function isErrorLike(value: unknown): value is ErrorLike {
  if (typeof value !== 'object' || value === null) return false;
  // A proxy may throw at every question.
  return read(() => value instanceof Error || typeof (value as ErrorLike).message === 'string') === true;
}

/** A field that is a text; empty where it is none. */
export function readText(error: ErrorLike, name: string): string {
  const value = read(() => (error as unknown as Record<string, unknown>)[name]);
  return typeof value === 'string' ? value : '';
}

function toStack(error: ErrorLike): string {
  return cut(readText(error, 'stack'), STACK_CHARS_MAX);
}

/** In the order in which they are told; a cycle ends at the error that was told before. */
function toCauseStacks(error: ErrorLike): string[] {
  const told = new Set<unknown>([error]);
  const texts: string[] = [];
  const tell = (title: string, thrown: unknown): void => {
    if (thrown === undefined || thrown === null || told.has(thrown) || texts.length >= CAUSES_MAX) return;
    told.add(thrown);
    const text = isErrorLike(thrown) ? toStack(thrown) || toHeadline(thrown) : toText(thrown);
    texts.push(`${title}: ${text}`);
    if (isErrorLike(thrown)) tellAll(thrown);
  };
  const tellAll = (parent: ErrorLike): void => {
    const errors = read(() => (parent as { errors?: unknown }).errors);
    if (Array.isArray(errors)) {
      for (let index = 0; index < Math.min(errors.length, CAUSES_MAX); index++) {
        tell(
          `Error ${index + 1} of ${errors.length}`,
          read(() => errors[index] as unknown),
        );
      }
    }
    tell(
      'Caused by',
      read(() => (parent as { cause?: unknown }).cause),
    );
  };
  tellAll(error);
  return texts;
}
