// Facets as answers show them: shares, and what distinguishes a group from the rest of its project. Pure.

import { type Distinction, type Facet, Facets } from '../../schemas/facets.js';
import { FACETS as ORDER, RELEASE_FACET } from '../facets.js';
import { FACET_DISTINCTIONS_MAX, FACET_VALUES_SHOWN_MAX } from '../limits.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import { optional } from './optional.js';

export const stringifyFacets = compileStringify(Facets);

/** A counter as a store has it; the value is '' for all that are not counted by name. */
export interface FacetRow {
  readonly facet: string;
  readonly value: string;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** What is counted of the whole project that a group is in. */
export interface Surroundings {
  /** Events that have the facet. */
  total(facet: string): number;
  /** Events with the value; null where it is not counted by name. */
  count(facet: string, value: string): number | null;
}

export interface FacetFacts {
  readonly eventCount: number;
  readonly users: number;
  readonly isApproximate: boolean;
  readonly rows: readonly FacetRow[];
  /** Of a group. */
  readonly around?: Surroundings;
}

/** The first and the last release of counters of releases, by when they were seen. */
export function toReleases(rows: readonly Omit<FacetRow, 'facet'>[]): { firstRelease?: string; lastRelease?: string } {
  const releases = rows.filter(({ value }) => value !== '');
  const [first] = releases.toSorted((one, other) => one.firstMs - other.firstMs);
  const [last] = releases.toSorted((one, other) => other.lastMs - one.lastMs || other.firstMs - one.firstMs);
  return {
    ...optional('firstRelease', first?.value ?? null),
    ...optional('lastRelease', last?.value ?? null),
  };
}

export function toFacets({ eventCount, users, isApproximate, rows, around }: FacetFacts): Facets {
  const byFacet = new Map<string, FacetRow[]>();
  for (const row of rows) byFacet.set(row.facet, [...(byFacet.get(row.facet) ?? []), row]);
  const facets = [...byFacet.keys()]
    .sort(compareFacets)
    .map((facet) => toFacet(facet, byFacet.get(facet) ?? [], around));
  return {
    count: eventCount,
    users,
    usersApproximate: isApproximate,
    ...toReleases(rows.filter(({ facet }) => facet === RELEASE_FACET)),
    facets,
    distinctions: around === undefined ? [] : toDistinctions(facets),
  };
}

const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((facet, rank) => [facet, rank]));

function compareFacets(one: string, other: string): number {
  const ranks = [one, other].map((facet) => RANKS.get(facet) ?? ORDER.length);
  return (ranks[0] ?? 0) - (ranks[1] ?? 0) || (one < other ? -1 : 1);
}

function toFacet(facet: string, rows: readonly FacetRow[], around: Surroundings | undefined): Facet {
  const count = rows.reduce((sum, row) => sum + row.count, 0);
  const named = rows
    .filter(({ value }) => value !== '')
    .toSorted(
      (one, other) => other.count - one.count || other.lastMs - one.lastMs || (one.value < other.value ? -1 : 1),
    );
  const shown = named.slice(0, FACET_VALUES_SHOWN_MAX);
  const restTotal = around === undefined ? 0 : around.total(facet) - count;
  const values = shown.map((row) => {
    const all = restTotal > 0 ? (around?.count(facet, row.value) ?? null) : null;
    return {
      value: row.value,
      count: row.count,
      share: toShare(row.count, count),
      ...optional('elsewhere', all === null ? null : toShare(Math.max(0, all - row.count), restTotal)),
      firstSeen: toIsoText(row.firstMs),
      lastSeen: toIsoText(row.lastMs),
    };
  });
  return { facet, count, values, otherCount: count - shown.reduce((sum, row) => sum + row.count, 0) };
}

/** Four decimals: a ten thousandth says nothing. */
function toShare(count: number, total: number): number {
  return total <= 0 ? 0 : Math.round(Math.min(1, count / total) * 10_000) / 10_000;
}

/** Events that a facet must have been seen in before its shares say something. */
const EVENTS_TELLING_MIN = 5;
/** By how much a share must lie above that elsewhere to be worth a line. */
const DIFFERENCE_MIN = 0.25;

/** Values that most events of the group have, and far fewer elsewhere; a browser's version only beside no browser. */
function toDistinctions(facets: readonly Facet[]): Distinction[] {
  const found = facets.flatMap(({ facet, count, values }) => {
    const [top] = values;
    if (top?.elsewhere === undefined || count < EVENTS_TELLING_MIN || top.share < 0.5) return [];
    const { value, share, elsewhere } = top;
    return share - elsewhere < DIFFERENCE_MIN ? [] : [{ facet, value, share, elsewhere }];
  });
  const hasBrowser = found.some(({ facet }) => facet === 'browser');
  return found
    .filter(({ facet }) => facet !== 'browserVersion' || !hasBrowser)
    .toSorted((one, other) => other.share - other.elsewhere - (one.share - one.elsewhere))
    .slice(0, FACET_DISTINCTIONS_MAX);
}
