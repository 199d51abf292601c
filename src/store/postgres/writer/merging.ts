// Groups that people make of others. A call decides it and lets new events follow at once; the stored ones come after it in
// short transactions that hold the project, and what each leaves says where the next one goes on, whichever daemon does it.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import { PARTS_OF_GROUP_MAX } from '../../../../schemas/limits.js';
import { MERGED_PARTS_MAX } from '../../../limits.js';
import type { Actor } from '../../access.js';
import type { MergeOutcome, MergeRefusal, MergeRequest, UnmergeRequest } from '../../merge.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { type GroupHead, headToErrorGroup } from '../../sqlite/tables/error-groups.js';
import { PART_JOINED, PART_JOINING, PART_LEAVING } from '../../sqlite/tables/group-parts.js';
import { chooseLeaving } from '../../sqlite/tables/merged-parts.js';
import { toMergeRecord } from '../../sqlite/writer/access-calls.js';
import { toMergeText, toWhole } from '../../sqlite/writer/merging.js';
import type { Queries } from '../connection.js';
import { MERGE_STEPS_AT_ONCE } from '../limits.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { deleteRedirect } from '../tables/group-changes.js';
import { countParts, openPartTables, type PartRow } from '../tables/group-parts.js';
import { openSplitTables } from '../tables/group-splits.js';
import { findGrouping } from '../tables/groupings.js';
import { raiseEpochs } from '../tables/projects.js';
import { openRegroupTables } from '../tables/regrouping.js';
import { noteHistory } from '../tables/triage.js';
import { toNote } from './access-calls.js';
import { findHeads } from './changes.js';
import { setDueFor, stepMerging } from './merge-steps.js';
import type { RegroupOptions } from './regroup.js';

interface Whole {
  readonly projectId: number;
  readonly id: number;
}

/** What a transaction has decided. Without a whole, no event is on its way for it. */
type Begun =
  | { readonly outcome: MergeOutcome; readonly whole: null }
  | { readonly outcome: MergeOutcome & { kind: 'done' }; readonly whole: Whole };

const refused = (reason: MergeRefusal): Begun => ({ outcome: { kind: 'refused', reason }, whole: null });

/** Decides it, and does the first steps. */
export async function mergeGroups(
  writer: RegroupOptions,
  request: MergeRequest,
  by: Actor | undefined,
): Promise<MergeOutcome> {
  const wanted = request.groupIds.map(parsePublicId);
  const ids = wanted.filter((id) => id !== null);
  const { out, feed } = await writer.feedWriter.transact(async (transaction): Promise<Begun> => {
    const found = await findHeads(transaction, ids);
    const heads = [...new Set(ids.map((id) => found.get(id)).filter((head) => head !== undefined))];
    const [target, ...others] = heads;
    if (wanted.some((id) => id === null || !found.has(id)) || target === undefined) return refused('unknown');
    const refusal = await refusalOf(transaction, heads);
    if (refusal !== null) return refused(refusal);
    const groups = heads.map(headToErrorGroup);
    const whole = headToErrorGroup(toWhole(target, others));
    if (request.isPreview) return { outcome: { kind: 'done', group: whole, groups, isComplete: true }, whole: null };
    await beginMerge({ transaction, nowMs: writer.nowMs(), by }, target, others);
    return { outcome: { kind: 'done', group: whole, groups, isComplete: false }, whole: target };
  });
  writer.publish(feed);
  return out.whole === null ? out.outcome : goOn(writer, out);
}

/** Decides it, and does the first steps. */
export async function unmergeGroup(
  writer: RegroupOptions,
  request: UnmergeRequest,
  by: Actor | undefined,
): Promise<MergeOutcome> {
  const id = parsePublicId(request.groupId);
  if (id === null) return refused('unknown').outcome;
  const { out, feed } = await writer.feedWriter.transact(async (transaction, { ids }): Promise<Begun> => {
    const whole = (await findHeads(transaction, [id])).get(id);
    if (whole === undefined) return refused('unknown');
    const { projectId } = whole;
    const parts = await openPartTables(transaction, projectId).ofGroups([whole.id]);
    const leaving = chooseLeaving(parts, whole.id, request.partIds);
    if (typeof leaving === 'string') return refused(leaving);
    if (await openSplitTables(transaction, projectId).isMoving([whole.id])) return refused('busy');
    if (await isRegrouping(transaction, projectId)) return refused('regrouping');
    const endId = await openRegroupTables(transaction, projectId).endOfEvents();
    const change = { transaction, nowMs: writer.nowMs(), by };
    const groups = await beginUnmerge(change, { whole, leaving, boundaryId: Math.max(ids.next(), endId) });
    return { outcome: { kind: 'done', group: headToErrorGroup(whole), groups, isComplete: false }, whole };
  });
  writer.publish(feed);
  return out.whole === null ? out.outcome : goOn(writer, out);
}

export async function isRegrouping(transaction: Queries, projectId: number): Promise<boolean> {
  return (await findGrouping(transaction, projectId))?.isDue === 1;
}

async function refusalOf(transaction: Queries, heads: readonly GroupHead[]): Promise<MergeRefusal | null> {
  const [target] = heads;
  if (target === undefined || heads.length < 2) return 'same';
  const { projectId } = target;
  if (heads.some((head) => head.projectId !== projectId)) return 'projects';
  const tables = openPartTables(transaction, projectId);
  const ids = heads.map(({ id }) => id);
  const parts = await tables.ofGroups(ids);
  // One that is on its way has no parts of its own.
  if ([...parts, ...(await tables.byIds(ids))].some(({ state }) => state !== PART_JOINED)) return 'busy';
  if (await openSplitTables(transaction, projectId).isMoving(ids)) return 'busy';
  if (await isRegrouping(transaction, projectId)) return 'regrouping';
  const newCount = heads.filter(({ id }) => !parts.some(({ intoId }) => intoId === id)).length;
  const isFull = parts.length + newCount > PARTS_OF_GROUP_MAX;
  return isFull || (await countParts(transaction)) + newCount > MERGED_PARTS_MAX ? 'limit' : null;
}

interface Change {
  readonly transaction: Queries;
  readonly nowMs: number;
  readonly by: Actor | undefined;
}

async function beginMerge(change: Change, target: GroupHead, others: readonly GroupHead[]): Promise<void> {
  const { transaction, nowMs, by } = change;
  const tables = openPartTables(transaction, target.projectId);
  const made = { intoId: target.id, atMs: nowMs, by: by?.name ?? null };
  const all = [target, ...others].map(({ id }) => id);
  const wholes = new Set((await tables.ofGroups(all)).map(({ intoId }) => intoId));
  for (const id of all) {
    if (wholes.has(id)) await tables.moveAll(id, target.id);
    else {
      // Taking back a version has shown it again under the id of a part: what is decided now holds.
      await tables.remove(id);
      await tables.add(id, made);
    }
    await tables.pin(id);
  }
  for (const { id } of others) await tables.setState(id, PART_JOINING, 0);
  await updateGroups(transaction, [{ ...toWhole(target, others), eventCount: target.eventCount }]);
  await noteDone(change, { kind: 'merged', whole: target, parts: others.map(headToErrorGroup) });
}

interface Unmerge {
  readonly whole: GroupHead;
  readonly leaving: readonly PartRow[];
  readonly boundaryId: number;
}

async function beginUnmerge(change: Change, { whole, leaving, boundaryId }: Unmerge): Promise<ErrorGroup[]> {
  const { transaction } = change;
  const { projectId, projectName } = whole;
  const tables = openPartTables(transaction, projectId);
  for (const { id } of leaving) {
    await tables.show(id, false);
    await deleteRedirect(transaction, projectId, id);
    await tables.setState(id, PART_LEAVING, boundaryId);
  }
  const ids = leaving.map(({ id }) => id);
  const heads = await findGroupsById(transaction, { projectId, projectName }, ids);
  // From now on: an event that comes has to be told of them.
  await setDueFor(transaction, projectId, [...heads.values()]);
  const groups = [...heads.values()].map(headToErrorGroup);
  await noteDone(change, { kind: 'unmerged', whole, parts: groups });
  return groups;
}

interface Done {
  readonly kind: 'merged' | 'unmerged';
  readonly whole: GroupHead;
  readonly parts: readonly ErrorGroup[];
}

/** The line of the history, and the row of the audit. In the transaction of the change. */
async function noteDone({ transaction, nowMs, by }: Change, { kind, whole, parts }: Done): Promise<void> {
  const { projectId, id: groupId } = whole;
  const entry = { atMs: nowMs, kind, actor: by?.name ?? null, text: toMergeText(parts) };
  await noteHistory(transaction, { projectId, groupId }, entry);
  await toNote(() => nowMs, by, toMergeRecord(kind, headToErrorGroup(whole), parts))(transaction);
  await openPartTables(transaction, projectId).note();
  await raiseEpochs(transaction, [projectId]);
}

/**
 * As many steps as a call may take; who has many events sees them come. A step may be one of another merge, which the answer says
 * nothing of.
 */
async function goOn(
  writer: RegroupOptions,
  { outcome: begun, whole }: Begun & { whole: Whole },
): Promise<MergeOutcome> {
  for (let count = 0; count < MERGE_STEPS_AT_ONCE; count += 1) {
    if (!(await writer.connection.between((db) => isMoving(db, whole)))) break;
    await stepMerging(writer);
  }
  const { out } = await writer.feedWriter.transact(async (transaction): Promise<MergeOutcome> => {
    const ids = [begun.group, ...begun.groups].map(({ id }) => parsePublicId(id)).filter((id) => id !== null);
    const heads = await findHeads(transaction, ids);
    const now = ({ id }: ErrorGroup): ErrorGroup | null => {
      const head = heads.get(parsePublicId(id) ?? 0);
      return head === undefined ? null : headToErrorGroup(head);
    };
    const group = now(begun.group) ?? begun.group;
    const groups = begun.groups.map((before) => {
      const after = now(before);
      return after === null || after.id === group.id ? before : after;
    });
    return { ...begun, group, groups, isComplete: !(await isMoving(transaction, whole)) };
  });
  return out;
}

/** Whether events are on their way into the group, or out of it. */
async function isMoving(db: Queries, { projectId, id }: Whole): Promise<boolean> {
  const parts = await openPartTables(db, projectId).ofGroups([id]);
  return parts.some(({ state }) => state !== PART_JOINED);
}
