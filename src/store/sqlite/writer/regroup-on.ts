// From version 1 to version 2: events come into the group of the fingerprint that they are told.

import { rowToSeverity, toStatusRow } from '../../../answers/enums.js';
import { toStoredCulprit } from '../../../culprit.js';
import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import type { EventPrint, StoredPrint } from '../../../messages.js';
import { REGROUP_EVENTS_MAX } from '../limits.js';
import { receivedAtMsOf } from '../row-id.js';
import { type GroupHead, joinGroup } from '../tables/error-groups.js';
import { type FileEvent, toEventText, type WaitingEvent } from '../tables/regrouping.js';
import type { WriterTables } from './append.js';
import type { RegroupOptions, RegroupPlace, RegroupStep } from './regroup.js';

/** The next events of a group, as an answer would show them. One is read even when it is larger than a page may be. */
export function readPage(
  { regroup }: Pick<RegroupOptions, 'regroup'>,
  place: RegroupPlace,
): { readonly id: number; readonly text: string; readonly stack: string | null }[] {
  const page: { id: number; text: string; stack: string | null }[] = [];
  let chars = 0;
  for (const { id } of regroup.places({ ...place, limit: REGROUP_EVENTS_MAX })) {
    const event = regroup.read(id);
    if (event === undefined) continue;
    const text = toEventText(event);
    chars += text.length;
    if (page.length > 0 && chars > REGROUP_PAGE_CHARS_MAX) break;
    page.push({ id, text, stack: event.stack });
  }
  return page;
}

/** Puts the events of a page where they belong. Those that were deleted meanwhile are left out. */
export function placeEvents(
  step: RegroupStep,
  place: RegroupPlace,
  { eventIds, prints }: { readonly eventIds: readonly number[]; readonly prints: readonly (StoredPrint | null)[] },
): RegroupPlace {
  let next = place;
  for (const [index, id] of eventIds.entries()) {
    const event = step.regroup.read(id);
    if (event === undefined || event.groupId !== place.groupId) continue;
    const target = placeOne(step, next, { event, print: prints[index] ?? toOwnPrint(step) });
    keepStack(step, id, prints[index]);
    next = {
      ...next,
      afterMs: event.timestampMs,
      afterId: id,
      target: target.id,
      isSplit: next.isSplit || (next.target !== null && next.target !== target.id),
    };
  }
  // None of them is there any more: what is behind them is looked at next.
  return next;
}

/** What somebody decides about a group that is being looked at is what its parts get. In a transaction. */
export function noteDecision({ groupings }: WriterTables, { id, projectId, status, reopenedAtMs }: GroupHead): void {
  const row = groupings.find(projectId);
  if (row === null || row.current === null) return;
  const place = JSON.parse(row.current) as RegroupPlace;
  if (place.groupId === id) {
    groupings.write({ ...row, current: JSON.stringify({ ...place, status, reopenedAtMs } satisfies RegroupPlace) });
  }
}

/** What a source map has told of an event is kept: the next build may have another one. */
function keepStack({ tables, origin, regroup }: RegroupStep, id: number, print: StoredPrint | null | undefined): void {
  if (print?.stack === undefined) return;
  regroup.setStack(id, tables.contents.intern(origin.projectId, print.stack, receivedAtMsOf(tables.nextId())));
}

/** Where nothing can be told of an event, it stays with those of its fingerprint. */
function toOwnPrint({ origin, regroup, row }: RegroupStep): EventPrint {
  const grouping = regroup.readGrouping(origin.id);
  return { fingerprint: origin.fingerprint, fingerprintVersion: row.version, grouping };
}

interface Told {
  readonly event: FileEvent;
  readonly print: EventPrint;
}

function placeOne(step: RegroupStep, place: RegroupPlace, told: Told): GroupHead {
  const { origin, tables, count } = step;
  const { event } = told;
  const target = findTarget(step, place, told);
  const homeId = event.homeId ?? origin.id;
  if (target.id !== origin.id) {
    tables.events.move({
      id: event.id,
      timestampMs: event.timestampMs,
      fromGroupId: origin.id,
      groupId: target.id,
      type: event.type === target.type ? null : event.type,
      message: event.message === target.message ? null : event.message,
    });
    count(event, origin, target);
    target.firstSeenAtMs = Math.min(target.firstSeenAtMs, event.timestampMs);
    target.lastSeenAtMs = Math.max(target.lastSeenAtMs, event.timestampMs);
  }
  tables.homes.set(event.id, homeId === target.id ? null : homeId);
  return target;
}

/** The group of the fingerprint: of those that could be it, the oldest keeps its id. */
function findTarget(step: RegroupStep, place: RegroupPlace, { event, print }: Told): GroupHead {
  const { origin, tables, regroup, head } = step;
  const found = tables.groups.find(origin.projectId, print, origin.projectName);
  const known = found === null ? null : head(found.id);
  const isFree = head(origin.id)?.fingerprintVersion === 0;
  if (known !== null && !(isFree && known.id > origin.id)) {
    absorb(known, place, event);
    return known;
  }
  if (isFree) {
    // Made by an event that came while older ones waited: it is looked at in its turn.
    if (known !== null) tables.groups.setAside(known.id);
    return claim(step, print);
  }
  const { status, reopenedAtMs } = place;
  const part = {
    id: tables.nextId(),
    fromId: origin.id,
    severity: Math.min(event.severity, place.severity),
    status,
    reopenedAtMs,
    event,
  };
  regroup.split(part, print);
  tables.groups.reload();
  const made = head(part.id);
  if (made === null) throw new Error('a group that was just made is not there');
  return made;
}

function claim({ origin, tables, regroup }: RegroupStep, print: EventPrint): GroupHead {
  regroup.claim(origin.id, print);
  Object.assign(origin, { fingerprint: print.fingerprint, fingerprintVersion: print.fingerprintVersion });
  tables.groups.reload();
  return origin;
}

const UNRESOLVED = toStatusRow('unresolved');
const ACKNOWLEDGED = toStatusRow('acknowledged');
const RESOLVED = toStatusRow('resolved');
const IGNORED = toStatusRow('ignored');

/** What a group is when another one, or a part of it, comes into it. */
export function absorb(target: GroupHead, place: RegroupPlace, event: WaitingEvent): void {
  if (target.id === place.groupId) return;
  if (place.isStray) {
    // It came after the choice, as any event that joins a group. A group of strays that is ignored is so by a rule.
    if (target.status === RESOLVED && place.status === IGNORED) target.status = IGNORED;
    const { eventCount } = target;
    const joining = { severity: rowToSeverity(event.severity), receivedAtMs: event.timestampMs };
    joinGroup(target, { ...joining, site: { culprit: toStoredCulprit(event.stack) } }, event.timestampMs);
    target.eventCount = eventCount;
    return;
  }
  const wasResolved = [target.status === RESOLVED, place.status === RESOLVED];
  target.severity =
    wasResolved[0] === wasResolved[1]
      ? Math.max(target.severity, Math.min(place.severity, event.severity))
      : wasResolved[0]
        ? place.severity
        : target.severity;
  // Once: what somebody decides about it meanwhile stands.
  if (target.id === place.target) return;
  target.status = joinStatuses(target.status, place.status);
  const reopenedAtMs = Math.max(target.reopenedAtMs ?? 0, place.reopenedAtMs ?? 0);
  target.reopenedAtMs = reopenedAtMs === 0 ? null : reopenedAtMs;
}

/** One that is unresolved makes all of it so; where they differ otherwise, somebody has looked at each of them. */
function joinStatuses(one: number, other: number): number {
  if (one === other) return one;
  return one === UNRESOLVED || other === UNRESOLVED ? UNRESOLVED : ACKNOWLEDGED;
}
