// Cursors of lists, with the row ids of this store.

import type { Condition } from '../../../answers/condition.js';
import * as cursors from '../../../answers/cursor.js';
import type { Place } from '../place.js';
import { parsePublicId, toPublicId } from '../row-id.js';

/** The place as the API shows it: an opaque short text. */
export function toCursor(place: Place): string {
  return cursors.toCursor(toCursorPlace(place));
}

/** The cursor of what follows a page; see `toNextCursor` of the answers. */
export function toNextCursor(places: readonly Place[], pageSize: number, isCut = false): string | undefined {
  return cursors.toNextCursor(places.map(toCursorPlace), pageSize, isCut);
}

/**
 * The rows after the place of a cursor. `columns` are what the list is ordered by, the largest first unless it is ascending. Throws `invalid_cursor` for a text
 * that `toCursor` has not made.
 */
export function whenBefore(
  columns: readonly [time: string, id: string],
  cursor: string | undefined,
  isAscending = false,
): Condition {
  if (cursor === undefined) return null;
  const { sortMs, id } = parseCursor(cursor);
  return {
    sql: `(${columns.join(', ')}) ${isAscending ? '>' : '<'} (:beforeMs, :beforeId)`,
    values: { beforeMs: sortMs, beforeId: id },
  };
}

/** Throws `invalid_cursor` for a text that `toCursor` has not made. */
export function parseCursor(cursor: string): Place {
  const { sortMs, publicId } = cursors.parseCursor(cursor);
  // An id that cannot be is that of no row, below every other.
  return { sortMs, id: parsePublicId(publicId) ?? 0 };
}

function toCursorPlace({ sortMs, id }: Place): cursors.CursorPlace {
  return { sortMs, publicId: toPublicId(id) };
}
