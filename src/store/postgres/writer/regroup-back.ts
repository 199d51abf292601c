// Back to version 1: every event goes home, to the group that it would be in had the project never left.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { RegroupPlace } from '../../sqlite/writer/regroup.js';
import { REGROUP_RETURNS_MAX } from '../limits.js';
import { deleteRedirect, setGroupAside } from '../tables/group-changes.js';
import { isShelved, showShelved } from '../tables/shelved-groups.js';
import type { RegroupStep } from './regroup.js';

/** Sends the next events of a group home; null when there are no more. */
export async function returnEvents(step: RegroupStep, place: RegroupPlace): Promise<RegroupPlace | null> {
  const { tables, origin } = step;
  const places = await tables.places({ ...place, limit: REGROUP_RETURNS_MAX });
  const events = await tables.readEvents(places.map(({ id }) => id));
  let next = place;
  for (const { id, timestampMs } of places) next = { ...next, afterMs: timestampMs, afterId: id };
  for (const event of events) {
    if (event.homeId === null || event.homeId === origin.id) continue;
    const target = await showHome(step, event.homeId);
    // Its group is nowhere any more; it stays where it is.
    if (target === null) continue;
    await goHome(step, event, target);
    next = { ...next, target: target.id };
  }
  return places.length === 0 ? null : next;
}

/** The group, shown again if it is still on the shelf. Where its id is that of a group that waits, the event waits there. */
async function showHome({ transaction, row, head }: RegroupStep, homeId: number): Promise<GroupHead | null> {
  const { projectId } = row;
  const shown = await head(homeId);
  if (shown !== null) {
    // People made it of others: no version takes it apart.
    if (shown.fingerprintVersion === BY_HAND_VERSION) return null;
    if (shown.fingerprintVersion !== 1) await setGroupAside(transaction, projectId, homeId);
    return shown;
  }
  if (!(await isShelved(transaction, projectId, homeId))) return null;
  await showShelved(transaction, projectId, homeId);
  await deleteRedirect(transaction, projectId, homeId);
  return head(homeId);
}

async function goHome({ tables, origin, count }: RegroupStep, event: WaitingEvent, target: GroupHead): Promise<void> {
  await tables.move({
    id: event.id,
    groupId: target.id,
    type: event.type === target.type ? null : event.type,
    message: event.message === target.message ? null : event.message,
    homeId: null,
  });
  count(event, origin, target);
}
