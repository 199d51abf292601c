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

export function auditListJson(entries: readonly AuditFacts[], next: string | undefined): string {
  return stringify({ entries: entries.map(toEntry), ...(next !== undefined && { next }) });
}

function toEntry({ atMs, detail, ...facts }: AuditFacts): AuditList['entries'][number] {
  return { ...facts, at: new Date(atMs).toISOString(), detail: JSON.parse(detail) as JsonObject };
}
