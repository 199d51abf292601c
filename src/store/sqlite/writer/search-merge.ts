// Upkeep of the full-text indexes. They grow by a segment per commit, and SQLite merges them bit by bit; what is left
// over is merged when there is time. https://sqlite.org/fts5.html#the_merge_command

import type { WritableDb } from '../connection.js';
import type { Steps } from './deletion.js';

/** Pages one step writes, and steps of one run: a few seconds of work in slices of some milliseconds. */
const MERGE_STEP_PAGES = 250;
const MERGE_STEPS_MAX = 200;

/** Merges segments in steps, until nothing is left to merge. */
export function* mergeSearchIndexes(db: WritableDb): Steps {
  const changes = db.prepare<[], number>('SELECT total_changes()').pluck();
  for (const table of ['logs_search', 'error_groups_search']) {
    const merge = db.prepare<{ pages: number }>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', :pages)`);
    for (let step = 0; step < MERGE_STEPS_MAX; step += 1) {
      const before = changes.get() ?? 0;
      merge.run({ pages: MERGE_STEP_PAGES });
      // A merge that does nothing still counts as one change.
      if ((changes.get() ?? 0) - before < 2) break;
      yield 0;
    }
  }
}
