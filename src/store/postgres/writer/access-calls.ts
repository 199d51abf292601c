// What the writer does about keys, sessions and the audit. Each call is one transaction.

import type { Actor, AuditRecord } from '../../access.js';
import type { Queries } from '../connection.js';
import { insertAudit } from '../tables/audit.js';
import { insertKey, lockKeys, noteKeyUses, readLiveKeys, revokeKey } from '../tables/keys.js';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOfKey,
  insertSession,
  readSessions,
} from '../tables/sessions.js';
import type { WriterCall } from '../thread-messages.js';
import type { WriterConnection } from './connection.js';

/** What the calls need of the writer. */
export interface AccessWriter {
  readonly connection: WriterConnection;
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
  readonly [K in AccessCall]: (input: WriterCall[K]['in'], writer: AccessWriter) => Promise<WriterCall[K]['out']>;
};

export const ACCESS_CALLS: AccessCalls = {
  readAccess: ({ nowMs }, { connection }) =>
    connection.transact(async (transaction) => {
      await deleteExpiredSessions(transaction, nowMs);
      return { keys: await readLiveKeys(transaction), sessions: await readSessions(transaction) };
    }),
  addKey: ({ key, facts }, { connection, nowMs }) =>
    connection.transact(async (transaction) => {
      await lockKeys(transaction);
      const adding = await insertKey(transaction, key, facts.hasToken);
      if (adding.kind === 'added') await insertAudit(transaction, toKeyRecord('key_added', key, facts.by), nowMs());
      return adding;
    }),
  revokeKey: ({ keyId, facts }, { connection, nowMs }) =>
    connection.transact(async (transaction) => {
      await lockKeys(transaction);
      const { revoking, key } = await revokeKey(transaction, keyId, { mayBeLast: facts.mayBeLast, nowMs: nowMs() });
      if (revoking === 'revoked' && key !== null) {
        await deleteSessionsOfKey(transaction, keyId);
        await insertAudit(transaction, toKeyRecord('key_revoked', key, facts.by), nowMs());
      }
      return revoking;
    }),
  noteKeyUses: ({ uses }, { connection }) =>
    connection.transact(async (transaction) => {
      await noteKeyUses(transaction, uses);
      return null;
    }),
  addSession: ({ session, by }, { connection, nowMs }) =>
    connection.transact(async (transaction) => {
      await insertSession(transaction, session);
      await insertAudit(transaction, { action: 'login', by, project: null, detail: {} }, nowMs());
      return null;
    }),
  removeSession: ({ hash }, { connection }) =>
    connection.transact(async (transaction) => {
      await deleteSession(transaction, hash);
      return null;
    }),
  noteRefusedLogin: ({ by }, { connection, nowMs }) =>
    connection.transact(async (transaction) => {
      await insertAudit(transaction, { action: 'login_refused', by, project: null, detail: {} }, nowMs());
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
  nowMs: () => number,
  by: Actor | undefined,
  record: Omit<AuditRecord, 'by'>,
): (transaction: Queries) => Promise<void> {
  return async (transaction) => {
    if (by !== undefined) await insertAudit(transaction, { ...record, by }, nowMs());
  };
}
