import { SESSIONS_MAX, SESSIONS_PER_KEY_MAX } from '../../../limits.js';
import type { StoredSession } from '../../access.js';
import type { WritableDb } from '../connection.js';

interface SessionRow {
  readonly hash: string;
  readonly keyId: number | null;
  readonly expiresAtMs: number;
}

/** Run inside a transaction. */
export interface SessionCommands {
  /** Oldest first. */
  all(): StoredSession[];
  /** Past `SESSIONS_PER_KEY_MAX` the oldest of the key goes, past `SESSIONS_MAX` the oldest of the key that has the most. */
  insert(session: StoredSession): void;
  delete(hash: string): void;
  deleteOfKey(keyId: string): void;
  deleteExpired(nowMs: number): void;
}

export function openSessionCommands(db: WritableDb): SessionCommands {
  const all = db.prepare<[], SessionRow>(
    'SELECT hash, key_id AS keyId, expires_at_ms AS expiresAtMs FROM sessions ORDER BY id',
  );
  const insert = db.prepare<SessionRow>(
    'INSERT INTO sessions (hash, key_id, expires_at_ms) VALUES (:hash, :keyId, :expiresAtMs)',
  );
  const removeOldestOfKey = db.prepare<{ keyId: number | null; max: number }>(
    `DELETE FROM sessions WHERE id IN (
       SELECT id FROM sessions WHERE key_id IS :keyId ORDER BY id DESC LIMIT -1 OFFSET :max)`,
  );
  const count = db.prepare<[], number>('SELECT count(*) FROM sessions').pluck();
  const removeOldestOfMost = db.prepare(
    `DELETE FROM sessions WHERE id = (
       SELECT min(id) FROM sessions GROUP BY key_id ORDER BY count(*) DESC, min(id) LIMIT 1)`,
  );
  const remove = db.prepare<{ hash: string }>('DELETE FROM sessions WHERE hash = :hash');
  const removeOfKey = db.prepare<{ keyId: number }>('DELETE FROM sessions WHERE key_id = :keyId');
  const removeExpired = db.prepare<{ nowMs: number }>('DELETE FROM sessions WHERE expires_at_ms <= :nowMs');
  return {
    all: () => all.all().map(({ keyId, ...row }) => ({ ...row, keyId: keyId === null ? null : String(keyId) })),
    insert({ hash, keyId, expiresAtMs }) {
      const key = keyId === null ? null : Number(keyId);
      insert.run({ hash, keyId: key, expiresAtMs });
      removeOldestOfKey.run({ keyId: key, max: SESSIONS_PER_KEY_MAX });
      if ((count.get() ?? 0) > SESSIONS_MAX) removeOldestOfMost.run();
    },
    delete: (hash) => void remove.run({ hash }),
    deleteOfKey: (keyId) => void removeOfKey.run({ keyId: Number(keyId) }),
    deleteExpired: (nowMs) => void removeExpired.run({ nowMs }),
  };
}
