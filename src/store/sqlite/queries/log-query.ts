import type { LogTerm } from '../../../../schemas/log-query.js';
import type { Condition } from '../../../answers/condition.js';
import { toLogCondition, toLooseTerm } from '../../../answers/log-condition.js';
import { foldText } from '../../../answers/search-text.js';
import { LOG_MATCH_ROWS_MAX } from '../../../limits.js';
import type { ReadableDb } from '../connection.js';
import { openStatements } from '../reader/list-query.js';
import {
  containsFolded,
  containsInOrder,
  joinMatches,
  toInOrder,
  toPartsMatch,
  toSearchTerm,
} from '../reader/search.js';

/** The FTS5 query that finds all that a search and a query leave; null where the index narrows nothing. */
export function toLogMatch({ search = '', query }: { readonly search?: string; readonly query?: string }): {
  readonly match: string | null;
  /** It is that of the query alone: it may find entries without a bound that do not pass. */
  readonly isLoose: boolean;
} {
  const { match } = toSearchTerm(search);
  const term = toLooseTerm(query, (parts) => toPartsMatch(parts) !== null);
  const asked = term === null ? null : toTermMatch(term);
  return {
    match: joinMatches([match, asked].filter((one) => one !== null)),
    isLoose: match === null && asked !== null,
  };
}

function toTermMatch(term: LogTerm): string | null {
  switch (term.kind) {
    case 'text':
      return toPartsMatch(term.parts);
    case 'all':
    case 'any': {
      const matches = term.terms.map(toTermMatch);
      return `(${matches.join(term.kind === 'all' ? ') AND (' : ') OR (')})`;
    }
    default:
      return null;
  }
}

/** Whether an FTS5 query finds no more entries than are looked at one by one. */
export function openIsRare(db: ReadableDb): (match: string) => boolean {
  const prepare = openStatements(db);
  return (match) => {
    const sql = 'SELECT count(*) AS found FROM (SELECT 1 FROM logs_search WHERE logs_search MATCH :match LIMIT :max)';
    const [row] = prepare(sql).all({ match, max: LOG_MATCH_ROWS_MAX + 1 }) as { found: number }[];
    return (row?.found ?? 0) <= LOG_MATCH_ROWS_MAX;
  };
}

/** A query as a condition on `logs l`; absent for one that leaves everything. */
export function whenQuery(query: string | undefined): Condition {
  return toLogCondition(query, (parts, bind) => {
    const [only] = parts;
    return parts.length === 1 && only !== undefined
      ? containsFolded('l.message', bind(foldText(only)))
      : containsInOrder('l.message', bind(toInOrder(parts)));
  });
}
