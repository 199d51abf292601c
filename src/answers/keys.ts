import { KeyList } from '../../schemas/keys.js';
import type { KeyRole } from '../../schemas/words.js';
import { compileStringify } from '../stringify.js';

/** A key as a store knows it. */
export interface KeyFacts {
  readonly id: string;
  readonly name: string;
  readonly role: KeyRole;
  readonly project: string | null;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly revokedAtMs: number | null;
}

const stringify = compileStringify(KeyList);

export function keyListJson(keys: readonly KeyFacts[]): string {
  return stringify({ keys: keys.map(toKey) });
}

function toKey({ id, name, role, project, createdAtMs, lastUsedAtMs, revokedAtMs }: KeyFacts): KeyList['keys'][number] {
  return {
    id,
    name,
    role,
    createdAt: toTime(createdAtMs),
    ...(project !== null && { project }),
    ...(lastUsedAtMs !== null && { lastUsedAt: toTime(lastUsedAtMs) }),
    ...(revokedAtMs !== null && { revokedAt: toTime(revokedAtMs) }),
  };
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
