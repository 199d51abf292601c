// The part of the port that is about keys, sessions and the audit. A key's text never comes here, only a hash of it.

import type { JsonObject } from '../../schemas/common.js';
import type { AuditAction, KeyRole } from '../../schemas/words.js';

/** Who asked for a change. */
export interface Actor {
  /** Name of a key, `token` for the configured one, null for anybody on an open daemon. */
  readonly name: string | null;
  /** Where the call came from; null when nobody knows. */
  readonly address: string | null;
}

/** What the audit says of a change. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly by: Actor;
  /** Null where it was about all of them, or about none. */
  readonly project: string | null;
  readonly detail: JsonObject;
}

/** A key that is not revoked. */
export interface LiveKey {
  readonly id: string;
  readonly name: string;
  readonly role: KeyRole;
  /** The one project that an ingest key may write into; null for any. */
  readonly project: string | null;
  /** SHA-256 of its text in base64. */
  readonly hash: string;
  readonly createdAtMs: number;
}

export type NewKey = Omit<LiveKey, 'id'>;

/** A page that has logged in. */
export interface StoredSession {
  /** Of the secret in the cookie. */
  readonly hash: string;
  /** Of the key that opened it; null for the configured token. */
  readonly keyId: string | null;
  readonly expiresAtMs: number;
}

export interface AccessState {
  readonly keys: readonly LiveKey[];
  /** Oldest first; none that has expired. */
  readonly sessions: readonly StoredSession[];
}

export interface AddKeyFacts {
  /** Somebody is an admin without a key: a token is configured. */
  readonly hasToken: boolean;
  readonly by: Actor;
}

export type KeyAdding =
  | { readonly kind: 'added'; readonly key: LiveKey }
  | { readonly kind: 'refused'; readonly code: 'key_name_taken' | 'key_limit' | 'admin_key_first' };

export interface RevokeKeyFacts {
  /** It may be the last admin key. */
  readonly mayBeLast: boolean;
  readonly by: Actor;
}

/** `revoked` also ended the sessions of the key. */
export type KeyRevoking = 'revoked' | 'key_not_found' | 'last_admin_key';

export interface KeyUse {
  readonly keyId: string;
  readonly atMs: number;
}

/** Rejects as the other calls of a store do. Each change and its row of the audit are one transaction. */
export interface AccessStore {
  /** What is in force; forgets the sessions that have expired. */
  read(nowMs: number): Promise<AccessState>;
  /** Adds a key. The first one must be an admin's, unless a token is configured. */
  addKey(key: NewKey, facts: AddKeyFacts): Promise<KeyAdding>;
  revokeKey(keyId: string, facts: RevokeKeyFacts): Promise<KeyRevoking>;
  /** Keys that were revoked meanwhile are left alone. */
  noteKeyUses(uses: readonly KeyUse[]): Promise<void>;
  /** Notes a login. Past `SESSIONS_MAX` the oldest sessions go. */
  addSession(session: StoredSession, by: Actor): Promise<void>;
  removeSession(hash: string): Promise<void>;
  /** An address has tried too many wrong keys. */
  noteRefusedLogin(by: Actor): Promise<void>;
}
