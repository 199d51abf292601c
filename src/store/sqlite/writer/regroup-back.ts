// Back to version 1: every event goes home, to the group that it would be in had the project never left.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { REGROUP_RETURNS_MAX } from '../limits.js';
import type { GroupHead } from '../tables/error-groups.js';
import type { FileEvent } from '../tables/regrouping.js';
import type { RegroupPlace, RegroupStep } from './regroup.js';

/** Sends the next events of a group home; null when there are no more. */
export function returnEvents(step: RegroupStep, place: RegroupPlace): RegroupPlace | null {
  const { regroup, origin } = step;
  const places = regroup.places({ ...place, limit: REGROUP_RETURNS_MAX });
  let next = place;
  let settled: GroupHead | null = null;
  for (const { id, timestampMs } of places) {
    next = { ...next, afterMs: timestampMs, afterId: id };
    const event = regroup.read(id);
    if (event === undefined) continue;
    const homeId = event.homeId ?? origin.id;
    const home = homeId === origin.id ? null : showHome(step, homeId);
    // Where its group is nowhere any more, it stays with those that it is with.
    if (home === null) settled ??= settleOrigin(step);
    const target = home ?? settled;
    if (target === null || target.id === origin.id) continue;
    goHome(step, event, target);
    next = { ...next, target: target.id };
  }
  return places.length === 0 ? null : next;
}

/** The group, shown again if it is still on the shelf. Where its id is that of a group that waits, the event waits there. */
function showHome(step: RegroupStep, homeId: number): GroupHead | null {
  const { tables, head } = step;
  const shown = head(homeId);
  if (shown !== null) {
    // People made it of others: no version takes it apart.
    if (shown.fingerprintVersion === BY_HAND_VERSION) return null;
    if (shown.fingerprintVersion !== 1) tables.groups.setAside(homeId);
    return shown;
  }
  const print = tables.shelf.printOf(homeId);
  if (print === null) return null;
  const made = findFirst(step, print);
  if (made !== null) return made;
  tables.shelf.restore(homeId);
  tables.redirects.delete(homeId);
  return head(homeId);
}

/**
 * The group of version 1 with this fingerprint. Events make it while the id of the one on the shelf is that of a group that
 * people made.
 */
function findFirst({ tables, origin, head }: RegroupStep, fingerprint: string): GroupHead | null {
  const { projectId, projectName } = origin;
  const found = tables.groups.find(projectId, { fingerprint, fingerprintVersion: 1 }, projectName);
  return found === null ? null : head(found.id);
}

/**
 * Where what has no other home stays: in its origin, which is the group of version 1 from now on, or in the one that is that
 * already. Parts of a client's own have one fingerprint in both versions.
 */
function settleOrigin(step: RegroupStep): GroupHead {
  const { tables, regroup, origin } = step;
  const own = tables.shelf.printOf(origin.id);
  const fingerprint = own ?? origin.fingerprint;
  const shelved = own === null ? tables.shelf.find(origin.projectId, fingerprint) : null;
  const first = (shelved === null ? null : showHome(step, shelved.id)) ?? findFirst(step, fingerprint);
  if (first !== null) return first;
  // What is on the shelf is put in its place when all of its events have been looked at.
  if (own !== null) return origin;
  regroup.claim(origin.id, { fingerprint, fingerprintVersion: 1, grouping: regroup.readGrouping(origin.id) });
  tables.groups.reload();
  return origin;
}

function goHome({ tables, origin, count }: RegroupStep, event: FileEvent, target: GroupHead): void {
  tables.events.move({
    id: event.id,
    timestampMs: event.timestampMs,
    fromGroupId: origin.id,
    groupId: target.id,
    type: event.type === target.type ? null : event.type,
    message: event.message === target.message ? null : event.message,
  });
  tables.homes.set(event.id, null);
  count(event, origin, target);
  // One from the shelf has been; another one has this event from now on.
  target.firstSeenAtMs = Math.min(target.firstSeenAtMs, event.timestampMs);
  target.lastSeenAtMs = Math.max(target.lastSeenAtMs, event.timestampMs);
}
