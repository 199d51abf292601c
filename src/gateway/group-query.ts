import { parseGroupQuery } from '../../schemas/group-query.js';
import type { ErrorFilters } from '../../schemas/query.js';
import type { Validation } from '../validate.js';
import { toListSpan } from './list-span.js';

/** What the schema cannot say of lists of groups, and of their changes: its query is one, and its time range stands alone. */
export function checkErrorList<Q extends ErrorFilters>(parameters: Q, nowMs: number): Validation<Q> {
  const checked = checkGroupQuery(parameters);
  return checked.ok ? toListSpan(checked.value, nowMs) : checked;
}

/** Refuses a query that is none, in the sentence that says where and what to write. */
export function checkGroupQuery<T extends { readonly query?: string }>(parameters: T): Validation<T> {
  const parsed = parseGroupQuery(parameters.query ?? '');
  if (parsed.ok) return { ok: true, value: parameters };
  const { at, sentence } = parsed.fault;
  return { ok: false, details: [{ path: '/query', message: `at character ${at}: ${sentence}` }] };
}
