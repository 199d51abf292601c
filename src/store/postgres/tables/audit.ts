import type { AuditRecord } from '../../access.js';
import type { Queries } from '../connection.js';
import { AUDIT_REFUSED_ROWS_MAX, AUDIT_ROWS_MAX } from '../limits.js';

/** Writes a row, in the transaction of what it tells. Past `AUDIT_ROWS_MAX` the oldest go. */
export async function insertAudit(transaction: Queries, record: AuditRecord, atMs: number): Promise<void> {
  const { action, by, project, detail } = record;
  await transaction.change(
    `/* reference */ INSERT INTO audit (at_ms, action, actor, address, project, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
    [atMs, action, by.name, by.address, project, JSON.stringify(detail)],
  );
  if (action === 'login_refused')
    await removeOldest(transaction, `WHERE action = 'login_refused'`, AUDIT_REFUSED_ROWS_MAX);
  await removeOldest(transaction, '', AUDIT_ROWS_MAX);
}

async function removeOldest(transaction: Queries, where: string, max: number): Promise<void> {
  await transaction.change(
    `/* reference */ DELETE FROM audit WHERE id IN (SELECT id FROM audit ${where} ORDER BY id DESC OFFSET $1)`,
    [max],
  );
}
