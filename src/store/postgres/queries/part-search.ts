import type { ErrorFilters } from '../../../../schemas/query.js';
import { join, type Used } from '../../../answers/condition.js';
import { toGroupTerms } from '../../../answers/group-order.js';
import { PART_LEAVING } from '../../sqlite/tables/group-parts.js';
import type { Queries } from '../connection.js';
import { ofProject, type ProjectScope, scoped } from './scope.js';
import { toPattern } from './search.js';
import { ask } from './statement.js';

interface Whole {
  readonly pattern: string;
  readonly projectId: number;
  readonly intoId: number;
}

/** That the message of the group `g` holds a text, or that of a part that people made it of. `name` is that of the parameter. */
export type GroupHolds = (text: string, name: string) => Used;

/**
 * Reads what the texts of a query find among parts. No index has their messages: all are read, once for a list and its total, and
 * there are as many as writers hold in memory. A part that leaves is a group of its own again.
 */
export async function readGroupHolds(db: Queries, scope: ProjectScope, query: ErrorFilters): Promise<GroupHolds> {
  const messages = toGroupTerms(query.query).flatMap((term) => (term.key === 'message' ? term.values : []));
  const texts = query.search ? [query.search, ...messages] : messages;
  const patterns = [...new Set(texts.map(toPattern))];
  const { where, values } = join([
    ofProject('p', scope),
    { sql: `p.state <> ${PART_LEAVING} AND p.searched LIKE t.pattern`, values: { patterns } },
  ]);
  const parts = `SELECT DISTINCT t.pattern, p.project_id, p.into_id
    FROM group_parts AS p, unnest(:patterns::text[]) AS t (pattern) ${where}`;
  const wholes = patterns.length === 0 ? [] : await ask<Whole>(db, scoped(scope, parts), values);
  return (text, name) => {
    const pattern = toPattern(text);
    const found = wholes.filter((whole) => whole.pattern === pattern);
    return whenHolds(pattern, name, found);
  };
}

/** Folded messages of groups are in the table that does not change with each event. */
function whenHolds(pattern: string, name: string, wholes: readonly Whole[]): Used {
  const holding = `SELECT s.project_id, s.id FROM error_group_texts AS s WHERE s.searched LIKE :${name}`;
  if (wholes.length === 0) return { sql: `(g.project_id, g.id) IN (${holding})`, values: { [name]: pattern } };
  // By the key of the same table, so that the statement is planned as that without parts is. An id is of one project.
  const named = `s.project_id = ANY(:${name}p::integer[]) AND s.id = ANY(:${name}w::bigint[])`;
  return {
    sql: `(g.project_id, g.id) IN (${holding} OR (${named}))`,
    values: {
      [name]: pattern,
      [`${name}p`]: [...new Set(wholes.map(({ projectId }) => projectId))],
      [`${name}w`]: wholes.map(({ intoId }) => intoId),
    },
  };
}
