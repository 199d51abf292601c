// Where an event has the values that groups are looked for by, for those that the counters of facets do not tell of.

import type { GroupTerm } from '../../schemas/group-query.js';

export type EventTerm = Extract<GroupTerm, { key: 'release' | 'environment' | 'user' | 'tag' }>;

/** One value: as which field, in which of the two stored texts, and what text must stand there in any case. */
export interface EventValue {
  readonly column: 'context' | 'details';
  /** Any of them holds it. */
  readonly paths: readonly (readonly string[])[];
  readonly value: string;
  /** Parts of the stored JSON, one of which is there: by them most texts are left out without being read as JSON. */
  readonly needles: readonly [string, string];
}

const PATHS = {
  release: [['release']],
  environment: [['environment', 'name'], ['environment']],
  user: [
    ['user', 'id'],
    ['user', 'email'],
    ['user', 'username'],
    ['user', 'name'],
  ],
} as const;

/** Where a text of an event has the values of a key. */
export function toTextPaths(key: keyof typeof PATHS): readonly (readonly string[])[] {
  return PATHS[key];
}

export function toEventValues(term: EventTerm): EventValue[] {
  if (term.key === 'tag')
    return term.values.map(({ name, value }) => ({
      column: 'context',
      paths: [['tags', name]],
      value,
      needles: toNeedles(value),
    }));
  const { key, values } = term;
  const column = key === 'user' ? 'details' : 'context';
  return values.map((value) => ({ column, paths: PATHS[key], value, needles: toNeedles(value) }));
}

/** In quotes, or as the number that it may be. */
function toNeedles(value: string): [string, string] {
  return [JSON.stringify(value), `:${value}`];
}
