import { createHmac, randomBytes } from 'node:crypto';
import { SESSION_CODE_MS, SESSION_CODES_MAX, SESSION_MS, SESSIONS_MAX, SESSIONS_PER_KEY_MAX } from '../limits.js';
import type { StoredSession } from '../store/access.js';
import { toSecretHash } from './auth.js';

/**
 * The sessions of pages that have logged in. A session opened with the configured token is kept by a hash of its secret and
 * the token together: with another token it is nobody's, and what is kept says nothing of a token that can be guessed.
 */
export class Sessions {
  readonly #token: string | null;
  /** Oldest first. */
  readonly #byHash: Map<string, StoredSession>;

  constructor(token: string | null, stored: readonly StoredSession[]) {
    this.#token = token;
    this.#byHash = new Map(stored.map((session) => [session.hash, session]));
  }

  /** A new session and the secret of its cookie; nobody knows it before `add`. */
  make(keyId: string | null, nowMs: number): { readonly secret: string; readonly session: StoredSession } {
    const secret = randomBytes(32).toString('hex');
    const hash = keyId === null ? this.#toTokenHash(secret) : toKeyHash(secret);
    return { secret, session: { hash, keyId, expiresAtMs: nowMs + SESSION_MS } };
  }

  /** Answers the sessions that it has pushed out. */
  add(session: StoredSession): readonly StoredSession[] {
    this.#byHash.set(session.hash, session);
    const own = [...this.#byHash.values()].filter(({ keyId }) => keyId === session.keyId);
    const excess = own.slice(0, Math.max(0, own.length - SESSIONS_PER_KEY_MAX));
    if (excess.length === 0 && this.#byHash.size > SESSIONS_MAX) excess.push(...this.#oldestOfMost());
    for (const { hash } of excess) this.#byHash.delete(hash);
    return excess;
  }

  /** Takes out the sessions that have expired, and answers them. */
  takeExpired(nowMs: number): readonly StoredSession[] {
    const expired = [...this.#byHash.values()].filter(({ expiresAtMs }) => expiresAtMs <= nowMs);
    for (const { hash } of expired) this.#byHash.delete(hash);
    return expired;
  }

  get isEmpty(): boolean {
    return this.#byHash.size === 0;
  }

  /** Of the keys with the most sessions the one with the oldest pays, so that nobody pushes out who has fewer. */
  #oldestOfMost(): StoredSession[] {
    const counts = new Map<string | null, number>();
    for (const { keyId } of this.#byHash.values()) counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const first = [...this.#byHash.values()].find(({ keyId }) => counts.get(keyId) === most);
    return first === undefined ? [] : [first];
  }

  find(secret: string, nowMs: number): StoredSession | null {
    const ofKey = this.#byHash.get(toKeyHash(secret));
    const session = ofKey ?? (this.#token === null ? undefined : this.#byHash.get(this.#toTokenHash(secret)));
    return session === undefined || session.expiresAtMs <= nowMs ? null : session;
  }

  remove(hash: string): void {
    this.#byHash.delete(hash);
  }

  removeOfKey(keyId: string): void {
    for (const session of this.#byHash.values()) if (session.keyId === keyId) this.#byHash.delete(session.hash);
  }

  #toTokenHash(secret: string): string {
    return createHmac('sha256', this.#token ?? '')
      .update(secret)
      .digest('base64');
  }
}

function toKeyHash(secret: string): string {
  return toSecretHash(secret).toString('base64');
}

interface Code {
  readonly keyId: string | null;
  readonly expiresAtMs: number;
}

/** Codes that open one session each, within a minute: from a terminal into a browser. They are in memory only. */
export class SessionCodes {
  /** Oldest first, by hash. */
  readonly #codes = new Map<string, Code>();

  make(keyId: string | null, nowMs: number): { readonly code: string; readonly expiresAtMs: number } {
    const code = randomBytes(20).toString('hex');
    const expiresAtMs = nowMs + SESSION_CODE_MS;
    this.#codes.set(toKeyHash(code), { keyId, expiresAtMs });
    const [oldest] = this.#codes.keys();
    if (this.#codes.size > SESSION_CODES_MAX && oldest !== undefined) this.#codes.delete(oldest);
    return { code, expiresAtMs };
  }

  /** The key whose holder asked for the code, which is void from now on; undefined when it is none. */
  redeem(code: string, nowMs: number): string | null | undefined {
    const hash = toKeyHash(code);
    const found = this.#codes.get(hash);
    this.#codes.delete(hash);
    return found === undefined || found.expiresAtMs <= nowMs ? undefined : found.keyId;
  }
}
