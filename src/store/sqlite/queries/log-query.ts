import type { Condition } from '../../../answers/condition.js';
import { toLogCondition } from '../../../answers/log-condition.js';
import { foldText } from '../../../answers/search-text.js';
import { containsFolded, containsInOrder, toInOrder } from '../reader/search.js';

/** A query as a condition on `logs l`; absent for one that leaves everything. */
export function whenQuery(query: string | undefined): Condition {
  return toLogCondition(query, (parts, bind) => {
    const [only] = parts;
    return parts.length === 1 && only !== undefined
      ? containsFolded('l.message', bind(foldText(only)))
      : containsInOrder('l.message', bind(toInOrder(parts)));
  });
}
