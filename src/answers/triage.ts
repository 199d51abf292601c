// What people do with a group besides its status, as answers show it.

import type { Snooze, Triage } from '../../schemas/triage.js';
import type { HistoryKind } from '../../schemas/words.js';

export interface TriageFacts {
  readonly assignee: string | null;
  readonly snoozeUntilMs: number | null;
  /** Events of the group at which its snooze ends. */
  readonly snoozeAtCount: number | null;
}

export interface HistoryFacts {
  readonly atMs: number;
  readonly kind: HistoryKind;
  readonly actor: string | null;
  readonly text: string;
}

/** The JSON of `Triage`. */
export function triageJson(
  facts: TriageFacts | undefined,
  eventCount: number,
  history: readonly HistoryFacts[],
): string {
  const { assignee = null, snoozeUntilMs = null, snoozeAtCount = null } = facts ?? {};
  const snooze = {
    ...(snoozeUntilMs !== null && { until: new Date(snoozeUntilMs).toISOString() }),
    ...(snoozeAtCount !== null && { eventsLeft: Math.max(0, snoozeAtCount - eventCount) }),
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

/** What the history says of a snooze. */
export function snoozeText({ until, events }: Snooze): string {
  const parts = [
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(events === undefined ? [] : [`until ${events} more events`]),
  ];
  return parts.join(' or ');
}
