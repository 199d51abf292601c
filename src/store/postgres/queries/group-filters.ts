// The terms of a query for groups as conditions on `error_groups AS g`. Their texts are constants; values are parameters.

import type { Bound, GroupState, GroupTerm } from '../../../../schemas/group-query.js';
import { toSeverityRow, toSourceRow } from '../../../answers/enums.js';
import { toWantedStates } from '../../../answers/group-states.js';
import type { CountedTerms } from './counted-terms.js';
import { whenCorrelated } from './event-filters.js';
import type { GroupHolds } from './part-search.js';
import { toPattern } from './search.js';
import type { Condition, Values } from './statement.js';

type Used = NonNullable<Condition>;

/** What conditions are made with. */
export interface GroupFacts {
  readonly nowMs: number;
  readonly counted: CountedTerms;
  readonly groupHolds: GroupHolds;
}

/** Every term a condition. */
export function toGroupFilters(terms: readonly GroupTerm[], facts: GroupFacts): Used[] {
  return terms.map((term, index) => {
    const { sql, values } = toCondition(term, `t${index}`, facts);
    return { sql: term.isNot ? `(${sql}) IS NOT TRUE` : `(${sql})`, values };
  });
}

function toCondition(term: GroupTerm, name: string, { nowMs, counted, groupHolds }: GroupFacts): Used {
  const each = <V>(values: readonly V[], toUsed: (value: V, name: string) => Used): Used =>
    anyOf(values.map((value, index) => toUsed(value, `${name}v${index}`)));
  switch (term.key) {
    case 'is':
      return whenIs(term.values, name, nowMs);
    case 'severity':
      return among('g.severity', name, { type: 'smallint', values: term.values.map(toSeverityRow) });
    case 'source':
      return among('g.source', name, { type: 'smallint', values: term.values.map(toSourceRow) });
    case 'type':
      return among('g.type', name, { type: 'text', values: term.values });
    case 'message':
      return each(term.values, groupHolds);
    case 'file':
      return each(term.values, whenFileHolds);
    case 'count':
      return each(term.values, (bound, one) => compare('g.event_count', bound, one));
    case 'seen':
      return each(term.values, (bound, one) => whenAged('g.last_seen_at_ms', bound, { name: one, nowMs }));
    case 'first':
      return each(term.values, (bound, one) => whenAged('g.first_seen_at_ms', bound, { name: one, nowMs }));
    case 'changed':
      return each(term.values, (bound, one) => whenAged('g.news_at_ms', bound, { name: one, nowMs }));
    case 'correlation':
      return whenCorrelated(term.values, name);
    default:
      return counted.when(term, name);
  }
}

function whenIs(states: readonly GroupState[], name: string, nowMs: number): Used {
  const { statuses, conditions, needsNow } = toWantedStates(states, `:${name}Ms`);
  const status = among('g.status', name, { type: 'smallint', values: statuses });
  const values = needsNow ? { ...status.values, [`${name}Ms`]: nowMs } : status.values;
  return { sql: [status.sql, ...conditions].join(' OR '), values };
}

function among(
  column: string,
  name: string,
  { type, values }: { readonly type: string; readonly values: readonly (string | number)[] },
): Used {
  return { sql: `${column} = ANY(:${name}::${type}[])`, values: { [name]: values } };
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
