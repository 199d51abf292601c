// The stored events of groups that people made of others, on their way: each step is a short transaction, and what it leaves says
// where the next one goes on.

import { toStatusRow } from '../../../answers/enums.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import type { GroupHead } from '../tables/error-groups.js';
import { PART_JOINED, PART_JOINING, PART_LEAVING, type PartRow } from '../tables/group-parts.js';
import type { WriterTables } from './append.js';
import { type MovingStep, openMovingStep } from './moving.js';
import type { RegroupOptions } from './regroup.js';

const RESOLVED = toStatusRow('resolved');
const UNRESOLVED = toStatusRow('unresolved');

/** A part costs a step as much as so many events. */
export const PART_EVENTS = 10;

/** Moves some of the events that are on their way. False when there are none. */
export function stepMerging(writer: RegroupOptions): boolean {
  const { tables, committer, announce } = writer;
  const due = tables.parts.findDue();
  if (due === null) return false;
  const changed = committer.transact(() => {
    tables.facets.settle();
    const name = (tables.groups.findById(due.intoId) ?? tables.groups.findById(due.id))?.projectName ?? null;
    let room = REGROUP_EVENTS_MAX;
    for (let part: PartRow | null = due; part?.projectId === due.projectId && room > 0; part = tables.parts.findDue()) {
      const step = openMovingStep(writer, part.projectId);
      const count = part.state === PART_JOINING ? joinSome(step, part) : leaveSome(step, part);
      room -= Math.max(count, PART_EVENTS);
    }
    return name;
  });
  // Heads in memory have the old counts.
  tables.groups.reload();
  tables.groupings.touch();
  // As when stored events are grouped anew: clients read their lists again.
  announce({ projectName: changed, json: '', skippedBefore: 2 });
  return true;
}

/** Answers at how many events it has looked. */
function joinSome(step: MovingStep, part: PartRow): number {
  const { tables, regroup } = step;
  const from = step.head(part.id);
  const page = { groupId: part.id, ...EVERY_EVENT, limit: REGROUP_EVENTS_MAX };
  const places = from === null ? [] : regroup.places(page);
  const whole = step.head(part.intoId);
  const to = places.length === 0 ? whole : (whole ?? revive(step, part.intoId));
  for (const { id } of places) {
    const event = regroup.read(id);
    if (event === undefined || from === null || to === null) continue;
    step.move(event, { from, to, partId: tables.parts.readPart(id) ?? part.id });
  }
  // No event of it is left, whatever was counted.
  const isOver = places.length < REGROUP_EVENTS_MAX;
  if (isOver && from !== null) from.eventCount = 0;
  step.flush();
  if (!isOver) return places.length;
  tables.parts.setState(part.id, PART_JOINED, 0);
  if (to !== null) tables.redirects.set(part.id, part.intoId);
  if (from !== null) tables.groups.subtract(part.id, 0);
  return places.length;
}

const EVERY_EVENT = { afterMs: Number.MIN_SAFE_INTEGER, afterId: 0, boundaryId: Number.MAX_SAFE_INTEGER };

/** The whole, where all its events are gone. */
function revive({ tables, head }: MovingStep, id: number): GroupHead | null {
  tables.parts.show(id, true);
  return head(id);
}

/** Answers at how many events it has looked. */
function leaveSome(step: MovingStep, { intoId, boundaryId, afterMs, afterId }: PartRow): number {
  const { tables, regroup } = step;
  const whole = step.head(intoId);
  const leaving = tables.parts.ofGroup(intoId).filter(({ state }) => state === PART_LEAVING);
  const ids = new Set(leaving.map(({ id }) => id));
  const page = { groupId: intoId, boundaryId, afterMs, afterId, limit: REGROUP_EVENTS_MAX };
  const places = whole === null ? [] : regroup.places(page);
  for (const { id } of places) {
    const event = regroup.read(id);
    const partId = event === undefined ? null : tables.parts.readPart(id);
    if (event === undefined || whole === null || partId === null || !ids.has(partId)) continue;
    const to = step.head(partId) ?? restore(step, partId);
    if (to !== null) step.move(event, { from: whole, to, partId });
  }
  step.flush();
  const last = places.at(-1);
  if (last !== undefined) tables.parts.advance(intoId, { afterMs: last.timestampMs, afterId: last.id });
  else endLeaving(step, { intoId, leaving });
  return places.length;
}

/** A part that retention has emptied while its events are on their way. */
function restore({ tables, head }: MovingStep, id: number): GroupHead | null {
  tables.parts.show(id, false);
  return head(id);
}

/** The parts are groups as any other. A whole of which nothing but itself is left is one too. */
function endLeaving(step: MovingStep, { intoId, leaving }: { intoId: number; leaving: readonly PartRow[] }): void {
  const { tables } = step;
  for (const part of leaving) {
    settleHead(step, part.id, part);
    tables.parts.remove(part.id);
  }
  const [own, ...others] = tables.parts.ofGroup(intoId);
  if (own !== undefined && others.length === 0) {
    if (step.head(intoId) !== null) tables.parts.unpin(intoId);
    tables.parts.remove(own.id);
  }
  settleHead(step, intoId, null);
  setDueFor(tables, [intoId, ...leaving.map(({ id }) => id)]);
}

/** Groups that were grouped by what the project is not grouped by now wait for it. */
export function setDueFor({ groups, groupings }: WriterTables, ids: readonly number[]): void {
  for (const head of ids.map(groups.findById)) {
    if (head === null || head.fingerprintVersion === BY_HAND_VERSION) continue;
    if (head.fingerprintVersion !== groupings.find(head.projectId)?.version) groupings.setDue(head.projectId);
  }
}

/** What a group is when all that goes into it or out of it is through; one without events goes. */
export function settleHead({ tables, regroup, head }: MovingStep, id: number, part: PartRow | null): void {
  const found = head(id);
  if (found === null) return;
  if (found.eventCount <= 0) {
    if (part !== null) tables.redirects.set(id, part.intoId);
    tables.groups.subtract(id, 0);
    return;
  }
  const { firstMs, lastMs } = regroup.readSpan(id);
  if (firstMs !== null) found.firstSeenAtMs = firstMs;
  if (lastMs !== null) found.lastSeenAtMs = lastMs;
  if (part !== null) reopenIfSeen(found, part);
  tables.groups.update(found);
}

/** Events that came while it was a part open it, as they would have. */
export function reopenIfSeen(head: GroupHead, part: Pick<PartRow, 'lastSeenAtMs'>): void {
  if (head.status !== RESOLVED || head.lastSeenAtMs <= part.lastSeenAtMs) return;
  head.status = UNRESOLVED;
  head.reopenedAtMs = head.lastSeenAtMs;
}
