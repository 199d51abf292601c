// The stored events of groups that people made of others, on their way: each step is a short transaction that holds the project,
// and what it leaves says where the next one goes on, whichever daemon does it.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import { PART_JOINED, PART_JOINING, PART_LEAVING } from '../../sqlite/tables/group-parts.js';
import { PART_EVENTS, reopenIfSeen } from '../../sqlite/writer/merge-steps.js';
import type { Queries } from '../connection.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { redirectGroup, subtractFromGroups } from '../tables/group-changes.js';
import { findDueParts, openPartTables, type PartRow } from '../tables/group-parts.js';
import { findGrouping, setGroupingDue } from '../tables/groupings.js';
import { type MovingStep, stepProject } from './moving.js';
import type { RegroupOptions } from './regroup.js';

/** Moves some of the events that are on their way. False when there are none. */
export async function stepMerging(writer: RegroupOptions): Promise<boolean> {
  const projectId = await writer.connection.between(findDueParts);
  if (projectId === null) return false;
  await stepProject(writer, projectId, async (transaction, openStep) => {
    const parts = openPartTables(transaction, projectId);
    let room = REGROUP_EVENTS_MAX;
    for (let due = await parts.findDue(); due !== null && room > 0; due = await parts.findDue()) {
      const step = await openStep();
      const count = due.state === PART_JOINING ? await joinSome(step, due) : await leaveSome(step, due);
      room -= Math.max(count, PART_EVENTS);
    }
    await parts.note();
  });
  return true;
}

/** Answers at how many events it has looked. */
async function joinSome(step: MovingStep, part: PartRow): Promise<number> {
  const { transaction, projectId, tables, parts } = step;
  const from = await step.head(part.id);
  const page = { groupId: part.id, ...EVERY_EVENT, limit: REGROUP_EVENTS_MAX };
  const ids = from === null ? [] : (await tables.places(page)).map(({ id }) => id);
  const whole = await step.head(part.intoId);
  const to = ids.length === 0 ? whole : (whole ?? (await revive(step, part.intoId, true)));
  const partIds = await parts.readPartIds(ids);
  const known = new Map((await parts.ofGroups([part.intoId])).map((one) => [one.id, one]));
  for (const event of await tables.readEvents(ids)) {
    if (from === null || to === null) continue;
    await step.move(event, { from, to, part: known.get(partIds.get(event.id) ?? part.id) ?? part });
  }
  // No event of it is left, whatever was counted.
  const isOver = ids.length < REGROUP_EVENTS_MAX;
  if (isOver && from !== null) from.eventCount = 0;
  await step.flush();
  if (!isOver) return ids.length;
  await parts.setState(part.id, PART_JOINED, 0);
  if (to !== null) await redirectGroup(transaction, projectId, { id: part.id, groupId: part.intoId });
  if (from !== null) await subtractFromGroups(transaction, projectId, new Map([[part.id, 0]]));
  return ids.length;
}

const EVERY_EVENT = { afterMs: Number.MIN_SAFE_INTEGER, afterId: 0, boundaryId: Number.MAX_SAFE_INTEGER };

/** A group that retention has emptied while events are on their way into it. */
async function revive({ parts, head }: MovingStep, id: number, isWhole: boolean): Promise<GroupHead | null> {
  await parts.show(id, isWhole);
  return head(id);
}

/** Answers at how many events it has looked. */
async function leaveSome(step: MovingStep, { intoId, boundaryId, afterMs, afterId }: PartRow): Promise<number> {
  const { tables, parts } = step;
  const whole = await step.head(intoId);
  const leaving = (await parts.ofGroups([intoId])).filter(({ state }) => state === PART_LEAVING);
  const known = new Map(leaving.map((part) => [part.id, part]));
  const page = { groupId: intoId, boundaryId, afterMs, afterId, limit: REGROUP_EVENTS_MAX };
  const places = whole === null ? [] : await tables.places(page);
  const partIds = await parts.readPartIds(places.map(({ id }) => id));
  const goingIds = places.map(({ id }) => id).filter((id) => known.has(partIds.get(id) ?? 0));
  for (const event of await tables.readEvents(goingIds)) {
    const part = known.get(partIds.get(event.id) ?? 0);
    if (part === undefined || whole === null) continue;
    const to = (await step.head(part.id)) ?? (await revive(step, part.id, false));
    if (to !== null) await step.move(event, { from: whole, to, part });
  }
  await step.flush();
  const last = places.at(-1);
  if (last !== undefined) await parts.advance(intoId, { afterMs: last.timestampMs, afterId: last.id });
  else await endLeaving(step, intoId, leaving);
  return places.length;
}

/** The parts are groups as any other. A whole of which nothing but itself is left is one too. */
async function endLeaving(step: MovingStep, intoId: number, leaving: readonly PartRow[]): Promise<void> {
  const { transaction, projectId, parts } = step;
  for (const part of leaving) {
    await settleHead(step, part.id, part);
    await parts.remove(part.id);
  }
  const [own, ...others] = await parts.ofGroups([intoId]);
  if (own !== undefined && others.length === 0) {
    await parts.unpin(intoId);
    await parts.remove(own.id);
  }
  await settleHead(step, intoId, null);
  const ids = [intoId, ...leaving.map(({ id }) => id)];
  const heads = await findGroupsById(transaction, { projectId, projectName: null }, ids);
  await setDueFor(transaction, projectId, [...heads.values()]);
}

/** Groups that were grouped by what the project is not grouped by now wait for it. */
export async function setDueFor(transaction: Queries, projectId: number, heads: readonly GroupHead[]): Promise<void> {
  const row = await findGrouping(transaction, projectId);
  const isOther = ({ fingerprintVersion: version }: GroupHead): boolean =>
    version !== BY_HAND_VERSION && version !== row?.version;
  if (heads.some(isOther)) await setGroupingDue(transaction, projectId);
}

/** What a group is when all that goes into it or out of it is through; one without events goes. */
export async function settleHead(step: MovingStep, id: number, part: PartRow | null): Promise<void> {
  const { transaction, projectId, tables } = step;
  const found = await step.head(id);
  if (found === null) return;
  if (found.eventCount <= 0) {
    if (part !== null) await redirectGroup(transaction, projectId, { id, groupId: part.intoId });
    await subtractFromGroups(transaction, projectId, new Map([[id, 0]]));
    return;
  }
  const { firstMs, lastMs } = await tables.readSpan(id);
  if (firstMs !== null) found.firstSeenAtMs = firstMs;
  if (lastMs !== null) found.lastSeenAtMs = lastMs;
  if (part !== null) reopenIfSeen(found, part);
  await updateGroups(transaction, [found]);
}
