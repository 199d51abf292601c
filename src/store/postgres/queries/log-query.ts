import { type LogTerm, parseLogQuery } from '../../../../schemas/log-query.js';
import { toLevelRow, toSourceRow } from '../../../answers/enums.js';
import { assertNever } from '../../../errors.js';
import { foldedMessage, toPatternInOrder } from './search.js';
import type { Condition } from './statement.js';

/** Stands for an entry without a source. */
const NO_SOURCE = -1;

/** A query as a condition on `logs AS l`; absent for one that leaves everything. The gateway has refused what is none. */
export function whenQuery(query: string | undefined): Condition {
  const parsed = parseLogQuery(query ?? '');
  if (!parsed.ok || parsed.term === null) return null;
  const values: Record<string, string> = {};
  const toSql = (term: LogTerm): string => {
    switch (term.kind) {
      case 'all':
        return `(${term.terms.map(toSql).join(' AND ')})`;
      case 'any':
        return `(${term.terms.map(toSql).join(' OR ')})`;
      case 'not':
        return `(NOT ${toSql(term.term)})`;
      case 'text': {
        const name = `query${Object.keys(values).length}`;
        values[name] = toPatternInOrder(term.parts);
        return `(${foldedMessage('l')} LIKE :${name})`;
      }
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
