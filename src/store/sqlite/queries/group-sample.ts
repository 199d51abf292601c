import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import type { GroupSample, SampledGroup, SampleRequest } from '../../regroup.js';
import type { ReadableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { EVENTS_OF_GROUP } from '../tables/group-events.js';
import { openProjectSettingsQueries } from '../tables/project-settings.js';
import { openProjectQueries } from '../tables/projects.js';
import { openWaitingEvent, toEventText } from '../tables/regrouping.js';

/** Of a project that has settings, and no record yet. */
const NO_GROUPS: GroupSample = { groups: [], next: null };

interface GroupRow {
  readonly id: number;
  readonly type: string;
  readonly message: string;
  readonly count: number;
  readonly lastSeenAtMs: number;
  readonly grouping: string;
}

interface GroupPlan {
  readonly projectId: number;
  readonly beforeMs: number;
  readonly beforeId: number;
  readonly limit: number;
}

/** Groups with their newest events, as JSON of `GroupSample`; null for a project that nobody has named. */
export function openGroupSample(db: ReadableDb): (request: SampleRequest) => string | null {
  const projects = openProjectQueries(db);
  const settings = openProjectSettingsQueries(db);
  const groups = db.prepare<GroupPlan, GroupRow>(
    `SELECT g.id, g.type, g.message, g.event_count AS count, g.last_seen_at_ms AS lastSeenAtMs, t.grouping
     FROM error_groups g JOIN error_group_texts t ON t.id = g.id
     WHERE g.project_id = :projectId AND (g.last_seen_at_ms, g.id) < (:beforeMs, :beforeId)
     ORDER BY g.last_seen_at_ms DESC, g.id DESC LIMIT :limit`,
  );
  const newest = db
    .prepare<{ groupId: number; limit: number }, number>(
      `${EVENTS_OF_GROUP} ORDER BY timestamp_ms DESC, id DESC LIMIT :limit`,
    )
    .pluck();
  const read = openWaitingEvent(db);
  const readGroup = ({ id, type, message, count, grouping }: GroupRow, eventsMax: number): SampledGroup => ({
    id: toPublicId(id),
    type,
    message,
    count,
    events: newest.all({ groupId: id, limit: eventsMax }).flatMap((eventRowId) => {
      const event = read(eventRowId);
      if (event === undefined) return [];
      return [{ event: toEventText(event), stack: null, grouping, home: toPublicId(event.homeId ?? id) }];
    }),
  });
  return ({ projectName, after, groupsMax, eventsMax }) => {
    const projectId = projects.find(projectName);
    if (projectId === undefined) return settings.read(projectName) === undefined ? null : JSON.stringify(NO_GROUPS);
    const [beforeMs = Number.MAX_SAFE_INTEGER, beforeId = 0] = after === null ? [] : after.split('.').map(Number);
    const found = groups.all({ projectId, beforeMs, beforeId, limit: groupsMax });
    const sampled: SampledGroup[] = [];
    let chars = 0;
    for (const row of found) {
      const group = readGroup(row, eventsMax);
      sampled.push(group);
      chars += group.events.reduce((sum, { event }) => sum + event.length, 0);
      if (chars > REGROUP_PAGE_CHARS_MAX) break;
    }
    const last = found[sampled.length - 1];
    const isLast = last === undefined || (sampled.length === found.length && found.length < groupsMax);
    const sample: GroupSample = { groups: sampled, next: isLast ? null : `${last.lastSeenAtMs}.${last.id}` };
    return JSON.stringify(sample);
  };
}
