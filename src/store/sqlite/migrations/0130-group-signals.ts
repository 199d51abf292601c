import type { Migration } from './migration.js';

/**
 * What happened to a group that a reader may not have seen (src/answers/group-signals.ts): its events in ten minutes of the
 * clock, up to when it is louder than usual and how much, and what was news of it last, and when.
 */
export const groupSignals: Migration = {
  version: 130,
  up(db) {
    for (const column of [
      'recent_from_ms',
      'recent_count',
      'louder_until_ms',
      'louder_factor',
      'news_at_ms',
      'news_kind',
    ])
      db.exec(`ALTER TABLE error_groups ADD COLUMN ${column} INTEGER NOT NULL DEFAULT 0`);
    // Of groups that are there: when they came back, or else came.
    db.exec(`UPDATE error_groups SET news_at_ms = coalesce(reopened_at_ms, first_seen_at_ms),
      news_kind = iif(reopened_at_ms IS NULL, 1, 2)`);
  },
};
