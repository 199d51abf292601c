// Groups that people make of some events of others. A call decides it and lets new events follow at once; the stored ones come
// after it in short transactions, and what each leaves says where the next one goes on.

import { randomBytes } from 'node:crypto';
import { toStatusRow } from '../../../answers/enums.js';
import { toMadeGroup, toMadeTriage } from '../../../answers/split.js';
import { toEventCondition } from '../../../event-conditions.js';
import { SPLITS_MAX, SPLITS_OF_GROUP_MAX } from '../../../limits.js';
import type { Actor } from '../../access.js';
import type { SplitOutcome, SplitRefusal, SplitRequest } from '../../split.js';
import { MERGE_STEPS_AT_ONCE } from '../limits.js';
import { toPublicId } from '../row-id.js';
import { type GroupHead, headToErrorGroup, rowToFacts } from '../tables/error-groups.js';
import { PART_JOINED } from '../tables/group-parts.js';
import { isOfSplit, SPLIT_DONE } from '../tables/group-splits.js';
import type { FileEvent } from '../tables/regrouping.js';
import type { WriterCall } from '../thread-messages.js';
import { toNote, toSplitRecord } from './access-calls.js';
import type { WriterTables } from './append.js';
import type { ChangeWriter } from './changes.js';
import { findHead, isRegrouping, type MergeWriter } from './merging.js';
import { openMovingStep } from './moving.js';
import { moveOut, stepSplitting, toSplitEvent } from './split-steps.js';

const UNRESOLVED = toStatusRow('unresolved');

type SplitCalls = {
  split: (input: WriterCall['split']['in'], writer: ChangeWriter) => WriterCall['split']['out'];
};

/** The calls of the writer thread. */
export function toSplitCalls(announce: MergeWriter['announce']): SplitCalls {
  return {
    split: ({ request, eventRowId, by }, writer) => splitGroup({ ...writer, announce }, { request, eventRowId, by }),
  };
}

const refused = (reason: SplitRefusal): SplitOutcome => ({ kind: 'refused', reason });

interface Wanted {
  readonly request: SplitRequest;
  /** An event that is known to meet the conditions: with it the group is made. */
  readonly eventRowId: number;
  readonly by: Actor | undefined;
}

/** Decides it, and does the first steps. */
export function splitGroup(writer: MergeWriter, wanted: Wanted): SplitOutcome {
  const { tables, regroup, committer } = writer;
  const { groupId, conditions } = wanted.request;
  const begun = committer.transact((): SplitRefusal | { readonly fromId: number; readonly id: number } => {
    const from = findHead(tables, groupId);
    if (from === null) return 'unknown';
    const refusal = refusalOf(tables, from);
    if (refusal !== null) return refusal;
    const event = regroup.read(wanted.eventRowId);
    const isThere = event !== undefined && event.groupId === from.id;
    if (!isThere || !isOfSplit({ condition: toEventCondition(conditions) }, toSplitEvent(event))) return 'none';
    return { fromId: from.id, id: begin(writer, wanted, { from, event }) };
  });
  tables.groups.reload();
  return typeof begun === 'string' ? refused(begun) : goOn(writer, begun);
}

function refusalOf({ parts, splits, ...tables }: WriterTables, { id, projectId }: GroupHead): SplitRefusal | null {
  const isPartMoving = parts.ofGroup(id).some(({ state }) => state !== PART_JOINED);
  // One that is on its way has no parts of its own.
  if (isPartMoving || (parts.byId(id)?.state ?? PART_JOINED) !== PART_JOINED || splits.isMoving(id)) return 'busy';
  if (isRegrouping({ parts, splits, ...tables }, projectId)) return 'regrouping';
  return splits.ofGroup(id).length >= SPLITS_OF_GROUP_MAX || splits.count() >= SPLITS_MAX ? 'limit' : null;
}

/** Answers the id of the group that is made. In a transaction. */
function begin(
  writer: MergeWriter,
  { request, by }: Wanted,
  { from, event }: { readonly from: GroupHead; readonly event: FileEvent },
): number {
  const { tables, nowMs } = writer;
  // What waits for the index of groups would be taken for indexed once it is in another group.
  tables.events.settle();
  tables.facets.settle();
  const id = tables.nextId();
  const { projectId, fingerprint, fingerprintVersion } = from;
  const ownFingerprint = randomBytes(from.fingerprint.length / 2).toString('hex');
  const { conditions } = request;
  const atMs = nowMs();
  const made = { id, projectId, fromId: from.id, fingerprint, fingerprintVersion, ownFingerprint, conditions };
  tables.splits.add({ ...made, atMs, by: by?.name ?? null, boundaryId: tables.nextId() });
  const step = openMovingStep(writer, projectId);
  // The head that the step writes.
  const origin = step.head(from.id) ?? from;
  const head = moveOut(step, { id, ownFingerprint }, { event, from: origin });
  const { triage, isOpen } = toMadeTriage(tables.triage.find({ projectId, groupId: from.id }));
  if (isOpen) head.status = UNRESOLVED;
  step.flush();
  if (triage !== null) tables.triage.write({ projectId, groupId: id }, triage);
  const actor = by?.name ?? null;
  tables.triage.note({ projectId, groupId: from.id }, { atMs, kind: 'split', actor, text: toPublicId(id) });
  tables.triage.note({ projectId, groupId: id }, { atMs, kind: 'split_off', actor, text: toPublicId(from.id) });
  toNote(writer, by, toSplitRecord(headToErrorGroup(from), { id: toPublicId(id), conditions }))();
  // Who does the steps has to hear of it.
  tables.groupings.touch();
  return id;
}

/** As many steps as a call may take; who has many events sees them come. */
function goOn(writer: MergeWriter, { fromId, id }: { readonly fromId: number; readonly id: number }): SplitOutcome {
  const { tables } = writer;
  const isMoving = (): boolean =>
    tables.splits.ofGroup(fromId).some((split) => split.id === id && split.state !== SPLIT_DONE);
  for (let count = 0; count < MERGE_STEPS_AT_ONCE && isMoving(); count += 1) stepSplitting(writer);
  const made = tables.groups.findById(id);
  const from = tables.groups.findById(tables.redirects.follow(fromId));
  // Retention may have deleted them meanwhile.
  if (made === null || from === null) return refused('unknown');
  return {
    kind: 'done',
    group: headToErrorGroup(from),
    made: toMadeGroup(rowToFacts(made)),
    isComplete: !isMoving(),
  };
}
