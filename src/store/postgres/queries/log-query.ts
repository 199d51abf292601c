import type { Condition } from '../../../answers/condition.js';
import { join } from '../../../answers/condition.js';
import { toLogCondition, toLooseTerm, toTermCondition } from '../../../answers/log-condition.js';
import { LOG_MATCH_ROWS_MAX } from '../../../limits.js';
import type { Queries } from '../connection.js';
import type { ProjectScope } from './scope.js';
import { ofProject, scoped } from './scope.js';
import { foldedMessage, hasTrigram, toPattern, toPatternInOrder } from './search.js';
import { ask, planForValues } from './statement.js';

/** A query as a condition on `logs AS l`; absent for one that leaves everything. */
export function whenQuery(query: string | undefined): Condition {
  return toLogCondition(query, whenInOrder);
}

const whenInOrder = (parts: readonly string[], bind: (value: string) => string): string =>
  `(${foldedMessage('l')} LIKE :${bind(toPatternInOrder(parts))})`;

/** In any order: what the index finds passes this nearly always, so that the count ends soon where there are many. */
const whenEach = (parts: readonly string[], bind: (value: string) => string): string =>
  `(${parts.map((part) => `${foldedMessage('l')} LIKE :${bind(toPattern(part))}`).join(' AND ')})`;

/**
 * Whether the index of trigrams finds all that a query leaves, and no more entries than are looked at one by one. It must be there.
 */
export async function isRare(db: Queries, query: string | undefined, scope: ProjectScope): Promise<boolean> {
  const term = toLooseTerm(query, (parts) => parts.some(hasTrigram));
  if (term === null) return false;
  const { where, values } = join([ofProject('l', scope), toTermCondition(term, whenEach)]);
  await planForValues(db);
  const sql = `SELECT count(*) AS found FROM (SELECT FROM logs AS l ${where} LIMIT ${LOG_MATCH_ROWS_MAX + 1}) AS looked`;
  const [row] = await ask<{ found: number }>(db, scoped(scope, sql), values);
  return (row?.found ?? 0) <= LOG_MATCH_ROWS_MAX;
}
