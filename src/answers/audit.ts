import { AuditList } from '../../schemas/audit.js';
import type { JsonObject } from '../../schemas/common.js';
import type { AuditAction } from '../../schemas/words.js';
import { compileStringify } from '../stringify.js';

/** A row of the audit as a store knows it. */
export interface AuditFacts {
  readonly id: string;
  readonly atMs: number;
  readonly action: AuditAction;
  readonly actor: string | null;
  readonly address: string | null;
  readonly project: string | null;
  /** A JSON object. */
  readonly detail: string;
}

const stringify = compileStringify(AuditList);

/** The answer `AuditList`, of up to `limit` rows, newest first. One row more tells that others follow. */
export function auditListJson(rows: readonly AuditFacts[], limit: number): string {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return stringify({ entries: shown.map(toEntry), ...(last !== undefined && { next: last.id }) });
}

function toEntry({ atMs, detail, ...facts }: AuditFacts): AuditList['entries'][number] {
  return { ...facts, at: new Date(atMs).toISOString(), detail: JSON.parse(detail) as JsonObject };
}
