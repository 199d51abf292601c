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
  for (const { id, timestampMs } of places) {
    next = { ...next, afterMs: timestampMs, afterId: id };
    const event = regroup.read(id);
    if (event === undefined || event.homeId === null || event.homeId === origin.id) continue;
    const target = showHome(step, event.homeId);
    // Its group is nowhere any more; it stays where it is.
    if (target === null) continue;
    goHome(step, event, target);
    next = { ...next, target: target.id };
  }
  return places.length === 0 ? null : next;
}

/** The group, shown again if it is still on the shelf. Where its id is that of a group that waits, the event waits there. */
function showHome({ tables, head }: RegroupStep, homeId: number): GroupHead | null {
  const shown = head(homeId);
  if (shown !== null) {
    // People made it of others: no version takes it apart.
    if (shown.fingerprintVersion === BY_HAND_VERSION) return null;
    if (shown.fingerprintVersion !== 1) tables.groups.setAside(homeId);
    return shown;
  }
  if (!tables.shelf.has(homeId)) return null;
  tables.shelf.restore(homeId);
  tables.redirects.delete(homeId);
  return head(homeId);
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
}
