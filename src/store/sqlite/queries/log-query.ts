import { type LogTerm, parseLogQuery } from '../../../../schemas/log-query.js';
import { toLevelRow, toSourceRow } from '../../../answers/enums.js';
import { foldText } from '../../../answers/search-text.js';
import { assertNever } from '../../../errors.js';
import type { Condition } from '../reader/list-query.js';
import { containsFolded, containsInOrder, toInOrder } from '../reader/search.js';
import { NO_SOURCE } from '../tables/logs.js';

/** A query as a condition on `logs l`; absent for one that leaves everything. The gateway has refused what is none. */
export function whenQuery(query: string | undefined): Condition {
  const parsed = parseLogQuery(query ?? '');
  if (!parsed.ok || parsed.term === null) return null;
  const bind: Record<string, string> = {};
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
  return { sql: toSql(parsed.term), bind };
}

function toText(parts: readonly string[], bind: Record<string, string>): string {
  const name = `query${Object.keys(bind).length}`;
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    bind[name] = foldText(only);
    return containsFolded('l.message', name);
  }
  bind[name] = toInOrder(parts);
  return containsInOrder('l.message', name);
}
