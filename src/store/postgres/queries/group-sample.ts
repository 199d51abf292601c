import { rowToSeverity, rowToSource } from '../../../answers/enums.js';
import { eventJson, toEventHead } from '../../../answers/event.js';
import { REGROUP_PAGE_CHARS_MAX } from '../../../limits.js';
import type { GroupSample, SampledEvent, SampleRequest } from '../../regroup.js';
import { toPublicId } from '../../sqlite/row-id.js';
import type { Queries } from '../connection.js';
import { hasSettings } from './project-settings.js';
import { findProject, UNKNOWN_PROJECT_ID } from './projects.js';
import { ask } from './statement.js';

/** Of a project that has settings, and no record yet. */
const NO_GROUPS: GroupSample = { groups: [], next: null };

interface GroupRow {
  readonly id: number;
  readonly type: string;
  readonly message: string;
  readonly count: number;
  readonly lastSeenAtMs: number;
  readonly grouping: string;
  /** Of the texts of its newest events, nearly. */
  readonly bytes: number;
}

interface EventRow extends StoredEventRow {
  readonly groupId: number;
  readonly homeId: number | null;
}

/** A stored event with its texts. */
export interface StoredEventRow {
  readonly eventId: string;
  readonly timestampMs: number;
  readonly sentTimestampMs: number | null;
  readonly severity: number;
  readonly source: number;
  readonly type: string;
  readonly message: string;
  readonly correlationId: string | null;
  readonly details: string | null;
  readonly stack: string | null;
  readonly context: string | null;
}

/** The newest events of the group `g`, with their texts. */
const NEWEST = `SELECT e.id, e.home_id, e.event_id, e.timestamp_ms, e.sent_timestamp_ms, e.severity, e.source, e.type,
    e.message, e.correlation_id, e.details, s.body AS stack, c.body AS context
  FROM (SELECT id FROM events WHERE project_id = :projectId AND group_id = g.id
      ORDER BY timestamp_ms DESC, id DESC LIMIT :eventsMax) AS f
    JOIN events AS e ON e.project_id = :projectId AND e.id = f.id
    LEFT JOIN contents AS s ON s.project_id = :projectId AND s.hash = e.stack_hash
    LEFT JOIN contents AS c ON c.project_id = :projectId AND c.hash = e.context_hash`;

/** Groups with their newest events, as JSON of `GroupSample`; null for a project that nobody has named. */
export async function sampleGroups(db: Queries, request: SampleRequest): Promise<string | null> {
  const { projectName, after, groupsMax, eventsMax } = request;
  const projectId = await findProject(db, projectName);
  if (projectId === UNKNOWN_PROJECT_ID) return (await hasSettings(db, projectName)) ? JSON.stringify(NO_GROUPS) : null;
  const [beforeMs = Number.MAX_SAFE_INTEGER, beforeId = 0] = after === null ? [] : after.split('.').map(Number);
  const found = await ask<GroupRow>(
    db,
    `/* project */ SELECT g.id, g.type, g.message, g.event_count AS count, g.last_seen_at_ms, t.grouping, n.bytes
     FROM (SELECT id, type, message, event_count, last_seen_at_ms FROM error_groups
         WHERE project_id = :projectId AND (last_seen_at_ms, id) < (:beforeMs, :beforeId)
         ORDER BY last_seen_at_ms DESC, id DESC LIMIT :groupsMax) AS g
       JOIN error_group_texts AS t ON t.project_id = :projectId AND t.id = g.id
       CROSS JOIN LATERAL (SELECT coalesce(sum(coalesce(octet_length(details), 0) + coalesce(octet_length(stack), 0)
         + coalesce(octet_length(context), 0)), 0) AS bytes FROM (${NEWEST}) AS newest) AS n
     ORDER BY g.last_seen_at_ms DESC, g.id DESC`,
    { projectId, beforeMs, beforeId, groupsMax, eventsMax },
  );
  const shown = takeGroups(found);
  const events = await readEvents(db, { projectId, eventsMax, groups: shown });
  const last = shown.at(-1);
  const isLast = last === undefined || (shown.length === found.length && found.length < groupsMax);
  const sample: GroupSample = {
    groups: shown.map(({ id, type, message, count }) => ({
      id: toPublicId(id),
      type,
      message,
      count,
      events: events.get(id) ?? [],
    })),
    next: isLast ? null : `${last.lastSeenAtMs}.${last.id}`,
  };
  return JSON.stringify(sample);
}

/** The first ones, up to the size of a page and the one that goes past it. */
function takeGroups(found: readonly GroupRow[]): GroupRow[] {
  let bytes = 0;
  const past = found.findIndex((group) => {
    bytes += group.bytes;
    return bytes > REGROUP_PAGE_CHARS_MAX;
  });
  return past === -1 ? [...found] : found.slice(0, past + 1);
}

interface Sampled {
  readonly projectId: number;
  readonly eventsMax: number;
  readonly groups: readonly GroupRow[];
}

/** The newest events of each group, by its id. */
async function readEvents(
  db: Queries,
  { projectId, eventsMax, groups }: Sampled,
): Promise<Map<number, SampledEvent[]>> {
  const rows = await ask<EventRow>(
    db,
    `/* project */ SELECT g.id AS group_id, n.home_id, n.event_id, n.timestamp_ms, n.sent_timestamp_ms, n.severity, n.source,
       coalesce(n.type, g.type) AS type, coalesce(n.message, g.message) AS message, n.correlation_id, n.details, n.stack,
       n.context
     FROM error_groups AS g CROSS JOIN LATERAL (${NEWEST}) AS n
     WHERE g.project_id = :projectId AND g.id = ANY(:groupIds::bigint[])
     ORDER BY g.id, n.timestamp_ms DESC, n.id DESC`,
    { projectId, eventsMax, groupIds: groups.map(({ id }) => id) },
  );
  const groupings = new Map(groups.map(({ id, grouping }) => [id, grouping]));
  const events = new Map<number, SampledEvent[]>(groups.map(({ id }) => [id, []]));
  for (const row of rows) {
    const home = toPublicId(row.homeId ?? row.groupId);
    events
      .get(row.groupId)
      ?.push({ event: toEventText(row), stack: null, grouping: groupings.get(row.groupId) ?? '{}', home });
  }
  return events;
}

/** A stored event as JSON; nothing of it that groups is of its time or its project. */
export function toEventText(event: StoredEventRow): string {
  const head = toEventHead({
    ...event,
    receivedAtMs: event.timestampMs,
    source: rowToSource(event.source),
    severity: rowToSeverity(event.severity),
    projectName: null,
  });
  return eventJson(head, event.stack, [event.context, event.details]);
}
