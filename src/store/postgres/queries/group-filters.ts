// The terms of a query for groups as conditions on `error_groups AS g`. Their texts are constants; values are parameters.

import type { Bound, GroupTerm } from '../../../../schemas/group-query.js';
import { toSeverityRow, toSourceRow, toStatusRow } from '../../../answers/enums.js';
import { assertNever } from '../../../errors.js';
import { whenCorrelated, whenEventHas } from './event-filters.js';
import type { ProjectScope } from './scope.js';
import { toPattern } from './search.js';
import type { Condition, Values } from './statement.js';

type Used = NonNullable<Condition>;

interface Facts {
  readonly nowMs: number;
  readonly scope: ProjectScope;
}

/** Every term a condition. */
export function toGroupFilters(terms: readonly GroupTerm[], facts: Facts): Used[] {
  return terms.map((term, index) => {
    const { sql, values } = toCondition(term, `t${index}`, facts);
    return { sql: term.isNot ? `(${sql}) IS NOT TRUE` : `(${sql})`, values };
  });
}

function toCondition(term: GroupTerm, name: string, { nowMs, scope }: Facts): Used {
  const each = <V>(values: readonly V[], toUsed: (value: V, name: string) => Used): Used =>
    anyOf(values.map((value, index) => toUsed(value, `${name}v${index}`)));
  switch (term.key) {
    case 'is':
      return whenIs(term.values, name);
    case 'severity':
      return among('g.severity', name, { type: 'smallint', values: term.values.map(toSeverityRow) });
    case 'source':
      return among('g.source', name, { type: 'smallint', values: term.values.map(toSourceRow) });
    case 'type':
      return among('g.type', name, { type: 'text', values: term.values });
    case 'message':
      return each(term.values, whenMessageHolds);
    case 'file':
      return each(term.values, whenFileHolds);
    case 'count':
      return each(term.values, (bound, one) => compare('g.event_count', bound, one));
    case 'seen':
      return each(term.values, (bound, one) => whenAged('g.last_seen_at_ms', bound, { name: one, nowMs }));
    case 'first':
      return each(term.values, (bound, one) => whenAged('g.first_seen_at_ms', bound, { name: one, nowMs }));
    case 'correlation':
      return whenCorrelated(term.values, name);
    case 'release':
    case 'environment':
    case 'user':
    case 'tag':
      return whenEventHas(term, name, scope);
    default:
      return assertNever(term);
  }
}

/** As the dashboard marks it: it came back, and nobody has looked at it since. */
const REGRESSED = `g.reopened_at_ms IS NOT NULL AND g.status = ${toStatusRow('unresolved')}`;

function whenIs(states: Extract<GroupTerm, { key: 'is' }>['values'], name: string): Used {
  const values = states.flatMap((state) => (state === 'regressed' ? [] : [toStatusRow(state)]));
  const status = among('g.status', name, { type: 'smallint', values });
  return states.includes('regressed') ? { ...status, sql: `${status.sql} OR (${REGRESSED})` } : status;
}

function among(
  column: string,
  name: string,
  { type, values }: { readonly type: string; readonly values: readonly (string | number)[] },
): Used {
  return { sql: `${column} = ANY(:${name}::${type}[])`, values: { [name]: values } };
}

function whenMessageHolds(text: string, name: string): Used {
  return {
    sql: `(g.project_id, g.id) IN (SELECT s.project_id, s.id FROM error_group_texts AS s WHERE s.searched LIKE :${name})`,
    values: { [name]: toPattern(text) },
  };
}

/** The file is the first line of the culprit. */
function whenFileHolds(text: string, name: string): Used {
  return {
    sql: `lower(split_part(g.culprit, chr(10), 1) COLLATE "C") LIKE :${name}`,
    values: { [name]: toPattern(text) },
  };
}

function compare(column: string, { comparison, than }: Bound, name: string): Used {
  return { sql: `${column} ${comparison} :${name}::bigint`, values: { [name]: than } };
}

/** What is younger was seen later. */
const LATER = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' } as const;

function whenAged(
  column: string,
  { comparison, than }: Bound,
  { name, nowMs }: { readonly name: string; readonly nowMs: number },
): Used {
  return compare(column, { comparison: LATER[comparison], than: nowMs - than }, name);
}

function anyOf(conditions: readonly Used[]): Used {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    values: Object.assign({}, ...conditions.map(({ values }) => values)) as Values,
  };
}
