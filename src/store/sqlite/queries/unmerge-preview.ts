import { type PartEvents, toTakenApart } from '../../../answers/taken-apart.js';
import { UNMERGE_PREVIEW_EVENTS_MAX } from '../../../limits.js';
import type { MergeOutcome, MergeRefusal, UnmergeRequest } from '../../merge.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId, toPublicId } from '../row-id.js';
import { rowToFacts, rowToGroupHead } from '../tables/error-groups.js';
import { openGroupRedirects } from '../tables/event-homes.js';
import { EVENTS_OF_GROUP } from '../tables/group-events.js';
import { openGroupQueries } from '../tables/group-reads.js';
import { openGroupingQueries } from '../tables/groupings.js';
import { chooseLeaving, openMergedParts, toMergedPart } from '../tables/merged-parts.js';
import { openProjectQueries } from '../tables/projects.js';

interface PartEventsRow extends Omit<PartEvents, 'partId'> {
  readonly partId: number | null;
}

const refused = (reason: MergeRefusal): MergeOutcome => ({ kind: 'refused', reason });

/** What would come of a group that is taken apart, as JSON of a `MergeOutcome`: refused where it would be. */
export function openUnmergePreview(db: ReadableDb): (request: UnmergeRequest) => string {
  const groups = openGroupQueries(db);
  const redirect = openGroupRedirects(db);
  const projects = openProjectQueries(db);
  const groupings = openGroupingQueries(db);
  const readParts = openMergedParts(db);
  const readEvents = db.prepare<{ groupId: number; limit: number }, PartEventsRow>(
    `SELECT e.part_id AS partId, count(*) AS count, min(f.timestamp_ms) AS firstMs, max(f.timestamp_ms) AS lastMs
     FROM (${EVENTS_OF_GROUP} ORDER BY timestamp_ms DESC, id DESC LIMIT :limit) f JOIN events e ON e.id = f.id
     GROUP BY e.part_id`,
  );
  const preview = ({ groupId, partIds }: UnmergeRequest): MergeOutcome => {
    const id = parsePublicId(groupId);
    const whole = id === null ? undefined : (groups.read(id) ?? groups.read(redirect(id) ?? id));
    if (whole === undefined) return refused('unknown');
    const parts = readParts(whole.id);
    const leaving = chooseLeaving(parts, whole.id, partIds);
    if (typeof leaving === 'string') return refused(leaving);
    if (groupings.read(whole.projectId)?.isDue === 1) return refused('regrouping');
    const projectName = projects.nameOf(whole.projectId);
    const found = readEvents.all({ groupId: whole.id, limit: UNMERGE_PREVIEW_EVENTS_MAX });
    const apart = toTakenApart({
      group: rowToFacts(rowToGroupHead(whole, projectName)),
      parts: parts.map((part) => toMergedPart(part, projectName)),
      leavingIds: new Set(leaving.map((part) => toPublicId(part.id))),
      events: found.map(({ partId, ...events }) => ({
        ...events,
        partId: partId === null ? null : toPublicId(partId),
      })),
    });
    return { kind: 'done', ...apart, isComplete: true };
  };
  return (request) => JSON.stringify(preview(request));
}
