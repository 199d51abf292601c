// How errors, causes and frames are put in words, wherever they are shown. Texts are those of the record, as they are.

import type { Cause, EventRecord, StackFrame } from '../../schemas/event.js';
import type { RequestSpan } from '../../schemas/request.js';
import type { FoundError } from './find.js';

/** `TypeError: x is undefined`, also where the message begins with the type itself. */
export function toErrorText(type: string, message: string): string {
  return message.startsWith(`${type}:`) ? message : `${type}: ${message}`;
}

/**
 * One sentence on how many events of a group meet the query that it was found with; null where it was found without one. `toTime`
 * puts the time in words from which on they were looked at.
 */
export function toMetText(found: FoundError, toTime: (timestamp: string) => string): string | null {
  if (found.kind !== 'error' || found.total === undefined) return null;
  const { error, total, searchedFrom } = found;
  const looked = searchedFrom === undefined ? '' : `; only those since ${toTime(searchedFrom)} were looked at`;
  if (total === 0) return `No event of this error meets the query${looked}.`;
  const all = `${error.count} event${error.count === 1 ? '' : 's'}`;
  return `${total} of ${all} ${total === 1 ? 'meets' : 'meet'} the query${looked}.`;
}

/** Title, explanation and suggestion of an error; nothing where there is none. */
export function toExplanationTexts(error: FoundError['error']): readonly string[] {
  const { explanationTitle = '', suggestion = '' } = 'grouping' in error ? error : {};
  const explanation = error.explanation ?? '';
  // An explanation often ends with what it suggests.
  const advice = explanation.includes(suggestion) ? '' : suggestion;
  return [explanationTitle, explanation, advice].filter((text) => text !== '');
}

export function toCauseText({ type, message, code }: Cause): string {
  const text = type === undefined ? (message ?? '') : toErrorText(type, message ?? '');
  return code === undefined ? text : `${text} (${code})`;
}

/** A name and what it has; what is absent or empty is not shown. */
export type Fact = readonly [name: string, value: unknown];

/** What is known of an event besides its error, the most telling first. */
export function toEventFacts(event: EventRecord): readonly Fact[] {
  return [
    ['code', event.code],
    ['handled', event.handled],
    ['mechanism', event.mechanism],
    ['component', event.componentName],
    ['transaction', event.transaction],
    ['logger', event.logger],
    ['release', event.release],
    ['server', event.serverName],
    ['platform', event.platform],
    ['request', event.request],
    ['environment', event.environment],
    ['user', event.user],
    ['tags', event.tags],
    ['contexts', event.contexts],
    ['extra', event.extra],
    ['correlation', event.correlationId],
  ];
}

/** When it began and how long it took, in milliseconds, and what it was: `+25 ms, took 65 ms, db: SELECT …`. */
export function toSpanText({ name, op, offset, duration, failed }: RequestSpan): string {
  const kind = op === undefined ? '' : `, ${op}`;
  return `${offset < 0 ? '' : '+'}${offset} ms, took ${duration} ms${failed === true ? ', failed' : ''}${kind}: ${name}`;
}

/** A value as text: JSON for what is none, nothing for what is absent. */
export function toValueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value.trimEnd();
  return JSON.stringify(value);
}

/** What was called, and where: `router.next`, `/app/lib/router.js:1:1`. */
export function toFrameTexts({ filename = '?', function: name = '?', lineno, colno, module }: StackFrame): {
  readonly called: string;
  readonly place: string;
} {
  const place = [filename, lineno, colno].filter((part) => part !== undefined).join(':');
  return { called: module === undefined ? name : `${module}.${name}`, place };
}

/** Where a mapped frame was in the file that ran: ` (built: /app/dist/main.js:1:2048)`; nothing of another. */
export function toBuiltText({ minified }: StackFrame): string {
  return minified === undefined ? '' : ` (built: ${toFrameTexts(minified).place})`;
}

const NUMBER_COLUMNS = 5;

/** The source around the line of a frame, where the client has sent it: `>    42 |   return cart.id;`. */
export function toCodeLines({ lineno, contextLine, preContext = [], postContext = [] }: StackFrame): readonly {
  readonly text: string;
  readonly isFailing: boolean;
}[] {
  if (contextLine === undefined) return [];
  return [...preContext, contextLine, ...postContext].map((line, index) => {
    const offset = index - preContext.length;
    const number = lineno === undefined ? '' : String(lineno + offset);
    return {
      text: `${offset === 0 ? '>' : ' '} ${number.padStart(NUMBER_COLUMNS)} | ${line}`,
      isFailing: offset === 0,
    };
  });
}
