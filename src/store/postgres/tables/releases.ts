import type { ReleaseRow } from '../../../answers/releases.js';
import { RELEASE_FACET } from '../../../facets.js';
import type { Queries } from '../connection.js';
import { ofEachProject, type ProjectScope, scoped } from '../queries/scope.js';
import { ask } from '../queries/statement.js';
import { PROJECT_SCOPE } from './facet-counts.js';

/** The releases of a project, or of all, as they are counted; the value is '' for those that are not by name. */
export function readReleaseRows(db: Queries, scope: ProjectScope): Promise<ReleaseRow[]> {
  const { sql, values } = ofEachProject('c', scope);
  return ask<ReleaseRow>(
    db,
    scoped(
      scope,
      `SELECT c.value, sum(c.count) AS count, min(c.first_seen_at_ms) AS first_ms, max(c.last_seen_at_ms) AS last_ms
       FROM facet_counts AS c WHERE ${sql} AND c.group_id = ${PROJECT_SCOPE} AND c.facet = '${RELEASE_FACET}' GROUP BY c.value`,
    ),
    values,
  );
}
