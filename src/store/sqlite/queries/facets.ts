import type { ProjectQuery } from '../../../../schemas/query.js';
import { type Affected, toShownTriage } from '../../../answers/error-group.js';
import { type FacetRow, type Surroundings, stringifyFacets, toFacets, toReleases } from '../../../answers/facets.js';
import type { TriageFacts } from '../../../answers/triage.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { NO_USERS, toUserCount, type UserHead } from '../tables/facet-users.js';
import { EVERY_PROJECT_ID, openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openReleaseRows } from '../tables/releases.js';

export interface FacetReads {
  /** Null when the id is unknown. */
  ofGroup(groupId: string, query: ProjectQuery): string | null;
  ofProject(query: ProjectQuery): string;
}

interface GroupSize {
  readonly projectId: number;
  readonly eventCount: number;
}

export function openFacetReads(db: ReadableDb): FacetReads {
  const projects = openProjectQueries(db);
  const redirect = openGroupRedirects(db);
  const group = db.prepare<[number], GroupSize>(
    'SELECT project_id AS projectId, event_count AS eventCount FROM error_groups WHERE id = ?',
  );
  const eventCount = db
    .prepare<[number], number>('SELECT coalesce(sum(count), 0) FROM event_counts WHERE span_ms = 0 AND project_id = ?')
    .pluck();
  const rows = db.prepare<[number], FacetRow>(
    `SELECT n.facet, n.value, c.count, c.first_seen_at_ms AS firstMs, c.last_seen_at_ms AS lastMs
     FROM facet_counts c JOIN facet_names n ON n.id = c.value_id WHERE c.scope_id = ?`,
  );
  const head = openUserHeads(db);
  const around = openSurroundings(db);
  return {
    ofGroup(groupId, { projectId: name }) {
      const asked = parsePublicId(groupId);
      if (asked === null) return null;
      const id = group.get(asked) === undefined ? (redirect(asked) ?? asked) : asked;
      const found = group.get(id);
      if (found === undefined || (name !== undefined && name !== projects.nameOf(found.projectId))) return null;
      const facts = {
        eventCount: found.eventCount,
        rows: rows.all(id),
        around: around(found.projectId),
        ...toUsers(head(id)),
      };
      return stringifyFacets(toFacets(facts));
    },
    ofProject({ projectId: name }) {
      const id = name === undefined ? EVERY_PROJECT_ID : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      return stringifyFacets(
        toFacets({ eventCount: eventCount.get(id) ?? 0, rows: rows.all(id), ...toUsers(head(id)) }),
      );
    },
  };
}

export function toUsers(head: UserHead): { readonly users: number; readonly isApproximate: boolean } {
  return { users: toUserCount(head), isApproximate: head.shift > 0 };
}

export function openUserHeads(db: ReadableDb): (scopeId: number) => UserHead {
  const read = db.prepare<[number], UserHead>(
    'SELECT user_rows AS rows, user_shift AS shift FROM facet_heads WHERE scope_id = ?',
  );
  return (scopeId) => read.get(scopeId) ?? NO_USERS;
}

/** Read value by value: a project may have thousands, and a group shows a few. */
function openSurroundings(db: ReadableDb): (projectId: number) => Surroundings {
  const totals = db
    .prepare<[number], [facetId: number, count: number]>(
      'SELECT facet_id, sum(count) FROM facet_counts WHERE scope_id = ? GROUP BY facet_id',
    )
    .raw();
  const facetId = db.prepare<[string], number>("SELECT id FROM facet_names WHERE facet = ? AND value = ''").pluck();
  const one = db
    .prepare<[string, string, number, number], number>(
      `SELECT c.count FROM facet_names n JOIN facet_counts c ON c.value_id = n.id
       WHERE n.facet = ? AND n.value = ? AND c.scope_id = ? AND c.facet_id = ?`,
    )
    .pluck();
  return (projectId) => {
    const known = new Map(totals.all(projectId));
    return {
      total: (facet) => known.get(facetId.get(facet) ?? 0) ?? 0,
      count: (facet, value) => one.get(facet, value, projectId, facetId.get(facet) ?? 0) ?? null,
    };
  };
}

/** Whom a group affects and what was done with it, for lists: a few lookups for each row. */
export function openAffected(db: ReadableDb): (group: { readonly id: number; readonly projectId: number }) => Affected {
  const head = openUserHeads(db);
  const releases = openReleaseRows(db);
  const triage = db.prepare<[number, number], Pick<TriageFacts, 'assignee' | 'resolvedIn' | 'reopenedIn'>>(
    `SELECT assignee, resolved_in AS resolvedIn, reopened_in AS reopenedIn FROM group_triage
     WHERE project_id = ? AND group_id = ?`,
  );
  return ({ id, projectId }) => {
    const { users, isApproximate } = toUsers(head(id));
    const own = { users, usersApproximate: isApproximate, ...toReleases(releases(id)) };
    return { ...own, ...toShownTriage(triage.get(projectId, id) ?? {}) };
  };
}
