import type { AuditRecord } from '../../access.js';
import type { Queries } from '../connection.js';
import { AUDIT_REFUSED_ROWS_MAX, AUDIT_ROWS_MAX } from '../limits.js';

/** Writes a row, in the transaction of what it tells. Past `AUDIT_ROWS_MAX` the oldest go. */
export async function insertAudit(transaction: Queries, record: AuditRecord, atMs: number): Promise<void> {
  const { action, by, project, detail } = record;
  const written = transaction.change(
    `/* reference */ INSERT INTO audit (at_ms, action, actor, address, project, detail) VALUES ($1, $2, $3, $4, $5, $6)`,
    [atMs, action, by.name, by.address, project, JSON.stringify(detail)],
  );
  // Sent behind each other: every wait for the server would be one for whoever asked for the change.
  const refusals =
    action === 'login_refused' && removeOldest(transaction, `action = 'login_refused'`, AUDIT_REFUSED_ROWS_MAX);
  await Promise.all([written, refusals, removeOldest(transaction, 'true', AUDIT_ROWS_MAX)]);
}

/**
 * The first that is too many is looked for once. As a set of ids the planner would look for it again for each row, where its
 * statistics are of a time when the table held nothing.
 */
async function removeOldest(transaction: Queries, condition: string, max: number): Promise<void> {
  await transaction.change(
    `/* reference */ DELETE FROM audit WHERE ${condition}
       AND id <= (SELECT id FROM audit WHERE ${condition} ORDER BY id DESC OFFSET $1 LIMIT 1)`,
    [max],
  );
}
