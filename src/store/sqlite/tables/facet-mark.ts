// How far the facets of events are counted.

import type { WritableDb } from '../connection.js';

/** Up to `countedTo` every event is counted, but for those of the gap. See migrations/0150-facets-in-parts.ts for the rest. */
export interface FacetMark {
  readonly countedTo: number;
  readonly gapFrom: number;
  readonly gapTo: number;
  readonly mergingTo: number;
  readonly mergedScope: number;
}

const NOTHING_COUNTED: FacetMark = { countedTo: 0, gapFrom: 0, gapTo: 0, mergingTo: 0, mergedScope: 0 };

export function openFacetMark(db: WritableDb): { read(): FacetMark; write(mark: FacetMark): void } {
  const read = db.prepare<[], FacetMark>(
    `SELECT counted_to AS countedTo, gap_from AS gapFrom, gap_to AS gapTo, merging_to AS mergingTo,
       merged_scope AS mergedScope FROM facet_marks WHERE id = 1`,
  );
  const write = db.prepare<FacetMark>(
    `INSERT INTO facet_marks (id, counted_to, gap_from, gap_to, merging_to, merged_scope)
     VALUES (1, :countedTo, :gapFrom, :gapTo, :mergingTo, :mergedScope)
     ON CONFLICT DO UPDATE SET counted_to = :countedTo, gap_from = :gapFrom, gap_to = :gapTo, merging_to = :mergingTo,
       merged_scope = :mergedScope`,
  );
  return {
    read: () => read.get() ?? NOTHING_COUNTED,
    write: (mark) => void write.run(mark),
  };
}
