import type { GroupingRow } from '../../sqlite/tables/groupings.js';
import type { RegroupPlace } from '../../sqlite/writer/regroup.js';
import type { Queries } from '../connection.js';
import { setGroupAside } from '../tables/group-changes.js';
import { writeGrouping } from '../tables/groupings.js';
import { openRegroupTables } from '../tables/regrouping.js';

/** Starts over: the stored events of the project, which is held, are grouped by this version from now on. */
export async function startRegrouping(
  transaction: Queries,
  change: { readonly row: GroupingRow; readonly version: number; readonly isAgain: boolean; readonly nowMs: number },
): Promise<void> {
  const { row, version, isAgain, nowMs } = change;
  if (row.version === version && !isAgain) return;
  const { projectId } = row;
  if (row.version === version)
    for (const id of await openRegroupTables(transaction, projectId).ofVersion(version))
      await setGroupAside(transaction, projectId, id);
  if (version === 1)
    for (const id of await openRegroupTables(transaction, projectId).strays())
      await setGroupAside(transaction, projectId, id);
  // What was being looked at is not finished in either version.
  if (row.current !== null) await setGroupAside(transaction, projectId, parsePlace(row.current).groupId);
  await writeGrouping(transaction, {
    ...row,
    version,
    isDue: 1,
    startedAtMs: nowMs,
    finishedAtMs: null,
    groupCount: 0,
    movedEventCount: 0,
    current: null,
  });
}

/** It was written by `begin`, or by a step. */
export function parsePlace(text: string): RegroupPlace {
  return JSON.parse(text) as RegroupPlace;
}
