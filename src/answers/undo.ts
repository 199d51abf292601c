// What a change by hand puts aside of a group, kept with its line of the history, so that it can be taken back. Pure.

import type { HistoryKind, Status } from '../../schemas/words.js';
import { toStatusRow } from './enums.js';
import { NO_TRIAGE, type TriageFacts } from './triage.js';

/** What the history tells of a status: an undo looks for the newest of these, and leaves the group alone if it is another's. */
export const STATUS_KINDS: readonly HistoryKind[] = ['status', 'snoozed', 'woke', 'regressed', 'ignored'];

/** Of a change with a name; once it is taken back, `before` is null. */
export interface Kept {
  readonly changeName: string;
  /** The text of `toKept`. */
  readonly before: string | null;
}

/** The newest line about the status of a group, of those that are not taken back. */
export interface NewestChange {
  readonly number: number;
  /** Null where the change has no name: nobody can take it back. */
  readonly changeName: string | null;
  readonly before: string | null;
}

/** What a status is beside its triage. */
export interface StatusFacts {
  readonly status: number;
  readonly reopenedAtMs: number | null;
  readonly eventCount: number;
  readonly lastSeenAtMs: number;
}

interface GroupState {
  readonly group: StatusFacts;
  readonly triage: TriageFacts | undefined;
}

interface Before extends StatusFacts, TriageFacts {
  /** The status that the change gave the group. */
  readonly to: number;
}

/**
 * What is kept of a group whose status is about to become another; nothing where the change has no name. Of a change that is sent again, what
 * the first kept.
 */
export function toKept(
  changeName: string | undefined,
  { group, triage, newest }: GroupState & { readonly newest: NewestChange | undefined },
  to: Status,
): Partial<Kept> {
  if (changeName === undefined) return {};
  const { status, reopenedAtMs, eventCount, lastSeenAtMs } = group;
  const now = { ...(triage ?? NO_TRIAGE), status, reopenedAtMs, eventCount, lastSeenAtMs };
  const kept =
    newest?.changeName === changeName && newest.before !== null ? (JSON.parse(newest.before) as Before) : now;
  const before: Before = { ...kept, to: toStatusRow(to) };
  return { changeName, before: JSON.stringify(before) };
}

/** What a group is when a change of it is taken back. */
export interface GivenBack extends Pick<StatusFacts, 'status' | 'reopenedAtMs'> {
  /** Null where there is nothing to keep, and nothing was. */
  readonly triage: TriageFacts | null;
}

const RESOLVED = toStatusRow('resolved');

/**
 * Null where the group is to be left alone: its newest change is not of this name, it is not what that made of it (it came out of
 * a merge open), or it was resolved before, and an event came that would have opened it,
 * or may have, where it was resolved in a release.
 */
export function toGivenBack(
  changeName: string,
  newest: NewestChange | undefined,
  { group, triage }: GroupState,
): GivenBack | null {
  if (newest?.before == null || newest.changeName !== changeName) return null;
  const { to, status, reopenedAtMs, eventCount, lastSeenAtMs, ...facts } = JSON.parse(newest.before) as Before;
  if (group.status !== to) return null;
  // Taking parts out lowers the count, and an event may come with an older time.
  const hasNewEvents = group.eventCount > eventCount || group.lastSeenAtMs > lastSeenAtMs;
  if (status === RESOLVED && hasNewEvents) return null;
  const given: TriageFacts = {
    ...facts,
    snoozeAtCount: toSnoozeAtCount(facts.snoozeAtCount, eventCount, group.eventCount),
    // Whoever has the group now keeps it.
    assignee: triage?.assignee ?? null,
  };
  const isNothing = triage === undefined && Object.values(given).every((value) => value === null);
  return { status, reopenedAtMs, triage: isNothing ? null : given };
}

/** Events that came since count. Those that were deleted since do not: no more are waited for than were left. */
function toSnoozeAtCount(atCount: number | null, eventCountThen: number, eventCount: number): number | null {
  return atCount === null ? null : Math.min(atCount, eventCount + atCount - eventCountThen);
}

/** Whether a snooze waits for a count, of which there may be so many. */
export function isCounting({ snoozeAtCount, snoozeAtUsers }: TriageFacts): boolean {
  return snoozeAtCount !== null || snoozeAtUsers !== null;
}
