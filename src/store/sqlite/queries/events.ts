import type { ProjectQuery } from '../../../../schemas/query.js';
import { eventDetailJson } from '../../../answers/error-group.js';
import type { ReadableDb } from '../connection.js';
import { openContentQueries } from '../tables/contents.js';
import { headToErrorGroup, rowToGroupHead } from '../tables/error-groups.js';
import { openEventQueries } from '../tables/events.js';
import { openGroupQueries } from '../tables/group-reads.js';
import { openProjectQueries, UNKNOWN_PROJECT_ID } from '../tables/projects.js';
import { openRowIdCorrections } from '../tables/row-id-corrections.js';
import { openTexts, toEventTexts } from './event-texts.js';

export interface EventReads {
  /** The event with this id of its client, and its group; null when none has it. */
  detail(eventId: string, query: ProjectQuery): Uint8Array<ArrayBuffer> | null;
}

export function openEventReads(db: ReadableDb): EventReads {
  const projects = openProjectQueries(db);
  const groups = openGroupQueries(db);
  const events = openEventQueries(db);
  const contents = openContentQueries(db);
  const corrections = openRowIdCorrections(db);
  return {
    detail(eventId, { projectId: name }) {
      const projectId = name === undefined ? undefined : (projects.find(name) ?? UNKNOWN_PROJECT_ID);
      const found = events.find(eventId, projectId);
      const group = found === undefined ? undefined : groups.read(found.groupId);
      if (found === undefined || group === undefined) return null;
      const projectName = projects.nameOf(group.projectId);
      const surroundings = { group, projectName, read: openTexts(contents), corrections: corrections() };
      const event = toEventTexts(found.event, surroundings);
      return eventDetailJson(event, headToErrorGroup(rowToGroupHead(group, projectName)));
    },
  };
}
