// Finished JSON. Parts that were stored as JSON text are spliced in as they are, not parsed and written again.

import fastJson from 'fast-json-stringify';
import { type Static, type TSchema, Type } from 'typebox';
import { ErrorGroup, ErrorGroupList } from '../../schemas/error-group.js';
import { EventRecord } from '../../schemas/event.js';
import { LogRecord } from '../../schemas/log.js';
import { RequestList, RequestSummary } from '../../schemas/request.js';
import { ProjectList, Stats } from '../../schemas/stats.js';

const compile = <S extends TSchema>(schema: S): ((value: Static<S>) => string) =>
  fastJson(schema as unknown as fastJson.Schema);

export const stringifyErrorGroup = compile(ErrorGroup);
export const stringifyErrorGroupList = compile(ErrorGroupList);
export const stringifyRequestSummary = compile(RequestSummary);
export const stringifyRequestList = compile(RequestList);
/** Types are the senders' to choose, and the pattern of a record in JSON Schema does not match a line break. */
const Counts = Type.Object({}, { additionalProperties: Type.Integer() });
export const stringifyStats = compile(
  Type.Object({ ...Stats.properties, errorsByType: Counts, errorsBySource: Counts }),
) as (value: Static<typeof Stats>) => string;
export const stringifyProjectList = compile(ProjectList);

/** The fields of an event that are columns; the rest is spliced in. */
const EventHead = Type.Pick(EventRecord, [
  'eventId',
  'timestamp',
  'receivedAt',
  'type',
  'message',
  'source',
  'severity',
  'projectId',
  'correlationId',
]);
export type EventHead = Static<typeof EventHead>;
const stringifyEventHead = compile(EventHead);

/** The fields of a log that are columns. */
const LogHead = Type.Omit(LogRecord, ['environment', 'extra']);
export type LogHead = Static<typeof LogHead>;
const stringifyLogHead = compile(LogHead);

/** JSON object texts that become part of a larger object. */
type Splices = readonly (string | null)[];

/** An event as the API and the feed show it. `stack` holds `stack` and `stackFrames`; the others hold whole fields. */
export function eventJson(head: EventHead, stack: string | null, splices: Splices): string {
  return splice(stringifyEventHead(head), [stack ?? '{"stackFrames":[]}', ...splices]);
}

export function logJson(head: LogHead, environment: string | null, extra: string | null): string {
  return splice(stringifyLogHead(head), [field('environment', environment), field('extra', extra)]);
}

/** `{"name":value}`, or null when there is no value. */
export function field(name: string, json: string | null): string | null {
  return json === null ? null : `{"${name}":${json}}`;
}

/** One JSON object out of several; the first is never empty. */
export function splice(head: string, splices: Splices): string {
  let json = head.slice(0, -1);
  for (const text of splices) if (text !== null && text.length > 2) json += `,${text.slice(1, -1)}`;
  return `${json}}`;
}
