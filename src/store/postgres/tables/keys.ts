import { KEYS_MAX } from '../../../../schemas/limits.js';
import type { KeyRole } from '../../../../schemas/words.js';
import type { KeyAdding, KeyRevoking, KeyUse, LiveKey, NewKey } from '../../access.js';
import type { Queries } from '../connection.js';
import { KEYS_REVOKED_MAX } from '../limits.js';

interface KeyRow {
  readonly id: number;
  readonly hash: string;
  readonly name: string;
  readonly role: KeyRole;
  readonly project: string | null;
  readonly createdAtMs: number;
}

/** Whoever adds or revokes a key reads them all before: one daemon at a time. */
export async function lockKeys(transaction: Queries): Promise<void> {
  await transaction.exec('/* reference */ LOCK TABLE keys IN SHARE ROW EXCLUSIVE MODE');
}

export async function readLiveKeys(transaction: Queries): Promise<LiveKey[]> {
  const rows = await transaction.query<KeyRow>(
    `/* reference */ SELECT id, hash, name, role, project, created_at_ms FROM keys WHERE revoked_at_ms IS NULL ORDER BY id`,
  );
  return rows.map((row) => ({ ...row, id: String(row.id) }));
}

/** The keys must be locked. */
export async function insertKey(transaction: Queries, key: NewKey, hasToken: boolean): Promise<KeyAdding> {
  const live = await readLiveKeys(transaction);
  const isAdminThere = hasToken || live.some(({ role }) => role === 'admin');
  if (!isAdminThere && key.role !== 'admin') return { kind: 'refused', code: 'admin_key_first' };
  if (live.some(({ name }) => name === key.name)) return { kind: 'refused', code: 'key_name_taken' };
  if (live.length >= KEYS_MAX) return { kind: 'refused', code: 'key_limit' };
  const { hash, name, role, project, createdAtMs } = key;
  const [row] = await transaction.query<{ id: number }>(
    `/* reference */ INSERT INTO keys (hash, name, role, project, created_at_ms) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
    [hash, name, role, project, createdAtMs],
  );
  return { kind: 'added', key: { ...key, id: String(row?.id) } };
}

/** The keys must be locked. Also lets go of revoked keys past `KEYS_REVOKED_MAX`. */
export async function revokeKey(
  transaction: Queries,
  keyId: string,
  { mayBeLast, nowMs }: { readonly mayBeLast: boolean; readonly nowMs: number },
): Promise<{ readonly revoking: KeyRevoking; readonly key: LiveKey | null }> {
  const live = await readLiveKeys(transaction);
  const key = live.find(({ id }) => id === keyId) ?? null;
  if (key === null) return { revoking: 'key_not_found', key };
  const isLast = key.role === 'admin' && live.every(({ id, role }) => id === keyId || role !== 'admin');
  if (isLast && !mayBeLast) return { revoking: 'last_admin_key', key };
  await transaction.change('/* reference */ UPDATE keys SET revoked_at_ms = $2 WHERE id = $1', [Number(keyId), nowMs]);
  await transaction.change(
    `/* reference */ DELETE FROM keys WHERE (revoked_at_ms, id) <= (SELECT revoked_at_ms, id FROM keys
       WHERE revoked_at_ms IS NOT NULL ORDER BY revoked_at_ms DESC, id DESC OFFSET $1 LIMIT 1)`,
    [KEYS_REVOKED_MAX],
  );
  return { revoking: 'revoked', key };
}

/** Keys that were revoked meanwhile are left alone. */
export async function noteKeyUses(transaction: Queries, uses: readonly KeyUse[]): Promise<void> {
  await transaction.change(
    `/* reference */ UPDATE keys k SET last_used_at_ms = u.at_ms FROM unnest($1::int[], $2::bigint[]) AS u (id, at_ms)
     WHERE k.id = u.id AND revoked_at_ms IS NULL AND coalesce(last_used_at_ms, 0) < u.at_ms`,
    [uses.map(({ keyId }) => Number(keyId)), uses.map(({ atMs }) => atMs)],
  );
}
