// A query for logs as SQL, which both stores speak: they look into messages in ways of their own.

import { type LogTerm, parseLogQuery } from '../../schemas/log-query.js';
import { assertNever } from '../errors.js';
import type { Condition } from './condition.js';
import { toLevelRow, toSourceRow } from './enums.js';

/** Names a value, and answers the name that stands for it in the SQL. */
export type Bind = (value: string) => string;

/** No source has it, so an entry without one is not of any. */
const NO_SOURCE = -1;

/**
 * The query as a condition on `logs l`; null for one that leaves everything, and for what is none, which the gateway has
 * refused. `toText` says that the message has all parts, one behind the other.
 */
export function toLogCondition(
  query: string | undefined,
  toText: (parts: readonly string[], bind: Bind) => string,
): Condition {
  const parsed = parseLogQuery(query ?? '');
  if (!parsed.ok || parsed.term === null) return null;
  const values: Record<string, string> = {};
  const bind: Bind = (value) => {
    const name = `query${Object.keys(values).length}`;
    values[name] = value;
    return name;
  };
  const toSql = (term: LogTerm): string => {
    switch (term.kind) {
      case 'all':
        return `(${term.terms.map(toSql).join(' AND ')})`;
      case 'any':
        return `(${term.terms.map(toSql).join(' OR ')})`;
      case 'not':
        return `(NOT ${toSql(term.term)})`;
      case 'text':
        return toText(term.parts, bind);
      case 'level':
        return `(l.level IN (${term.levels.map(toLevelRow).join(', ')}))`;
      case 'source':
        return `(coalesce(l.source, ${NO_SOURCE}) IN (${term.sources.map(toSourceRow).join(', ')}))`;
      default:
        return assertNever(term);
    }
  };
  return { sql: toSql(parsed.term), values };
}
