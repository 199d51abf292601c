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
 * What an index of texts can look for of a query: every entry that passes the query passes this, and others may. `canFind` says whether
 * it knows the parts of a text. Null where it would narrow nothing, and for what is no query.
 */
export function toLooseTerm(query: string | undefined, canFind: (parts: readonly string[]) => boolean): LogTerm | null {
  const loosen = (term: LogTerm): LogTerm | null => {
    switch (term.kind) {
      case 'text':
        return canFind(term.parts) ? term : null;
      case 'all': {
        const terms = term.terms.map(loosen).filter((one) => one !== null);
        return terms.length === 0 ? null : { kind: 'all', terms };
      }
      case 'any': {
        const terms = term.terms.map(loosen);
        return terms.every((one) => one !== null) ? { kind: 'any', terms } : null;
      }
      default:
        return null;
    }
  };
  const parsed = parseLogQuery(query ?? '');
  return parsed.ok && parsed.term !== null ? loosen(parsed.term) : null;
}

/** Says that a message has all parts, one behind the other. */
type ToText = (parts: readonly string[], bind: Bind) => string;

/**
 * The query as a condition on `logs l`; null for one that leaves everything, and for what is none, which the gateway has
 * refused.
 */
export function toLogCondition(query: string | undefined, toText: ToText): Condition {
  const parsed = parseLogQuery(query ?? '');
  return parsed.ok && parsed.term !== null ? toTermCondition(parsed.term, toText) : null;
}

/** A term of a query as a condition on `logs l`. */
export function toTermCondition(whole: LogTerm, toText: ToText): NonNullable<Condition> {
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
  return { sql: toSql(whole), values };
}
