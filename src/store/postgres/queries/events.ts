import type { ProjectQuery } from '../../../../schemas/query.js';
import { eventDetailJson } from '../../../answers/error-group.js';
import { CLIENT_ID_KINDS, toClientIdHash } from '../client-id.js';
import type { Queries } from '../connection.js';
import { readGroup, rowToErrorGroup } from './error-groups.js';
import { EVENTS, type EventRow, readTexts, toEventTexts } from './event-texts.js';
import { columnsOf } from './lists.js';
import { ofEachProject, readScope, scoped } from './scope.js';
import { ask } from './statement.js';

type FoundEvent = EventRow & { readonly projectId: number; readonly groupId: number };

/** The answer `EventDetail`: the event with this id of its client, and its group. Null when none has it. */
export async function readEvent(
  db: Queries,
  eventId: string,
  { projectId: name }: ProjectQuery,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const scope = await readScope(db, name);
  const { sql, values } = ofEachProject('i', scope);
  const [event] = await ask<FoundEvent>(
    db,
    scoped(
      scope,
      `SELECT e.id, e.project_id, e.group_id, ${columnsOf(EVENTS)}
       FROM client_ids AS i JOIN events AS e ON e.project_id = i.project_id AND e.id = i.row_id
       WHERE ${sql} AND i.kind = ${CLIENT_ID_KINDS.event} AND i.hash = :hash::uuid LIMIT 1`,
    ),
    { ...values, hash: toClientIdHash(eventId) },
  );
  if (event === undefined) return null;
  const [group, texts] = await Promise.all([
    readGroup(db, event.projectId, event.groupId),
    readTexts(db, event.projectId, [event]),
  ]);
  return group === undefined ? null : eventDetailJson(toEventTexts(event, { group, texts }), rowToErrorGroup(group));
}
