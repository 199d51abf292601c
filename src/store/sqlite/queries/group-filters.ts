// The terms of a query for groups as conditions on `error_groups g`. Their texts are constants; values are parameters.

import type { Bound, GroupState, GroupTerm } from '../../../../schemas/group-query.js';
import { toSeverityRow, toSourceRow } from '../../../answers/enums.js';
import { toWantedStates } from '../../../answers/group-states.js';
import { foldText } from '../../../answers/search-text.js';
import type { Condition } from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import type { CountedTerms } from './counted-terms.js';
import { whenCorrelated } from './event-filters.js';

type Used = NonNullable<Condition>;

interface Facts {
  readonly nowMs: number;
  readonly counted: CountedTerms;
}

/** Every term a condition. */
export function toGroupFilters(terms: readonly GroupTerm[], facts: Facts): Used[] {
  return terms.map((term, index) => {
    const { sql, bind } = toCondition(term, `t${index}`, facts);
    return { sql: term.isNot ? `(${sql}) IS NOT TRUE` : `(${sql})`, bind };
  });
}

function toCondition(term: GroupTerm, name: string, { nowMs, counted }: Facts): Used {
  switch (term.key) {
    case 'is':
      return whenIs(term.values, name, nowMs);
    case 'severity':
      return among('g.severity', name, term.values.map(toSeverityRow));
    case 'source':
      return among('g.source', name, term.values.map(toSourceRow));
    case 'type':
      return among('g.type', name, term.values);
    case 'message':
      return anyOf(term.values.map((text, index) => whenMessageHolds(text, `${name}v${index}`)));
    case 'file':
      return anyOf(term.values.map((text, index) => whenFileHolds(text, `${name}v${index}`)));
    case 'count':
      return anyOf(term.values.map((bound, index) => compare('g.event_count', bound, `${name}v${index}`)));
    case 'seen':
      return anyOf(
        term.values.map((bound, index) => whenAged('g.last_seen_at_ms', bound, { name: `${name}v${index}`, nowMs })),
      );
    case 'first':
      return anyOf(
        term.values.map((bound, index) => whenAged('g.first_seen_at_ms', bound, { name: `${name}v${index}`, nowMs })),
      );
    case 'changed':
      return anyOf(
        term.values.map((bound, index) => whenAged('g.news_at_ms', bound, { name: `${name}v${index}`, nowMs })),
      );
    case 'correlation':
      return whenCorrelated(term.values, name);
    default:
      return counted.when(term, name);
  }
}

function whenIs(states: readonly GroupState[], name: string, nowMs: number): Used {
  const { statuses, conditions, needsNow } = toWantedStates(states, `:${name}Ms`);
  const status = among('g.status', name, statuses);
  const bind = needsNow ? { ...status.bind, [`${name}Ms`]: nowMs } : status.bind;
  return { sql: [status.sql, ...conditions].join(' OR '), bind };
}

function among(column: string, name: string, values: readonly (string | number)[]): Used {
  return { sql: `${column} IN (SELECT value FROM json_each(:${name}))`, bind: { [name]: JSON.stringify(values) } };
}

function whenMessageHolds(text: string, name: string): Used {
  const { match, folded } = toSearchTerm(text);
  const holds = containsFolded('g.message', name);
  if (match === null) return { sql: holds, bind: { [name]: folded } };
  return {
    sql: `g.id IN (SELECT rowid FROM error_groups_search WHERE error_groups_search MATCH :${name}m) AND ${holds}`,
    bind: { [name]: folded, [`${name}m`]: match },
  };
}

/** The file is the first line of the culprit. */
function whenFileHolds(text: string, name: string): Used {
  return {
    sql: `instr(lower(substr(g.culprit, 1, instr(g.culprit, char(10)))), :${name}) > 0`,
    bind: { [name]: foldText(text) },
  };
}

function compare(column: string, { comparison, than }: Bound, name: string): Used {
  return { sql: `${column} ${comparison} :${name}`, bind: { [name]: than } };
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
    bind: Object.assign({}, ...conditions.map(({ bind }) => bind)) as Used['bind'],
  };
}
