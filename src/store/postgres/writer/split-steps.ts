// The stored events of groups that people made of some events of others, on their way: each step is a short transaction that holds
// the project, and what it leaves says where the next one goes on, whichever daemon does it.

import { toLeftTitle } from '../../../answers/split.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import { isOfSplit, type SplitRow } from '../../sqlite/tables/group-splits.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import { toSplitEvent } from '../../sqlite/writer/split-steps.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import { redirectGroup } from '../tables/group-changes.js';
import { findDueSplits, openSplitTables } from '../tables/group-splits.js';
import { settleHead } from './merge-steps.js';
import { type MovingStep, stepProject } from './moving.js';
import type { RegroupOptions } from './regroup.js';

/** Looks at some of the events that may be on their way. False when there are none. */
export async function stepSplitting(writer: RegroupOptions): Promise<boolean> {
  const projectId = await writer.connection.between(findDueSplits);
  if (projectId === null) return false;
  await stepProject(writer, projectId, async (transaction, openStep) => {
    const splits = openSplitTables(transaction, projectId);
    // Another daemon may have finished it meanwhile.
    const due = await splits.findDue();
    if (due !== null) await splitSome(await openStep(), due);
    await splits.note();
  });
  return true;
}

async function splitSome(step: MovingStep, split: SplitRow): Promise<void> {
  const { transaction, projectId, tables } = step;
  const { id: splitId, fromId: groupId, boundaryId, afterMs, afterId } = split;
  const from = await step.head(groupId);
  const page = { groupId, boundaryId, afterMs, afterId, limit: REGROUP_EVENTS_MAX };
  const places = from === null ? [] : await tables.places(page);
  for (const event of await tables.readEvents(places.map(({ id }) => id)))
    if (from !== null && isOfSplit(split, toSplitEvent(event))) await moveOut(step, split, { event, from });
  await step.flush();
  const splits = openSplitTables(transaction, projectId);
  const last = places.at(-1);
  if (last !== undefined) {
    await splits.advance(splitId, { afterMs: last.timestampMs, afterId: last.id });
    return;
  }
  await splits.finish(splitId);
  // All that it had has gone.
  if (from !== null && from.eventCount <= 0)
    await redirectGroup(transaction, projectId, { id: groupId, groupId: splitId });
  for (const id of [groupId, splitId]) await settleHead(step, id, null);
  const newest = await tables.readNewest(groupId);
  const title = from === null || newest === undefined ? null : toLeftTitle(split, from, newest);
  if (title !== null) await tables.retitle(groupId, { ...title, boundaryId });
}

/** Moves an event into the group of the split, which is made with the first of them, or where retention has emptied it. */
export async function moveOut(
  step: MovingStep,
  split: Pick<SplitRow, 'id' | 'ownFingerprint'>,
  { event, from }: { readonly event: WaitingEvent; readonly from: GroupHead },
): Promise<GroupHead> {
  const { tables } = step;
  if ((await step.head(split.id)) === null) {
    const { status, reopenedAtMs } = from;
    const made = { id: split.id, fromId: from.id, severity: event.severity, status, reopenedAtMs, event };
    const grouping = await tables.readGrouping(from.id);
    await tables.split(made, { fingerprint: split.ownFingerprint, fingerprintVersion: BY_HAND_VERSION, grouping });
  }
  const to = await step.head(split.id);
  if (to === null) throw new Error('a group that was just made is not there');
  await step.move(event, { from, to, part: null });
  to.severity = Math.max(to.severity, event.severity);
  to.firstSeenAtMs = Math.min(to.firstSeenAtMs, event.timestampMs);
  to.lastSeenAtMs = Math.max(to.lastSeenAtMs, event.timestampMs);
  return to;
}
