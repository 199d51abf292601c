import type { Queries } from '../connection.js';

/** By which rows lead that are nobody's once their project is gone. */
export const OF_PROJECTS = [
  'client_ids',
  'contents',
  'error_group_texts',
  'error_groups',
  'shelved_groups',
  'group_redirects',
  'groupings',
  'group_parts',
  'event_counts',
  'group_counts',
  'request_counts',
  'log_counts',
  'project_sizes',
  'facet_pending',
  'facet_counts',
  'facet_users',
  'facet_heads',
  'facet_gaps',
  'group_triage',
  'group_history',
  'alert_activity',
  'alert_messages',
  'alert_marks',
];

/** Whatever is left of a project but its records. */
export async function deleteAllOf(transaction: Queries, projectId: number): Promise<void> {
  for (const table of OF_PROJECTS)
    await transaction.change(`/* project */ DELETE FROM ${table} WHERE project_id = $1`, [projectId]);
}
