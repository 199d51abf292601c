// From version 1 to version 2: events come into the group of the fingerprint that they are told.

import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import type { EventPrint, StoredPrint } from '../../../messages.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import { toEventText, type WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { RegroupPlace } from '../../sqlite/writer/regroup.js';
import { absorb } from '../../sqlite/writer/regroup-on.js';
import type { Queries } from '../connection.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import { findGroups } from '../tables/error-groups.js';
import { setGroupAside } from '../tables/group-changes.js';
import { findGrouping, writeGrouping } from '../tables/groupings.js';
import type { RegroupTables } from '../tables/regrouping.js';
import type { RegroupStep } from './regroup.js';

/** The next events of a group. One is read even when it is larger than a page may be. */
export async function readPage(tables: RegroupTables, place: RegroupPlace): Promise<WaitingEvent[]> {
  const places = await tables.places({ ...place, limit: REGROUP_EVENTS_MAX });
  const events = await tables.readEvents(places.map(({ id }) => id));
  let chars = 0;
  const end = events.findIndex((event, index) => {
    chars += toEventText(event).length;
    return index > 0 && chars > REGROUP_PAGE_CHARS_MAX;
  });
  return end === -1 ? events : events.slice(0, end);
}

/** Puts the events of a page where they belong. Those that were deleted meanwhile are left out. */
export async function placeEvents(
  step: RegroupStep,
  place: RegroupPlace,
  { eventIds, prints }: { readonly eventIds: readonly number[]; readonly prints: readonly (StoredPrint | null)[] },
): Promise<RegroupPlace> {
  let next = place;
  const printOf = new Map(eventIds.map((id, index) => [id, prints[index] ?? null]));
  for (const event of await step.tables.readEvents(eventIds)) {
    if (event.groupId !== place.groupId) continue;
    const told = printOf.get(event.id) ?? null;
    const print = told ?? (await toOwnPrint(step));
    await keepStack(step, event.id, told);
    const target = await placeOne(step, next, { event, print });
    next = {
      ...next,
      afterMs: event.timestampMs,
      afterId: event.id,
      target: target.id,
      isSplit: next.isSplit || (next.target !== null && next.target !== target.id),
    };
  }
  // None of them is there any more: what is behind them is looked at next.
  return next;
}

/** What somebody decides about a group that is being looked at is what its parts get. In a transaction. */
export async function noteDecision(
  transaction: Queries,
  { id, projectId, status, reopenedAtMs }: GroupHead,
): Promise<void> {
  const row = await findGrouping(transaction, projectId);
  if (row === null || row.current === null) return;
  const place = JSON.parse(row.current) as RegroupPlace;
  if (place.groupId !== id) return;
  const current = JSON.stringify({ ...place, status, reopenedAtMs } satisfies RegroupPlace);
  await writeGrouping(transaction, { ...row, current });
}

/** What a source map has told of an event is kept: the next build may have another one. */
async function keepStack({ tables, keep }: RegroupStep, eventRowId: number, print: StoredPrint | null): Promise<void> {
  if (print?.stack !== undefined) await tables.setStack(eventRowId, keep(print.stack));
}

/** Where nothing can be told of an event, it stays with those of its fingerprint. */
async function toOwnPrint({ origin, tables, row }: RegroupStep): Promise<EventPrint> {
  const grouping = await tables.readGrouping(origin.id);
  return { fingerprint: origin.fingerprint, fingerprintVersion: row.version, grouping };
}

interface Told {
  readonly event: WaitingEvent;
  readonly print: EventPrint;
}

async function placeOne(step: RegroupStep, place: RegroupPlace, told: Told): Promise<GroupHead> {
  const { origin, tables, count } = step;
  const { event } = told;
  const target = await findTarget(step, place, told);
  const homeId = event.homeId ?? origin.id;
  const home = homeId === target.id ? null : homeId;
  if (target.id === origin.id) {
    await tables.setHome(event.id, home);
    return target;
  }
  await tables.move({
    id: event.id,
    groupId: target.id,
    type: event.type === target.type ? null : event.type,
    message: event.message === target.message ? null : event.message,
    homeId: home,
  });
  count(event, origin, target);
  target.firstSeenAtMs = Math.min(target.firstSeenAtMs, event.timestampMs);
  target.lastSeenAtMs = Math.max(target.lastSeenAtMs, event.timestampMs);
  return target;
}

/** The group of the fingerprint: of those that could be it, the oldest keeps its id. */
async function findTarget(step: RegroupStep, place: RegroupPlace, { event, print }: Told): Promise<GroupHead> {
  const { origin, transaction, tables, projectName, writing, head, adopt } = step;
  const { projectId } = origin;
  const [found] = (
    await findGroups(transaction, [{ projectId, ...print }], { nameOf: () => projectName, isTold: true })
  ).values();
  const known = found === undefined ? null : adopt(found);
  const isFree = origin.fingerprintVersion === 0;
  if (known !== null && !(isFree && known.id > origin.id)) {
    absorb(known, place, event);
    return known;
  }
  if (isFree) {
    // Made by an event that came while older ones waited: it is looked at in its turn.
    if (known !== null) await setGroupAside(transaction, projectId, known.id);
    return claim(step, print);
  }
  const { status, reopenedAtMs } = place;
  const part = {
    id: writing.ids.next(),
    fromId: origin.id,
    severity: Math.min(event.severity, place.severity),
    status,
    reopenedAtMs,
    event,
  };
  await tables.split(part, print);
  const made = await head(part.id);
  if (made === null) throw new Error('a group that was just made is not there');
  return made;
}

async function claim({ origin, tables }: RegroupStep, print: EventPrint): Promise<GroupHead> {
  await tables.claim(origin.id, print);
  Object.assign(origin, { fingerprint: print.fingerprint, fingerprintVersion: print.fingerprintVersion });
  return origin;
}
