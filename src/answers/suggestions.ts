// What a query for error groups may go on with.

import { Suggestions } from '../../schemas/error-group.js';
import { GROUP_KEYS, GROUP_STATES, type GroupKey, toQueryValue } from '../../schemas/group-query.js';
import { SUGGESTIONS_MAX } from '../../schemas/limits.js';
import { toTypedPart } from '../../schemas/typed-query.js';
import { SEVERITIES, SOURCES } from '../../schemas/words.js';
import { compileStringify } from '../stringify.js';
import { toTextPaths } from './event-values.js';
import type { FacetTerm } from './facet-terms.js';
import { optional } from './optional.js';

const stringifySuggestions = compileStringify(Suggestions);

/** Keys whose values a store has to look for: among its groups, its counters, or its newest events. */
export type SuggestedKey = 'type' | 'file' | 'user' | FacetTerm['key'];

/** Values of a key that hold a text, in lower case, the likeliest first; of a tag with its name. */
export type ReadValues<R> = (key: SuggestedKey, part: string) => R;

export type Suggestion = Suggestions['suggestions'][number];

/** What is known without a store; else which values it has to look for. */
export function toSuggestions(
  query: string,
): { readonly from: number } & (
  | { readonly known: readonly Suggestion[] }
  | { readonly key: SuggestedKey; readonly part: string }
) {
  const typed = toTypedPart(query);
  if (typed === null) return { from: query.length, known: [] };
  const { from, prefix } = typed;
  if (typed.kind === 'key') return { from, known: toKeys(prefix) };
  const words = WORDS[typed.key];
  if (words !== undefined)
    return { from, known: words.filter((word) => word.startsWith(prefix.toLowerCase())).map((text) => ({ text })) };
  return { from, key: typed.key as SuggestedKey, part: prefix.toLowerCase() };
}

const BOUNDS = ['<1h', '<24h', '<7d', '>7d'];
const WORDS: Readonly<Partial<Record<GroupKey, readonly string[]>>> = {
  is: GROUP_STATES,
  severity: SEVERITIES.toReversed(),
  source: SOURCES,
  seen: BOUNDS,
  first: BOUNDS,
  count: ['>10', '>100', '>1000'],
  message: [],
  correlation: [],
};

function toKeys(prefix: string): Suggestion[] {
  return Object.entries(GROUP_KEYS)
    .filter(([key]) => key.toLowerCase().startsWith(prefix.toLowerCase()))
    .slice(0, SUGGESTIONS_MAX)
    .map(([key, { meaning }]) => ({ text: `${key}:`, ...optional('meaning', meaning) }));
}

/** The answer `Suggestions`. Values stand there as a query has them. */
export function suggestionsJson(from: number, suggestions: readonly Suggestion[]): string {
  return stringifySuggestions({ from, suggestions: suggestions.slice(0, SUGGESTIONS_MAX) });
}

export function toValueSuggestions(values: readonly string[]): Suggestion[] {
  return values.map((value) => ({ text: toQueryValue(value) }));
}

/** Different users in stored texts of events, the most frequent first. */
export function toUserValues(texts: readonly string[], part: string): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const value of usersOf(JSON.parse(text) as unknown)) {
      if (value !== '' && value.toLowerCase().includes(part)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([value]) => value)
    .slice(0, SUGGESTIONS_MAX);
}

function usersOf(record: unknown): string[] {
  return toTextPaths('user').flatMap(([first = '', second]) => {
    const value = toObject(record)[first];
    return toText(second === undefined ? value : toObject(value)[second]);
  });
}

function toObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function toText(value: unknown): string[] {
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
