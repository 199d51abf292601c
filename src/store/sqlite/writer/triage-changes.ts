// Snoozing, assigning and notes, each with its row of the history and the audit in the same transaction.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import type { TriageChange } from '../../../../schemas/triage.js';
import { statusChangeMessage, triageChangeMessage } from '../../../answers/feed-messages.js';
import { type HistoryRow, NO_TRIAGE, snoozeText, type TriageFacts } from '../../../answers/triage.js';
import { type Kept, toKept } from '../../../answers/undo.js';
import { ALERT_GROUPS_MAX, SNOOZES_MAX } from '../../../limits.js';
import { parseTimestampMs } from '../../../timestamp.js';
import type { Actor } from '../../access.js';
import type { TriageChanged } from '../../alerts.js';
import { parsePublicId } from '../row-id.js';
import { WOKEN } from '../tables/alerts.js';
import { type GroupHead, headToErrorGroup } from '../tables/error-groups.js';
import { toNote } from './access-calls.js';
import type { ChangeWriter } from './changes.js';
import { noteDecision } from './regroup-on.js';

interface TriageCall {
  readonly change: TriageChange;
  readonly by: Actor | undefined;
}

/** `json` is what the feed is told: a snooze is a status too. */
export function changeTriage(
  writer: ChangeWriter,
  groupId: string,
  call: TriageCall,
): { readonly changed: TriageChanged; readonly json: string | null } {
  const id = parsePublicId(groupId);
  const { tables, committer } = writer;
  return committer.transact(() => {
    const head = id === null ? null : tables.groups.findById(tables.redirects.follow(id));
    if (head === null) return refused('error_group_not_found');
    if (isCounted(call.change) && tables.triage.countSnoozed() >= SNOOZES_MAX) return refused('snooze_limit');
    const { assignee } = write(writer, head, call);
    const group = headToErrorGroup(head);
    return { changed: { kind: 'changed', group }, json: toTriageMessage(group, assignee, call.change) };
  });
}

/** Each round looks at every group that waits for a count. */
export function isCounted({ snooze }: TriageChange): boolean {
  return snooze?.events !== undefined || snooze?.users !== undefined;
}

const refused = (code: 'error_group_not_found' | 'snooze_limit') =>
  ({ changed: { kind: 'refused', code }, json: null }) as const;

export function toTriageMessage(group: ErrorGroup, assignee: string | null, { snooze }: TriageChange): string {
  return snooze === undefined ? triageChangeMessage(group, assignee) : statusChangeMessage(group);
}

function write(writer: ChangeWriter, head: GroupHead, { change, by }: TriageCall): TriageFacts {
  const { tables, nowMs } = writer;
  const place = { projectId: head.projectId, groupId: head.id };
  const triage = tables.triage.find(place);
  const newest = change.change === undefined ? undefined : tables.triage.newestChange(place);
  const kept = toKept(change.change, { group: head, triage, newest }, 'ignored');
  const has = {
    events: head.eventCount,
    users: change.snooze?.users === undefined ? 0 : tables.facets.userCount(head.id),
  };
  const after = toTriage(triage ?? NO_TRIAGE, change, has);
  if (change.snooze !== undefined || change.assignee !== undefined) tables.triage.write(place, after);
  if (change.snooze !== undefined) {
    tables.groups.setStatus(head, 'ignored');
    noteDecision(tables, head);
  }
  const made = { actor: by?.name ?? null, atMs: nowMs() };
  for (const entry of toEntries(change, made, kept)) tables.triage.note(place, entry);
  toNote(writer, by, toTriageRecord(headToErrorGroup(head), change))();
  return after;
}

/** What is stored of the group then. */
export function toTriage(
  before: TriageFacts,
  { snooze, assignee }: TriageChange,
  has: { readonly events: number; readonly users: number },
): TriageFacts {
  const asked = assignee === undefined ? before : { ...before, assignee };
  if (snooze === undefined) return asked;
  return {
    ...asked,
    snoozeUntilMs: snooze.until === undefined ? null : parseTimestampMs(snooze.until),
    snoozeAtCount: snooze.events === undefined ? null : has.events + snooze.events,
    snoozeAtUsers: snooze.users === undefined ? null : has.users + snooze.users,
    resolvedIn: null,
  };
}

/** What the history tells of a change, and of a snooze what is kept of the group before it. */
export function toEntries(
  { snooze, assignee, note }: TriageChange,
  { actor, atMs }: Pick<HistoryRow, 'actor' | 'atMs'>,
  kept: Partial<Kept>,
): readonly HistoryRow[] {
  return [
    ...(snooze === undefined
      ? []
      : [{ atMs, actor, kind: 'snoozed' as const, text: snoozeText(snooze, atMs), ...kept }]),
    ...(assignee === undefined ? [] : [{ atMs, actor, kind: 'assigned' as const, text: assignee ?? '' }]),
    ...(note === undefined ? [] : [{ atMs, actor, kind: 'note' as const, text: note }]),
  ];
}

/** The row of the audit; notes are not repeated in it. */
export function toTriageRecord({ id, projectId }: ErrorGroup, { snooze, assignee, note }: TriageChange) {
  const detail = {
    id,
    ...(snooze !== undefined && { snooze: snoozeText(snooze, null) }),
    ...(assignee !== undefined && { assignee }),
    ...(note !== undefined && { note: true }),
  };
  return { action: 'triage_changed', project: projectId ?? null, detail } as const;
}

function isSnoozed({ snoozeUntilMs, snoozeAtCount, snoozeAtUsers }: TriageFacts): boolean {
  return snoozeUntilMs !== null || snoozeAtCount !== null || snoozeAtUsers !== null;
}

/** Groups whose snooze is over are unresolved, and came back. In a transaction. */
export function wakeGroups({ tables }: ChangeWriter, nowMs: number): readonly ErrorGroup[] {
  const woken: ErrorGroup[] = [];
  for (const place of tables.triage.due(nowMs, ALERT_GROUPS_MAX)) {
    const before = tables.triage.find(place);
    tables.triage.endSnooze(place);
    const head = tables.groups.findById(tables.redirects.follow(place.groupId));
    // One that is due for several reasons, or is gone.
    if (head === null || before === undefined || !isSnoozed(before)) continue;
    tables.groups.wake(head, nowMs);
    noteDecision(tables, head);
    const to = { projectId: head.projectId, groupId: head.id };
    tables.triage.note(to, { atMs: nowMs, kind: 'woke', actor: null, text: '' });
    if (tables.alerts.watch !== 'none') tables.alerts.note(to, WOKEN, nowMs);
    woken.push(headToErrorGroup(head));
  }
  return woken;
}
