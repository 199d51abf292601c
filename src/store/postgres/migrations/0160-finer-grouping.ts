import type { Migration } from './migration.js';

/**
 * Version 2 of the grouping has other rules: what is stored by it, by mapped frames or not, waits to be grouped anew. Of groups
 * that wait with one fingerprint, one has it; each gets its own again when it is looked at. Breaking: older daemons would group
 * new events by the rules of before.
 */
export const finerGrouping: Migration = {
  version: 160,
  isBreaking: true,
  statements: [
    `UPDATE error_groups g SET fingerprint_version = 0, fingerprint = CASE WHEN EXISTS (
         SELECT FROM error_groups o WHERE o.project_id = g.project_id AND o.fingerprint_version IN (0, 2, 4)
           AND o.fingerprint = g.fingerprint AND o.id <> g.id)
       THEN decode(md5(random()::text) || md5(random()::text), 'hex') ELSE g.fingerprint END
     WHERE g.fingerprint_version IN (2, 4)`,
    `UPDATE groupings SET is_due = 1, started_at_ms = (extract(epoch FROM now()) * 1000)::bigint, finished_at_ms = NULL,
       group_count = 0, moved_event_count = 0
     WHERE version IN (2, 4) AND project_id >= 0`,
  ],
};
