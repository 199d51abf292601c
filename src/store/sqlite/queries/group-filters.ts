// The terms of a query for groups as conditions on `error_groups g`. Their texts are constants; values are parameters.

import type { Bound, GroupState, GroupTerm } from '../../../../schemas/group-query.js';
import { toSeverityRow, toSourceRow } from '../../../answers/enums.js';
import { toWantedStates } from '../../../answers/group-states.js';
import { foldText } from '../../../answers/search-text.js';
import type { Condition } from '../reader/list-query.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import type { CountedTerms } from './counted-terms.js';
import { whenCorrelated } from './event-filters.js';
import type { PartSearch } from './part-search.js';

type Used = NonNullable<Condition>;

/** What conditions are made with. */
export interface GroupFacts {
  readonly nowMs: number;
  readonly counted: CountedTerms;
  readonly wholesWith: PartSearch;
}

/** Every term a condition. */
export function toGroupFilters(terms: readonly GroupTerm[], facts: GroupFacts): Used[] {
  return terms.map((term, index) => {
    const { sql, bind } = toCondition(term, `t${index}`, facts);
    return { sql: term.isNot ? `(${sql}) IS NOT TRUE` : `(${sql})`, bind };
  });
}

function toCondition(term: GroupTerm, name: string, { nowMs, counted, wholesWith }: GroupFacts): Used {
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
      return anyOf(term.values.map((text, index) => whenMessageHolds(text, `${name}v${index}`, wholesWith)));
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

/** The message of the group holds the text, or that of a part that people made it of. `name` is that of the parameter. */
export function whenMessageHolds(text: string, name: string, wholesWith: PartSearch): Used {
  const { match, folded } = toSearchTerm(text);
  const ids = wholesWith(folded);
  const wholes = ids.length === 0 ? null : `SELECT value FROM json_each(:${name}w)`;
  const holds = [containsFolded('g.message', name), ...(wholes === null ? [] : [`g.id IN (${wholes})`])].join(' OR ');
  const bind = { [name]: folded, ...(wholes === null ? {} : { [`${name}w`]: JSON.stringify(ids) }) };
  if (match === null) return { sql: `(${holds})`, bind };
  // One list of candidates: for either of two, SQLite would look at every group.
  const matches = `SELECT rowid FROM error_groups_search WHERE error_groups_search MATCH :${name}m`;
  const candidates = [matches, ...(wholes === null ? [] : [wholes])].join(' UNION ALL ');
  return { sql: `g.id IN (${candidates}) AND (${holds})`, bind: { ...bind, [`${name}m`]: match } };
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
