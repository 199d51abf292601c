// Changes that somebody asks for, each with its row of the audit in the same transaction.

import type { ErrorGroup } from '../../../../schemas/error-group.js';
import type { Status } from '../../../../schemas/words.js';
import type { Actor } from '../../access.js';
import { parsePublicId } from '../row-id.js';
import { headToErrorGroup } from '../tables/error-groups.js';
import type { RegroupCommands } from '../tables/regrouping.js';
import type { WriterCall } from '../thread-messages.js';
import { type AccessTables, toNote, toStatusRecord } from './access-calls.js';
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

/** The groups that there are, as they are then. Each id may come once. */
export function changeStatuses(
  writer: ChangeWriter,
  groupIds: readonly string[],
  { status, by }: { readonly status: Status; readonly by: Actor | undefined },
): ErrorGroup[] {
  const { tables, committer } = writer;
  const rowIds = groupIds.map(parsePublicId).filter((id) => id !== null);
  return committer.transact(() => {
    const heads = rowIds
      .map((id) => tables.groups.findById(tables.redirects.follow(id)))
      .filter((head) => head !== null);
    for (const head of heads) {
      const place = { projectId: head.projectId, groupId: head.id };
      tables.groups.setStatus(head, status);
      tables.triage.endSnooze(place);
      const actor = by?.name ?? null;
      tables.triage.note(place, { atMs: writer.nowMs(), kind: 'status', actor, text: status });
      noteDecision(tables, head);
    }
    const changed = heads.map(headToErrorGroup);
    if (changed.length > 0) toNote(writer, by, toStatusRecord(changed, status))();
    return changed;
  });
}

/** False when as many other projects as may have settings. */
export function changeSettings(
  { projectName, change, by }: WriterCall['setProjectSettings']['in'],
  writer: ChangeWriter,
): boolean {
  const record = { action: 'project_settings_changed', project: projectName, detail: { ...change } } as const;
  return writer.committer.transact(() => {
    const isTaken = writer.tables.settings.change(projectName, change);
    if (!isTaken) return false;
    toNote(writer, by, record)();
    if (change.grouping !== undefined) changeGrouping(writer, projectName, change.grouping);
    return true;
  });
}

/** Answers whether there were some, and then notes it. */
export function deleteSettings({ tables, committer }: ChangeWriter, projectName: string, note: Note): boolean {
  return committer.transact(() => {
    const isDeleted = tables.settings.delete(projectName);
    if (isDeleted) note();
    return isDeleted;
  });
}

/** Of a project that has events; one that has none gets the version with its first. */
function changeGrouping({ tables, regroup, nowMs }: ChangeWriter, projectName: string, chosen: number | null): void {
  const projectId = tables.projects.find(projectName);
  const row = projectId === null ? null : tables.groupings.find(projectId);
  if (row === null) tables.groupings.touch();
  else startRegrouping(tables, regroup, { row, version: chosen ?? tables.groupings.defaultVersion, nowMs: nowMs() });
}
