// The part of the language for error groups that tells the events of one group apart: the keys of what events say. Read the
// same by the API and by the page of an error.

import { type GroupQueryFault, type GroupTerm, parseGroupQuery, toQueryValue } from './group-query.js';

/** What events of one group differ in, as facets count it, and their users. */
export const EVENT_KEYS = [
  'release',
  'environment',
  'user',
  'tag',
  'server',
  'browser',
  'browserVersion',
  'runtime',
  'os',
  'url',
  'transaction',
] as const;
export type EventKey = (typeof EVENT_KEYS)[number];
export type EventQueryTerm = Extract<GroupTerm, { key: EventKey }>;

export type ParsedEventQuery =
  | { readonly ok: true; readonly terms: readonly EventQueryTerm[] }
  | { readonly ok: false; readonly fault: GroupQueryFault };

/** A query for events. What is said of whole groups, and words, are refused: every event of a group has them. */
export function parseEventQuery(text: string): ParsedEventQuery {
  const parsed = parseGroupQuery(text);
  if (!parsed.ok) return parsed;
  const terms: EventQueryTerm[] = [];
  for (const [index, term] of parsed.terms.entries()) {
    if (!isOfEvents(term)) return { ok: false, fault: { at: parsed.starts[index] ?? 1, sentence: toSentence(term) } };
    terms.push(term);
  }
  return { ok: true, terms };
}

/** A value of a facet as a term: `browser:Safari`, `tag:tenant=north`. */
export function toFacetTerm(facet: string, value: string): string {
  return facet.startsWith(TAG_PREFIX)
    ? `${TAG_PREFIX}${toQueryValue(`${facet.slice(TAG_PREFIX.length)}=${value}`)}`
    : `${facet}:${toQueryValue(value)}`;
}

/** A term as a query has it, that of one value as `toFacetTerm` makes it. */
export function toEventTerm(term: EventQueryTerm): string {
  const values = term.key === 'tag' ? term.values.map(({ name, value }) => `${name}=${value}`) : term.values;
  return `${term.isNot ? '-' : ''}${term.key}:${values.map(toQueryValue).join(',')}`;
}

const TAG_PREFIX = 'tag:';

function isOfEvents(term: GroupTerm): term is EventQueryTerm {
  return EVENT_KEYS.some((key) => key === term.key);
}

function toSentence({ key }: GroupTerm): string {
  const what = key === 'message' ? 'Words are' : `"${key}:" is`;
  return `${what} for finding errors and not for the events of one; use ${EVENT_KEYS.slice(0, -1).join(', ')} or ${EVENT_KEYS.at(-1) ?? ''}.`;
}
