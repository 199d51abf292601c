import type { Migration } from './migration.js';

/**
 * What happened to a group that a reader may not have seen (src/answers/group-signals.ts): its events in ten minutes of the
 * clock, up to when it is louder than usual and how much, and what was news of it last, and when; of groups that are there,
 * when they came back, or else came.
 */
export const groupSignals: Migration = {
  version: 125,
  statements: [
    `ALTER TABLE error_groups
      ADD COLUMN recent_from_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN recent_count bigint NOT NULL DEFAULT 0,
      ADD COLUMN louder_until_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN louder_factor integer NOT NULL DEFAULT 0,
      ADD COLUMN news_at_ms bigint NOT NULL DEFAULT 0,
      ADD COLUMN news_kind smallint NOT NULL DEFAULT 0`,
    `UPDATE error_groups SET news_at_ms = coalesce(reopened_at_ms, first_seen_at_ms),
      news_kind = CASE WHEN reopened_at_ms IS NULL THEN 1 ELSE 2 END`,
  ],
};
