import type { Migration } from './migration.js';

/**
 * What the words of an explanation were read from, as JSON; null where it says nothing of the event itself, and for groups
 * that an older build made: their events may be gone.
 */
export const explanationEvidence: Migration = {
  version: 70,
  up(db) {
    db.exec('ALTER TABLE error_group_texts ADD COLUMN explanation_evidence TEXT');
  },
};
