// Groups the stored events of a project anew, group by group, the oldest first. Each step is a short transaction, and what
// it leaves says where the next one begins. The group that an event is looked at in is its origin, and the one it comes
// into its target.

import type { FeedItem } from '../../../messages.js';
import type { RegroupPage, RegroupPrints } from '../../regroup.js';
import { REGROUP_GROUPS_MAX } from '../limits.js';
import type { GroupHead } from '../tables/error-groups.js';
import type { FacetEvent } from '../tables/facets.js';
import type { GroupingRow } from '../tables/groupings.js';
import { openRegroupCommands, type RegroupCommands } from '../tables/regrouping.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';
import { stepMerging } from './merge-steps.js';
import { returnEvents } from './regroup-back.js';
import { placeEvents, readPage } from './regroup-on.js';
import { stepSplitting } from './split-steps.js';

export interface RegroupOptions {
  readonly tables: WriterTables;
  readonly regroup: RegroupCommands;
  readonly committer: Pick<Committer, 'transact'>;
  readonly nowMs: () => number;
  readonly announce: (item: FeedItem) => void;
}

/** Where the work on a group stands. */
export interface RegroupPlace {
  readonly groupId: number;
  /** Events received later are where they belong. */
  readonly boundaryId: number;
  /** The last event that was looked at. */
  readonly afterMs: number;
  readonly afterId: number;
  /** What the group was when it was begun. */
  readonly status: number;
  readonly severity: number;
  readonly reopenedAtMs: number | null;
  /** Its events are of groups that are on the shelf: it was made for events of which version 2 was not known. */
  readonly isStray: boolean;
  /** The last target, and whether there was another one before. */
  readonly target: number | null;
  readonly isSplit: boolean;
}

/** What a step works with; heads that it changes are written at its end. */
export interface RegroupStep extends Pick<RegroupOptions, 'tables' | 'regroup'> {
  readonly row: GroupingRow;
  readonly origin: GroupHead;
  head(id: number): GroupHead | null;
  /** Takes an event off one group and counts it in another, in the statistics too. */
  count(event: FacetEvent, from: GroupHead, to: GroupHead): void;
}

export interface Regrouping {
  step(prints: RegroupPrints | null): RegroupPage | null;
}

export function openRegrouping(
  options: Omit<RegroupOptions, 'regroup'> & { readonly db: Parameters<typeof openRegroupCommands>[0] },
): Regrouping {
  const regroup = openRegroupCommands(options.db);
  const whole: RegroupOptions = { ...options, regroup };
  let page: { readonly id: number; readonly eventIds: readonly number[]; readonly place: string } | null = null;
  let pageId = 0;
  // Read in one go, because they are sorted for it. What is new to them is found when they are through.
  let waiting: number[] = [];
  const nextWaiting = (row: GroupingRow): GroupHead | null => {
    for (let isRead = false; ; isRead = true) {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const head = whole.tables.groups.findById(id);
        if (head?.projectId === row.projectId && head.fingerprintVersion !== row.version) return head;
      }
      if (isRead) return null;
      waiting = regroup.waiting(row.projectId, row.version, REGROUP_GROUPS_MAX).reverse();
    }
  };
  return {
    step(told) {
      const { tables } = whole;
      const asked = page;
      page = null;
      // What people decided comes first: a version may be told to group what it brings.
      if (stepMerging(whole) || stepSplitting(whole)) return NO_EVENTS;
      let row = tables.groupings.findDue();
      if (row === null) return null;
      const isToldNow = told !== null && asked !== null && told.pageId === asked.id && row.current === asked.place;
      if (isToldNow) placeTold(whole, row, { eventIds: asked.eventIds, prints: told.prints });
      row = tables.groupings.findDue();
      if (row === null) return null;
      if (row.current === null) {
        begin(whole, row, nextWaiting);
        return NO_EVENTS;
      }
      if (row.version === 1) {
        goBack(whole, row);
        return NO_EVENTS;
      }
      const place = parsePlace(row.current);
      const events = readPage(whole, place);
      if (events.length === 0) {
        finish(whole, row, place);
        return NO_EVENTS;
      }
      pageId += 1;
      page = { id: pageId, eventIds: events.map(({ id }) => id), place: row.current };
      const grouping = regroup.readGrouping(place.groupId);
      return {
        id: pageId,
        events: events.map(({ text, stack }) => ({ event: text, stack, grouping })),
        rule: { version: row.version, sourceMaps: tables.groupings.placesOf(row.projectId) },
      };
    },
  };
}

const NO_EVENTS: RegroupPage = { id: 0, events: [] };

/** Starts over: the stored events of the project are grouped by this version from now on. In a transaction. */
export function startRegrouping(
  tables: WriterTables,
  regroup: RegroupCommands,
  change: { row: GroupingRow; version: number; isAgain: boolean; nowMs: number },
): void {
  const { row, version, isAgain, nowMs } = change;
  if (row.version === version && !isAgain) return;
  if (row.version === version) for (const id of regroup.ofVersion(row.projectId, version)) tables.groups.setAside(id);
  if (version === 1) for (const id of regroup.strays(row.projectId)) tables.groups.setAside(id);
  // What was being looked at is not finished in either version.
  if (row.current !== null) tables.groups.setAside(parsePlace(row.current).groupId);
  tables.groups.reload();
  tables.groupings.write({
    ...row,
    version,
    isDue: 1,
    startedAtMs: nowMs,
    finishedAtMs: null,
    groupCount: 0,
    movedEventCount: 0,
    current: null,
  });
}

/** Begins the next group, or says that there is none. */
function begin(
  { tables, committer, nowMs }: RegroupOptions,
  row: GroupingRow,
  nextWaiting: (row: GroupingRow) => GroupHead | null,
): void {
  committer.transact(() => {
    const head = nextWaiting(row);
    if (head === null) {
      if (row.version === 1) tables.shelf.deleteProject(row.projectId);
      tables.groupings.write({ ...row, isDue: 0, finishedAtMs: nowMs() });
      return;
    }
    // What waits for the index of groups would be taken for indexed once it is in another group.
    tables.events.settle();
    const isFirst = head.fingerprintVersion === 1;
    const isStray = isFirst && tables.shelf.find(row.projectId, head.fingerprint) !== null;
    if (row.version !== 1) {
      if (isFirst && !isStray) tables.shelf.keep(head.id);
      tables.groups.setAside(head.id);
      tables.groups.reload();
      tables.shelf.reload();
    }
    const place: RegroupPlace = {
      groupId: head.id,
      boundaryId: tables.nextId(),
      afterMs: Number.MIN_SAFE_INTEGER,
      afterId: 0,
      status: head.status,
      severity: head.severity,
      reopenedAtMs: head.reopenedAtMs,
      isStray,
      target: null,
      isSplit: false,
    };
    tables.groupings.write({ ...row, current: JSON.stringify(place) });
  });
}

function placeTold(
  options: RegroupOptions,
  row: GroupingRow,
  told: { readonly eventIds: readonly number[]; readonly prints: RegroupPrints['prints'] },
): void {
  const place = parsePlace(row.current ?? '');
  runStep(options, { row, place }, (step) => placeEvents(step, place, told));
}

function goBack(options: RegroupOptions, row: GroupingRow): void {
  const place = parsePlace(row.current ?? '');
  const isOver = runStep(options, { row, place }, (step) => returnEvents(step, place));
  if (isOver) finish(options, row, place);
}

/** Does a step and writes what it changed. True when the group is gone, or when the step had nothing more to do. */
function runStep(
  { tables, regroup, committer, nowMs, announce }: RegroupOptions,
  { row, place }: { readonly row: GroupingRow; readonly place: RegroupPlace },
  work: (step: RegroupStep) => RegroupPlace | null,
): boolean {
  const heads = new Map<number, GroupHead>();
  const head = (id: number): GroupHead | null => {
    const found = heads.get(id) ?? tables.groups.findById(id);
    if (found !== null) heads.set(id, found);
    return found;
  };
  let moved: { readonly from: number; readonly to: number; readonly atMs: number }[] = [];
  const after = committer.transact(() => {
    moved = [];
    heads.clear();
    tables.facets.settle();
    const origin = head(place.groupId);
    if (origin === null) return null;
    const count: RegroupStep['count'] = (event, from, to) => {
      const { timestampMs: atMs } = event;
      from.eventCount -= 1;
      to.eventCount += 1;
      tables.facets.move({ ...event, groupId: from.id }, to.id);
      moved.push({ from: from.id, to: to.id, atMs });
    };
    const next = work({ tables, regroup, row, origin, head, count });
    for (const changed of heads.values()) tables.groups.update(changed);
    for (const { from, atMs } of moved) tables.deltas.countGroup(from, atMs);
    tables.deltas.flush(nowMs(), -1);
    for (const { to, atMs } of moved) tables.deltas.countGroup(to, atMs);
    tables.deltas.flush(nowMs(), 1);
    if (next === null) return null;
    const after = { ...row, movedEventCount: row.movedEventCount + moved.length, current: JSON.stringify(next) };
    tables.groupings.write(after);
    // No list shows a group without events.
    if (origin.eventCount <= 0) leave({ tables, regroup }, after, next);
    return next;
  });
  // Heads in memory have the old counts.
  tables.groups.reload();
  tables.shelf.reload();
  const [changed] = heads.values();
  if (moved.length > 0 && changed !== undefined) tell(announce, changed.projectName, heads.size);
  return after === null;
}

/** The last event of the group has been looked at. */
function finish(options: RegroupOptions, row: GroupingRow, place: RegroupPlace): void {
  const { tables, committer, announce } = options;
  const projectName = committer.transact(() => leave(options, row, place));
  tables.groups.reload();
  tables.shelf.reload();
  if (projectName !== undefined) tell(announce, projectName, 1);
}

/** Makes of the group what it is from now on; one without events goes. In a transaction; answers the name of its project. */
function leave(
  { tables, regroup }: Pick<RegroupOptions, 'tables' | 'regroup'>,
  row: GroupingRow,
  place: RegroupPlace,
): string | null | undefined {
  const origin = tables.groups.findById(place.groupId);
  const target = place.target === null ? null : tables.groups.findById(place.target);
  tables.groupings.write({ ...row, groupCount: row.groupCount + 1, current: null });
  if (origin === null) return undefined;
  if (origin.eventCount <= 0) {
    if (target !== null && !place.isSplit && row.version !== 1) widen(tables, target, origin);
    if (target !== null) tables.redirects.set(origin.id, target.id);
    tables.groups.subtract(origin.id, 0);
  } else if (row.version !== 1) {
    if (place.isSplit) narrow({ tables, regroup }, origin);
  } else if (tables.shelf.printOf(origin.id) !== null) {
    tables.shelf.restoreInPlace(origin.id);
    tables.redirects.delete(origin.id);
  } else {
    // It has no home that is known: it becomes one.
    regroup.claim(origin.id, { ...origin, fingerprintVersion: 1, grouping: regroup.readGrouping(origin.id) });
  }
  return origin.projectName;
}

/** A group of which a part has gone has been seen as long as what is left of it. */
function narrow({ tables, regroup }: Pick<RegroupOptions, 'tables' | 'regroup'>, origin: GroupHead): void {
  const { firstMs, lastMs } = regroup.readSpan(origin.id);
  if (firstMs !== null) origin.firstSeenAtMs = firstMs;
  if (lastMs !== null) origin.lastSeenAtMs = lastMs;
  tables.groups.update(origin);
}

/** A group that took all of another has been seen as long. */
function widen({ groups }: WriterTables, target: GroupHead, origin: GroupHead): void {
  target.firstSeenAtMs = Math.min(target.firstSeenAtMs, origin.firstSeenAtMs);
  target.lastSeenAtMs = Math.max(target.lastSeenAtMs, origin.lastSeenAtMs);
  groups.update(target);
}

/** No message of the feed says that groups moved: clients are told that they missed some, and read their lists again. */
function tell(announce: RegroupOptions['announce'], projectName: string | null, changedCount: number): void {
  announce({ projectName, json: '', skippedBefore: Math.max(1, changedCount) });
}

/** It was written by `begin`, or by a step. */
function parsePlace(text: string): RegroupPlace {
  return JSON.parse(text) as RegroupPlace;
}
