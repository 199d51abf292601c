import { type PartEvents, toTakenApart } from '../../../answers/taken-apart.js';
import { UNMERGE_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { MergeOutcome, MergeRefusal, UnmergeRequest } from '../../merge.js';
import { parsePublicId, toPublicId } from '../../sqlite/row-id.js';
import { rowToFacts } from '../../sqlite/tables/error-groups.js';
import { chooseLeaving, toMergedPart } from '../../sqlite/tables/merged-parts.js';
import type { Queries } from '../connection.js';
import { readMergedParts } from '../tables/group-parts.js';
import { findGrouping } from '../tables/groupings.js';
import { findShownGroup } from './error-groups.js';
import { ask } from './statement.js';

const refused = (reason: MergeRefusal): MergeOutcome => ({ kind: 'refused', reason });

/** What would come of a group that is taken apart: refused where it would be. */
export async function previewUnmerge(db: Queries, { groupId, partIds }: UnmergeRequest): Promise<MergeOutcome> {
  const id = parsePublicId(groupId);
  const whole = id === null ? undefined : await findShownGroup(db, undefined, id);
  if (whole === undefined) return refused('unknown');
  const { projectId, projectName } = whole;
  const parts = await readMergedParts(db, projectId, whole.id);
  const leaving = chooseLeaving(parts, whole.id, partIds);
  if (typeof leaving === 'string') return refused(leaving);
  if ((await findGrouping(db, projectId))?.isDue === 1) return refused('regrouping');
  const apart = toTakenApart({
    group: rowToFacts(whole),
    parts: parts.map((part) => toMergedPart(part, projectName)),
    leavingIds: new Set(leaving.map((part) => toPublicId(part.id))),
    events: await readPartEvents(db, projectId, whole.id),
  });
  return { kind: 'done', ...apart, isComplete: true };
}

interface PartEventsRow extends Omit<PartEvents, 'partId'> {
  readonly partId: number | null;
}

async function readPartEvents(db: Queries, projectId: number, groupId: number): Promise<PartEvents[]> {
  const rows = await ask<PartEventsRow>(
    db,
    `/* project */ SELECT part_id, count(*) AS count, min(timestamp_ms) AS first_ms, max(timestamp_ms) AS last_ms
     FROM (SELECT part_id, timestamp_ms FROM events WHERE project_id = :projectId AND group_id = :groupId
       ORDER BY timestamp_ms DESC, id DESC LIMIT :limit) AS e GROUP BY part_id`,
    { projectId, groupId, limit: UNMERGE_PREVIEW_EVENTS_MAX },
  );
  return rows.map(({ partId, ...events }) => ({ ...events, partId: partId === null ? null : toPublicId(partId) }));
}
