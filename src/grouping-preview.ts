// What a change of grouping would make of groups: which would meet, and which would part.

import type { GroupingChange, GroupingPreview } from '../schemas/grouping.js';
import { PREVIEW_CHANGES_MAX, PREVIEW_NAMES_MAX } from './limits.js';

/** A group and what its events would be grouped by. */
export interface PreviewedGroup {
  readonly id: string;
  readonly type: string;
  readonly message: string;
  readonly count: number;
  readonly keys: readonly string[];
}

export type PreviewFigures = Pick<GroupingPreview, 'groups' | 'joined' | 'split'> & {
  /** Every change, those of most groups first. */
  readonly changes: readonly (GroupingChange & {
    readonly ids: ReadonlySet<string>;
    readonly keys: ReadonlySet<string>;
  })[];
};

/** Compares the groups with what they would be. Groups that share an event's key meet, and so do those that they share one with. */
export function toPreviewFigures(groups: readonly PreviewedGroup[]): PreviewFigures {
  const parts = connect(groups.filter(({ keys }) => keys.length > 0));
  const joins = parts.filter(({ members }) => members.length > 1);
  const splits = parts.filter(({ members, keys }) => members.length === 1 && keys.size > 1);
  const sum = (some: readonly Part[]) => ({
    before: some.reduce((count, { members }) => count + members.length, 0),
    after: some.reduce((count, { keys }) => count + keys.size, 0),
  });
  const unseenCount = groups.length - parts.reduce((count, { members }) => count + members.length, 0);
  const all = sum(parts);
  const changes = [...joins, ...splits]
    .sort((one, other) => weightOf(other) - weightOf(one))
    .map(({ members, keys }) => ({
      before: members.length,
      after: keys.size,
      groups: members
        .toSorted((one, other) => other.count - one.count)
        .slice(0, PREVIEW_NAMES_MAX)
        .map(({ id, type, message, count }) => ({ id, type, message, count })),
      ids: new Set(members.map(({ id }) => id)),
      keys,
    }));
  return {
    groups: { before: groups.length, after: all.after + unseenCount },
    joined: sum(joins),
    split: sum(splits),
    changes,
  };
}

/** The first changes as an answer shows them, or those of one group. */
export function toShownChanges({ changes }: PreviewFigures, groupId: string | undefined): GroupingChange[] {
  const shown = groupId === undefined ? changes : changes.filter(({ ids }) => ids.has(groupId));
  return shown.slice(0, PREVIEW_CHANGES_MAX).map(({ before, after, groups }) => ({ before, after, groups }));
}

interface Part {
  readonly members: PreviewedGroup[];
  readonly keys: Set<string>;
}

function weightOf({ members, keys }: Part): number {
  return Math.max(members.length, keys.size);
}

/** Groups with what they are connected to by keys. Of two parts that meet the smaller goes into the larger. */
function connect(groups: readonly PreviewedGroup[]): Part[] {
  const partOf = new Map<string, Part>();
  for (const group of groups) {
    let part: Part = { members: [group], keys: new Set(group.keys) };
    for (const met of new Set(group.keys.map((key) => partOf.get(key)).filter((found) => found !== undefined))) {
      const [into, from] = met.members.length < part.members.length ? [part, met] : [met, part];
      into.members.push(...from.members);
      for (const key of from.keys) into.keys.add(key);
      part = into;
      for (const key of from.keys) partOf.set(key, into);
    }
    for (const key of group.keys) partOf.set(key, part);
  }
  return [...new Set(partOf.values())];
}
