// What is to be added to facets or taken off them, gathered by scope, facet and value, so that each counter is written once.

import type { FacetValues } from '../../../facets.js';

export interface FacetTally {
  count: number;
  firstMs: number;
  lastMs: number;
}

/** A group is looked at in detail; a project, or all of them, is what groups are compared with. */
export interface FacetScope {
  readonly id: number;
  readonly isGroup: boolean;
}

/** What changes of one group or project. */
export interface ScopeDelta {
  readonly scope: FacetScope;
  /** By facet and value. */
  readonly facets: Map<string, Map<string, FacetTally>>;
  /** Events by user. */
  readonly users: Map<number, number>;
}

export type FacetDeltas = Map<number, ScopeDelta>;

/** Some events that say the same of themselves. */
export interface CountedEvents {
  readonly values: FacetValues;
  readonly tally: FacetTally;
}

export function addEvents(
  deltas: FacetDeltas,
  scope: FacetScope,
  { values: said, tally: events }: CountedEvents,
): void {
  const { facets } = scopeOf(deltas, scope);
  for (const [facet, value] of said) {
    let values = facets.get(facet);
    if (values === undefined) {
      values = new Map();
      facets.set(facet, values);
    }
    const tally = values.get(value);
    if (tally === undefined) values.set(value, toTally(events));
    else addTally(tally, events);
  }
}

export function addUser(
  deltas: FacetDeltas,
  scope: FacetScope,
  { user, count }: { readonly user: number; readonly count: number },
): void {
  const { users } = scopeOf(deltas, scope);
  users.set(user, (users.get(user) ?? 0) + count);
}

export function addTally(to: FacetTally, from: FacetTally): void {
  to.count += from.count;
  if (from.firstMs < to.firstMs) to.firstMs = from.firstMs;
  if (from.lastMs > to.lastMs) to.lastMs = from.lastMs;
}

function toTally({ count, firstMs, lastMs }: FacetTally): FacetTally {
  return { count, firstMs, lastMs };
}

function scopeOf(deltas: FacetDeltas, scope: FacetScope): ScopeDelta {
  let delta = deltas.get(scope.id);
  if (delta === undefined) {
    delta = { scope, facets: new Map(), users: new Map() };
    deltas.set(scope.id, delta);
  }
  return delta;
}
