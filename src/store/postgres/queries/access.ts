// Keys and the audit as their lists show them.

import type { AuditListQuery } from '../../../../schemas/audit.js';
import { type AuditFacts, auditListJson } from '../../../answers/audit.js';
import { parseNumberCursor } from '../../../answers/cursor.js';
import { type KeyFacts, keyListJson } from '../../../answers/keys.js';
import type { Queries } from '../connection.js';
import { ask } from './statement.js';

/** The answer `KeyList`: live keys by name, then revoked ones, the latest first. */
export async function listKeys(db: Queries): Promise<string> {
  const rows = await ask<Omit<KeyFacts, 'id'> & { readonly id: number }>(
    db,
    `/* reference */ SELECT id, name, role, project, created_at_ms, last_used_at_ms, revoked_at_ms FROM keys
     ORDER BY revoked_at_ms IS NOT NULL, revoked_at_ms DESC, name COLLATE "C", id`,
  );
  return keyListJson(rows.map((row) => ({ ...row, id: String(row.id) })));
}

/** The answer `AuditList`, newest first. */
export async function listAudit(db: Queries, { limit, before }: AuditListQuery): Promise<string> {
  const beforeId = before === undefined ? Number.MAX_SAFE_INTEGER : parseNumberCursor(before);
  const rows = await ask<Omit<AuditFacts, 'id'> & { readonly id: number }>(
    db,
    `/* reference */ SELECT id, at_ms, action, actor, address, project, detail FROM audit
     WHERE id < :beforeId ORDER BY id DESC LIMIT :limit`,
    { beforeId, limit: limit + 1 },
  );
  return auditListJson(
    rows.map((row) => ({ ...row, id: String(row.id) })),
    limit,
  );
}
