// The stored events of groups that people made of some events of others, on their way: each step is a short transaction, and what
// it leaves says where the next one goes on.

import { toLeftTitle } from '../../../answers/split.js';
import { toConditionFrames } from '../../../event-conditions.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import type { GroupHead } from '../tables/error-groups.js';
import { isOfSplit, type SplitRow } from '../tables/group-splits.js';
import type { EventPlaceRow, FileEvent, WaitingEvent } from '../tables/regrouping.js';
import { settleHead } from './merge-steps.js';
import { type MovingStep, openMovingStep } from './moving.js';
import type { RegroupOptions } from './regroup.js';

/** Looks at some of the events that may be on their way. False when there are none. */
export function stepSplitting(writer: RegroupOptions): boolean {
  const { tables, committer, announce } = writer;
  const due = tables.splits.findDue();
  if (due === null) return false;
  const projectName = committer.transact(() => {
    tables.facets.settle();
    const name = tables.groups.findById(due.fromId)?.projectName ?? null;
    splitSome(openMovingStep(writer, due.projectId), due);
    return name;
  });
  // Heads in memory have the old counts.
  tables.groups.reload();
  tables.groupings.touch();
  // As when stored events are grouped anew: clients read their lists again.
  announce({ projectName, json: '', skippedBefore: 2 });
  return true;
}

function splitSome(step: MovingStep, split: SplitRow): void {
  const { tables, regroup } = step;
  const { id: splitId, fromId: groupId, boundaryId, afterMs, afterId } = split;
  const from = step.head(groupId);
  const page = { groupId, boundaryId, afterMs, afterId, limit: REGROUP_EVENTS_MAX };
  const places = from === null ? [] : regroup.places(page);
  let chars = 0;
  let last: EventPlaceRow | undefined;
  for (const place of places) {
    // One is looked at even when it is larger than a step may be.
    if (last !== undefined && chars > REGROUP_PAGE_CHARS_MAX) break;
    last = place;
    const event = regroup.read(place.id);
    chars += (event?.stack?.length ?? 0) + (event?.context?.length ?? 0) + (event?.details?.length ?? 0);
    if (event !== undefined && from !== null && isOfSplit(split, toSplitEvent(event)))
      moveOut(step, split, { event, from });
  }
  step.flush();
  if (last !== undefined) {
    tables.splits.advance(splitId, { afterMs: last.timestampMs, afterId: last.id });
    return;
  }
  tables.splits.finish(splitId);
  // All that it had has gone.
  if (from !== null && from.eventCount <= 0) tables.redirects.set(groupId, splitId);
  for (const id of [groupId, splitId]) settleHead(step, id, null);
  const newest = regroup.readNewest(groupId);
  const title = from === null || newest === undefined ? null : toLeftTitle(split, from, newest);
  if (title !== null) regroup.retitle(groupId, title);
}

/** What a split asks of a stored event. */
export function toSplitEvent(event: Pick<WaitingEvent, 'type' | 'message' | 'stack'>) {
  return { type: event.type, message: event.message, frames: () => toConditionFrames(event.stack) };
}

/** Moves an event into the group of the split, which is made with the first of them, or where retention has emptied it. */
export function moveOut(
  step: MovingStep,
  split: Pick<SplitRow, 'id' | 'ownFingerprint'>,
  { event, from }: { readonly event: FileEvent; readonly from: GroupHead },
): GroupHead {
  const { tables, regroup } = step;
  if (step.head(split.id) === null) {
    const { status, reopenedAtMs } = from;
    const made = { id: split.id, fromId: from.id, severity: event.severity, status, reopenedAtMs, event };
    const grouping = regroup.readGrouping(from.id);
    regroup.split(made, { fingerprint: split.ownFingerprint, fingerprintVersion: BY_HAND_VERSION, grouping });
    tables.groups.reload();
  }
  const to = step.head(split.id);
  if (to === null) throw new Error('a group that was just made is not there');
  step.move(event, { from, to, partId: to.id });
  to.severity = Math.max(to.severity, event.severity);
  to.firstSeenAtMs = Math.min(to.firstSeenAtMs, event.timestampMs);
  to.lastSeenAtMs = Math.max(to.lastSeenAtMs, event.timestampMs);
  return to;
}
