// What the writer does about keys, sessions and the audit. Each call is one transaction.

import type { ErrorGroup, StatusChange } from '../../../../schemas/error-group.js';
import { AUDIT_IDS_MAX } from '../../../../schemas/limits.js';
import type { ProjectSettingsChange } from '../../../../schemas/project-settings.js';
import { STATUSES } from '../../../../schemas/words.js';
import type { EventConditions } from '../../../event-conditions.js';
import { AUDIT_DETAIL_BYTES_MAX } from '../../../limits.js';
import type { Actor, AuditRecord } from '../../access.js';
import type { StoredView, ViewCommand } from '../../views.js';
import type { WritableDb } from '../connection.js';
import { type AuditCommands, openAuditCommands } from '../tables/audit.js';
import { type KeyCommands, openKeyCommands } from '../tables/keys.js';
import { openSessionCommands, type SessionCommands } from '../tables/sessions.js';
import type { WriterCall } from '../thread-messages.js';
import type { Committer } from './commit.js';

export interface AccessTables {
  readonly keys: KeyCommands;
  readonly sessions: SessionCommands;
  readonly audit: AuditCommands;
}

export function openAccessTables(db: WritableDb): AccessTables {
  return { keys: openKeyCommands(db), sessions: openSessionCommands(db), audit: openAuditCommands(db) };
}

/** What the calls need of the writer. */
interface AccessWriter {
  readonly access: AccessTables;
  readonly committer: Pick<Committer, 'transactAside'>;
  readonly nowMs: () => number;
}

type AccessCall =
  | 'readAccess'
  | 'addKey'
  | 'revokeKey'
  | 'noteKeyUses'
  | 'addSession'
  | 'removeSession'
  | 'noteRefusedLogin';

type AccessCalls = {
  readonly [K in AccessCall]: (input: WriterCall[K]['in'], writer: AccessWriter) => WriterCall[K]['out'];
};

export const ACCESS_CALLS: AccessCalls = {
  readAccess: ({ nowMs }, { access: { keys, sessions }, committer }) =>
    committer.transactAside(() => {
      sessions.deleteExpired(nowMs);
      return { keys: keys.allLive(), sessions: sessions.all() };
    }),
  addKey: ({ key, facts }, writer) => {
    const { keys, audit } = writer.access;
    return writer.committer.transactAside(() => {
      const adding = keys.insert(key, facts.hasToken);
      if (adding.kind === 'added') audit.insert(toKeyRecord('key_added', key, facts.by), writer.nowMs());
      return adding;
    });
  },
  revokeKey: ({ keyId, facts }, writer) => {
    const { keys, sessions, audit } = writer.access;
    return writer.committer.transactAside(() => {
      const key = keys.findLive(keyId);
      const revoking = keys.revoke(keyId, facts.mayBeLast, writer.nowMs());
      if (revoking === 'revoked' && key !== null) {
        sessions.deleteOfKey(keyId);
        audit.insert(toKeyRecord('key_revoked', key, facts.by), writer.nowMs());
      }
      return revoking;
    });
  },
  noteKeyUses: ({ uses }, { access: { keys }, committer }) =>
    committer.transactAside(() => {
      for (const use of uses) keys.noteUse(use);
      return null;
    }),
  addSession: ({ session, by }, { access: { sessions, audit }, committer, nowMs }) =>
    committer.transactAside(() => {
      sessions.insert(session);
      audit.insert({ action: 'login', by, project: null, detail: {} }, nowMs());
      return null;
    }),
  removeSession: ({ hash }, { access: { sessions }, committer }) =>
    committer.transactAside(() => {
      sessions.delete(hash);
      return null;
    }),
  noteRefusedLogin: ({ by }, { access: { audit }, committer, nowMs }) =>
    committer.transactAside(() => {
      audit.insert({ action: 'login_refused', by, project: null, detail: {} }, nowMs());
      return null;
    }),
};

function toKeyRecord(
  action: 'key_added' | 'key_revoked',
  { name, role, project }: { readonly name: string; readonly role: string; readonly project: string | null },
  by: Actor,
): AuditRecord {
  return { action, by, project, detail: { name, role } };
}

/** Writes a row of the audit when somebody asked for what it tells. To be called in the transaction of the change. */
export function toNote(
  { access, nowMs }: Pick<AccessWriter, 'access' | 'nowMs'>,
  by: Actor | undefined,
  record: Omit<AuditRecord, 'by'>,
): () => void {
  return () => {
    if (by !== undefined) access.audit.insert({ ...record, by }, nowMs());
  };
}

const VIEW_ACTIONS = { add: 'view_added', change: 'view_changed', remove: 'view_removed' } as const;

export function toViewRecord({ kind }: ViewCommand, { project, name, query }: StoredView): Omit<AuditRecord, 'by'> {
  return { action: VIEW_ACTIONS[kind], project, detail: { name, query } };
}

/** What the audit says of changed settings: all that was changed, or of long lists the names of rules and the count of places. */
export function toSettingsRecord(project: string, change: ProjectSettingsChange): Omit<AuditRecord, 'by'> {
  const action = 'project_settings_changed';
  if (Buffer.byteLength(JSON.stringify(change)) <= AUDIT_DETAIL_BYTES_MAX)
    return { action, project, detail: { ...change } };
  const { groupingRules, sourceMaps } = change;
  const detail = {
    ...change,
    ...(groupingRules != null && { groupingRules: groupingRules.map(({ name }) => name) }),
    ...(sourceMaps != null && { sourceMaps: sourceMaps.length }),
  };
  return { action, project, detail };
}

/** What the audit says of groups that were made one, or of one that was taken apart. */
export function toMergeRecord(
  kind: 'merged' | 'unmerged',
  { id, projectId }: ErrorGroup,
  parts: readonly ErrorGroup[],
): Omit<AuditRecord, 'by'> {
  const ids = parts.slice(0, AUDIT_IDS_MAX).map((part) => part.id);
  return { action: `errors_${kind}`, project: projectId ?? null, detail: { id, count: parts.length, ids } };
}

/** What the audit says of a group of which some events became another one. */
export function toSplitRecord(
  { id, projectId }: ErrorGroup,
  { id: madeId, conditions }: { readonly id: string; readonly conditions: EventConditions },
): Omit<AuditRecord, 'by'> {
  return { action: 'error_split', project: projectId ?? null, detail: { id, made: madeId, ...conditions } };
}

/** One record for all groups of a change; their project when they share one. */
export function toStatusRecord(
  groups: readonly ErrorGroup[],
  { status, in: release }: StatusChange,
): Omit<AuditRecord, 'by'> {
  const projects = new Set(groups.map(({ projectId }) => projectId ?? null));
  const [project = null] = projects.size === 1 ? projects : [];
  const ids = groups.slice(0, AUDIT_IDS_MAX).map(({ id }) => id);
  const detail = { status, ...(release !== undefined && { in: release }), count: groups.length, ids };
  return { action: 'status_changed', project, detail };
}

/** A record for each status that groups have again. */
export function toUndoRecords(groups: readonly ErrorGroup[]): readonly Omit<AuditRecord, 'by'>[] {
  return STATUSES.flatMap((status) => {
    const own = groups.filter((group) => group.status === status);
    if (own.length === 0) return [];
    const record = toStatusRecord(own, { status });
    return [{ ...record, detail: { ...record.detail, undo: true } }];
  });
}
