import type { AuditAction } from '../../../../schemas/words.js';
import type { AuditFacts } from '../../../answers/audit.js';
import { parseNumberCursor } from '../../../answers/cursor.js';
import type { AuditRecord } from '../../access.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { AUDIT_REFUSED_ROWS_MAX, AUDIT_ROWS_MAX } from '../limits.js';

export interface AuditCommands {
  /** Writes a row, in the transaction of what it tells. Past `AUDIT_ROWS_MAX` the oldest go. */
  insert(record: AuditRecord, atMs: number): void;
}

export function openAuditCommands(db: WritableDb): AuditCommands {
  const insert = db.prepare<Omit<AuditRow, 'id'>>(
    `INSERT INTO audit (at_ms, action, actor, address, project, detail)
       VALUES (:atMs, :action, :actor, :address, :project, :detail)`,
  );
  const toOldest = (rows: string): string =>
    `DELETE FROM audit WHERE id IN (SELECT id FROM ${rows} ORDER BY id DESC LIMIT -1 OFFSET :max)`;
  const removeOldest = db.prepare<{ max: number }>(toOldest('audit'));
  const removeOldestRefused = db.prepare<{ max: number }>(toOldest("audit WHERE action = 'login_refused'"));
  return {
    insert({ action, by, project, detail }, atMs) {
      insert.run({ atMs, action, actor: by.name, address: by.address, project, detail: JSON.stringify(detail) });
      if (action === 'login_refused') removeOldestRefused.run({ max: AUDIT_REFUSED_ROWS_MAX });
      removeOldest.run({ max: AUDIT_ROWS_MAX });
    },
  };
}

interface AuditRow {
  readonly id: number;
  readonly atMs: number;
  readonly action: AuditAction;
  readonly actor: string | null;
  readonly address: string | null;
  readonly project: string | null;
  readonly detail: string;
}

/** Reads up to `limit` rows and one more before a cursor, newest first. Throws `invalid_cursor` for a text that is none. */
export function openAuditPages(db: ReadableDb): (limit: number, before: string | undefined) => AuditFacts[] {
  const page = db.prepare<{ beforeId: number; limit: number }, AuditRow>(
    `SELECT id, at_ms AS atMs, action, actor, address, project, detail FROM audit
       WHERE id < :beforeId ORDER BY id DESC LIMIT :limit`,
  );
  return (limit, before) => {
    const beforeId = before === undefined ? Number.MAX_SAFE_INTEGER : parseNumberCursor(before);
    return page.all({ beforeId, limit: limit + 1 }).map((row) => ({ ...row, id: String(row.id) }));
  };
}
