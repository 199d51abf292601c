// Changes that somebody asks for, each with its row of the audit in the same transaction.

import type { ErrorGroup, StatusChange } from '../../../../schemas/error-group.js';
import { toStatusRow } from '../../../answers/enums.js';
import { toStatusItem } from '../../../answers/feed-messages.js';
import { optional } from '../../../answers/optional.js';
import {
  type ReleaseRow,
  toResolvedIn,
  toShownResolvedIn,
  toStatusText,
  toTriageOf,
} from '../../../answers/releases.js';
import { toKept } from '../../../answers/undo.js';
import type { FeedItem } from '../../../messages.js';
import type { Actor } from '../../access.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { type GroupHead, headToErrorGroup } from '../../sqlite/tables/error-groups.js';
import { toSettingsRecord, toStatusRecord, toViewRecord } from '../../sqlite/writer/access-calls.js';
import type { ViewOutcome } from '../../views.js';
import type { Queries } from '../connection.js';
import { holdProjects } from '../locks.js';
import { findGroupsById, updateGroups } from '../tables/error-groups.js';
import { holdFacets } from '../tables/facets.js';
import { findGrouping } from '../tables/groupings.js';
import { changeProjectSettings, deleteProjectSettings } from '../tables/project-settings.js';
import { NO_PROJECT_NAME, raiseEpochs, readProjects } from '../tables/projects.js';
import { readReleaseRows } from '../tables/releases.js';
import { deleteViewsOf, runViewCommand } from '../tables/saved-views.js';
import { findNewestChange, findTriage, noteHistory, writeTriage } from '../tables/triage.js';
import type { WriterCall } from '../thread-messages.js';
import { type AccessWriter, toNote } from './access-calls.js';
import type { Note } from './clear.js';
import type { FeedWriter } from './feed-writer.js';
import { noteDecision } from './regroup-on.js';
import { startRegrouping } from './regroup-start.js';

interface FoundGroup {
  readonly projectId: number;
  readonly projectName: string;
  /** Of the group that has the events of the one that was named. */
  readonly id: number;
  /** The id that was named. */
  readonly wantedId: number;
}

const FIND = `/* fan-out */ SELECT p.id AS project_id, p.name AS project_name, g.id, w.id AS wanted_id
  FROM projects p CROSS JOIN unnest($1::bigint[]) AS w (id)
    LEFT JOIN group_redirects r ON r.project_id = p.id AND r.id = w.id
    JOIN error_groups g ON g.project_id = p.id AND g.id = coalesce(r.group_id, w.id)`;

const RESOLVED = toStatusRow('resolved');

export interface StatusWriter extends Pick<AccessWriter, 'nowMs'> {
  readonly feedWriter: FeedWriter;
}

export interface ChangedStatuses {
  /** The groups that there are, as they are then, each once. */
  readonly groups: readonly ErrorGroup[];
  /** Ids that lead to no group. */
  readonly missingIds: readonly string[];
  readonly feed: readonly FeedItem[];
}

/** Each id may come once. That of a group which is part of another leads to the whole. */
export async function changeStatuses(
  { feedWriter, nowMs }: StatusWriter,
  groupIds: readonly string[],
  { change, by }: { readonly change: StatusChange; readonly by: Actor | undefined },
): Promise<ChangedStatuses> {
  const { status } = change;
  const wanted = groupIds.map((id) => ({ id, rowId: parsePublicId(id) }));
  const rowIds = wanted.map(({ rowId }) => rowId).filter((rowId) => rowId !== null);
  if (rowIds.length === 0) return { groups: [], missingIds: groupIds, feed: [] };
  const { out, feed } = await feedWriter.transact(async (transaction, _, part) => {
    const byWanted = await findHeads(transaction, rowIds);
    const heads = [...new Set(byWanted.values())];
    const releasesOf = openReleases(transaction);
    const shown = new Map<GroupHead, string>();
    for (const head of heads) {
      const place = { projectId: head.projectId, groupId: head.id };
      const before = await findTriage(transaction, place);
      const newest = change.change === undefined ? undefined : await findNewestChange(transaction, place);
      const kept = toKept(change.change, { group: head, triage: before, newest }, status);
      head.status = toStatusRow(status);
      if (head.status === RESOLVED) head.reopenedAtMs = null;
      await noteDecision(transaction, head);
      const resolvedIn = change.in === undefined ? null : toResolvedIn(change, await releasesOf(head.projectId));
      if (resolvedIn !== null) shown.set(head, resolvedIn);
      const triage = toTriageOf(status, resolvedIn, before);
      if (triage !== null) await writeTriage(transaction, place, triage);
      const text = toStatusText(status, resolvedIn);
      const actor = by?.name ?? null;
      await noteHistory(transaction, place, { atMs: nowMs(), kind: 'status', actor, text, ...kept });
    }
    await updateGroups(transaction, heads);
    const changed = new Set(rowIds.map((id) => byWanted.get(id)).filter((head) => head !== undefined));
    const groups = [...changed].map((head) => ({
      ...headToErrorGroup(head),
      ...optional('resolvedIn', toShownResolvedIn(shown.get(head) ?? null)),
    }));
    if (groups.length > 0) await toNote(nowMs, by, toStatusRecord(groups, change))(transaction);
    const demand = await part.demand;
    if (demand.isListening) await part.tell(groups.map(toStatusItem));
    const missingIds = wanted.filter(({ rowId }) => rowId === null || !byWanted.has(rowId)).map(({ id }) => id);
    return { groups, missingIds };
  });
  return { ...out, feed };
}

/** The releases of projects that are held, each read once. */
function openReleases(transaction: Queries): (projectId: number) => Promise<readonly ReleaseRow[]> {
  const known = new Map<number, readonly ReleaseRow[]>();
  return async (projectId) => {
    if (!known.has(projectId)) await holdFacets(transaction, projectId);
    const rows = known.get(projectId) ?? (await readReleaseRows(transaction, projectId));
    known.set(projectId, rows);
    return rows;
  };
}

/** Holds the projects of groups, and answers the groups by the ids that they were asked for by. */
export async function findHeads(transaction: Queries, rowIds: readonly number[]): Promise<Map<number, GroupHead>> {
  const before = await transaction.query<FoundGroup>(FIND, [rowIds]);
  await holdProjects(transaction, new Set(before.map(({ projectName }) => projectName)));
  // Again: what was found may have moved before it was held.
  const found = await transaction.query<FoundGroup>(FIND, [rowIds]);
  const heads = await readHeads(transaction, found);
  const byWanted = new Map<number, GroupHead>();
  for (const { wantedId, id } of found) {
    const head = heads.get(id);
    if (head !== undefined) byWanted.set(wantedId, head);
  }
  return byWanted;
}

async function readHeads(transaction: Queries, found: readonly FoundGroup[]): Promise<Map<number, GroupHead>> {
  const heads = new Map<number, GroupHead>();
  for (const projectId of [...new Set(found.map((group) => group.projectId))].sort((one, other) => one - other)) {
    const own = found.filter((group) => group.projectId === projectId);
    const name = own[0]?.projectName ?? NO_PROJECT_NAME;
    const ids = own.map(({ id }) => id);
    const rows = await findGroupsById(
      transaction,
      { projectId, projectName: name === NO_PROJECT_NAME ? null : name },
      ids,
    );
    for (const [id, head] of rows) heads.set(id, head);
  }
  return heads;
}

/** False when as many other projects as may have settings. */
export async function changeSettings(
  { projectName, change, by }: WriterCall['setProjectSettings']['in'],
  { connection, nowMs }: AccessWriter,
): Promise<boolean> {
  const record = toSettingsRecord(projectName, change);
  return connection.transact(async (transaction) => {
    await holdProjects(transaction, [projectName]);
    const isTaken = await changeProjectSettings(transaction, projectName, change);
    if (!isTaken) return false;
    await toNote(nowMs, by, record)(transaction);
    const isForMaps = change.sourceMaps !== undefined;
    if (change.grouping !== undefined || isForMaps)
      await changeGrouping(transaction, { projectName, isForMaps, nowMs: nowMs() });
    return true;
  });
}

export function changeView(
  { command, by }: WriterCall['changeView']['in'],
  { connection, nowMs }: AccessWriter,
): Promise<ViewOutcome> {
  return connection.transact(async (transaction) => {
    const outcome = await runViewCommand(transaction, command);
    if (outcome.kind === 'done') await toNote(nowMs, by, toViewRecord(command, outcome.view))(transaction);
    return outcome;
  });
}

/** Answers whether there were some, and then notes it. The views of the project go with them. */
export function deleteSettings({ connection }: AccessWriter, projectName: string, note: Note): Promise<boolean> {
  return connection.transact(async (transaction) => {
    await deleteViewsOf(transaction, projectName);
    const isDeleted = await deleteProjectSettings(transaction, projectName);
    if (isDeleted) await note(transaction);
    return isDeleted;
  });
}

/** Of a project that has events; one that has none gets the version with its first. */
async function changeGrouping(
  transaction: Queries,
  {
    projectName,
    isForMaps,
    nowMs,
  }: { readonly projectName: string; readonly isForMaps: boolean; readonly nowMs: number },
): Promise<void> {
  const project = (await readProjects(transaction, [projectName])).get(projectName);
  const row = project?.id == null ? null : await findGrouping(transaction, project.id);
  if (project === undefined || row === null) return;
  const version = project.chosenVersion;
  // Another folder may have the maps of what the first ones did not: all of it is looked at again.
  await startRegrouping(transaction, { row, version, isAgain: isForMaps && version > 2, nowMs });
  await raiseEpochs(transaction, [row.projectId]);
}
