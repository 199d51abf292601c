import type { ProjectQuery } from '../../../../schemas/query.js';
import { eventParts, joinParts, stringifyErrorGroup } from '../../../answers/json.js';
import type { ReadableDb } from '../connection.js';
import { openContentQueries } from '../tables/contents.js';
import { openGroupQueries, rowToGroupHead, toErrorGroup } from '../tables/error-groups.js';
import { openEventQueries } from '../tables/events.js';
import { openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openTexts, toEventTexts } from './event-texts.js';

export interface EventReads {
  /** The event with this id of its client, and its group; null when none has it. */
  detail(query: ProjectQuery & { eventId: string }): Uint8Array<ArrayBuffer> | null;
}

export function openEventReads(db: ReadableDb): EventReads {
  const projects = openProjectQueries(db);
  const groups = openGroupQueries(db);
  const events = openEventQueries(db);
  const contents = openContentQueries(db);
  return {
    detail({ eventId, projectId: name }) {
      const projectId = name === undefined ? undefined : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const found = events.find(eventId, projectId);
      const group = found === undefined ? undefined : groups.read(found.groupId);
      if (found === undefined || group === undefined) return null;
      const projectName = projects.nameOf(group.projectId);
      const event = eventParts([toEventTexts(found.event, { group, projectName, read: openTexts(contents) })]);
      const error = stringifyErrorGroup(toErrorGroup(rowToGroupHead(group, projectName ?? null)));
      return joinParts(['{"event":', ...event, `,"error":${error}}`]);
    },
  };
}
