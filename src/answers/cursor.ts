// Where a list was read to: the sort key and the id of a row. Rows that come in above it change nothing below it.

import { ErrordError } from '../errors.js';

/** The place of a row in a list that is ordered by a time and then by id. */
export interface CursorPlace {
  readonly sortMs: number;
  /** As the API shows it. */
  readonly publicId: string;
}

/** The place as the API shows it: an opaque short text. */
export function toCursor({ sortMs, publicId }: CursorPlace): string {
  return `${sortMs.toString(36)}.${publicId}`;
}

/**
 * The cursor of what follows a page; undefined when the page was not full, so that nothing follows. A page that was cut
 * short is followed by its own rest.
 */
export function toNextCursor(places: readonly CursorPlace[], pageSize: number, isCut = false): string | undefined {
  const last = places.at(-1);
  return last === undefined || (places.length < pageSize && !isCut) ? undefined : toCursor(last);
}

// A time of 53 bits and an id of 63, in base 36.
const CURSOR = /^(-?[0-9a-z]{1,11})\.([0-9a-z]{1,13})$/;

/** Throws `invalid_cursor` for a text that `toCursor` has not made. The id may still be one that no row can have. */
export function parseCursor(cursor: string): CursorPlace {
  const [, time, publicId] = CURSOR.exec(cursor) ?? [];
  if (time === undefined || publicId === undefined) throw foreignCursor();
  return { sortMs: Number.parseInt(time, 36), publicId };
}

/** The id that a list ordered by small numbers goes on behind. Throws `invalid_cursor` for a text that is none. */
export function parseNumberCursor(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw foreignCursor();
  return Number(cursor);
}

function foreignCursor(): ErrordError {
  return new ErrordError('invalid_cursor', 'the cursor is none of this store');
}
