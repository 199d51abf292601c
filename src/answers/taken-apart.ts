// What would come of a group that people made of others, if it were taken apart. It is counted from the events of the whole:
// each says of which part it is, and nothing else counts them by part.

import type { ErrorGroup } from '../../schemas/error-group.js';
import { UNMERGE_PREVIEW_EVENTS_MAX } from '../limits.js';
import { type GroupFacts, toErrorGroup } from './error-group.js';

/** Events of one part, among those that were looked at. */
export interface PartEvents {
  /** Null for the part that the whole has its id of. */
  readonly partId: string | null;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

export interface Whole {
  readonly group: GroupFacts;
  /** As they were when they became parts, the one that the whole has its id of among them. */
  readonly parts: readonly GroupFacts[];
  readonly leavingIds: ReadonlySet<string>;
  /** Of the newest events of the whole, `UNMERGE_PREVIEW_EVENTS_MAX` at the most. */
  readonly events: readonly PartEvents[];
}

export interface TakenApart {
  /** What is left of the whole. */
  readonly group: ErrorGroup;
  /** The parts that leave, as they would be. */
  readonly groups: readonly ErrorGroup[];
  readonly looked: { readonly events: number; readonly isWhole: boolean };
}

/** Each with the events that were looked at; one of which none is stored would not be. */
export function toTakenApart({ group, parts, leavingIds, events }: Whole): TakenApart {
  const isWhole = group.eventCount <= UNMERGE_PREVIEW_EVENTS_MAX;
  const isLeaving = (id: string): boolean => leavingIds.has(id);
  const staying = {
    parts: parts.filter(({ id }) => !isLeaving(id)),
    events: events.filter(({ partId }) => !isLeaving(partId ?? group.id)),
  };
  const leaving = parts.filter(({ id }) => isLeaving(id));
  return {
    group: toErrorGroup(withEvents(group, { ...staying, isWhole })),
    groups: leaving.map((part) => {
      const own = events.filter(({ partId }) => partId === part.id);
      return toErrorGroup(reopenIfSeen(withEvents(part, { parts: [part], events: own, isWhole }), part));
    }),
    looked: { events: toCount(events), isWhole },
  };
}

interface Seen {
  readonly parts: readonly GroupFacts[];
  readonly events: readonly PartEvents[];
  readonly isWhole: boolean;
}

/** Where older events were not looked at, what was known of the parts when they became one says when they were seen. */
function withEvents(group: GroupFacts, { parts, events, isWhole }: Seen): GroupFacts {
  const known = isWhole && events.length > 0 ? [] : parts;
  return {
    ...group,
    eventCount: toCount(events),
    firstSeenAtMs: Math.min(...events.map(({ firstMs }) => firstMs), ...known.map((part) => part.firstSeenAtMs)),
    lastSeenAtMs: Math.max(...events.map(({ lastMs }) => lastMs), ...known.map((part) => part.lastSeenAtMs)),
  };
}

const toCount = (events: readonly PartEvents[]): number => events.reduce((sum, { count }) => sum + count, 0);

/** Events that came while it was a part open it, as they would have. */
function reopenIfSeen(group: GroupFacts, part: GroupFacts): GroupFacts {
  if (group.status !== 'resolved' || group.lastSeenAtMs <= part.lastSeenAtMs) return group;
  return { ...group, status: 'unresolved', reopenedAtMs: group.lastSeenAtMs };
}
