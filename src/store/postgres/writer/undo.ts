// Changes of a status, and snoozes, that somebody takes back, each with its row of the history in the same transaction.

import { toStatusItem } from '../../../answers/feed-messages.js';
import { type GivenBack, isCounting, toGivenBack } from '../../../answers/undo.js';
import { SNOOZES_MAX } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import type { GroupHead } from '../../sqlite/tables/error-groups.js';
import { toUndoRecords } from '../../sqlite/writer/access-calls.js';
import { toGroupAgain, toUndoEntry } from '../../sqlite/writer/undo.js';
import type { UndoReport } from '../../store.js';
import type { Queries } from '../connection.js';
import { updateGroups } from '../tables/error-groups.js';
import {
  countSnoozed,
  findNewestChange,
  findTriage,
  noteHistory,
  setTakenBack,
  writeTriage,
} from '../tables/triage.js';
import type { WriterCall } from '../thread-messages.js';
import { toNote } from './access-calls.js';
import { findHeads, type StatusWriter } from './changes.js';
import { noteDecision } from './regroup-on.js';

type UndoCall = WriterCall['undoStatuses']['in'];

interface Undone {
  readonly report: UndoReport;
  readonly feed: readonly FeedItem[];
}

/** `feed` tells the groups that are again what they were. */
export async function undoStatuses(writer: StatusWriter, call: UndoCall): Promise<Undone> {
  const wanted = [...new Set(call.groupIds)].map((id) => ({ id, rowId: parsePublicId(id) }));
  const rowIds = wanted.map(({ rowId }) => rowId).filter((rowId) => rowId !== null);
  const { out: report, feed } = await writer.feedWriter.transact(async (transaction, _, part) => {
    const heads = await findHeads(transaction, rowIds);
    const again: { readonly head: GroupHead; readonly given: GivenBack }[] = [];
    const leftIds: string[] = [];
    const missingIds: string[] = [];
    for (const { id, rowId } of wanted) {
      const head = rowId === null ? undefined : heads.get(rowId);
      // One that is part of another is not what was changed.
      const isOwn = head !== undefined && head.id === rowId;
      const given = isOwn ? await takeBack(transaction, head, { writer, call }) : null;
      if (head === undefined) missingIds.push(id);
      else if (given === null) leftIds.push(id);
      else again.push({ head, given });
    }
    await updateGroups(
      transaction,
      again.map(({ head }) => head),
    );
    const groups = again.map(({ head, given }) => toGroupAgain(head, given));
    for (const record of toUndoRecords(groups)) await toNote(writer.nowMs, call.by, record)(transaction);
    const demand = await part.demand;
    if (demand.isListening) await part.tell(groups.map(toStatusItem));
    return { undoneCount: groups.length, leftIds, missingIds };
  });
  return { report, feed };
}

/** Of a group whose project is held; the head is for the caller to write. */
async function takeBack(
  transaction: Queries,
  head: GroupHead,
  { writer: { nowMs }, call: { changeName, by } }: { readonly writer: StatusWriter; readonly call: UndoCall },
): Promise<GivenBack | null> {
  const place = { projectId: head.projectId, groupId: head.id };
  const newest = await findNewestChange(transaction, place);
  const given = toGivenBack(changeName, newest, { group: head, triage: await findTriage(transaction, place) });
  if (newest === undefined || given === null) return null;
  const { triage, status, reopenedAtMs } = given;
  if (triage !== null && isCounting(triage) && (await countSnoozed(transaction)) >= SNOOZES_MAX) return null;
  if (triage !== null) await writeTriage(transaction, place, triage);
  Object.assign(head, { status, reopenedAtMs });
  await noteDecision(transaction, head);
  await setTakenBack(transaction, place, newest.number);
  const entry = toUndoEntry(given, { changeName, actor: by?.name ?? null, atMs: nowMs() });
  await noteHistory(transaction, place, entry);
  return given;
}
