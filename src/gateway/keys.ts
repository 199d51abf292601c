import { timingSafeEqual } from 'node:crypto';
import type { KeyRole } from '../../schemas/words.js';
import type { KeyUse, LiveKey } from '../store/access.js';
import { toSecretHash } from './auth.js';

/** Who holds a key. */
export interface KeyHolder {
  /** Null for the configured token. */
  readonly keyId: string | null;
  readonly name: string;
  readonly role: KeyRole;
  /** The one project that it may write into; null for any. */
  readonly project: string | null;
}

const TOKEN_HOLDER: KeyHolder = { keyId: null, name: 'token', role: 'admin', project: null };

/** The keys that are live, and the configured token, which is an admin's. As many as the store holds. */
export class Keys {
  readonly #tokenHash: Buffer | null;
  readonly #byHash = new Map<string, KeyHolder>();
  readonly #hashes = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  #adminCount = 0;

  constructor(token: string | null, live: readonly LiveKey[]) {
    this.#tokenHash = token === null ? null : toSecretHash(token);
    for (const key of live) this.add(key);
  }

  get hasToken(): boolean {
    return this.#tokenHash !== null;
  }

  /** The daemon wants a key: somebody can have one that may do everything. */
  get isClosed(): boolean {
    return this.hasToken || this.#adminCount > 0;
  }

  get isEmpty(): boolean {
    return !this.hasToken && this.#byHash.size === 0;
  }

  /** By the hash of what was presented, so that the time it takes tells nothing of the keys. */
  find(hash: Buffer): KeyHolder | null {
    if (this.#tokenHash !== null && timingSafeEqual(hash, this.#tokenHash)) return TOKEN_HOLDER;
    return this.#byHash.get(hash.toString('base64')) ?? null;
  }

  /** Null for a key that is revoked. */
  findById(keyId: string | null): KeyHolder | null {
    if (keyId === null) return this.hasToken ? TOKEN_HOLDER : null;
    return this.#byHash.get(this.#hashes.get(keyId) ?? '') ?? null;
  }

  add({ id, hash, name, role, project }: LiveKey): void {
    this.#byHash.set(hash, { keyId: id, name, role, project });
    this.#hashes.set(id, hash);
    if (role === 'admin') this.#adminCount += 1;
  }

  remove(keyId: string): void {
    const hash = this.#hashes.get(keyId);
    if (hash === undefined) return;
    if (this.#byHash.get(hash)?.role === 'admin') this.#adminCount -= 1;
    this.#byHash.delete(hash);
    this.#hashes.delete(keyId);
    this.#uses.delete(keyId);
  }

  /** Remembers that a key was used, until somebody writes it down. */
  noteUse({ keyId }: KeyHolder, atMs: number): void {
    if (keyId !== null) this.#uses.set(keyId, atMs);
  }

  /** What was used since the last call. */
  takeUses(): readonly KeyUse[] {
    const uses = [...this.#uses].map(([keyId, atMs]) => ({ keyId, atMs }));
    this.#uses.clear();
    return uses;
  }
}
