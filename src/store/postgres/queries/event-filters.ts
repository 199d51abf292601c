// Terms about events: which groups have one like that. Only correlation ids have an index; the others are looked for among
// the newest events, where the counters of facets cannot tell (`counted-terms.ts`).

import { type Used, valuesOf } from '../../../answers/condition.js';
import { type EventTerm, type EventValue, toEventValues } from '../../../answers/event-values.js';
import { EVENTS_LOOKED_MAX } from '../../../limits.js';
import type { ProjectScope } from './scope.js';

/**
 * The newest events of a project. Of all projects, of each as many as is its share: events have no order across projects that an
 * index knows.
 */
export function newestEvents(scope: ProjectScope, columns: string, max: number): string {
  const of = (project: string, limit: number | string): string =>
    `SELECT ${columns} FROM events AS n WHERE n.project_id = ${project} ORDER BY n.id DESC LIMIT ${limit}`;
  if (scope !== undefined) return of(':projectId', max);
  const share = `(SELECT greatest(1, ${max} / count(*)) FROM projects)`;
  return `SELECT ${columns.replaceAll('n.', 'l.')} FROM (SELECT id FROM projects) AS p
    CROSS JOIN LATERAL (${of('p.id', share)}) AS l LIMIT ${max}`;
}

/** Groups with an event that has one of the values. `name` begins the names of the parameters. */
export function whenEventHas(term: EventTerm, name: string, scope: ProjectScope): Used {
  const found = toEventValues(term).map((value, index) => toHolding(value, `${name}v${index}`));
  const where = found.map(({ sql }) => sql).join(' OR ');
  const newest = newestEvents(scope, 'n.project_id, n.group_id, n.context_hash, n.details', EVENTS_LOOKED_MAX);
  const texts =
    term.key === 'user'
      ? `SELECT n.project_id, n.group_id FROM (${newest}) AS n WHERE ${where}`
      : `SELECT n.project_id, n.group_id FROM (${newest}) AS n
         JOIN contents AS c ON c.project_id = n.project_id AND c.hash = n.context_hash WHERE ${where}`;
  return {
    sql: `(g.project_id, g.id) IN (${texts})`,
    values: valuesOf(found),
  };
}

/** Groups with an event of one of these correlation ids. */
export function whenCorrelated(ids: readonly string[], name: string): Used {
  return {
    sql: `(g.project_id, g.id) IN (SELECT e.project_id, e.group_id FROM events AS e WHERE e.correlation_id = ANY(:${name}::text[]))`,
    values: { [name]: ids },
  };
}

/** The server cannot read JSON with a NUL in it, nor decides by itself what to compute first: it may come to stacks, which are none (stack-text.ts). */
function toHolding({ column, paths, value, needles: [quoted, plain] }: EventValue, name: string): Used {
  const text = column === 'context' ? 'c.body' : 'n.details';
  const equals = paths.map((_, index) => `${text}::json #>> :${name}p${index}::text[] = :${name}`).join(' OR ');
  const values: Record<string, string | readonly string[]> = {
    [name]: value,
    [`${name}n`]: quoted,
    [`${name}m`]: plain,
  };
  for (const [index, path] of paths.entries()) values[`${name}p${index}`] = path;
  return {
    sql: `CASE WHEN (strpos(${text}, :${name}n) > 0 OR strpos(${text}, :${name}m) > 0) AND strpos(${text}, '\\u0000') = 0
      AND strpos(${text}, chr(1)) = 0 THEN (${equals}) ELSE false END`,
    values,
  };
}
