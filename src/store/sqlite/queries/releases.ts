import type { ErrorGroup } from '../../../../schemas/error-group.js';
import type { ProjectQuery } from '../../../../schemas/query.js';
import {
  findRelease,
  type ReleaseGroups,
  type ReleasePlace,
  type ReleaseRow,
  releaseDetailJson,
  releaseListJson,
} from '../../../answers/releases.js';
import { RELEASE_FACET } from '../../../facets.js';
import { RELEASE_GROUPS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { GROUP_COLUMNS, GROUPS, type GroupRow, headToErrorGroup, rowToGroupHead } from '../tables/error-groups.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openReleaseRows } from '../tables/releases.js';
import { openAffected } from './facets.js';

export interface ReleaseReads {
  list(query: ProjectQuery): string;
  /** Null for a release that no event is counted of. */
  detail(name: string, query: ProjectQuery): string | null;
}

export function openReleaseReads(db: ReadableDb): ReleaseReads {
  const projects = openProjectQueries(db);
  const rowsOf = openReleaseRows(db);
  const read = openGroups(db, (id) => projects.nameOf(id));
  const rowsOfProject = ({ projectId: name }: ProjectQuery): { scopeId: number; rows: ReleaseRow[] } => {
    const scopeId = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
    return { scopeId, rows: rowsOf(scopeId) };
  };
  return {
    list: (query) => releaseListJson(rowsOfProject(query).rows),
    detail(name, query) {
      const { scopeId, rows } = rowsOfProject(query);
      const place = findRelease(rows, name);
      return place === null ? null : releaseDetailJson(place, read(place, scopeId));
    },
  };
}

/** Rows of the counters `c` of a release, of groups. */
const OF_RELEASE = `SELECT c.scope_id FROM facet_names n JOIN facet_counts c ON c.value_id = n.id
  WHERE n.facet = '${RELEASE_FACET}' AND n.value = :name`;
const KINDS = {
  fresh: `g.id IN (${OF_RELEASE} AND NOT EXISTS (SELECT 1 FROM facet_counts o WHERE o.scope_id = c.scope_id
    AND o.facet_id = c.facet_id AND o.value_id <> o.facet_id AND o.first_seen_at_ms < c.first_seen_at_ms))`,
  regressed: 'g.id IN (SELECT group_id FROM group_triage WHERE reopened_in = :name)',
  gone: `g.id IN (${OF_RELEASE} AND NOT EXISTS (SELECT 1 FROM facet_counts o JOIN facet_names s ON s.id = o.value_id
    WHERE o.scope_id = c.scope_id AND o.facet_id = c.facet_id AND s.value IN (SELECT value FROM json_each(:since))))`,
} as const;

function openGroups(db: ReadableDb, nameOf: (projectId: number) => string | null) {
  const affected = openAffected(db);
  // Looked for once, and what is shown of a group is read of the newest alone.
  const open = (kind: keyof typeof KINDS) =>
    db.prepare<object, GroupRow & { readonly total: number }>(
      `WITH found AS MATERIALIZED (
         SELECT g.id, g.last_seen_at_ms FROM error_groups g
         WHERE :scopeId IN (${EVERY_PROJECT_ID}, g.project_id) AND ${KINDS[kind]}),
       newest AS (SELECT id FROM found ORDER BY last_seen_at_ms DESC, id DESC LIMIT ${RELEASE_GROUPS_MAX})
       SELECT ${GROUP_COLUMNS}, (SELECT count(*) FROM found) AS total
       FROM ${GROUPS} WHERE g.id IN (SELECT id FROM newest) ORDER BY g.last_seen_at_ms DESC, g.id DESC`,
    );
  const statements = { fresh: open('fresh'), regressed: open('regressed'), gone: open('gone') };
  const toGroup = (row: GroupRow): ErrorGroup => ({
    ...headToErrorGroup(rowToGroupHead(row, nameOf(row.projectId))),
    ...affected(row),
  });
  const read = (kind: keyof typeof KINDS, values: object): ReleaseGroups => {
    const rows = statements[kind].all(values);
    return { errors: rows.map(toGroup), total: rows[0]?.total ?? 0 };
  };
  return ({ row, previous, since }: ReleasePlace, scopeId: number) => ({
    fresh: read('fresh', { scopeId, name: row.value }),
    regressed: read('regressed', { scopeId, name: row.value }),
    gone:
      previous === null
        ? { errors: [], total: 0 }
        : read('gone', { scopeId, name: previous, since: JSON.stringify(since) }),
  });
}
