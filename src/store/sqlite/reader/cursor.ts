// Where a list was read to: the sort key and the id of a row. Rows that come in above it change nothing below it.

import { ErrordError } from '../../../errors.js';
import type { Place } from '../place.js';
import { parsePublicId, toPublicId } from '../row-id.js';
import type { Condition } from './list-query.js';

/** The place as the API shows it: an opaque short text. */
export function toCursor({ sortMs, id }: Place): string {
  return `${sortMs.toString(36)}.${toPublicId(id)}`;
}

/**
 * The cursor of what follows a page; undefined when the page was not full, so that nothing follows. A page that was cut
 * short is followed by its own rest.
 */
export function toNextCursor(places: readonly Place[], pageSize: number, isCut = false): string | undefined {
  const last = places.at(-1);
  return last === undefined || (places.length < pageSize && !isCut) ? undefined : toCursor(last);
}

/**
 * The rows after the place of a cursor. `columns` are the time and the id of the table. Throws `invalid_cursor` for a text
 * that `toCursor` has not made.
 */
export function whenBefore(columns: readonly [time: string, id: string], cursor: string | undefined): Condition {
  if (cursor === undefined) return null;
  const { sortMs, id } = parseCursor(cursor);
  return { sql: `(${columns.join(', ')}) < (:beforeMs, :beforeId)`, bind: { beforeMs: sortMs, beforeId: id } };
}

const CURSOR = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,11})$/;

/** Throws `invalid_cursor` for a text that `toCursor` has not made. */
export function parseCursor(cursor: string): Place {
  const [, time, id] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || id === undefined)
    throw new ErrordError('invalid_cursor', 'the cursor is none of this store');
  // An id that cannot be is that of no row, below every other.
  return { sortMs: Number.parseInt(time, 36), id: parsePublicId(id) ?? 0 };
}
