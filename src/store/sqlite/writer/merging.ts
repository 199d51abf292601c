// Groups that people make of others. A call decides it and lets new events follow at once; the stored ones come after it in
// short transactions, and what each leaves says where the next one goes on.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import { PARTS_OF_GROUP_MAX } from '../../../../schemas/limits.js';
import { MERGED_PARTS_MAX } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import type { Actor } from '../../access.js';
import type { MergeOutcome, MergeRefusal, MergeRequest, UnmergeRequest } from '../../merge.js';
import { MERGE_STEPS_AT_ONCE } from '../limits.js';
import { parsePublicId } from '../row-id.js';
import { type GroupHead, headToErrorGroup } from '../tables/error-groups.js';
import { PART_JOINED, PART_JOINING, PART_LEAVING, type PartRow } from '../tables/group-parts.js';
import { chooseLeaving } from '../tables/merged-parts.js';
import type { WriterCall } from '../thread-messages.js';
import { toMergeRecord, toNote } from './access-calls.js';
import type { WriterTables } from './append.js';
import type { ChangeWriter } from './changes.js';
import { setDueFor, stepMerging } from './merge-steps.js';

/** What merging needs of the writer. */
export interface MergeWriter extends ChangeWriter {
  readonly announce: (item: FeedItem) => void;
}

type MergeKind = 'merge' | 'unmerge';
type MergeCalls = {
  [K in MergeKind]: (input: WriterCall[K]['in'], writer: ChangeWriter) => WriterCall[K]['out'];
};

/** The calls of the writer thread. */
export function toMergeCalls(announce: MergeWriter['announce']): MergeCalls {
  return {
    merge: ({ request, by }, writer) => mergeGroups({ ...writer, announce }, request, by),
    unmerge: ({ request, by }, writer) => unmergeGroup({ ...writer, announce }, request, by),
  };
}

const refused = (reason: MergeRefusal): MergeOutcome => ({ kind: 'refused', reason });

/** Decides it, and does the first steps. */
export function mergeGroups(writer: MergeWriter, request: MergeRequest, by: Actor | undefined): MergeOutcome {
  const { tables, committer } = writer;
  const begun = committer.transact((): MergeOutcome => {
    const found = request.groupIds.map((groupId) => findHead(tables, groupId));
    const heads = [...new Map(found.filter((head) => head !== null).map((head) => [head.id, head])).values()];
    const [target, ...others] = heads;
    if (found.includes(null) || target === undefined) return refused('unknown');
    const refusal = refusalOf(tables, heads);
    if (refusal !== null) return refused(refusal);
    const groups = heads.map(headToErrorGroup);
    const whole = headToErrorGroup(toWhole(target, others));
    if (!request.isPreview) beginMerge(writer, { target, others }, by);
    return { kind: 'done', group: whole, groups, isComplete: request.isPreview };
  });
  if (begun.kind === 'refused' || request.isPreview) return begun;
  return goOn(writer, begun);
}

/** Decides it, and does the first steps. */
export function unmergeGroup(writer: MergeWriter, request: UnmergeRequest, by: Actor | undefined): MergeOutcome {
  const { tables, committer } = writer;
  const begun = committer.transact((): MergeOutcome => {
    const whole = findHead(tables, request.groupId);
    if (whole === null) return refused('unknown');
    const parts = tables.parts.ofGroup(whole.id);
    const leaving = chooseLeaving(parts, whole.id, request.partIds);
    if (typeof leaving === 'string') return refused(leaving);
    if (tables.splits.isMoving(whole.id)) return refused('busy');
    if (isRegrouping(tables, whole.projectId)) return refused('regrouping');
    const groups = beginUnmerge(writer, { whole, leaving }, by);
    return { kind: 'done', group: headToErrorGroup(whole), groups, isComplete: false };
  });
  return begun.kind === 'refused' ? begun : goOn(writer, begun);
}

export function findHead({ groups, redirects }: WriterTables, groupId: string): GroupHead | null {
  const id = parsePublicId(groupId);
  return id === null ? null : groups.findById(redirects.follow(id));
}

export function isRegrouping({ groupings }: WriterTables, projectId: number): boolean {
  return groupings.find(projectId)?.isDue === 1;
}

function refusalOf({ parts, ...tables }: WriterTables, heads: readonly GroupHead[]): MergeRefusal | null {
  const [target] = heads;
  if (target === undefined || heads.length < 2) return 'same';
  if (heads.some(({ projectId }) => projectId !== target.projectId)) return 'projects';
  const own = heads.map(({ id }) => parts.ofGroup(id));
  if (own.flat().some(({ state }) => state !== PART_JOINED)) return 'busy';
  // One that is on its way has no parts of its own.
  if (heads.some(({ id }) => (parts.byId(id)?.state ?? PART_JOINED) !== PART_JOINED)) return 'busy';
  if (heads.some(({ id }) => tables.splits.isMoving(id))) return 'busy';
  if (isRegrouping({ parts, ...tables }, target.projectId)) return 'regrouping';
  const partCount = own.reduce((sum, some) => sum + Math.max(1, some.length), 0);
  const newCount = own.filter((some) => some.length === 0).length;
  return partCount > PARTS_OF_GROUP_MAX || parts.count() + newCount > MERGED_PARTS_MAX ? 'limit' : null;
}

/** What the first is when it has all events of the others. */
export function toWhole(target: GroupHead, others: readonly GroupHead[]): GroupHead {
  const all = [target, ...others];
  return {
    ...target,
    severity: Math.max(...all.map(({ severity }) => severity)),
    firstSeenAtMs: Math.min(...all.map(({ firstSeenAtMs }) => firstSeenAtMs)),
    lastSeenAtMs: Math.max(...all.map(({ lastSeenAtMs }) => lastSeenAtMs)),
    eventCount: all.reduce((sum, { eventCount }) => sum + eventCount, 0),
  };
}

interface Merge {
  readonly target: GroupHead;
  readonly others: readonly GroupHead[];
}

function beginMerge(writer: MergeWriter, { target, others }: Merge, by: Actor | undefined): void {
  const { tables, nowMs } = writer;
  const atMs = nowMs();
  // What waits for the index of groups would be taken for indexed once it is in another group.
  tables.events.settle();
  const made = { intoId: target.id, atMs, by: by?.name ?? null };
  // All are asked for before any is written: after a change, all parts are read anew.
  const wholes = new Set([target, ...others].map(({ id }) => id).filter((id) => tables.parts.ofGroup(id).length > 0));
  for (const { id } of [target, ...others]) {
    if (wholes.has(id)) tables.parts.moveAll(id, target.id);
    else {
      // Taking back a version has shown it again under the id of a part: what is decided now holds.
      tables.parts.remove(id);
      tables.parts.add(id, made);
    }
    tables.parts.pin(id);
  }
  for (const { id } of others) tables.parts.setState(id, PART_JOINING, 0);
  tables.groups.update({ ...toWhole(target, others), eventCount: target.eventCount });
  noteDone(writer, { kind: 'merged', whole: target, parts: others.map(headToErrorGroup) }, by);
  tables.groups.reload();
}

interface Unmerge {
  readonly whole: GroupHead;
  readonly leaving: readonly PartRow[];
}

function beginUnmerge(writer: MergeWriter, { whole, leaving }: Unmerge, by: Actor | undefined): ErrorGroup[] {
  const { tables } = writer;
  tables.events.settle();
  const boundaryId = tables.nextId();
  for (const { id } of leaving) {
    tables.parts.show(id, false);
    tables.redirects.delete(id);
    tables.parts.setState(id, PART_LEAVING, boundaryId);
  }
  tables.groups.reload();
  // From now on: an event that comes has to be told of them.
  setDueFor(
    tables,
    leaving.map(({ id }) => id),
  );
  const heads = leaving.map(({ id }) => tables.groups.findById(id)).filter((head) => head !== null);
  const groups = heads.map(headToErrorGroup);
  noteDone(writer, { kind: 'unmerged', whole, parts: groups }, by);
  return groups;
}

interface Done {
  readonly kind: 'merged' | 'unmerged';
  readonly whole: GroupHead;
  readonly parts: readonly ErrorGroup[];
}

/** The line of the history, and the row of the audit. In the transaction of the change. */
function noteDone(writer: MergeWriter, { kind, whole, parts }: Done, by: Actor | undefined): void {
  const { tables, nowMs } = writer;
  const place = { projectId: whole.projectId, groupId: whole.id };
  const text = toMergeText(parts);
  tables.triage.note(place, { atMs: nowMs(), kind, actor: by?.name ?? null, text });
  toNote(writer, by, toMergeRecord(kind, headToErrorGroup(whole), parts))();
  // Who does the steps has to hear of it.
  tables.groupings.touch();
}

/** What the history says of parts: their ids, as far as there is room. */
export function toMergeText(parts: readonly ErrorGroup[]): string {
  return parts
    .slice(0, PARTS_OF_GROUP_MAX)
    .map(({ id }) => id)
    .join(' ');
}

/**
 * As many steps as a call may take; who has many events sees them come. A step may be one of another merge, which the answer says
 * nothing of.
 */
function goOn(writer: MergeWriter, begun: MergeOutcome & { kind: 'done' }): MergeOutcome {
  const { tables } = writer;
  const wholeId = parsePublicId(begun.group.id) ?? 0;
  const isMoving = (): boolean => tables.parts.ofGroup(wholeId).some(({ state }) => state !== PART_JOINED);
  for (let count = 0; count < MERGE_STEPS_AT_ONCE && isMoving(); count += 1) stepMerging(writer);
  const group = findHead(tables, begun.group.id);
  const groups = begun.groups.map((before) => {
    const head = findHead(tables, before.id);
    return head === null || head.id === group?.id ? before : headToErrorGroup(head);
  });
  return { ...begun, group: group === null ? begun.group : headToErrorGroup(group), groups, isComplete: !isMoving() };
}
