// Snoozing, assigning and notes, each with its row of the history and the audit in the same transaction.

import type { TriageChange } from '../../../../schemas/triage.js';
import { toStatusRow } from '../../../answers/enums.js';
import { toStatusItem } from '../../../answers/feed-messages.js';
import { noteNews } from '../../../answers/group-signals.js';
import { NO_TRIAGE, type TriageFacts } from '../../../answers/triage.js';
import { toKept } from '../../../answers/undo.js';
import { ALERT_GROUPS_MAX, SNOOZES_MAX } from '../../../limits.js';
import type { FeedItem } from '../../../messages.js';
import type { Actor } from '../../access.js';
import type { TriageChanged } from '../../alerts.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { WOKEN } from '../../sqlite/tables/alerts.js';
import { type GroupHead, headToErrorGroup } from '../../sqlite/tables/error-groups.js';
import type { GroupPlace } from '../../sqlite/tables/triage.js';
import { isCounted, toEntries, toTriage, toTriageMessage, toTriageRecord } from '../../sqlite/writer/triage-changes.js';
import type { Queries } from '../connection.js';
import { holdProjects } from '../locks.js';
import { noteActivities } from '../tables/alerts.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { countUsers } from '../tables/facet-users.js';
import { holdFacets } from '../tables/facets.js';
import { followRedirect } from '../tables/group-changes.js';
import { NO_PROJECT_NAME } from '../tables/projects.js';
import {
  countSnoozed,
  type DueSnooze,
  endSnooze,
  findNewestChange,
  findTriage,
  noteHistory,
  readDueSnoozes,
  writeTriage,
} from '../tables/triage.js';
import { toNote } from './access-calls.js';
import type { AlertWriter } from './alert-calls.js';
import { findHeads, type StatusWriter } from './changes.js';
import { noteDecision } from './regroup-on.js';

interface TriageCall {
  readonly change: TriageChange;
  readonly by: Actor | undefined;
}

/** `feed` tells it: a snooze is a status too. */
export async function changeTriage(
  writer: StatusWriter,
  groupId: string,
  call: TriageCall,
): Promise<{ readonly changed: TriageChanged; readonly feed: readonly FeedItem[] }> {
  const id = parsePublicId(groupId);
  if (id === null) return { changed: refused('error_group_not_found'), feed: [] };
  const { out, feed } = await writer.feedWriter.transact<TriageChanged>(async (transaction, _, part) => {
    const head = (await findHeads(transaction, [id])).get(id);
    if (head === undefined) return refused('error_group_not_found');
    if (isCounted(call.change) && (await countSnoozed(transaction)) >= SNOOZES_MAX) return refused('snooze_limit');
    const { assignee } = await write(transaction, head, { ...call, nowMs: writer.nowMs });
    const group = headToErrorGroup(head);
    const demand = await part.demand;
    const json = toTriageMessage(group, assignee, call.change);
    if (demand.isListening) await part.tell([{ projectName: group.projectId ?? null, json }]);
    return { kind: 'changed', group };
  });
  return { changed: out, feed };
}

const refused = (code: 'error_group_not_found' | 'snooze_limit') => ({ kind: 'refused', code }) as const;

async function write(
  transaction: Queries,
  head: GroupHead,
  { change, by, nowMs }: TriageCall & { readonly nowMs: () => number },
): Promise<TriageFacts> {
  const place = { projectId: head.projectId, groupId: head.id };
  const triage = await findTriage(transaction, place);
  const newest = change.change === undefined ? undefined : await findNewestChange(transaction, place);
  const kept = toKept(change.change, { group: head, triage, newest }, 'ignored');
  const users = change.snooze?.users === undefined ? 0 : await countAllUsers(transaction, place);
  const after = toTriage(triage ?? NO_TRIAGE, change, { events: head.eventCount, users });
  if (change.snooze !== undefined || change.assignee !== undefined) await writeTriage(transaction, place, after);
  if (change.snooze !== undefined) {
    head.status = toStatusRow('ignored');
    await noteDecision(transaction, head);
    await updateGroups(transaction, [head]);
  }
  const made = { actor: by?.name ?? null, atMs: nowMs() };
  for (const entry of toEntries(change, made, kept)) await noteHistory(transaction, place, entry);
  await toNote(nowMs, by, toTriageRecord(headToErrorGroup(head), change))(transaction);
  return after;
}

async function countAllUsers(transaction: Queries, { projectId, groupId }: GroupPlace): Promise<number> {
  await holdFacets(transaction, projectId);
  return countUsers(transaction, projectId, groupId);
}

/** Groups whose snooze is over are unresolved, and came back. Of several daemons one ends each. */
export async function wakeGroups(writer: AlertWriter, nowMs: number): Promise<readonly FeedItem[]> {
  const due = await writer.connection.between((db) => readDueSnoozes(db, nowMs, ALERT_GROUPS_MAX));
  if (due.length === 0) return [];
  const { feed } = await writer.feedWriter.transact(async (transaction, { shard }, part) => {
    await holdProjects(transaction, new Set(due.map(({ projectName }) => projectName)));
    const woken: GroupHead[] = [];
    for (const place of due) {
      // Another daemon may have, and one may be due for several reasons.
      if (!(await endSnooze(transaction, place))) continue;
      const head = await wake(transaction, place, nowMs);
      if (head !== undefined) woken.push(head);
    }
    if (writer.alerts.watch !== 'none') {
      const places = woken.map(({ projectId, id: groupId }) => ({ projectId, groupId, ...WOKEN }));
      await noteActivities(transaction, places, { nowMs, shard });
    }
    const demand = await part.demand;
    if (demand.isListening) await part.tell(woken.map(headToErrorGroup).map(toStatusItem));
  });
  return feed;
}

async function wake(transaction: Queries, place: DueSnooze, nowMs: number): Promise<GroupHead | undefined> {
  const { projectId, projectName: name } = place;
  const id = await followRedirect(transaction, projectId, place.groupId);
  const project = { projectId, projectName: name === NO_PROJECT_NAME ? null : name };
  const head = (await findGroupsById(transaction, project, [id])).get(id);
  if (head === undefined) return undefined;
  head.status = toStatusRow('unresolved');
  head.reopenedAtMs = nowMs;
  noteNews(head, 'regressed', nowMs);
  await noteDecision(transaction, head);
  await updateGroups(transaction, [head]);
  await noteHistory(transaction, { projectId, groupId: id }, { atMs: nowMs, kind: 'woke', actor: null, text: '' });
  return head;
}
