// A query for groups in the SQL of SQLite. Its texts are constants; values are parameters.

import type { Used } from '../../../answers/condition.js';
import type { CountedTerms } from '../../../answers/counted-terms.js';
import type { GroupSql } from '../../../answers/group-filters.js';
import { foldText } from '../../../answers/search-text.js';
import { containsFolded, toSearchTerm } from '../reader/search.js';
import { whenCorrelated } from './event-filters.js';
import type { PartSearch } from './part-search.js';

export function toGroupSql(counted: CountedTerms, wholesWith: PartSearch): GroupSql {
  return {
    among: (column, name, { values }) => ({
      sql: `${column} IN (SELECT value FROM json_each(:${name}))`,
      values: { [name]: JSON.stringify(values) },
    }),
    toInteger: (name) => `:${name}`,
    messageHolds: (text, name) => whenMessageHolds(text, name, wholesWith),
    fileHolds: whenFileHolds,
    correlated: whenCorrelated,
    counted: (term, name) => counted.when(term, name),
  };
}

/** The message of the group holds the text, or that of a part that people made it of. `name` is that of the parameter. */
function whenMessageHolds(text: string, name: string, wholesWith: PartSearch): Used {
  const { match, folded } = toSearchTerm(text);
  const ids = wholesWith(folded);
  const wholes = ids.length === 0 ? null : `SELECT value FROM json_each(:${name}w)`;
  const holds = [containsFolded('g.message', name), ...(wholes === null ? [] : [`g.id IN (${wholes})`])].join(' OR ');
  const values = { [name]: folded, ...(wholes === null ? {} : { [`${name}w`]: JSON.stringify(ids) }) };
  if (match === null) return { sql: `(${holds})`, values };
  // One list of candidates: for either of two, SQLite would look at every group.
  const matches = `SELECT rowid FROM error_groups_search WHERE error_groups_search MATCH :${name}m`;
  const candidates = [matches, ...(wholes === null ? [] : [wholes])].join(' UNION ALL ');
  return { sql: `g.id IN (${candidates}) AND (${holds})`, values: { ...values, [`${name}m`]: match } };
}

/** The file is the first line of the culprit. */
function whenFileHolds(text: string, name: string): Used {
  return {
    sql: `instr(lower(substr(g.culprit, 1, instr(g.culprit, char(10)))), :${name}) > 0`,
    values: { [name]: foldText(text) },
  };
}
