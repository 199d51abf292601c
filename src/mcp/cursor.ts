import { MCP_CURSOR_CHARS_MAX } from '../../schemas/limits.js';
import { Refusal } from '../lookup/reader.js';

/** A place in one part of what was told of an event. */
export interface Place {
  readonly part: string;
  /** Lines of the part in front of it. */
  readonly line: number;
  /** Null where the id is not short: then the latest event of the group is meant. */
  readonly eventId: string | null;
}

/** Longer ids would fill an answer: its cursors name the event each. */
const EVENT_CHARS_MAX = 96;

export function toCursor({ part, line, eventId }: Place): string {
  const event = eventId === null ? '' : Buffer.from(eventId).toString('base64url');
  return `${part}.${line}${event === '' || event.length > EVENT_CHARS_MAX ? '' : `.${event}`}`;
}

/** Refuses a text that `toCursor` has not made. */
export function parseCursor(text: string): Place {
  const [, part = '', line = '', event] =
    text.length > MCP_CURSOR_CHARS_MAX ? [] : (/^([a-z]{1,20})\.(\d{1,6})(?:\.([\w-]{1,96}))?$/.exec(text) ?? []);
  if (part === '')
    throw new Refusal('The cursor is not one that investigate_error has given; call it without a cursor.');
  return {
    part,
    line: Number(line),
    eventId: event === undefined ? null : Buffer.from(event, 'base64url').toString('utf8'),
  };
}
