// Back to version 1: every event goes home, to the group that it would be in had the project never left.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { RegroupPlace } from '../../sqlite/writer/regroup.js';
import { REGROUP_RETURNS_MAX } from '../limits.js';
import { findGroups } from '../tables/error-groups.js';
import { deleteRedirect, setGroupAside } from '../tables/group-changes.js';
import { findShelved, shelvedPrintOf, showShelved } from '../tables/shelved-groups.js';
import type { RegroupStep } from './regroup.js';

/** Sends the next events of a group home; null when there are no more. */
export async function returnEvents(step: RegroupStep, place: RegroupPlace): Promise<RegroupPlace | null> {
  const { tables, origin } = step;
  const places = await tables.places({ ...place, limit: REGROUP_RETURNS_MAX });
  const events = await tables.readEvents(places.map(({ id }) => id));
  let next = place;
  let settled: GroupHead | null = null;
  for (const { id, timestampMs } of places) next = { ...next, afterMs: timestampMs, afterId: id };
  for (const event of events) {
    const homeId = event.homeId ?? origin.id;
    const home = homeId === origin.id ? null : await showHome(step, homeId);
    // Where its group is nowhere any more, it stays with those that it is with.
    if (home === null) settled ??= await settleOrigin(step);
    const target = home ?? settled;
    if (target === null || target.id === origin.id) continue;
    await goHome(step, event, target);
    next = { ...next, target: target.id };
  }
  return places.length === 0 ? null : next;
}

/** The group, shown again if it is still on the shelf. Where its id is that of a group that waits, the event waits there. */
async function showHome(step: RegroupStep, homeId: number): Promise<GroupHead | null> {
  const { transaction, row, head } = step;
  const { projectId } = row;
  const shown = await head(homeId);
  if (shown !== null) {
    // People made it of others: no version takes it apart.
    if (shown.fingerprintVersion === BY_HAND_VERSION) return null;
    if (shown.fingerprintVersion !== 1) await setGroupAside(transaction, projectId, homeId);
    return shown;
  }
  const print = await shelvedPrintOf(transaction, projectId, homeId);
  if (print === null) return null;
  const made = await findFirst(step, print);
  if (made !== null) return made;
  await showShelved(transaction, projectId, homeId);
  await deleteRedirect(transaction, projectId, homeId);
  return head(homeId);
}

/**
 * The group of version 1 with this fingerprint. Events make it while the id of the one on the shelf is that of a group that
 * people made.
 */
async function findFirst(step: RegroupStep, fingerprint: string): Promise<GroupHead | null> {
  const { transaction, row, projectName, adopt } = step;
  const key = { projectId: row.projectId, fingerprint, fingerprintVersion: 1 };
  const found = await findGroups(transaction, [key], { nameOf: () => projectName, isTold: true });
  const [first] = found.values();
  return first === undefined ? null : adopt(first);
}

/**
 * Where what has no other home stays: in its origin, which is the group of version 1 from now on, or in the one that is that
 * already. Parts of a client's own have one fingerprint in both versions.
 */
async function settleOrigin(step: RegroupStep): Promise<GroupHead> {
  const { transaction, tables, row, origin } = step;
  const { projectId } = row;
  const own = await shelvedPrintOf(transaction, projectId, origin.id);
  const fingerprint = own ?? origin.fingerprint;
  const [shelved] = own === null ? (await findShelved(transaction, [{ projectId, fingerprint }])).values() : [];
  const shown = shelved === undefined ? null : await showHome(step, shelved.id);
  const first = shown ?? (await findFirst(step, fingerprint));
  if (first !== null) return first;
  // What is on the shelf is put in its place when all of its events have been looked at.
  if (own !== null) return origin;
  const grouping = await tables.readGrouping(origin.id);
  await tables.claim(origin.id, { fingerprint, fingerprintVersion: 1, grouping });
  return origin;
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
  // One from the shelf has been; another one has this event from now on.
  target.firstSeenAtMs = Math.min(target.firstSeenAtMs, event.timestampMs);
  target.lastSeenAtMs = Math.max(target.lastSeenAtMs, event.timestampMs);
}
