import { NO_TRIAGE, triageJson } from '../../../answers/triage.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { toUserCount } from '../tables/facet-users.js';
import { openTriageQueries } from '../tables/triage.js';
import { openUserHeads } from './facets.js';

/** The answer `Triage`; null when the id is unknown. */
export function openTriageReads(db: ReadableDb): (groupId: string) => string | null {
  const triage = openTriageQueries(db);
  const head = openUserHeads(db);
  const find = db.prepare<{ id: number }, { id: number; projectId: number; eventCount: number }>(
    `SELECT id, project_id AS projectId, event_count AS eventCount FROM error_groups
     WHERE id = coalesce((SELECT group_id FROM group_redirects WHERE id = :id), :id)`,
  );
  return (groupId) => {
    const id = parsePublicId(groupId);
    const group = id === null ? undefined : find.get({ id });
    if (group === undefined) return null;
    const place = { projectId: group.projectId, groupId: group.id };
    const has = { events: group.eventCount, users: toUserCount(head(group.id)) };
    return triageJson(triage.read(place) ?? NO_TRIAGE, has, triage.history(place));
  };
}
