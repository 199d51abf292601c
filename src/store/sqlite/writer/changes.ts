// Changes that somebody asks for, each with its row of the audit in the same transaction.

import type { ErrorGroup, StatusChange } from '../../../../schemas/error-group.js';
import { optional } from '../../../answers/optional.js';
import { toResolvedIn, toShownResolvedIn, toStatusText, toTriageOf } from '../../../answers/releases.js';
import { toKept } from '../../../answers/undo.js';
import type { Actor } from '../../access.js';
import type { ViewOutcome } from '../../views.js';
import { parsePublicId } from '../row-id.js';
import { type GroupHead, headToErrorGroup } from '../tables/error-groups.js';
import { toChosenVersion } from '../tables/project-settings.js';
import type { RegroupCommands } from '../tables/regrouping.js';
import type { WriterCall } from '../thread-messages.js';
import { type AccessTables, toNote, toSettingsRecord, toStatusRecord, toViewRecord } from './access-calls.js';
import type { WriterTables } from './append.js';
import type { Committer } from './commit.js';
import type { Note } from './deletion.js';
import { startRegrouping } from './regroup.js';
import { noteDecision } from './regroup-on.js';

/** What a change needs of the writer. */
export interface ChangeWriter {
  readonly tables: WriterTables;
  readonly regroup: RegroupCommands;
  readonly committer: Pick<Committer, 'transact'>;
  readonly access: AccessTables;
  readonly nowMs: () => number;
}

export interface ChangedStatuses {
  /** The groups that there are, as they are then, each once. */
  readonly groups: readonly ErrorGroup[];
  /** Ids that lead to no group. */
  readonly missingIds: readonly string[];
}

/** Each id may come once. That of a group which is part of another leads to the whole. */
export function changeStatuses(
  writer: ChangeWriter,
  groupIds: readonly string[],
  { change, by }: { readonly change: StatusChange; readonly by: Actor | undefined },
): ChangedStatuses {
  const { tables, committer } = writer;
  const { status } = change;
  const find = (id: string): GroupHead | null => {
    const rowId = parsePublicId(id);
    return rowId === null ? null : tables.groups.findById(tables.redirects.follow(rowId));
  };
  return committer.transact(() => {
    const found = groupIds.map((id) => ({ id, head: find(id) }));
    const heads = found.map(({ head }) => head).filter((head) => head !== null);
    const changed: ErrorGroup[] = [];
    // Several ids lead to one group that people made of several.
    for (const head of new Map(heads.map((one) => [one.id, one])).values()) {
      const place = { projectId: head.projectId, groupId: head.id };
      const resolvedIn = change.in === undefined ? null : toResolvedIn(change, tables.holds.releases(head.projectId));
      const before = tables.triage.find(place);
      const newest = change.change === undefined ? undefined : tables.triage.newestChange(place);
      const kept = toKept(change.change, { group: head, triage: before, newest }, status);
      tables.groups.setStatus(head, status);
      const triage = toTriageOf(status, resolvedIn, before);
      if (triage !== null) tables.triage.write(place, triage);
      const actor = by?.name ?? null;
      const text = toStatusText(status, resolvedIn);
      tables.triage.note(place, { atMs: writer.nowMs(), kind: 'status', actor, text, ...kept });
      noteDecision(tables, head);
      changed.push({ ...headToErrorGroup(head), ...optional('resolvedIn', toShownResolvedIn(resolvedIn)) });
    }
    if (changed.length > 0) toNote(writer, by, toStatusRecord(changed, change))();
    return { groups: changed, missingIds: found.filter(({ head }) => head === null).map(({ id }) => id) };
  });
}

/** False when as many other projects as may have settings. */
export function changeSettings(
  { projectName, change, by }: WriterCall['setProjectSettings']['in'],
  writer: ChangeWriter,
): boolean {
  const record = toSettingsRecord(projectName, change);
  return writer.committer.transact(() => {
    const isTaken = writer.tables.settings.change(projectName, change);
    if (!isTaken) return false;
    toNote(writer, by, record)();
    const isForMaps = change.sourceMaps !== undefined;
    if (change.grouping !== undefined || isForMaps) changeGrouping(writer, projectName, isForMaps);
    // Of new events alone: what is stored stays where it is.
    if (change.groupingRules !== undefined) writer.tables.groupings.touch();
    return true;
  });
}

export function changeView({ command, by }: WriterCall['changeView']['in'], writer: ChangeWriter): ViewOutcome {
  return writer.committer.transact(() => {
    const outcome = writer.tables.views.run(command);
    if (outcome.kind === 'done') toNote(writer, by, toViewRecord(command, outcome.view))();
    return outcome;
  });
}

/** Answers whether there were some, and then notes it. The views of the project go with them. */
export function deleteSettings({ tables, committer }: ChangeWriter, projectName: string, note: Note): boolean {
  return committer.transact(() => {
    tables.views.deleteOf(projectName);
    const isDeleted = tables.settings.delete(projectName);
    if (!isDeleted) return false;
    // Its source maps and its rules are not listed any more, whether or not it had records.
    tables.groupings.touch();
    note();
    return isDeleted;
  });
}

/** Of a project that has events; one that has none gets the version with its first. */
function changeGrouping({ tables, regroup, nowMs }: ChangeWriter, projectName: string, isForMaps: boolean): void {
  const projectId = tables.projects.find(projectName);
  const row = projectId === null ? null : tables.groupings.find(projectId);
  tables.groupings.touch();
  if (row === null) return;
  const version = toChosenVersion(tables.settings.find(projectName), tables.groupings.defaultVersion);
  // Another folder may have the maps of what the first ones did not: all of it is looked at again.
  const isAgain = isForMaps && version > 2;
  startRegrouping(tables, regroup, { row, version, isAgain, nowMs: nowMs() });
}
