import type { ReadableDb, WritableDb } from '../connection.js';
import { ROW_ID_CORRECTIONS_MAX } from '../limits.js';
import type { RowIdCorrection } from '../row-id.js';

export interface RowIdCorrectionCommands {
  /** In the order of their ids. */
  all(): readonly RowIdCorrection[];
  /** False when as many are in force as may be; first lets go of those that no row is left of. */
  insert(correction: RowIdCorrection, oldestId: number): boolean;
}

export function openRowIdCorrectionCommands(db: WritableDb): RowIdCorrectionCommands {
  const all = openRowIdCorrections(db);
  const insert = db.prepare<{ fromId: number; atMs: number }>(
    'INSERT INTO row_id_corrections (from_id, at_ms) VALUES (:fromId, :atMs)',
  );
  const removeBefore = db.prepare<{ fromId: number }>('DELETE FROM row_id_corrections WHERE from_id < :fromId');
  return {
    all,
    insert(correction, oldestId) {
      const oldest = all().findLast(({ fromId }) => fromId <= oldestId);
      if (oldest !== undefined) removeBefore.run({ fromId: oldest.fromId });
      if (all().length >= ROW_ID_CORRECTIONS_MAX) return false;
      insert.run(correction);
      return true;
    },
  };
}

/** Reads the corrections, in the order of their ids; nearly always there is none. */
export function openRowIdCorrections(db: ReadableDb): () => readonly RowIdCorrection[] {
  const all = db.prepare<[], RowIdCorrection>(
    'SELECT from_id AS fromId, at_ms AS atMs FROM row_id_corrections WHERE from_id > 0 ORDER BY from_id',
  );
  return () => all.all();
}
