// Statistics of tables that grow faster than the server looks at them. Where they say that a table is empty, which they do
// after a vacuum of an empty one, the planner reads all of it instead of an index, and keeps to that plan until they are taken
// anew: a commit of 1,000 events would compare each with each group that there is.

import type { Queries } from '../connection.js';
import { STATISTICS_ROWS } from '../limits.js';

/** So many rows were written to tables. */
export type WrittenRows = ReadonlyMap<string, number>;

export interface TableStatistics {
  /** To be called between two transactions: counts the rows, and has those tables looked at of which too little is known. */
  note(db: Queries, written: WrittenRows): Promise<void>;
}

export function openTableStatistics(): TableStatistics {
  const counts = new Map<string, number>();
  return {
    async note(db, written) {
      for (const [table, rows] of written) counts.set(table, (counts.get(table) ?? 0) + rows);
      const grown = [...counts].filter(([, rows]) => rows >= STATISTICS_ROWS);
      if (grown.length === 0) return;
      for (const [table] of grown) counts.delete(table);
      const stale = await readStale(db, new Map(grown));
      // One that somebody looks at just now needs no second look.
      if (stale.length > 0) await db.exec(`ANALYZE (SKIP_LOCKED) ${stale.join(', ')}`);
    },
  };
}

/**
 * Tables that hold fewer rows, by their statistics, than were just written, or have no statistics: those the planner takes for
 * few rows of each project.
 */
async function readStale(db: Queries, written: WrittenRows): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `/* reference */ SELECT w.name FROM unnest($1::text[], $2::bigint[]) AS w (name, rows)
       JOIN pg_class c ON c.oid = to_regclass(w.name) WHERE c.reltuples < w.rows`,
    [[...written.keys()], [...written.values()]],
  );
  return rows.map(({ name }) => name);
}
