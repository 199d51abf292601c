// Groups the stored events of a project anew, group by group, the oldest first. Each step is a short transaction that holds
// the project, and what it leaves says where the next one begins, whichever daemon does it. The group that an event is
// looked at in is its origin, and the one it comes into its target.

import type { ContentText, FeedItem } from '../../../messages.js';
import type { RegroupPage, RegroupPrints } from '../../regroup.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import type { GroupingRow } from '../../sqlite/tables/groupings.js';
import { toEventText, type WaitingEvent } from '../../sqlite/tables/regrouping.js';
import type { RegroupPlace } from '../../sqlite/writer/regroup.js';
import { toContentKey } from '../client-id.js';
import type { Queries } from '../connection.js';
import { REGROUP_GROUPS_MAX } from '../limits.js';
import { holdProjects } from '../locks.js';
import { openContentCache, startContents } from '../tables/contents.js';
import { openCounterDeltas } from '../tables/counters.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { holdFacets, moveFacets } from '../tables/facets.js';
import { deleteRedirect, redirectGroup, setGroupAside, subtractFromGroups } from '../tables/group-changes.js';
import { findDueGrouping, findGrouping, readPlaces, writeGrouping } from '../tables/groupings.js';
import { NO_PROJECT_NAME, raiseEpochs } from '../tables/projects.js';
import { openRegroupTables, type RegroupTables } from '../tables/regrouping.js';
import { findShelved, keepOnShelf, shelvedPrintOf, showShelvedInPlace, toShelfKey } from '../tables/shelved-groups.js';
import type { WriterConnection, Writing } from './connection.js';
import type { FeedPart, FeedWriter } from './feed-writer.js';
import { stepMerging } from './merge-steps.js';
import { returnEvents } from './regroup-back.js';
import { placeEvents, readPage } from './regroup-on.js';
import { parsePlace } from './regroup-start.js';
import { stepSplitting } from './split-steps.js';

export interface RegroupOptions {
  readonly connection: WriterConnection;
  readonly feedWriter: FeedWriter;
  readonly nowMs: () => number;
  readonly publish: (items: readonly FeedItem[]) => void;
}

/** A project that is held for a step. */
export interface RegroupWork {
  readonly transaction: Queries;
  readonly writing: Writing;
  readonly tables: RegroupTables;
  readonly row: GroupingRow;
  readonly projectName: string | null;
  readonly nowMs: number;
}

/** What a step works with; heads that it changes are written at its end. */
export interface RegroupStep extends RegroupWork {
  readonly origin: GroupHead;
  head(id: number): Promise<GroupHead | null>;
  /** A head that the step has read by itself, as the one of its id. */
  adopt(head: GroupHead): GroupHead;
  /** Has a text stored with the step; answers its key. */
  keep(content: ContentText): string;
  /** Takes an event off one group and counts it in another, in the statistics too. */
  count(event: WaitingEvent, from: GroupHead, to: GroupHead): void;
}

export interface Regrouping {
  step(prints: RegroupPrints | null): Promise<RegroupPage | null>;
}

interface Asked {
  readonly id: number;
  readonly projectId: number;
  readonly eventIds: readonly number[];
  readonly place: string;
}

const NO_EVENTS: RegroupPage = { id: 0, events: [] };

export function openRegrouping(options: RegroupOptions): Regrouping {
  let page: Asked | null = null;
  let pageId = 0;
  // Read in one go, because they are sorted for it. What is new to them is found when they are through.
  let waiting: number[] = [];
  const nextWaiting = async (work: RegroupWork): Promise<GroupHead | null> => {
    for (let isRead = false; ; isRead = true) {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
        const head = await findHead(work, id);
        if (head !== null && head.fingerprintVersion !== work.row.version) return head;
      }
      if (isRead) return null;
      waiting = (await work.tables.waiting(work.row.version, REGROUP_GROUPS_MAX)).reverse();
    }
  };
  const ask = async (
    { transaction, tables, row, projectName }: RegroupWork,
    place: RegroupPlace,
  ): Promise<RegroupPage | null> => {
    const events = await readPage(tables, place);
    if (events.length === 0) return null;
    const grouping = await tables.readGrouping(place.groupId);
    pageId += 1;
    page = { id: pageId, projectId: row.projectId, eventIds: events.map(({ id }) => id), place: row.current ?? '' };
    return {
      id: pageId,
      events: events.map((event) => ({ event: toEventText(event), stack: event.stack, grouping })),
      rule: { version: row.version, sourceMaps: await readPlaces(transaction, projectName) },
    };
  };
  const stepOn = async (work: RegroupWork): Promise<Done> => {
    const { row } = work;
    if (row.current === null) {
      await begin(work, nextWaiting);
      return { page: NO_EVENTS };
    }
    const place = parsePlace(row.current);
    if (row.version === 1) {
      const step = await runStep(work, place, (inner) => returnEvents(inner, place));
      return { page: NO_EVENTS, changed: step.isOver ? step.changed + (await leave(work, place)) : step.changed };
    }
    const asked = await ask(work, place);
    return asked === null ? { page: NO_EVENTS, changed: await leave(work, place) } : { page: asked };
  };
  return {
    async step(told) {
      const asked = page;
      page = null;
      // What people decided comes first: a version may be told to group what it brings.
      if ((await stepMerging(options)) || (await stepSplitting(options))) return NO_EVENTS;
      if (told !== null && asked?.id === told.pageId) {
        await hold(options, asked.projectId, async (work) => {
          if (work.row.current !== asked.place) return {};
          const place = parsePlace(asked.place);
          const page = { eventIds: asked.eventIds, prints: told.prints };
          return { changed: (await runStep(work, place, (step) => placeEvents(step, place, page))).changed };
        });
      }
      const due = await options.connection.between(findDueGrouping);
      if (due === null) return null;
      const done = await hold(options, due.projectId, stepOn);
      return done?.page ?? NO_EVENTS;
    },
  };
}

interface Done {
  readonly page?: RegroupPage;
  /** Groups that have changed. */
  readonly changed?: number;
}

/** Runs a part of a step on a project that is still due; null when it is not. */
async function hold(
  { feedWriter, nowMs, publish }: RegroupOptions,
  projectId: number,
  run: (work: RegroupWork) => Promise<Done>,
): Promise<Done | null> {
  const { out, feed } = await feedWriter.transact(async (transaction, writing, part) => {
    const [project] = await transaction.query<{ name: string }>(
      '/* reference */ SELECT name FROM projects WHERE id = $1',
      [projectId],
    );
    if (project === undefined) return null;
    await holdProjects(transaction, [project.name]);
    const row = await findGrouping(transaction, projectId);
    if (row === null || row.isDue === 0) return null;
    const projectName = project.name === NO_PROJECT_NAME ? null : project.name;
    const tables = openRegroupTables(transaction, projectId);
    const done = await run({ transaction, writing, tables, row, projectName, nowMs: nowMs() });
    await raiseEpochs(transaction, [projectId]);
    await tell(part, projectName, done.changed ?? 0);
    return done;
  });
  publish(feed);
  return out;
}

/** No message of the feed says that groups moved: clients are told that they missed some, and read their lists again. */
async function tell(part: FeedPart, projectName: string | null, changed: number): Promise<void> {
  const demand = await part.demand;
  if (changed > 0 && demand.isListening) await part.tell([{ projectName, json: '', skippedBefore: changed }]);
}

async function findHead({ transaction, row, projectName }: RegroupWork, id: number): Promise<GroupHead | null> {
  return (await findGroupsById(transaction, { projectId: row.projectId, projectName }, [id])).get(id) ?? null;
}

/** Begins the next group, or says that there is none. */
async function begin(work: RegroupWork, nextWaiting: (work: RegroupWork) => Promise<GroupHead | null>): Promise<void> {
  const { transaction, tables, row, nowMs } = work;
  const { projectId } = row;
  const head = await nextWaiting(work);
  if (head === null) {
    if (row.version === 1)
      await transaction.change('/* project */ DELETE FROM shelved_groups WHERE project_id = $1', [projectId]);
    await writeGrouping(transaction, { ...row, isDue: 0, finishedAtMs: nowMs });
    return;
  }
  const isFirst = head.fingerprintVersion === 1;
  const key = { projectId, fingerprint: head.fingerprint };
  const isStray = isFirst && (await findShelved(transaction, [key])).has(toShelfKey(key));
  if (row.version !== 1) {
    if (isFirst && !isStray) await keepOnShelf(transaction, projectId, head.id);
    await setGroupAside(transaction, projectId, head.id);
  }
  const place: RegroupPlace = {
    groupId: head.id,
    boundaryId: Math.max(work.writing.ids.next(), await tables.endOfEvents()),
    afterMs: Number.MIN_SAFE_INTEGER,
    afterId: 0,
    status: head.status,
    severity: head.severity,
    reopenedAtMs: head.reopenedAtMs,
    isStray,
    target: null,
    isSplit: false,
  };
  await writeGrouping(transaction, { ...row, current: JSON.stringify(place) });
}

/** Does a step and writes what it changed. It is over when the group is gone, or when the step had nothing more to do. */
async function runStep(
  work: RegroupWork,
  place: RegroupPlace,
  run: (step: RegroupStep) => Promise<RegroupPlace | null>,
): Promise<{ readonly isOver: boolean; readonly changed: number }> {
  const { transaction, writing, row, nowMs } = work;
  const heads = new Map<number, GroupHead>();
  const head = async (id: number): Promise<GroupHead | null> => {
    const found = heads.get(id) ?? (await findHead(work, id));
    if (found !== null) heads.set(id, found);
    return found;
  };
  const adopt = (found: GroupHead): GroupHead => {
    const known = heads.get(found.id) ?? found;
    heads.set(found.id, known);
    return known;
  };
  const origin = await head(place.groupId);
  if (origin === null) return { isOver: true, changed: 0 };
  await holdFacets(transaction, row.projectId);
  const [left, come] = [openCounterDeltas(), openCounterDeltas()];
  const movedEvents: { readonly event: WaitingEvent; readonly groupId: number }[] = [];
  let moved = 0;
  const count: RegroupStep['count'] = (event, from, to) => {
    const { timestampMs } = event;
    movedEvents.push({ event: { ...event, groupId: from.id }, groupId: to.id });
    from.eventCount -= 1;
    to.eventCount += 1;
    left.countGroup(from, timestampMs);
    come.countGroup(to, timestampMs);
    moved += 1;
  };
  const contents = startContents(openContentCache(), nowMs);
  const keep = (content: ContentText): string => {
    contents.intern({ id: row.projectId, epoch: 0 }, content);
    return toContentKey(content.hash);
  };
  const next = await run({ ...work, origin, head, adopt, count, keep });
  await contents.flush(transaction, (projectId, bytes) => come.countBytes(projectId, bytes));
  await updateGroups(transaction, [...heads.values()]);
  await left.flush(transaction, { nowMs, shard: writing.shard, sign: -1 });
  await come.flush(transaction, { nowMs, shard: writing.shard, sign: 1 });
  await moveFacets(transaction, row.projectId, movedEvents);
  const changed = moved > 0 ? heads.size : 0;
  if (next === null) return { isOver: true, changed };
  const after = { ...row, movedEventCount: row.movedEventCount + moved, current: JSON.stringify(next) };
  await writeGrouping(transaction, after);
  // No list shows a group without events.
  if (origin.eventCount <= 0) await leave({ ...work, row: after }, next);
  return { isOver: false, changed };
}

/** Makes of the group what it is from now on; one without events goes. Answers how many groups have changed. */
async function leave(work: RegroupWork, place: RegroupPlace): Promise<number> {
  const { transaction, tables, row } = work;
  const { projectId } = row;
  const origin = await findHead(work, place.groupId);
  const target = place.target === null ? null : await findHead(work, place.target);
  await writeGrouping(transaction, { ...row, groupCount: row.groupCount + 1, current: null });
  if (origin === null) return 0;
  if (origin.eventCount <= 0) {
    if (target !== null && !place.isSplit && row.version !== 1) await widen(work, target, origin);
    if (target !== null) await redirectGroup(transaction, projectId, { id: origin.id, groupId: target.id });
    await subtractFromGroups(transaction, projectId, new Map([[origin.id, 0]]));
  } else if (row.version !== 1) {
    if (place.isSplit) await narrow(work, origin);
  } else if ((await shelvedPrintOf(transaction, projectId, origin.id)) !== null) {
    await showShelvedInPlace(transaction, projectId, origin.id);
    await deleteRedirect(transaction, projectId, origin.id);
  } else {
    // It has no home that is known: it becomes one.
    const grouping = await tables.readGrouping(origin.id);
    await tables.claim(origin.id, { ...origin, fingerprintVersion: 1, grouping });
  }
  return 1;
}

/** A group of which a part has gone has been seen as long as what is left of it. */
async function narrow({ transaction, tables }: RegroupWork, origin: GroupHead): Promise<void> {
  const { firstMs, lastMs } = await tables.readSpan(origin.id);
  if (firstMs !== null) origin.firstSeenAtMs = firstMs;
  if (lastMs !== null) origin.lastSeenAtMs = lastMs;
  await updateGroups(transaction, [origin]);
}

/** A group that took all of another has been seen as long. */
async function widen({ transaction }: RegroupWork, target: GroupHead, origin: GroupHead): Promise<void> {
  target.firstSeenAtMs = Math.min(target.firstSeenAtMs, origin.firstSeenAtMs);
  target.lastSeenAtMs = Math.max(target.lastSeenAtMs, origin.lastSeenAtMs);
  await updateGroups(transaction, [target]);
}
