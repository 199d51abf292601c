import { triageJson } from '../../../answers/triage.js';
import type { ReadableDb } from '../connection.js';
import { parsePublicId } from '../row-id.js';
import { openTriageQueries } from '../tables/triage.js';

/** The answer `Triage`; null when the id is unknown. */
export function openTriageReads(db: ReadableDb): (groupId: string) => string | null {
  const triage = openTriageQueries(db);
  const find = db.prepare<{ id: number }, { id: number; projectId: number; eventCount: number }>(
    `SELECT id, project_id AS projectId, event_count AS eventCount FROM error_groups
     WHERE id = coalesce((SELECT group_id FROM group_redirects WHERE id = :id), :id)`,
  );
  return (groupId) => {
    const id = parsePublicId(groupId);
    const group = id === null ? undefined : find.get({ id });
    if (group === undefined) return null;
    const place = { projectId: group.projectId, groupId: group.id };
    return triageJson(triage.read(place), group.eventCount, triage.history(place));
  };
}
