import { parseEventQuery } from '../../schemas/event-query.js';
import { type GroupQueryFault, parseGroupQuery } from '../../schemas/group-query.js';
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
  return toChecked(parameters, parseGroupQuery(parameters.query ?? ''));
}

/** The same of a query for the events of one group. */
export function checkEventQuery<T extends { readonly query?: string }>(parameters: T): Validation<T> {
  return toChecked(parameters, parseEventQuery(parameters.query ?? ''));
}

type Parsed = { readonly ok: true } | { readonly ok: false; readonly fault: GroupQueryFault };

function toChecked<T>(parameters: T, parsed: Parsed): Validation<T> {
  if (parsed.ok) return { ok: true, value: parameters };
  const { at, sentence } = parsed.fault;
  return { ok: false, details: [{ path: '/query', message: `at character ${at}: ${sentence}` }] };
}
