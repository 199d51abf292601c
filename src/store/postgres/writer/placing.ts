// Which group an event goes into. The writer decides, by the version that the project has when the event is committed: the
// thread that digested it may not have heard of a change yet.

import type { Joined } from '../../../answers/group-change.js';
import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { EventDigest, EventPrint } from '../../../messages.js';
import { type GroupHead, isResolved, joinGroup } from '../../sqlite/tables/error-groups.js';
import type { SplitRow } from '../../sqlite/tables/group-splits.js';
import type { Queries } from '../connection.js';
import type { RowIds } from '../row-id.js';
import {
  findGroups,
  findGroupsById,
  type GroupKey,
  insertGroups,
  type NewGroup,
  toGroupKey,
  toNewGroup,
  updateGroups,
  updateShelved,
} from '../tables/error-groups.js';
import { deleteRedirect, setGroupAside } from '../tables/group-changes.js';
import { openGrouping, setGroupingDue } from '../tables/groupings.js';
import type { KnownProject } from '../tables/projects.js';
import {
  findShelved,
  insertShelved,
  type ShelfHead,
  type ShelfKey,
  type ShelfRow,
  showShelved,
  toNewShelved,
  toShelfKey,
} from '../tables/shelved-groups.js';
import { type ByHand, type ByHandPlaces, openByHand } from './placing-by-hand.js';
import { openReleaseHolds } from './release-holds.js';

export interface Arrival {
  readonly project: KnownProject;
  readonly digest: EventDigest;
}

export interface Placed {
  readonly head: GroupHead;
  /** Whether the group was there before. Then the event is still to be counted in it. */
  readonly known: boolean;
  /** The shelved group that the event is in; null where it has the id of `head`, or where there is none. */
  readonly homeId: number | null;
  /** The part of the group that the event belongs to, where people made it of several; null for the one that it has the id of. */
  readonly partId?: number | null;
}

/** The groups of one transaction: read once, and written once. */
export interface Placing {
  place(arrival: Arrival): Placed | Promise<Placed>;
  /** Counts the event in the group that it came into. */
  join(head: GroupHead, digest: EventDigest): Joined | Promise<Joined>;
  /** False when another daemon has just made one of the groups: then the transaction has to be done again. */
  flush(): Promise<boolean>;
}

export interface PlacingFacts {
  readonly ids: RowIds;
  /** Whether the feed may tell of the groups. */
  readonly isTold: boolean;
}

export async function openPlacing(
  transaction: Queries,
  arrivals: readonly Arrival[],
  { ids, isTold }: PlacingFacts,
): Promise<Placing> {
  const names = new Map(arrivals.map(({ project, digest }) => [project.id, digest.projectName]));
  const run: Run = {
    transaction,
    ids,
    versions: new Map(),
    due: new Set(),
    groups: new Map(),
    shelf: new Map(),
    fresh: [],
    freshShelf: [],
    changed: new Set(),
    changedShelf: new Set(),
  };
  const holds = openReleaseHolds(transaction);
  for (const { project } of arrivals) await openProject(run, project);
  const wanted = toWanted(run, arrivals);
  const [groups, shelf] = await Promise.all([
    findGroups(transaction, wanted.groups, { nameOf: (projectId) => names.get(projectId) ?? null, isTold }),
    findShelved(transaction, wanted.shelf),
  ]);
  for (const [key, head] of groups) run.groups.set(key, head);
  for (const [key, head] of shelf) run.shelf.set(key, head);
  const hand = await openByHand(transaction, arrivals, (arrival) =>
    run.groups.get(toGroupKey(toKey(arrival.project, secondOf(run, arrival) ?? arrival.digest.site))),
  );
  return {
    place: (arrival) => {
      const byHand = hand.find(arrival);
      if (byHand !== undefined) return placeByHand(run, arrival, { ...byHand, hand });
      if (versionOf(run, arrival) !== 1) return placeBySecond(run, arrival);
      return run.due.has(arrival.project.id) ? placeWhileDue(run, arrival) : placeByFirst(run, arrival);
    },
    join(head, digest) {
      run.changed.add(head);
      const seenAtMs = seenAtMsOf(digest);
      return isResolved(head) ? holds.join(head, digest, seenAtMs) : joinGroup(head, digest, seenAtMs);
    },
    async flush() {
      const isMade = await Promise.all([
        insertGroups(transaction, run.fresh),
        insertShelved(transaction, run.freshShelf),
      ]);
      if (!isMade.every(Boolean)) return false;
      const fresh = new Set(run.fresh.map(({ head }) => head));
      const changed = [...run.changed].filter((head) => !fresh.has(head));
      await Promise.all([updateGroups(transaction, changed), flushShelf(run)]);
      return true;
    },
  };
}

interface Run {
  readonly transaction: Queries;
  readonly ids: RowIds;
  /** Of grouping, by project. */
  readonly versions: Map<number, number>;
  /** Projects whose stored events wait to be grouped. */
  readonly due: Set<number>;
  readonly groups: Map<string, GroupHead>;
  readonly shelf: Map<string, ShelfHead>;
  /** Not stored yet. */
  readonly fresh: NewGroup[];
  readonly freshShelf: ShelfRow[];
  readonly changed: Set<GroupHead>;
  readonly changedShelf: Set<ShelfHead>;
}

/** A project that has its first event gets the version that was chosen for it, or that of new projects. */
async function openProject({ transaction, versions, due }: Run, project: KnownProject): Promise<void> {
  if (versions.has(project.id)) return;
  const { id, version, isDue, chosenVersion } = project;
  versions.set(id, version ?? chosenVersion);
  if (isDue === 1) due.add(id);
  if (version === null) await openGrouping(transaction, id, chosenVersion);
}

const versionOf = ({ versions }: Run, { project }: Arrival): number => versions.get(project.id) ?? 1;
/** By the version that the project has now: who digested it may not have heard of that yet. */
const secondOf = (run: Run, arrival: Arrival): EventPrint | undefined => {
  const { second } = arrival.digest;
  return second?.fingerprintVersion === versionOf(run, arrival) ? second : undefined;
};
const firstKey = ({ project, digest: { site } }: Arrival): GroupKey => toKey(project, site);
const shelfKey = ({ project, digest: { site } }: Arrival): ShelfKey => toKey(project, site);
const toKey = ({ id: projectId }: KnownProject, { fingerprint, fingerprintVersion }: EventPrint): GroupKey => ({
  projectId,
  fingerprint,
  fingerprintVersion,
});

function toWanted(run: Run, arrivals: readonly Arrival[]): { groups: GroupKey[]; shelf: ShelfKey[] } {
  const groups = new Map<string, GroupKey>();
  const shelf = new Map<string, ShelfKey>();
  const want = (key: GroupKey): void => void groups.set(toGroupKey(key), key);
  // An event of which version 2 is not known comes into a group of version 1, and so do those like it behind it.
  const isFirstOnly = (arrival: Arrival): boolean => secondOf(run, arrival) === undefined;
  const mixed = new Set(arrivals.filter(isFirstOnly).map(({ project }) => project.id));
  for (const arrival of arrivals) {
    const { project } = arrival;
    const second = secondOf(run, arrival);
    const isFirst = versionOf(run, arrival) === 1;
    const isDue = run.due.has(project.id);
    if (isFirst || isDue || mixed.has(project.id)) want(firstKey(arrival));
    if (!isFirst && second !== undefined) want(toKey(project, second));
    if (!isFirst || isDue) shelf.set(toShelfKey(shelfKey(arrival)), shelfKey(arrival));
  }
  return { groups: [...groups.values()], shelf: [...shelf.values()] };
}

/**
 * People decided where it goes, whatever the version is. What was merged by another version than 1 goes apart when that is
 * taken back, so version 1 is kept up for its events.
 */
async function placeByHand(
  run: Run,
  arrival: Arrival,
  { part, split, head, hand }: ByHand & { readonly hand: ByHandPlaces },
): Promise<Placed> {
  if (head === undefined && split !== null) return remake(run, arrival, { split, hand });
  if (head === undefined) throw new Error('a group that was just shown is not there');
  if (part === null) return { head, known: true, homeId: null };
  const isKept = versionOf(run, arrival) !== 1 && part.fingerprintVersion !== 1;
  const homeId = isKept ? shelve(run, arrival, () => run.ids.next()) : null;
  return {
    head,
    known: true,
    homeId: homeId === head.id ? null : homeId,
    partId: part.id === head.id ? null : part.id,
  };
}

/** The group of what was taken out of another, which retention has emptied, under its id. */
async function remake(
  run: Run,
  { project, digest }: Arrival,
  { split, hand }: { readonly split: SplitRow; readonly hand: ByHandPlaces },
): Promise<Placed> {
  const { id, ownFingerprint: fingerprint } = split;
  await deleteRedirect(run.transaction, project.id, id);
  const print = { fingerprint, fingerprintVersion: BY_HAND_VERSION, grouping: digest.site.grouping };
  const made = makeGroup(run, toNewGroup({ id, projectId: project.id }, digest, print));
  hand.noteMade(made);
  return { head: made, known: false, homeId: null };
}

/** Counts the event in its group of version 1 that is on the shelf, or makes that; answers its id. */
function shelve(run: Run, arrival: Arrival, newId: () => number): number {
  const { project, digest } = arrival;
  const shelved = run.shelf.get(toShelfKey(shelfKey(arrival)));
  if (shelved !== undefined) {
    joinShelved(run, shelved, digest);
    return shelved.id;
  }
  const row = toNewShelved(newId(), project.id, digest);
  run.freshShelf.push(row);
  run.shelf.set(toShelfKey(row), row);
  return row.id;
}

function placeByFirst(run: Run, arrival: Arrival): Placed {
  const found = run.groups.get(toGroupKey(firstKey(arrival)));
  return found === undefined ? makeByFirst(run, arrival) : { head: found, known: true, homeId: null };
}

function makeByFirst(run: Run, { project, digest }: Arrival): Placed {
  return {
    head: makeGroup(run, toNewGroup({ id: run.ids.next(), projectId: project.id }, digest, digest.site)),
    known: false,
    homeId: null,
  };
}

function makeGroup(run: Run, made: NewGroup): GroupHead {
  run.fresh.push(made);
  run.groups.set(toGroupKey(made.head), made.head);
  return made.head;
}

/**
 * Version 2. Version 1 is kept up beside it, on the shelf. A group that waits to be grouped takes what belongs to it: it
 * comes along. So does an event of which version 2 is not known, in a group of its own for that.
 */
async function placeBySecond(run: Run, arrival: Arrival): Promise<Placed> {
  const { project, digest } = arrival;
  const second = secondOf(run, arrival);
  const shelved = run.shelf.get(toShelfKey(shelfKey(arrival)));
  if (shelved !== undefined) joinShelved(run, shelved, digest);
  const waiting = run.due.has(project.id) ? run.groups.get(toGroupKey(firstKey(arrival))) : undefined;
  if (waiting !== undefined || second === undefined) {
    run.due.add(project.id);
    await setGroupingDue(run.transaction, project.id);
    const placed = waiting === undefined ? makeByFirst(run, arrival) : { head: waiting, known: true };
    return { ...placed, homeId: shelved?.id ?? null };
  }
  const found = run.groups.get(toGroupKey(toKey(project, second)));
  const head = found ?? makeGroup(run, toNewGroup({ id: run.ids.next(), projectId: project.id }, digest, second));
  let homeId = shelved?.id;
  if (homeId === undefined) {
    homeId = found === undefined ? head.id : run.ids.next();
    const row = toNewShelved(homeId, project.id, digest);
    run.freshShelf.push(row);
    run.shelf.set(toShelfKey(row), row);
  }
  return { head, known: found !== undefined, homeId: homeId === head.id ? null : homeId };
}

function joinShelved({ changedShelf }: Run, shelved: ShelfHead, digest: EventDigest): void {
  joinGroup(shelved, digest, seenAtMsOf(digest));
  changedShelf.add(shelved);
}

/**
 * While the choice of version 2 is taken back. A group that is still on the shelf is shown again when an event comes for it;
 * where its id is still that of a group of version 2, the event waits there for the rest of its group. The project is held.
 */
async function placeWhileDue(run: Run, arrival: Arrival): Promise<Placed> {
  const { transaction } = run;
  const { project, digest } = arrival;
  const shelved = run.shelf.get(toShelfKey(shelfKey(arrival)));
  // While the id of the one on the shelf is that of a group that people made, events make another.
  if (shelved === undefined || run.groups.has(toGroupKey(firstKey(arrival)))) return placeByFirst(run, arrival);
  const shown = await findShown(run, arrival, shelved.id);
  if (shown?.fingerprintVersion === BY_HAND_VERSION) return placeByFirst(run, arrival);
  if (shown !== undefined) {
    joinShelved(run, shelved, digest);
    await setGroupAside(transaction, project.id, shown.id);
    return { head: shown, known: true, homeId: null };
  }
  await flushShelf(run);
  await showShelved(transaction, project.id, shelved.id);
  await deleteRedirect(transaction, project.id, shelved.id);
  run.shelf.delete(toShelfKey(shelfKey(arrival)));
  const restored = await findShown(run, arrival, shelved.id);
  if (restored !== undefined) run.groups.set(toGroupKey(restored), restored);
  return placeByFirst(run, arrival);
}

/** The group with this id, as this transaction has it. */
async function findShown(run: Run, { project, digest }: Arrival, id: number): Promise<GroupHead | undefined> {
  for (const head of [...run.groups.values(), ...run.changed]) if (head.id === id) return head;
  const found = await findGroupsById(run.transaction, { projectId: project.id, projectName: digest.projectName }, [id]);
  return found.get(id);
}

/** Those that are not stored yet are inserted as they are then. */
async function flushShelf({ transaction, changedShelf, freshShelf }: Run): Promise<void> {
  const fresh = new Set<ShelfHead>(freshShelf);
  const stored = [...changedShelf].filter((head) => !fresh.has(head));
  changedShelf.clear();
  await updateShelved(transaction, stored);
}

function seenAtMsOf({ timestampMs, receivedAtMs }: EventDigest): number {
  return Math.min(timestampMs, receivedAtMs);
}
