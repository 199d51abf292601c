// Where events go because people decided it: into groups that they made of others, and into those that they made of some events of
// others.

import { type ConditionFrame, openConditionFrames } from '../../../event-conditions.js';
import type { ContentText, EventDigest, PrintKey } from '../../../messages.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import { PART_LEAVING, toHandPrints } from '../../sqlite/tables/group-parts.js';
import { findSplit, type SplitRow } from '../../sqlite/tables/group-splits.js';
import type { Queries } from '../connection.js';
import { findGroupsById } from '../tables/error-groups.js';
import { findParts, openPartTables, type PartPrint, type PartRow, toPartKey } from '../tables/group-parts.js';
import { openSplitTables } from '../tables/group-splits.js';
import type { Arrival } from './placing.js';

/** What people decided about an event: one of the two is there, or both. */
interface Decided {
  /** The part of a group that it belongs to. */
  readonly part: PartRow | null;
  /** What was taken out of a group. */
  readonly split: SplitRow | null;
}

export interface ByHand extends Decided {
  /** The group that the event goes into; absent where it was made of taken out events and retention has emptied it. */
  readonly head: GroupHead | undefined;
}

/** Of one transaction. */
export interface ByHandPlaces {
  /** Undefined for an event of which nobody has decided. */
  find(arrival: Arrival): ByHand | undefined;
  /** A group is there again. */
  noteMade(head: GroupHead): void;
}

const targetOf = ({ part, split }: Decided): number => part?.intoId ?? split?.id ?? 0;

/**
 * Reads what people decided in the projects of the events, where there is anything, and the groups that events go into: those of a
 * project in one go, so that transactions lock them in one order. `ownGroupOf` is the group that an event would go into else.
 */
export async function openByHand(
  transaction: Queries,
  arrivals: readonly Arrival[],
  ownGroupOf: (arrival: Arrival) => GroupHead | undefined,
): Promise<ByHandPlaces> {
  const decided = new Map<EventDigest, Decided>();
  const heads = new Map<number, GroupHead>();
  const asking = arrivals.filter(({ project }) => (project.partCount ?? 0) + (project.splitCount ?? 0) > 0);
  for (const projectId of [...new Set(asking.map(({ project }) => project.id))].sort((one, other) => one - other)) {
    const own = asking.filter(({ project }) => project.id === projectId);
    const known = await readDecisions(transaction, projectId, own);
    const found: Decided[] = [];
    for (const arrival of own) {
      const one = decide(arrival, known, ownGroupOf);
      if (one === null) continue;
      decided.set(arrival.digest, one);
      found.push(one);
    }
    const project = { projectId, projectName: own[0]?.digest.projectName ?? null };
    for (const [id, head] of await readHeads(transaction, project, found)) heads.set(id, head);
  }
  return {
    find({ digest }) {
      const one = decided.get(digest);
      return one && { ...one, head: heads.get(targetOf(one)) };
    },
    noteMade: (head) => void heads.set(head.id, head),
  };
}

interface Decisions {
  /** By `toPartKey`. */
  readonly parts: ReadonlyMap<string, PartRow>;
  readonly splits: readonly SplitRow[];
  /** Groups that were made of taken out events and are parts of others, by id. */
  readonly splitParts: ReadonlyMap<number, PartRow>;
  readonly framesOf: (stack: ContentText | null) => readonly ConditionFrame[];
}

async function readDecisions(transaction: Queries, projectId: number, own: readonly Arrival[]): Promise<Decisions> {
  const [first] = own;
  const fingerprints = own.flatMap(({ digest }) => toHandPrints(digest).map(({ fingerprint }) => fingerprint));
  const hasParts = (first?.project.partCount ?? 0) > 0;
  const parts = hasParts
    ? await findParts(transaction, projectId, [...new Set(fingerprints)])
    : new Map<string, PartRow>();
  const hasSplits = (first?.project.splitCount ?? 0) > 0;
  const splits = hasSplits ? await openSplitTables(transaction, projectId).all() : [];
  const ids = splits.map(({ id }) => id);
  const also = hasParts && hasSplits ? await openPartTables(transaction, projectId).byIds(ids) : [];
  const staying = also.filter(({ state }) => state !== PART_LEAVING);
  return {
    parts,
    splits,
    splitParts: new Map(staying.map((part) => [part.id, part])),
    framesOf: openConditionFrames(),
  };
}

function decide(
  arrival: Arrival,
  decisions: Decisions,
  ownGroupOf: (arrival: Arrival) => GroupHead | undefined,
): Decided | null {
  const { parts, splits, splitParts } = decisions;
  const prints = toHandPrints(arrival.digest);
  const part = findPart(parts, prints);
  if (splits.length === 0) return part && { part, split: null };
  const own = part === null ? ownGroupOf(arrival) : undefined;
  const groupIds = part === null ? (own === undefined ? [] : [own.id]) : [part.id, part.intoId];
  const split = findTakenOut(arrival, { groupIds, prints }, decisions);
  return split === null ? part && { part, split } : { part: splitParts.get(split.id) ?? null, split };
}

function findPart(parts: ReadonlyMap<string, PartRow>, prints: readonly PartPrint[]): PartRow | null {
  for (const print of prints) {
    const found = parts.get(toPartKey(print));
    if (found !== undefined) return found;
  }
  return null;
}

/**
 * The split that has the event, of the group that it would come into, or of what that was then; of several the last that takes it
 * from where it is. Ids grow from split to split, so that this ends.
 */
function findTakenOut(
  { digest: { site } }: Arrival,
  place: { readonly groupIds: readonly number[]; readonly prints: readonly PrintKey[] },
  { splits, splitParts, framesOf }: Omit<Decisions, 'parts'>,
): SplitRow | null {
  const event = { type: site.type, message: site.message, frames: () => framesOf(site.stack) };
  let { groupIds, prints } = place;
  for (let last: SplitRow | null = null; ; prints = []) {
    const split = findSplit(splits, { groupIds, prints, afterId: last?.id ?? 0 }, event);
    if (split === null) return last;
    last = split;
    const whole = splitParts.get(split.id);
    groupIds = whole === undefined ? [split.id] : [split.id, whole.intoId];
  }
}

/** The groups that events go into, by id. Of what was taken out of others, one that retention has emptied is not there. */
async function readHeads(
  transaction: Queries,
  project: { readonly projectId: number; readonly projectName: string | null },
  found: readonly Decided[],
): Promise<Map<number, GroupHead>> {
  const heads = await findGroupsById(transaction, project, [...new Set(found.map(targetOf))]);
  const wholes = found.map(({ part }) => part?.intoId).filter((id) => id !== undefined);
  const goneIds = [...new Set(wholes)].filter((id) => !heads.has(id));
  // Retention has deleted all that they had.
  for (const id of goneIds) await openPartTables(transaction, project.projectId).show(id, true);
  for (const [id, head] of await findGroupsById(transaction, project, goneIds)) heads.set(id, head);
  return heads;
}
