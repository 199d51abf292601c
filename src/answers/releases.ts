// Releases, and in which of them an error was resolved, as stores keep and answers show them. Pure.

import type { ErrorGroup, StatusChange } from '../../schemas/error-group.js';
import { ReleaseDetail, ReleaseList } from '../../schemas/releases.js';
import type { Status } from '../../schemas/words.js';
import type { EventDigest } from '../messages.js';
import { compareReleases, sortReleases } from '../release-order.js';
import { compileStringify } from '../stringify.js';
import { toIsoText } from '../timestamp.js';
import type { FacetRow } from './facets.js';
import { optional } from './optional.js';
import { NO_TRIAGE, type TriageFacts } from './triage.js';

const stringifyList = compileStringify(ReleaseList);
const stringifyDetail = compileStringify(ReleaseDetail);

export type ReleaseRow = Pick<FacetRow, 'value' | 'count' | 'firstMs' | 'lastMs'>;

/** The answer `ReleaseList`: those that are counted by name, the newest first. */
export function releaseListJson(rows: readonly ReleaseRow[]): string {
  const otherCount = rows.filter(({ value }) => value === '').reduce((sum, { count }) => sum + count, 0);
  return stringifyList({ releases: toSorted(rows).map(toRelease), otherCount });
}

function toSorted(rows: readonly ReleaseRow[]) {
  return sortReleases(rows.filter(({ value }) => value !== '').map((row) => ({ ...row, name: row.value })));
}

function toRelease({ value, count, firstMs, lastMs }: ReleaseRow) {
  return { release: value, count, firstSeen: toIsoText(firstMs), lastSeen: toIsoText(lastMs) };
}

/** A release among the others, and which of them its groups are compared with. */
export interface ReleasePlace {
  readonly row: ReleaseRow;
  readonly previous: string | null;
  readonly next: string | null;
  /** It, and all that are newer. */
  readonly since: readonly string[];
}

/** Null where no event of the release is counted by name. */
export function findRelease(rows: readonly ReleaseRow[], name: string): ReleasePlace | null {
  const sorted = toSorted(rows);
  const at = sorted.findIndex((row) => row.value === name);
  const row = sorted[at];
  if (row === undefined) return null;
  return {
    row,
    previous: sorted[at + 1]?.value ?? null,
    next: sorted[at - 1]?.value ?? null,
    since: sorted.slice(0, at + 1).map(({ value }) => value),
  };
}

/** The newest groups of a kind, and how many there are. */
export interface ReleaseGroups {
  readonly errors: readonly ErrorGroup[];
  readonly total: number;
}

export function releaseDetailJson(
  { row, previous, next }: ReleasePlace,
  groups: { readonly fresh: ReleaseGroups; readonly regressed: ReleaseGroups; readonly gone: ReleaseGroups },
): string {
  const toList = ({ errors, total }: ReleaseGroups) => ({ errors: [...errors], total });
  return stringifyDetail({
    ...toRelease(row),
    ...optional('previous', previous),
    ...optional('next', next),
    new: toList(groups.fresh),
    regressed: toList(groups.regressed),
    gone: toList(groups.gone),
  });
}

/** What is kept of "resolved in": from this release on, or only after it, an event opens the group again. */
export interface ResolvedIn {
  readonly release: string;
  readonly isNext: boolean;
}

export function toResolvedInText({ release, isNext }: ResolvedIn): string {
  return `${isNext ? '>' : '='}${release}`;
}

export function parseResolvedIn(text: string): ResolvedIn {
  return { release: text.slice(1), isNext: text.startsWith('>') };
}

/** As groups show it. */
export function toShownResolvedIn(text: string | null): ErrorGroup['resolvedIn'] | null {
  if (text === null) return null;
  const { release, isNext } = parseResolvedIn(text);
  return { release, ...(isNext && { next: true }) };
}

/** What the history and the audit say of a status. */
export function toStatusText(status: Status, resolvedIn: string | null): string {
  if (resolvedIn === null) return status;
  const { release, isNext } = parseResolvedIn(resolvedIn);
  return `${status} ${isNext ? 'in the release after' : 'in'} ${release}`;
}

/** What is kept of a group whose status somebody has set; null where there is nothing to keep, and nothing was. */
export function toTriageOf(
  status: Status,
  resolvedIn: string | null,
  before: TriageFacts | undefined,
): TriageFacts | null {
  if (before === undefined && resolvedIn === null) return null;
  const facts = before ?? NO_TRIAGE;
  const ended = { snoozeUntilMs: null, snoozeAtCount: null, snoozeAtUsers: null };
  return { ...facts, ...ended, resolvedIn, reopenedIn: status === 'resolved' ? null : facts.reopenedIn };
}

/** What `in` of a status means in a project with these releases; null where it has sent none, or the status is another. */
export function toResolvedIn({ status, in: wanted }: StatusChange, rows: readonly ReleaseRow[]): string | null {
  if (status !== 'resolved' || wanted === undefined) return null;
  if (wanted !== 'current' && wanted !== 'next') return toResolvedInText({ release: wanted, isNext: false });
  const newest = toSorted(rows)[0]?.value;
  return newest === undefined ? null : toResolvedInText({ release: newest, isNext: wanted === 'next' });
}

/** Whether an event of this release leaves the group resolved. One that says no release is not known to be newer. */
export function staysResolved(
  resolvedIn: ResolvedIn,
  release: string | null,
  firstMsOf: (release: string) => number,
): boolean {
  if (release === null) return true;
  if (release === resolvedIn.release) return resolvedIn.isNext;
  const [own, fixed] = [release, resolvedIn.release].map((name) => ({ name, firstMs: firstMsOf(name) }));
  return own === undefined || fixed === undefined || compareReleases(own, fixed) < 0;
}

/** The release of a context as a digest has it; as it is counted. */
export function releaseOf(contextText: string | undefined): string | null {
  if (contextText === undefined) return null;
  const { release } = JSON.parse(contextText) as { release?: unknown };
  return typeof release === 'string' && release !== '' ? release : null;
}

/** What is kept of a resolved group when an event of a release ends that: it is open again, or ignored by a rule. */
export function toTriageAfter(
  before: TriageFacts | undefined,
  { ignoredBy }: Pick<EventDigest, 'ignoredBy'>,
  release: string | null,
): TriageFacts {
  const facts = before ?? NO_TRIAGE;
  return { ...facts, resolvedIn: null, reopenedIn: ignoredBy === undefined ? release : facts.reopenedIn };
}
