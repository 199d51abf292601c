import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import type { NewestEvents, NewestRequest } from '../../regroup.js';
import { toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { type StoredEventRow, toEventText } from './group-sample.js';
import { hasSettings } from './project-settings.js';
import { findProject, UNKNOWN_PROJECT_ID } from './projects.js';
import { ask } from './statement.js';

/** Of a project that has settings, and no record yet. */
const NO_EVENTS: NewestEvents = { events: [], groups: [], next: null };

interface EventPlace {
  readonly id: number;
  readonly groupId: number;
  /** Of its texts, nearly. */
  readonly bytes: number;
}

interface EventRow extends StoredEventRow {
  readonly groupId: number;
}

interface GroupRow {
  readonly id: number;
  readonly type: string;
  readonly message: string;
  readonly count: number;
  readonly version: number;
  readonly grouping: string;
}

/** The newest events of a project, as JSON of `NewestEvents`; null for one that nobody has named. */
export async function readNewestEvents(
  db: Queries,
  { projectName, after, eventsMax }: NewestRequest,
): Promise<string | null> {
  const projectId = await findProject(db, projectName);
  if (projectId === UNKNOWN_PROJECT_ID) return (await hasSettings(db, projectName)) ? JSON.stringify(NO_EVENTS) : null;
  const beforeId = after === null ? Number.MAX_SAFE_INTEGER : Number(after);
  const found = await ask<EventPlace>(
    db,
    `/* project */ SELECT e.id, e.group_id, coalesce(octet_length(e.details), 0) + coalesce(octet_length(s.body), 0)
       + coalesce(octet_length(c.body), 0) AS bytes
     FROM (SELECT id, group_id, details, stack_hash, context_hash FROM events
         WHERE project_id = :projectId AND id < :beforeId ORDER BY id DESC LIMIT :eventsMax) AS e
       LEFT JOIN contents AS s ON s.project_id = :projectId AND s.hash = e.stack_hash
       LEFT JOIN contents AS c ON c.project_id = :projectId AND c.hash = e.context_hash
     ORDER BY e.id DESC`,
    { projectId, beforeId, eventsMax },
  );
  const taken = takeEvents(found);
  const groupIds = [...new Set(taken.map(({ groupId }) => groupId))];
  const events = await readEvents(
    db,
    projectId,
    taken.map(({ id }) => id),
  );
  const groups = await readGroups(db, projectId, groupIds);
  const last = taken.at(-1);
  const isLast = last === undefined || (taken.length === found.length && found.length < eventsMax);
  const page: NewestEvents = {
    events: events.map((event) => ({ groupId: toPublicId(event.groupId), event: toEventText(event) })),
    groups: groups.map(({ id, version, ...facts }) => ({
      ...facts,
      id: toPublicId(id),
      isByHand: version === BY_HAND_VERSION,
    })),
    next: isLast ? null : String(last.id),
  };
  return JSON.stringify(page);
}

/** The first ones, up to the size of a page and the one that goes past it. */
function takeEvents(found: readonly EventPlace[]): readonly EventPlace[] {
  let bytes = 0;
  const past = found.findIndex((event) => {
    bytes += event.bytes;
    return bytes > REGROUP_PAGE_CHARS_MAX;
  });
  return past === -1 ? found : found.slice(0, past + 1);
}

function readEvents(db: Queries, projectId: number, ids: readonly number[]): Promise<EventRow[]> {
  return ask<EventRow>(
    db,
    `/* project */ SELECT e.group_id, e.event_id, e.timestamp_ms, e.sent_timestamp_ms, e.severity, e.source,
       coalesce(e.type, g.type) AS type, coalesce(e.message, g.message) AS message, e.correlation_id, e.details,
       s.body AS stack, c.body AS context
     FROM events AS e JOIN error_groups AS g ON g.project_id = :projectId AND g.id = e.group_id
       LEFT JOIN contents AS s ON s.project_id = :projectId AND s.hash = e.stack_hash
       LEFT JOIN contents AS c ON c.project_id = :projectId AND c.hash = e.context_hash
     WHERE e.project_id = :projectId AND e.id = ANY(:ids::bigint[]) ORDER BY e.id DESC`,
    { projectId, ids },
  );
}

function readGroups(db: Queries, projectId: number, ids: readonly number[]): Promise<GroupRow[]> {
  return ask<GroupRow>(
    db,
    `/* project */ SELECT g.id, g.type, g.message, g.event_count AS count, g.fingerprint_version AS version, t.grouping
     FROM error_groups AS g JOIN error_group_texts AS t ON t.project_id = :projectId AND t.id = g.id
     WHERE g.project_id = :projectId AND g.id = ANY(:ids::bigint[])`,
    { projectId, ids },
  );
}
