// What would come of a group if the events that meet some conditions were taken out of it. It is counted from its events:
// nothing else tells them apart.

import type { ErrorGroup } from '../../schemas/error-group.js';
import type { Severity } from '../../schemas/words.js';
import type { EventCondition, EventConditions } from '../event-conditions.js';
import { SPLIT_PREVIEW_EVENTS_MAX } from '../limits.js';
import { rowToSeverity } from './enums.js';
import { type GroupFacts, toErrorGroup } from './error-group.js';
import type { TriageFacts } from './triage.js';

/** The group that is made of the events. */
export interface MadeGroup {
  /** Null where it only would be. */
  readonly id: string | null;
  readonly type: string;
  readonly message: string;
  readonly severity: Severity;
  readonly count: number;
  readonly firstSeenAtMs: number;
  readonly lastSeenAtMs: number;
}

/** The group that was made of events of another. */
export function toMadeGroup(group: GroupFacts): MadeGroup {
  const { id, type, message, severity, firstSeenAtMs, lastSeenAtMs } = group;
  return { id, type, message, severity, count: group.eventCount, firstSeenAtMs, lastSeenAtMs };
}

/**
 * What people decided about a group holds for what is made of its events: who has it, the release it was resolved in, a snooze until a
 * time. Null for nothing. A snooze for so many events or users counted those of both: `isOpen` has the group be unresolved.
 */
export function toMadeTriage(of: TriageFacts | undefined): {
  readonly triage: TriageFacts | null;
  readonly isOpen: boolean;
} {
  if (of === undefined) return { triage: null, isOpen: false };
  const isOpen = of.snoozeUntilMs === null && (of.snoozeAtCount !== null || of.snoozeAtUsers !== null);
  return { triage: { ...of, snoozeAtCount: null, snoozeAtUsers: null }, isOpen };
}

interface Title {
  readonly type: string;
  readonly message: string;
}

/**
 * What is left of a group is called by its newest event, where all events have gone that were called as the group is; null where it
 * keeps its name. Events are stored without what they share with their group: only that may change of which no event is left, which is
 * certain of what the conditions ask alone.
 */
export function toLeftTitle({ conditions, condition }: SplitTexts, group: Title, newest: Title): Title | null {
  const { type, message } = conditions;
  if (condition.ofFrames !== null || !condition.ofTexts(group)) return null;
  if (type === undefined) return { type: group.type, message: newest.message };
  return message === undefined ? { type: newest.type, message: group.message } : null;
}

interface SplitTexts {
  readonly conditions: EventConditions;
  readonly condition: EventCondition;
}

/** A stored event, as far as it is looked at. */
export interface SplitEventRow {
  readonly id: number;
  readonly timestampMs: number;
  readonly severity: number;
  readonly type: string;
  readonly message: string;
}

interface Span {
  count: number;
  firstMs: number;
  lastMs: number;
}

const openSpan = (): Span => ({ count: 0, firstMs: Number.MAX_SAFE_INTEGER, lastMs: Number.MIN_SAFE_INTEGER });

/** Counts the newest events of a group, the newest of them first. */
export class SplitTally {
  readonly out = openSpan();
  readonly rest = openSpan();
  /** The newest event that would go. */
  newest: SplitEventRow | null = null;
  severity = 0;
  /** Whether older events were left out because of how much was read. */
  isCut = false;

  add(event: SplitEventRow, isOut: boolean): void {
    const span = isOut ? this.out : this.rest;
    span.count += 1;
    span.firstMs = Math.min(span.firstMs, event.timestampMs);
    span.lastMs = Math.max(span.lastMs, event.timestampMs);
    if (!isOut) return;
    this.newest ??= event;
    this.severity = Math.max(this.severity, event.severity);
  }
}

export type SplitPreview =
  | { readonly kind: 'refused'; readonly reason: 'none' | 'all' }
  | {
      readonly kind: 'done';
      readonly group: ErrorGroup;
      readonly made: MadeGroup;
      readonly isComplete: true;
      readonly looked: { readonly events: number; readonly isWhole: boolean };
      /** The row of an event that would go. */
      readonly eventRowId: number;
    };

/** What is left of the group and what is made, as far as the events that were looked at tell. */
export function toSplitPreview(group: GroupFacts, tally: SplitTally): SplitPreview {
  const { out, rest, newest, severity } = tally;
  const looked = out.count + rest.count;
  const isWhole = !tally.isCut && looked < SPLIT_PREVIEW_EVENTS_MAX;
  if (newest === null) return { kind: 'refused', reason: 'none' };
  if (isWhole && rest.count === 0) return { kind: 'refused', reason: 'all' };
  const left: GroupFacts = {
    ...group,
    eventCount: group.eventCount - out.count,
    ...(isWhole && { firstSeenAtMs: rest.firstMs }),
    ...(rest.count > 0 && { lastSeenAtMs: rest.lastMs }),
  };
  const { type, message, id: eventRowId } = newest;
  const made: MadeGroup = {
    id: null,
    type,
    message,
    severity: rowToSeverity(severity),
    count: out.count,
    firstSeenAtMs: out.firstMs,
    lastSeenAtMs: out.lastMs,
  };
  const answer = { group: toErrorGroup(left), made, isComplete: true, looked: { events: looked, isWhole } } as const;
  return { kind: 'done', ...answer, eventRowId };
}
