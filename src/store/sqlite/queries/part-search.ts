import type { ReadableDb } from '../connection.js';
import { containsFolded } from '../reader/search.js';
import { PART_LEAVING } from '../tables/group-parts.js';

/** The groups of which a part has a text, in the form of `SearchTerm.folded`, in its message. */
export type PartSearch = (folded: string) => readonly number[];

/**
 * No index has the messages of parts: all are read, once for a list and its total, and there are as many as a writer holds in
 * memory. A part that leaves is a group of its own again.
 */
export function openPartSearch(db: ReadableDb): PartSearch {
  const find = db
    .prepare<{ folded: string }, number>(
      `SELECT into_id FROM group_parts WHERE state <> ${PART_LEAVING} AND ${containsFolded('message')}`,
    )
    .pluck();
  return (folded) => [...new Set(find.all({ folded }))];
}
