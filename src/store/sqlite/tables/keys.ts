import { KEYS_MAX } from '../../../../schemas/limits.js';
import type { KeyRole } from '../../../../schemas/words.js';
import type { KeyFacts } from '../../../answers/keys.js';
import type { KeyAdding, KeyRevoking, KeyUse, LiveKey, NewKey } from '../../access.js';
import type { ReadableDb, WritableDb } from '../connection.js';
import { KEYS_REVOKED_MAX } from '../limits.js';

interface KeyRow {
  readonly id: number;
  readonly hash: string;
  readonly name: string;
  readonly role: KeyRole;
  readonly project: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
}

/** Run inside a transaction. */
export interface KeyCommands {
  allLive(): LiveKey[];
  /** Null when there is none with this id, or it is revoked. */
  findLive(keyId: string): LiveKey | null;
  insert(key: NewKey, hasToken: boolean): KeyAdding;
  /** Also lets go of revoked keys past `KEYS_REVOKED_MAX`. */
  revoke(keyId: string, mayBeLast: boolean, nowMs: number): KeyRevoking;
  noteUse(use: KeyUse): void;
}

const COLUMNS = `id, hash, name, role, project, created_at_ms AS createdAtMs, last_used_at_ms AS lastUsedAtMs,
  revoked_at_ms AS revokedAtMs`;

export function openKeyCommands(db: WritableDb): KeyCommands {
  const allLive = db.prepare<[], KeyRow>(`SELECT ${COLUMNS} FROM keys WHERE revoked_at_ms IS NULL`);
  const insert = db.prepare<NewKey>(
    'INSERT INTO keys (hash, name, role, project, created_at_ms) VALUES (:hash, :name, :role, :project, :createdAtMs)',
  );
  const revoke = db.prepare<{ id: number; nowMs: number }>('UPDATE keys SET revoked_at_ms = :nowMs WHERE id = :id');
  const removeRevoked = db.prepare<{ max: number }>(
    `DELETE FROM keys WHERE id IN (SELECT id FROM keys WHERE revoked_at_ms IS NOT NULL
       ORDER BY revoked_at_ms DESC, id DESC LIMIT -1 OFFSET :max)`,
  );
  const noteUse = db.prepare<{ id: number; atMs: number }>(
    'UPDATE keys SET last_used_at_ms = :atMs WHERE id = :id AND revoked_at_ms IS NULL',
  );
  const findLive = (keyId: string): LiveKey | null => all().find(({ id }) => id === keyId) ?? null;
  const all = (): LiveKey[] => allLive.all().map(rowToLiveKey);
  return {
    allLive: all,
    findLive,
    insert(key, hasToken) {
      const live = all();
      const isAdminThere = hasToken || live.some(({ role }) => role === 'admin');
      if (!isAdminThere && key.role !== 'admin') return { kind: 'refused', code: 'admin_key_first' };
      if (live.some(({ name }) => name === key.name)) return { kind: 'refused', code: 'key_name_taken' };
      if (live.length >= KEYS_MAX) return { kind: 'refused', code: 'key_limit' };
      const { lastInsertRowid } = insert.run(key);
      return { kind: 'added', key: { ...key, id: String(lastInsertRowid) } };
    },
    revoke(keyId, mayBeLast, nowMs) {
      const key = findLive(keyId);
      if (key === null) return 'key_not_found';
      const isLast = key.role === 'admin' && all().every(({ id, role }) => id === keyId || role !== 'admin');
      if (isLast && !mayBeLast) return 'last_admin_key';
      revoke.run({ id: Number(keyId), nowMs });
      removeRevoked.run({ max: KEYS_REVOKED_MAX });
      return 'revoked';
    },
    noteUse({ keyId, atMs }) {
      noteUse.run({ id: Number(keyId), atMs });
    },
  };
}

/** Every key there is: live ones by name, then revoked ones, the latest first. */
export function openKeyList(db: ReadableDb): () => KeyFacts[] {
  const all = db.prepare<[], KeyRow>(
    `SELECT ${COLUMNS} FROM keys ORDER BY revoked_at_ms IS NOT NULL, revoked_at_ms DESC, name, id`,
  );
  return () => all.all().map((row) => ({ ...row, id: String(row.id) }));
}

function rowToLiveKey({ id, hash, name, role, project, createdAtMs }: KeyRow): LiveKey {
  return { id: String(id), hash, name, role, project, createdAtMs };
}
