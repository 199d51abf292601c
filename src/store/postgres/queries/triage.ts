import { type HistoryFacts, NO_TRIAGE, type TriageFacts, triageJson } from '../../../answers/triage.js';
import { HISTORY_ROWS_MAX } from '../../../limits.js';
import { parsePublicId } from '../../sqlite/row-id.js';
import { NO_USERS, toUserCount } from '../../sqlite/tables/facet-users.js';
import type { Queries } from '../connection.js';
import { readUsers } from './affected.js';
import { ask } from './statement.js';

interface FoundGroup {
  readonly id: number;
  readonly projectId: number;
  readonly eventCount: number;
}

/** The answer `Triage`; null when the id is unknown. */
export async function readTriage(db: Queries, groupId: string): Promise<string | null> {
  const wantedId = parsePublicId(groupId);
  if (wantedId === null) return null;
  const [group] = await ask<FoundGroup>(
    db,
    `/* fan-out */ SELECT g.id, g.project_id, g.event_count FROM projects p
       LEFT JOIN group_redirects r ON r.project_id = p.id AND r.id = :wantedId
       JOIN error_groups g ON g.project_id = p.id AND g.id = coalesce(r.group_id, :wantedId)`,
    { wantedId },
  );
  if (group === undefined) return null;
  const place = { projectId: group.projectId, groupId: group.id };
  const [facts] = await ask<TriageFacts>(
    db,
    `/* project */ SELECT assignee, snooze_until_ms, snooze_at_count, snooze_at_users, resolved_in, reopened_in FROM group_triage
     WHERE project_id = :projectId AND group_id = :groupId`,
    place,
  );
  const history = await ask<HistoryFacts>(
    db,
    `/* project */ SELECT at_ms, kind, actor, text FROM group_history WHERE project_id = :projectId
       AND group_id IN (SELECT :groupId::bigint UNION ALL
         SELECT id FROM group_redirects WHERE project_id = :projectId AND group_id = :groupId)
     ORDER BY at_ms DESC, number DESC LIMIT ${HISTORY_ROWS_MAX}`,
    place,
  );
  const users = (await readUsers(db, group.projectId, [group.id])).get(group.id) ?? NO_USERS;
  const has = { events: group.eventCount, users: toUserCount(users) };
  return triageJson(facts ?? NO_TRIAGE, has, history);
}
