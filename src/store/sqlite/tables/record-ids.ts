// The ids that clients gave request records and log entries. Only records that have one are in these tables, so the others
// cost nothing. A table by row holds the ids as they come: what an index lost with the process is read again from it, and
// a record that goes finds its id there. The index is client-ids.ts.

import type { WritableDb } from '../connection.js';
import { RECORD_IDS_GATHERED_MAX } from '../limits.js';
import { packId } from '../packed-id.js';
import { ClientIds } from './client-ids.js';
import type { WrittenInParts } from './index-backlog.js';

export interface RecordIds extends WrittenInParts {
  /** The row id of the stored record of this kind, or null. A record without an id is never found. */
  find(projectId: number, recordId: string | null): number | null;
  /** The project must not have a record of this kind with this id. Without an id, nothing is done. */
  add(keys: { readonly id: number; readonly projectId: number }, recordId: string | null): void;
  /** Forgets the ids of records that go. */
  remove(rows: readonly { readonly id: number; readonly projectId: number }[]): void;
  removeAll(): void;
}

export function openRecordIds(db: WritableDb, kind: 'request' | 'log'): RecordIds {
  const table = `identified_${kind}s` as const;
  const ids = new ClientIds(db, {
    index: `${kind}_ids`,
    table,
    column: 'record_id',
    gatheredMax: RECORD_IDS_GATHERED_MAX,
  });
  const insert = db.prepare<[number, number, string]>(
    `INSERT INTO ${table} (id, project_id, record_id) VALUES (?, ?, ?)`,
  );
  const remove = db.prepare<[number], string>(`DELETE FROM ${table} WHERE id = ? RETURNING record_id`).pluck();
  const removeAll = db.prepare(`DELETE FROM ${table}`);
  return {
    begin: () => ids.begin(),
    index: () => ids.index(),
    indexAll: () => ids.indexAll(),
    rollback: () => ids.rollback(),
    find: (projectId, recordId) => (recordId === null ? null : ids.find(projectId, recordId, packId(recordId))),
    add({ id, projectId }, recordId) {
      if (recordId === null) return;
      const storedId = packId(recordId);
      insert.run(id, projectId, storedId);
      ids.add({ projectId, storedId, id });
    },
    remove(rows) {
      for (const { id, projectId } of rows) {
        const storedId = remove.get(id);
        if (storedId !== undefined) ids.remove({ projectId, storedId, id });
      }
    },
    removeAll() {
      removeAll.run();
      ids.removeAll();
    },
  };
}
