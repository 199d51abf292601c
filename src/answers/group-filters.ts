// A query for groups as SQL, which both stores speak: they look into texts, events and counters in ways of their own.

import type { Bound, GroupState, GroupTerm } from '../../schemas/group-query.js';
import type { ErrorFilters } from '../../schemas/query.js';
import { parseTimestampMs } from '../timestamp.js';
import { anyOf, type Condition, type Used, when } from './condition.js';
import { toSeverityRow, toSourceRow, toStatusRow } from './enums.js';
import type { FacetTerm, UserTerm } from './facet-terms.js';
import { toWantedStates } from './group-states.js';

/** How a store says it. `name` is that of the parameter, or begins the names of several. */
export interface GroupSql {
  /** The column has one of the values, which are of this type of PostgreSQL. */
  among(column: string, name: string, of: { type: 'smallint' | 'text'; values: readonly (string | number)[] }): Used;
  /** SQL of a parameter that is a whole number. */
  toInteger(name: string): string;
  /** The message of the group holds the text, or that of a part that people made it of. */
  messageHolds(text: string, name: string): Used;
  /** So does the file that it comes from. */
  fileHolds(text: string, name: string): Used;
  /** The group has an event with one of these correlation ids. */
  correlated(ids: readonly string[], name: string): Used;
  counted(term: FacetTerm | UserTerm, name: string): Used;
}

/** The filters that are columns of the group `g`. */
export function toColumnFilters(query: ErrorFilters): Condition[] {
  return [
    when('g.status = :status', 'status', query.status && toStatusRow(query.status)),
    when('g.source = :source', 'source', query.source && toSourceRow(query.source)),
    when('g.severity = :severity', 'severity', query.severity && toSeverityRow(query.severity)),
    when('g.type = :type', 'type', query.type),
    when('g.last_seen_at_ms >= :fromMs', 'fromMs', query.from && parseTimestampMs(query.from)),
    when('g.first_seen_at_ms <= :toMs', 'toMs', query.to && parseTimestampMs(query.to)),
    when('g.news_at_ms > :changedMs', 'changedMs', query.changedSince && parseTimestampMs(query.changedSince)),
  ];
}

/** Every term a condition. */
export function toGroupFilters(terms: readonly GroupTerm[], nowMs: number, speaks: GroupSql): Used[] {
  return terms.map((term, index) => {
    const { sql, values } = toFilter(term, `t${index}`, { nowMs, speaks });
    return { sql: term.isNot ? `(${sql}) IS NOT TRUE` : `(${sql})`, values };
  });
}

interface Made {
  readonly nowMs: number;
  readonly speaks: GroupSql;
}

function toFilter(term: GroupTerm, name: string, { nowMs, speaks }: Made): Used {
  const each = <V>(values: readonly V[], toUsed: (value: V, name: string) => Used): Used =>
    anyOf(values.map((value, index) => toUsed(value, `${name}v${index}`)));
  const compare = (column: string, { comparison, than }: Bound, one: string): Used => ({
    sql: `${column} ${comparison} ${speaks.toInteger(one)}`,
    values: { [one]: than },
  });
  const aged = (column: string, bounds: readonly Bound[]): Used =>
    each(bounds, ({ comparison, than }, one) =>
      compare(column, { comparison: LATER[comparison], than: nowMs - than }, one),
    );
  switch (term.key) {
    case 'is':
      return whenIs(term.values, name, { nowMs, speaks });
    case 'severity':
      return speaks.among('g.severity', name, { type: 'smallint', values: term.values.map(toSeverityRow) });
    case 'source':
      return speaks.among('g.source', name, { type: 'smallint', values: term.values.map(toSourceRow) });
    case 'type':
      return speaks.among('g.type', name, { type: 'text', values: term.values });
    case 'message':
      return each(term.values, speaks.messageHolds);
    case 'file':
      return each(term.values, speaks.fileHolds);
    case 'count':
      return each(term.values, (bound, one) => compare('g.event_count', bound, one));
    case 'seen':
      return aged('g.last_seen_at_ms', term.values);
    case 'first':
      return aged('g.first_seen_at_ms', term.values);
    case 'changed':
      return aged('g.news_at_ms', term.values);
    case 'correlation':
      return speaks.correlated(term.values, name);
    default:
      return speaks.counted(term, name);
  }
}

/** What is younger was seen later. */
const LATER = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '=': '=' } as const;

function whenIs(states: readonly GroupState[], name: string, { nowMs, speaks }: Made): Used {
  const { statuses, conditions, needsNow } = toWantedStates(states, `:${name}Ms`);
  const status = speaks.among('g.status', name, { type: 'smallint', values: statuses });
  const values = needsNow ? { ...status.values, [`${name}Ms`]: nowMs } : status.values;
  return { sql: [status.sql, ...conditions].join(' OR '), values };
}
