import type { Condition } from '../../../answers/condition.js';
import { toLogCondition } from '../../../answers/log-condition.js';
import { foldedMessage, toPatternInOrder } from './search.js';

/** A query as a condition on `logs AS l`; absent for one that leaves everything. */
export function whenQuery(query: string | undefined): Condition {
  return toLogCondition(query, (parts, bind) => `(${foldedMessage('l')} LIKE :${bind(toPatternInOrder(parts))})`);
}
