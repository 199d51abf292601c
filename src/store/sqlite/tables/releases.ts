import type { ReleaseRow } from '../../../answers/releases.js';
import { RELEASE_FACET } from '../../../facets.js';
import type { ReadableDb } from '../connection.js';

/** The releases of a project, or of all, as they are counted; the value is '' for those that are not by name. */
export function openReleaseRows(db: ReadableDb): (scopeId: number) => ReleaseRow[] {
  const read = db.prepare<[number, string], ReleaseRow>(
    `SELECT n.value, c.count, c.first_seen_at_ms AS firstMs, c.last_seen_at_ms AS lastMs
     FROM facet_names f JOIN facet_counts c ON c.scope_id = ? AND c.facet_id = f.id JOIN facet_names n ON n.id = c.value_id
     WHERE f.facet = ? AND f.value = ''`,
  );
  return (scopeId) => read.all(scopeId, RELEASE_FACET);
}
