// Finished JSON. Parts that were stored as JSON text are spliced in as they are, not parsed and written again.

import { ErrorGroup, ErrorGroupList } from '../../schemas/error-group.js';
import { EventHead } from '../../schemas/event.js';
import { LogHead } from '../../schemas/log.js';
import { RequestList, RequestSummary } from '../../schemas/request.js';
import { ProjectList, Stats } from '../../schemas/stats.js';
import { MESSAGE_MARK } from '../constants.js';
import { compileStringify } from '../stringify.js';

export const stringifyErrorGroup = compileStringify(ErrorGroup);
export const stringifyErrorGroupList = compileStringify(ErrorGroupList);
export const stringifyRequestSummary = compileStringify(RequestSummary);
export const stringifyRequestList = compileStringify(RequestList);
export const stringifyStats = compileStringify(Stats);
export const stringifyProjectList = compileStringify(ProjectList);

const stringifyEventHead = compileStringify(EventHead);

const stringifyLogHead = compileStringify(LogHead);

/** JSON object texts that become part of a larger object. */
type Splices = readonly (string | null)[];

/** An event as the API and the feed show it. `stack` holds `stack` and `stackFrames`; the others hold whole fields. */
export function eventJson(head: EventHead, stack: string | null, splices: Splices): string {
  return splice(stringifyEventHead(head), [withMessage(stack ?? '{"stackFrames":[]}', head.message), ...splices]);
}

/** Puts the event's message back into the text of its stack. */
function withMessage(stack: string, message: string): string {
  const at = stack.indexOf(MESSAGE_MARK);
  if (at === -1) return stack;
  return `${stack.slice(0, at)}${JSON.stringify(message).slice(1, -1)}${stack.slice(at + MESSAGE_MARK.length)}`;
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
