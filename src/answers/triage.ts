// What people do with a group besides its status, as answers show it.

import { SNOOZE_MEANT_MS_MAX } from '../../schemas/limits.js';
import type { Snooze, Triage } from '../../schemas/triage.js';
import type { HistoryKind } from '../../schemas/words.js';
import type { Kept } from './undo.js';

export interface TriageFacts {
  readonly assignee: string | null;
  readonly snoozeUntilMs: number | null;
  /** Events of the group at which its snooze ends. */
  readonly snoozeAtCount: number | null;
  /** Users of the group at which its snooze ends. */
  readonly snoozeAtUsers: number | null;
  /** The text of `toResolvedInText`. */
  readonly resolvedIn: string | null;
  /** The release whose event opened the group again. */
  readonly reopenedIn: string | null;
}

export const NO_TRIAGE: TriageFacts = {
  assignee: null,
  snoozeUntilMs: null,
  snoozeAtCount: null,
  snoozeAtUsers: null,
  resolvedIn: null,
  reopenedIn: null,
};

export interface HistoryFacts {
  readonly atMs: number;
  readonly kind: HistoryKind;
  readonly actor: string | null;
  readonly text: string;
}

/** A line as it is written. */
export type HistoryRow = HistoryFacts & Partial<Kept>;

/** The JSON of `Triage`. */
export function triageJson(
  { assignee, snoozeUntilMs, snoozeAtCount, snoozeAtUsers }: TriageFacts,
  has: { readonly events: number; readonly users: number },
  history: readonly HistoryFacts[],
): string {
  const snooze = {
    ...(snoozeUntilMs !== null && { until: new Date(snoozeUntilMs).toISOString() }),
    ...(snoozeAtCount !== null && { eventsLeft: Math.max(0, snoozeAtCount - has.events) }),
    ...(snoozeAtUsers !== null && { usersLeft: Math.max(0, snoozeAtUsers - has.users) }),
  };
  const answer: Triage = {
    assignee,
    snooze: Object.keys(snooze).length === 0 ? null : snooze,
    history: history.map(({ atMs, kind, actor, text }) => ({
      at: new Date(atMs).toISOString(),
      kind,
      ...(actor !== null && { by: actor }),
      text,
    })),
  };
  return JSON.stringify(answer);
}

/** What the history says of a snooze that begins at a time, and the audit, which has all of it to the letter (null). */
export function snoozeText({ until, events, users }: Snooze, atMs: number | null): string {
  const isMeant = (end: string): boolean => atMs === null || Date.parse(end) - atMs <= SNOOZE_MEANT_MS_MAX;
  const parts = [
    ...(until === undefined ? [] : [isMeant(until) ? `until ${until}` : 'until further notice']),
    ...(events === undefined ? [] : [`until ${events} more events`]),
    ...(users === undefined ? [] : [`until ${users} more users`]),
  ];
  return parts.join(' or ');
}
