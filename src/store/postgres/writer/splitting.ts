// Groups that people make of some events of others. A call decides it and lets new events follow at once; the stored ones come
// after it in short transactions that hold the project, and what each leaves says where the next one goes on.

import { randomBytes } from 'node:crypto';
import { toStatusRow } from '../../../answers/enums.js';
import { toMadeGroup, toMadeTriage } from '../../../answers/split.js';
import { toEventCondition } from '../../../event-conditions.js';
import { SPLITS_MAX, SPLITS_OF_GROUP_MAX } from '../../../limits.js';
import type { Actor } from '../../access.js';
import type { SplitOutcome, SplitRefusal, SplitRequest } from '../../split.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import { type GroupHead, headToErrorGroup, rowToFacts } from '../../sqlite/tables/error-groups.js';
import { PART_JOINED } from '../../sqlite/tables/group-parts.js';
import { isOfSplit, SPLIT_DONE } from '../../sqlite/tables/group-splits.js';
import type { WaitingEvent } from '../../sqlite/tables/regrouping.js';
import { toSplitRecord } from '../../sqlite/writer/access-calls.js';
import { toSplitEvent } from '../../sqlite/writer/split-steps.js';
import type { Queries } from '../connection.js';
import { MERGE_STEPS_AT_ONCE } from '../limits.js';
import { openPartTables } from '../tables/group-parts.js';
import { countSplits, openSplitTables } from '../tables/group-splits.js';
import { raiseEpochs } from '../tables/projects.js';
import { openRegroupTables } from '../tables/regrouping.js';
import { findTriage, noteHistory, writeTriage } from '../tables/triage.js';
import { toNote } from './access-calls.js';
import { findHeads } from './changes.js';
import type { Writing } from './connection.js';
import { isRegrouping } from './merging.js';
import { openMovingStep } from './moving.js';
import type { RegroupOptions } from './regroup.js';
import { moveOut, stepSplitting } from './split-steps.js';

const UNRESOLVED = toStatusRow('unresolved');

interface Wanted {
  readonly request: SplitRequest;
  /** An event that is known to meet the conditions: with it the group is made. */
  readonly eventRowId: number;
  readonly by: Actor | undefined;
}

interface Begun {
  readonly projectId: number;
  readonly fromId: number;
  readonly id: number;
}

/** Decides it, and does the first steps. */
export async function splitGroup(writer: RegroupOptions, wanted: Wanted): Promise<SplitOutcome> {
  const { groupId, conditions } = wanted.request;
  const groupRowId = parsePublicId(groupId);
  if (groupRowId === null) return { kind: 'refused', reason: 'unknown' };
  const { out, feed } = await writer.feedWriter.transact(
    async (transaction, writing): Promise<SplitRefusal | Begun> => {
      const from = (await findHeads(transaction, [groupRowId])).get(groupRowId);
      if (from === undefined) return 'unknown';
      const refusal = await refusalOf(transaction, from);
      if (refusal !== null) return refusal;
      const [event] = await openRegroupTables(transaction, from.projectId).readEvents([wanted.eventRowId]);
      const isThere = event !== undefined && event.groupId === from.id;
      if (!isThere || !isOfSplit({ condition: toEventCondition(conditions) }, toSplitEvent(event))) return 'none';
      return begin({ transaction, writing, nowMs: writer.nowMs() }, wanted, { from, event });
    },
  );
  writer.publish(feed);
  return typeof out === 'string' ? { kind: 'refused', reason: out } : goOn(writer, out);
}

async function refusalOf(transaction: Queries, { id, projectId }: GroupHead): Promise<SplitRefusal | null> {
  const parts = openPartTables(transaction, projectId);
  const splits = openSplitTables(transaction, projectId);
  // One that is on its way has no parts of its own.
  const own = [...(await parts.ofGroups([id])), ...(await parts.byIds([id]))];
  if (own.some(({ state }) => state !== PART_JOINED) || (await splits.isMoving([id]))) return 'busy';
  if (await isRegrouping(transaction, projectId)) return 'regrouping';
  const isFull = (await splits.ofGroup(id)).length >= SPLITS_OF_GROUP_MAX;
  return isFull || (await countSplits(transaction)) >= SPLITS_MAX ? 'limit' : null;
}

interface Change {
  readonly transaction: Queries;
  readonly writing: Writing;
  readonly nowMs: number;
}

async function begin(
  { transaction, writing, nowMs }: Change,
  { request: { conditions }, by }: Wanted,
  { from, event }: { readonly from: GroupHead; readonly event: WaitingEvent },
): Promise<Begun> {
  const { projectId, projectName, fingerprint, fingerprintVersion } = from;
  const id = writing.ids.next();
  const endId = await openRegroupTables(transaction, projectId).endOfEvents();
  const ownFingerprint = randomBytes(fingerprint.length / 2).toString('hex');
  const made = { id, projectId, fromId: from.id, fingerprint, fingerprintVersion, ownFingerprint, conditions };
  const actor = by?.name ?? null;
  const splits = openSplitTables(transaction, projectId);
  await splits.add({ ...made, atMs: nowMs, by: actor, boundaryId: Math.max(writing.ids.next(), endId) });
  const step = await openMovingStep({ transaction, writing, projectId, projectName, nowMs });
  // The head that the step writes.
  const origin = (await step.head(from.id)) ?? from;
  const head = await moveOut(step, { id, ownFingerprint }, { event, from: origin });
  const { triage, isOpen } = toMadeTriage(await findTriage(transaction, { projectId, groupId: from.id }));
  if (isOpen) head.status = UNRESOLVED;
  await step.flush();
  if (triage !== null) await writeTriage(transaction, { projectId, groupId: id }, triage);
  const note = (groupId: number, kind: 'split' | 'split_off', other: number): Promise<void> =>
    noteHistory(transaction, { projectId, groupId }, { atMs: nowMs, kind, actor, text: toPublicId(other) });
  await note(from.id, 'split', id);
  await note(id, 'split_off', from.id);
  await toNote(() => nowMs, by, toSplitRecord(headToErrorGroup(from), { id: toPublicId(id), conditions }))(transaction);
  await splits.note();
  await raiseEpochs(transaction, [projectId]);
  return { projectId, fromId: from.id, id };
}

/** As many steps as a call may take; who has many events sees them come. */
async function goOn(writer: RegroupOptions, { projectId, fromId, id }: Begun): Promise<SplitOutcome> {
  const isMoving = async (db: Queries): Promise<boolean> =>
    (await openSplitTables(db, projectId).ofGroup(fromId)).some(
      (split) => split.id === id && split.state !== SPLIT_DONE,
    );
  for (let count = 0; count < MERGE_STEPS_AT_ONCE; count += 1) {
    if (!(await writer.connection.between(isMoving))) break;
    await stepSplitting(writer);
  }
  const { out } = await writer.feedWriter.transact(async (transaction): Promise<SplitOutcome> => {
    const heads = await findHeads(transaction, [fromId, id]);
    const [from, made] = [heads.get(fromId), heads.get(id)];
    // Retention may have deleted them meanwhile.
    if (from === undefined || made === undefined) return { kind: 'refused', reason: 'unknown' };
    const answer = { group: headToErrorGroup(from), made: toMadeGroup(rowToFacts(made)) };
    return { kind: 'done', ...answer, isComplete: !(await isMoving(transaction)) };
  });
  return out;
}
