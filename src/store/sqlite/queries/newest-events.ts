import { BY_HAND_VERSION } from '../../../grouping-versions.js';
import { REGROUP_PAGE_CHARS_MAX, RULES_PREVIEW_PAGE_ROWS } from '../../../limits.js';
import type { GroupOfEvents, NewestEvent, NewestEvents, NewestRequest } from '../../regroup.js';
import type { ReadableDb } from '../connection.js';
import { toPublicId } from '../row-id.js';
import { openProjectSettingsQueries } from '../tables/project-settings.js';
import { openProjectQueries } from '../tables/projects.js';
import { openWaitingEvent, toEventText } from '../tables/regrouping.js';

/** Of a project that has settings, and no record yet. */
const NO_EVENTS: NewestEvents = { events: [], groups: [], next: null };

interface EventPlace {
  readonly id: number;
  readonly projectId: number;
  readonly groupId: number;
}

interface GroupRow extends Omit<GroupOfEvents, 'id' | 'isByHand'> {
  readonly version: number;
}

/**
 * The newest events of a project, as JSON of `NewestEvents`; null for one that nobody has named. No index has the events of
 * one project in their order, so those of the others are passed over, a number of them at a time.
 */
export function openNewestEvents(db: ReadableDb): (request: NewestRequest) => string | null {
  const projects = openProjectQueries(db);
  const settings = openProjectSettingsQueries(db);
  const places = db.prepare<{ beforeId: number; limit: number }, EventPlace>(
    `SELECT id, project_id AS projectId, group_id AS groupId FROM events WHERE id < :beforeId
     ORDER BY id DESC LIMIT :limit`,
  );
  const group = db.prepare<{ id: number }, GroupRow>(
    `SELECT g.type, g.message, g.event_count AS count, g.fingerprint_version AS version, t.grouping
     FROM error_groups g JOIN error_group_texts t ON t.id = g.id WHERE g.id = :id`,
  );
  const readEvent = openWaitingEvent(db);
  const readGroup = (id: number): GroupOfEvents[] => {
    const row = group.get({ id });
    if (row === undefined) return [];
    const { version, ...facts } = row;
    return [{ id: toPublicId(id), ...facts, isByHand: version === BY_HAND_VERSION }];
  };
  return ({ projectName, after, eventsMax }) => {
    const projectId = projects.find(projectName);
    if (projectId === undefined) return settings.read(projectName) === undefined ? null : JSON.stringify(NO_EVENTS);
    const beforeId = after === null ? Number.MAX_SAFE_INTEGER : Number(after);
    const found = places.all({ beforeId, limit: RULES_PREVIEW_PAGE_ROWS });
    const events: NewestEvent[] = [];
    const groupIds = new Set<number>();
    let chars = 0;
    let lastId: number | null = null;
    for (const place of found) {
      lastId = place.id;
      if (place.projectId !== projectId) continue;
      const event = readEvent(place.id);
      if (event === undefined) continue;
      const text = toEventText(event);
      events.push({ groupId: toPublicId(place.groupId), event: text });
      groupIds.add(place.groupId);
      chars += text.length;
      if (events.length >= eventsMax || chars > REGROUP_PAGE_CHARS_MAX) break;
    }
    const isLast = lastId === null || (lastId === found.at(-1)?.id && found.length < RULES_PREVIEW_PAGE_ROWS);
    const page: NewestEvents = {
      events,
      groups: [...groupIds].flatMap(readGroup),
      next: isLast ? null : String(lastId),
    };
    return JSON.stringify(page);
  };
}
