// What version 2 groups an event by, taken from one that comes in or from one that is stored: both tell the same facts.

import type { JsonObject } from '../../../../schemas/common.js';
import type { Cause, EventRecord, StackFrame } from '../../../../schemas/event.js';
import type { Source } from '../../../../schemas/words.js';
import type { RedactedEvent } from '../redact.js';
import type { RedactedSite } from '../redact-site.js';
import { languageOfFrames, toLanguage } from '../stacks/languages.js';
import { parseStackText } from '../stacks/parse-stack.js';
import type { Language } from '../stacks/text-stack.js';
import { toAwaiting } from './async-callers.js';

/** Redacted and bounded, as the event is stored. */
export interface GroupingFacts extends PlaceFacts {
  readonly type: string;
  readonly message: string;
  readonly source: Source;
  readonly stackFrames: readonly StackFrame[];
  /** The nearest first: those that the client named, or those that the text of its stack tells. */
  readonly causes: readonly Cause[];
  /** The text of its stack names it an error of several others. */
  readonly isAggregate: boolean;
  /** Keys of the callers that it tells as awaiting. */
  readonly awaiting: ReadonlySet<string>;
  readonly clientFingerprint: readonly string[] | undefined;
  readonly code: string | undefined;
  readonly language: Language | undefined;
}

/** Where the error was met. */
export interface PlaceFacts {
  readonly transaction: string | undefined;
  readonly request: RequestFacts | undefined;
  readonly componentName: string | undefined;
  readonly componentStack: string | undefined;
}

/** What an event says of the request that it belongs to. */
export interface RequestFacts {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly route: string | undefined;
  readonly statusCode: number | undefined;
}

/** The facts of an event that comes in. */
export function toGroupingFacts(site: RedactedSite, event: RedactedEvent): GroupingFacts {
  const { repeating = {}, own = {} } = event.details ?? {};
  // All fields by name: V8 makes an object of a spread with more behind it name by name.
  return toFacts({
    type: site.type,
    message: site.message,
    stack: site.stack,
    stackFrames: site.stackFrames,
    clientFingerprint: site.clientFingerprint,
    source: event.source,
    // Those that the client names stand above those of the text, as in what is stored.
    causes: (repeating.causes as Cause[] | undefined) ?? site.causes,
    platform: toText(repeating.platform),
    code: toText(own.code),
    transaction: toText(own.transaction),
    request: event.request as JsonObject | undefined,
    componentName: event.componentName,
    componentStack: event.componentStack,
  });
}

/** What `toGroupingFacts` says of an event of a site that is known. */
export function toPlaceFacts(event: RedactedEvent): PlaceFacts {
  return {
    transaction: toText(event.details?.own.transaction),
    request: toRequestFacts(event.request as JsonObject | undefined),
    componentName: event.componentName,
    componentStack: event.componentStack,
  };
}

/** What a stored event tells; the client's own grouping is kept with its group, as `grouping.custom`. */
export type StoredEvent = Pick<
  EventRecord,
  | 'type'
  | 'message'
  | 'source'
  | 'stack'
  | 'stackFrames'
  | 'causes'
  | 'code'
  | 'platform'
  | 'transaction'
  | 'request'
  | 'componentName'
  | 'componentStack'
>;

/** The facts of a stored event: equal to those that it had when it came in. */
export function toStoredGroupingFacts(event: StoredEvent, clientFingerprint?: readonly string[]): GroupingFacts {
  return toFacts({ ...event, clientFingerprint });
}

interface FactFields extends Omit<StoredEvent, 'causes' | 'stackFrames'> {
  readonly stackFrames: readonly StackFrame[];
  readonly causes: readonly Cause[];
  readonly clientFingerprint: readonly string[];
}

type Known<T> = { readonly [K in keyof T]?: T[K] | undefined };

function toFacts(
  fields: Known<FactFields> & Pick<FactFields, 'type' | 'message' | 'source' | 'stackFrames'>,
): GroupingFacts {
  const { type, message, source, stackFrames, stack, causes, platform } = fields;
  return {
    type,
    message,
    source,
    stackFrames,
    causes: causes !== undefined && causes.length > 0 ? causes : causesInText(stack),
    isAggregate: stack?.startsWith('AggregateError') === true,
    awaiting: toAwaiting(stack),
    clientFingerprint: fields.clientFingerprint,
    language: toLanguage(platform) ?? languageOfFrames(stackFrames),
    code: fields.code,
    transaction: fields.transaction,
    request: toRequestFacts(fields.request),
    componentName: fields.componentName,
    componentStack: fields.componentStack,
  };
}

/** A client may send the frames of the error alone, and its causes in the text. */
function causesInText(stack: string | undefined): readonly Cause[] {
  return stack === undefined ? [] : (parseStackText(stack)?.causes ?? []);
}

function toRequestFacts(request: JsonObject | undefined): RequestFacts | undefined {
  if (request === undefined) return undefined;
  const { method, url, route, statusCode } = request;
  return {
    method: toText(method),
    url: toText(url),
    route: toText(route),
    statusCode: typeof statusCode === 'number' ? statusCode : undefined,
  };
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
