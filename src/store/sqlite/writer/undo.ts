// Changes of a status, and snoozes, that somebody takes back, each with its row of the history in the same transaction.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import { rowToStatus } from '../../../answers/enums.js';
import { optional } from '../../../answers/optional.js';
import { toShownResolvedIn, toStatusText } from '../../../answers/releases.js';
import type { HistoryRow } from '../../../answers/triage.js';
import { type GivenBack, isCounting, toGivenBack } from '../../../answers/undo.js';
import { SNOOZES_MAX } from '../../../limits.js';
import type { UndoReport } from '../../store.js';
import { parsePublicId } from '../row-id.js';
import { type GroupHead, headToErrorGroup } from '../tables/error-groups.js';
import type { WriterCall } from '../thread-messages.js';
import { toNote, toUndoRecords } from './access-calls.js';
import type { ChangeWriter } from './changes.js';
import { noteDecision } from './regroup-on.js';

type UndoCall = WriterCall['undoStatuses']['in'];

/** The groups that are again what they were, and what became of the others. */
export function undoStatuses(
  writer: ChangeWriter,
  call: UndoCall,
): { readonly groups: readonly ErrorGroup[]; readonly report: UndoReport } {
  const { tables, committer } = writer;
  return committer.transact(() => {
    const groups: ErrorGroup[] = [];
    const leftIds: string[] = [];
    const missingIds: string[] = [];
    for (const id of new Set(call.groupIds)) {
      const rowId = parsePublicId(id);
      const head = rowId === null ? null : tables.groups.findById(tables.redirects.follow(rowId));
      // One that is part of another is not what was changed.
      const given = head === null || head.id !== rowId ? null : takeBack(writer, head, call);
      if (head === null) missingIds.push(id);
      else if (given === null) leftIds.push(id);
      else groups.push(toGroupAgain(head, given));
    }
    for (const record of toUndoRecords(groups)) toNote(writer, call.by, record)();
    return { groups, report: { undoneCount: groups.length, leftIds, missingIds } };
  });
}

function takeBack({ tables, nowMs }: ChangeWriter, head: GroupHead, { changeName, by }: UndoCall): GivenBack | null {
  const place = { projectId: head.projectId, groupId: head.id };
  const newest = tables.triage.newestChange(place);
  const given = toGivenBack(changeName, newest, { group: head, triage: tables.triage.find(place) });
  if (newest === undefined || given === null) return null;
  const { triage } = given;
  if (triage !== null && isCounting(triage) && tables.triage.countSnoozed() >= SNOOZES_MAX) return null;
  if (triage !== null) tables.triage.write(place, triage);
  tables.groups.giveBack(head, given);
  noteDecision(tables, head);
  tables.triage.setTakenBack(place, newest.number);
  tables.triage.note(place, toUndoEntry(given, { changeName, actor: by?.name ?? null, atMs: nowMs() }));
  return given;
}

/** What the history tells of an undo. */
export function toUndoEntry(
  { status, triage }: GivenBack,
  made: Pick<HistoryRow, 'actor' | 'atMs'> & { readonly changeName: string },
): HistoryRow {
  const text = `${toStatusText(rowToStatus(status), triage?.resolvedIn ?? null)} by undo`;
  return { ...made, kind: 'status', text };
}

/** The group as it is then. */
export function toGroupAgain(head: GroupHead, { triage }: GivenBack): ErrorGroup {
  return { ...headToErrorGroup(head), ...optional('resolvedIn', toShownResolvedIn(triage?.resolvedIn ?? null)) };
}
