import type { ProjectQuery } from '../../../../schemas/query.js';
import type { Condition, Values } from '../../../answers/condition.js';
import {
  findRelease,
  type ReleaseGroups,
  type ReleasePlace,
  releaseDetailJson,
  releaseListJson,
} from '../../../answers/releases.js';
import { RELEASE_FACET } from '../../../facets.js';
import { RELEASE_GROUPS_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import { PROJECT_SCOPE } from '../tables/facet-counts.js';
import { readReleaseRows } from '../tables/releases.js';
import { readAffected } from './affected.js';
import { readGroups } from './error-groups.js';
import { ofEachProject, type ProjectScope, readScope } from './scope.js';

/** The answer `ReleaseList`. */
export async function listReleases(db: Queries, query: ProjectQuery): Promise<string> {
  return releaseListJson(await readReleaseRows(db, await readScope(db, query.projectId)));
}

/** The answer `ReleaseDetail`; null for a release that no event is counted of. */
export async function readRelease(db: Queries, name: string, query: ProjectQuery): Promise<string | null> {
  const scope = await readScope(db, query.projectId);
  const place = findRelease(await readReleaseRows(db, scope), name);
  if (place === null) return null;
  const [fresh, regressed, gone] = [
    await readKind(db, scope, whenFresh(scope, place)),
    await readKind(db, scope, whenRegressed(scope, place)),
    place.previous === null ? { errors: [], total: 0 } : await readKind(db, scope, whenGone(scope, place)),
  ];
  return releaseDetailJson(place, { fresh, regressed, gone });
}

async function readKind(db: Queries, scope: ProjectScope, condition: Condition): Promise<ReleaseGroups> {
  const { groups, total } = await readGroups(db, { scope, conditions: [condition], max: RELEASE_GROUPS_MAX });
  const affected = await readAffected(db, groups);
  return { errors: groups.map(({ group, id }) => ({ ...group, ...affected(id) })), total };
}

/** Groups with a counter `c` of the release `:name`, and what else holds of it. */
function withRelease(
  scope: ProjectScope,
  name: string,
  also: { readonly sql: string; readonly values?: Values },
): Condition {
  const own = ofEachProject('c', scope);
  return {
    sql: `(g.project_id, g.id) IN (SELECT c.project_id, c.group_id FROM facet_counts AS c WHERE ${own.sql}
      AND c.facet = '${RELEASE_FACET}' AND c.value = :name AND c.group_id <> ${PROJECT_SCOPE} AND NOT EXISTS (
        SELECT FROM facet_counts AS o WHERE o.project_id = c.project_id AND o.group_id = c.group_id AND o.facet = c.facet
          AND ${also.sql}))`,
    values: { ...own.values, ...also.values, name },
  };
}

const whenFresh = (scope: ProjectScope, { row }: ReleasePlace): Condition =>
  withRelease(scope, row.value, { sql: `o.value <> '' AND o.first_seen_at_ms < c.first_seen_at_ms` });

const whenGone = (scope: ProjectScope, { previous, since }: ReleasePlace): Condition =>
  withRelease(scope, previous ?? '', { sql: 'o.value = ANY(:since::text[])', values: { since } });

function whenRegressed(scope: ProjectScope, { row }: ReleasePlace): Condition {
  const own = ofEachProject('t', scope);
  return {
    sql: `(g.project_id, g.id) IN (SELECT t.project_id, t.group_id FROM group_triage AS t WHERE ${own.sql} AND t.reopened_in = :name)`,
    values: { ...own.values, name: row.value },
  };
}
