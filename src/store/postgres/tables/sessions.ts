import { SESSIONS_MAX, SESSIONS_PER_KEY_MAX } from '../../../limits.js';
import type { StoredSession } from '../../access.js';
import type { Queries } from '../connection.js';

/** Oldest first. */
export async function readSessions(transaction: Queries): Promise<StoredSession[]> {
  const rows = await transaction.query<{ hash: string; keyId: number | null; expiresAtMs: number }>(
    '/* reference */ SELECT hash, key_id, expires_at_ms FROM sessions ORDER BY id',
  );
  return rows.map(({ keyId, ...row }) => ({ ...row, keyId: keyId === null ? null : String(keyId) }));
}

/** Past `SESSIONS_PER_KEY_MAX` the oldest of the key goes, past `SESSIONS_MAX` the oldest of the key that has the most. */
export async function insertSession(transaction: Queries, { hash, keyId, expiresAtMs }: StoredSession): Promise<void> {
  const key = keyId === null ? null : Number(keyId);
  await transaction.change('/* reference */ INSERT INTO sessions (hash, key_id, expires_at_ms) VALUES ($1, $2, $3)', [
    hash,
    key,
    expiresAtMs,
  ]);
  await transaction.change(
    `/* reference */ DELETE FROM sessions WHERE key_id IS NOT DISTINCT FROM $1
       AND id <= (SELECT id FROM sessions WHERE key_id IS NOT DISTINCT FROM $1 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [key, SESSIONS_PER_KEY_MAX],
  );
  await transaction.change(
    `/* reference */ DELETE FROM sessions WHERE (SELECT count(*) FROM sessions) > $1 AND id = (
       SELECT min(id) FROM sessions GROUP BY key_id ORDER BY count(*) DESC, min(id) LIMIT 1)`,
    [SESSIONS_MAX],
  );
}

export async function deleteSession(transaction: Queries, hash: string): Promise<void> {
  await transaction.change('/* reference */ DELETE FROM sessions WHERE hash = $1', [hash]);
}

export async function deleteSessionsOfKey(transaction: Queries, keyId: string): Promise<void> {
  await transaction.change('/* reference */ DELETE FROM sessions WHERE key_id = $1', [Number(keyId)]);
}

export async function deleteExpiredSessions(transaction: Queries, nowMs: number): Promise<void> {
  await transaction.change('/* reference */ DELETE FROM sessions WHERE expires_at_ms <= $1', [nowMs]);
}
