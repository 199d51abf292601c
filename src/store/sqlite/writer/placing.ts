// Which group an event goes into. The writer decides, by the version that the project has when the event is committed: the
// thread that digested it may not have heard of a change yet.

import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import type { EventDigest, PrintKey } from '../../../messages.js';
import type { GroupHead } from '../tables/error-groups.js';
import { PART_LEAVING, type PartRow, toHandPrints } from '../tables/group-parts.js';
import type { SplitRow } from '../tables/group-splits.js';
import type { GroupingRow } from '../tables/groupings.js';
import { toChosenVersion } from '../tables/project-settings.js';

import type { WriterTables } from './append.js';

export interface Placed {
  readonly head: GroupHead;
  /** Whether the group was there before. Then the event is still to be counted in it. */
  readonly known: boolean;
  /** The shelved group that the event is in; null where it has the id of `head`, or where there is none. */
  readonly homeId: number | null;
  /** The part of the group that the event belongs to, where people made it of several; null for the one that it has the id of. */
  readonly partId?: number | null;
}

interface Arrival {
  readonly projectId: number;
  readonly digest: EventDigest;
  /** Heads of this transaction, by id. */
  readonly changed: ReadonlyMap<number, GroupHead>;
}

type Tables = Pick<
  WriterTables,
  'groups' | 'groupings' | 'parts' | 'splits' | 'settings' | 'shelf' | 'redirects' | 'nextId'
>;

/** Finds the group of an event that is about to be stored, or makes it. */
export function placeEvent(tables: Tables, arrival: Arrival): Placed {
  const { projectId, digest } = arrival;
  const chosen = (): number =>
    toChosenVersion(tables.settings.find(digest.projectName), tables.groupings.defaultVersion);
  const grouping = tables.groupings.open(projectId, chosen);
  const part = tables.parts.find(projectId, digest);
  const takenOut = tables.splits.has(projectId) ? findTakenOut(tables, arrival, { part, grouping }) : null;
  if (takenOut !== null) return placeTakenOut(tables, arrival, { split: takenOut, grouping });
  if (part !== null) return placeByHand(tables, arrival, { part, grouping });
  if (grouping.version !== 1) return placeBySecond(tables, arrival, grouping);
  const found = findByFirst(tables, arrival);
  if (found !== null) return found;
  return (grouping.isDue === 1 ? placeAtHome(tables, arrival) : null) ?? insertByFirst(tables, arrival);
}

/**
 * People decided where it goes, whatever the version is. What was merged by another version than 1 goes apart when that is
 * taken back, so version 1 is kept up for its events.
 */
function placeByHand(
  tables: Tables,
  arrival: Arrival,
  { part, grouping }: { readonly part: PartRow; readonly grouping: GroupingRow },
): Placed {
  const { intoId } = part;
  let head = arrival.changed.get(intoId) ?? tables.groups.findById(intoId);
  if (head === null) {
    // Retention has deleted all that it had.
    tables.parts.show(intoId, true);
    head = tables.groups.findById(intoId);
  }
  if (head === null) throw new Error('a group that was just made is not there');
  const isKept = grouping.version !== 1 && part.fingerprintVersion !== 1;
  const homeId = isKept ? shelve(tables, arrival, () => tables.nextId()) : null;
  return {
    head,
    known: true,
    homeId: homeId === head.id ? null : homeId,
    partId: part.id === intoId ? null : part.id,
  };
}

/**
 * The split that has the event, of the group that it would come into, or of what that was then; of several the last that takes it
 * from where it is. Ids grow from split to split, so that this ends.
 */
function findTakenOut(
  tables: Tables,
  { projectId, digest }: Arrival,
  { part, grouping }: { readonly part: PartRow | null; readonly grouping: GroupingRow },
): SplitRow | null {
  const { site, second } = digest;
  const event = { type: site.type, message: site.message, frames: () => tables.splits.framesOf(site.stack) };
  let prints: readonly PrintKey[] = toHandPrints(digest);
  let groupIds = part === null ? [] : [part.id, part.intoId];
  if (part === null) {
    const own = second?.fingerprintVersion === grouping.version ? second : site;
    const found = tables.groups.find(projectId, own, digest.projectName);
    groupIds = found === null ? [] : [found.id];
  }
  for (let last: SplitRow | null = null; ; prints = []) {
    const split = tables.splits.find({ projectId, groupIds, prints, afterId: last?.id ?? 0 }, event);
    if (split === null) return last;
    last = split;
    const whole = tables.parts.byId(split.id);
    groupIds = whole === null || whole.state === PART_LEAVING ? [split.id] : [split.id, whole.intoId];
  }
}

/** The group that was made of such events; one that retention has emptied is made again, under its id. */
function placeTakenOut(
  tables: Tables,
  arrival: Arrival,
  { split, grouping }: { readonly split: SplitRow; readonly grouping: GroupingRow },
): Placed {
  const part = tables.parts.byId(split.id);
  if (part !== null && part.state !== PART_LEAVING) return placeByHand(tables, arrival, { part, grouping });
  const { id } = split;
  const { projectId, digest, changed } = arrival;
  const found = changed.get(id) ?? tables.groups.findById(id);
  if (found !== null) return { head: found, known: true, homeId: null };
  tables.redirects.delete(id);
  const print = {
    fingerprint: split.ownFingerprint,
    fingerprintVersion: BY_HAND_VERSION,
    grouping: digest.site.grouping,
  };
  return { head: tables.groups.insert({ id, projectId }, digest, print), known: false, homeId: null };
}

/** Counts the event in its group of version 1 that is on the shelf, or makes that; answers its id. */
function shelve({ shelf }: Tables, { projectId, digest }: Arrival, newId: () => number): number {
  const shelved = shelf.find(projectId, digest.site.fingerprint);
  if (shelved !== null) {
    shelf.join(shelved, digest, seenAtMsOf(digest));
    return shelved.id;
  }
  const id = newId();
  shelf.insert(id, projectId, digest);
  return id;
}

/**
 * Another version. Version 1 is kept up beside it, on the shelf. A group that waits to be grouped takes what belongs to it: it
 * comes along. So does an event of which that version is not known, in a group of its own for that.
 */
function placeBySecond(tables: Tables, arrival: Arrival, grouping: GroupingRow): Placed {
  const { projectId, digest } = arrival;
  const shelved = tables.shelf.find(projectId, digest.site.fingerprint);
  if (shelved !== null) tables.shelf.join(shelved, digest, seenAtMsOf(digest));
  const waiting = grouping.isDue === 1 ? findByFirst(tables, arrival) : null;
  const second = digest.second?.fingerprintVersion === grouping.version ? digest.second : undefined;
  if (waiting !== null || second === undefined) {
    tables.groupings.setDue(projectId);
    return { ...(waiting ?? insertByFirst(tables, arrival)), homeId: shelved?.id ?? null };
  }
  const found = tables.groups.find(projectId, second, digest.projectName);
  const head = found ?? tables.groups.insert({ id: tables.nextId(), projectId }, digest, second);
  let homeId = shelved?.id;
  if (homeId === undefined) {
    homeId = found === null ? head.id : tables.nextId();
    tables.shelf.insert(homeId, projectId, digest);
  }
  return {
    head: arrival.changed.get(head.id) ?? head,
    known: found !== null,
    homeId: homeId === head.id ? null : homeId,
  };
}

/**
 * While the choice of version 2 is taken back. A group that is still on the shelf is shown again when an event comes for it;
 * where its id is still that of a group of version 2, the event waits there for the rest of its group.
 */
function placeAtHome(tables: Tables, arrival: Arrival): Placed | null {
  const { groups, shelf, redirects } = tables;
  const { projectId, digest, changed } = arrival;
  const shelved = shelf.find(projectId, digest.site.fingerprint);
  if (shelved === null) return null;
  const shown = groups.findById(shelved.id);
  if (shown?.fingerprintVersion === BY_HAND_VERSION) return null;
  if (shown === null) {
    shelf.flush();
    shelf.restore(shelved.id);
    redirects.delete(shelved.id);
    return findByFirst(tables, arrival);
  }
  shelf.join(shelved, digest, seenAtMsOf(digest));
  groups.setAside(shown.id);
  return { head: changed.get(shown.id) ?? shown, known: true, homeId: null };
}

function findByFirst({ groups }: Tables, { projectId, digest, changed }: Arrival): Placed | null {
  const found = groups.find(projectId, digest.site, digest.projectName);
  return found === null ? null : { head: changed.get(found.id) ?? found, known: true, homeId: null };
}

function insertByFirst({ groups, nextId }: Tables, { projectId, digest }: Arrival): Placed {
  return { head: groups.insert({ id: nextId(), projectId }, digest, digest.site), known: false, homeId: null };
}

function seenAtMsOf({ timestampMs, receivedAtMs }: EventDigest): number {
  return Math.min(timestampMs, receivedAtMs);
}
