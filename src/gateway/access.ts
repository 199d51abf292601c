import { randomBytes } from 'node:crypto';
import type { KeyAdd, Session } from '../../schemas/keys.js';
import type { KeyRole } from '../../schemas/words.js';
import type { Clock } from '../clock.js';
import { KEY_USES_MS, SESSION_LOOK_MS } from '../limits.js';
import type { Logger } from '../log.js';
import type {
  AccessState,
  AccessStore,
  Actor,
  KeyAdding,
  KeyRevoking,
  LiveKey,
  StoredSession,
} from '../store/access.js';
import { Attempts, type Throttled } from './attempts.js';
import { findSessionSecret, toPresented, toSecretHash } from './auth.js';
import type { Exchange } from './exchange.js';
import { isOwnPage } from './foreign-pages.js';
import { type KeyHolder, Keys } from './keys.js';
import { SessionCodes, Sessions } from './sessions.js';

export interface AccessOptions {
  readonly authToken: string | null;
  readonly stored: AccessState;
  readonly store: AccessStore;
  readonly clock: Clock;
  /** Never goes back. */
  readonly monotonic: Clock;
  readonly log: Logger;
}

/** Who a call comes from, as far as the daemon knows. */
export interface Caller {
  readonly role: KeyRole;
  /** Of the key; null for anybody on an open daemon. */
  readonly name: string | null;
  /** The one project that it may write into; null for any. */
  readonly project: string | null;
  readonly keyId: string | null;
  /** Null where no cookie was needed. */
  readonly sessionHash: string | null;
  /** What it has shown. */
  readonly by: 'nothing' | 'key' | 'session';
}

export type Recognised =
  | { readonly kind: 'caller'; readonly caller: Caller }
  /** Nothing was presented, or a session that is over, and the daemon wants a key. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number };

export type Login =
  | { readonly kind: 'opened'; readonly secret: string }
  | Exclude<Recognised, { kind: 'caller' | 'unknown' }>
  | { readonly kind: 'daemon_open' }
  /** The key may not read. */
  | { readonly kind: 'forbidden' };

/** Where a call comes from. */
export interface CallPlace {
  /** As a key. */
  readonly sender: string;
  /** In words. */
  readonly address: () => string;
}

/** Of an open daemon. */
export const ANYBODY: Caller = {
  role: 'admin',
  name: null,
  project: null,
  keyId: null,
  sessionHash: null,
  by: 'nothing',
};

/**
 * Who may call. Keys and sessions are in memory, so that to look at a call waits for nothing; a change is in force when the
 * store has it.
 */
export class Access {
  readonly #options: AccessOptions;
  readonly #keys: Keys;
  readonly #sessions: Sessions;
  readonly #codes = new SessionCodes();
  readonly #attempts: Attempts;
  #timer: NodeJS.Timeout | null = null;
  #sessionTimer: NodeJS.Timeout | null = null;
  #onEnded: (isEnded: (caller: Caller) => boolean) => void = () => undefined;

  constructor(options: AccessOptions) {
    const { authToken, stored } = options;
    this.#options = options;
    this.#keys = new Keys(authToken, stored.keys);
    this.#sessions = new Sessions(authToken, stored.sessions);
    this.#attempts = new Attempts(options.monotonic);
    this.#watchSessions();
  }

  /** The daemon wants a key. */
  get isClosed(): boolean {
    return this.#keys.isClosed;
  }

  /** Told which callers may not follow the feed any more. */
  onEnded(listener: (isEnded: (caller: Caller) => boolean) => void): void {
    this.#onEnded = listener;
  }

  /** Must be called before the route handler returns. A cookie counts on pages of the daemon's own only. */
  recognise(exchange: Exchange, takesCookie: boolean): Recognised {
    if (this.#keys.isEmpty) return OPEN;
    const presented = toPresented(exchange);
    if (presented !== null) {
      const place = { sender: exchange.senderAddress(), address: () => exchange.addressText() };
      return this.recogniseKey(presented, place);
    }
    if (!this.isClosed) return OPEN;
    const session = takesCookie ? this.findSession(exchange) : null;
    const holder = session === null ? null : this.#keys.findById(session.keyId);
    if (session === null || holder === null) return UNKNOWN;
    this.#noteUse(holder);
    return { kind: 'caller', caller: { ...holder, sessionHash: session.hash, by: 'session' } };
  }

  /** Of a key that was presented anywhere, also in a body. */
  recogniseKey(presented: string, place: CallPlace): Recognised {
    const hash = toSecretHash(presented);
    const holder = this.#keys.find(hash);
    if (!this.isClosed) {
      if (holder === null) return OPEN;
      this.#noteUse(holder);
      return { kind: 'caller', caller: { ...ANYBODY, project: holder.project } };
    }
    const throttled = this.#note(holder, hash, place);
    if (throttled !== null) return throttled;
    if (holder === null) return WRONG;
    this.#noteUse(holder);
    return { kind: 'caller', caller: { ...holder, sessionHash: null, by: 'key' } };
  }

  /** The session of the cookie, on a page of the daemon's own. Must be called before the route handler returns. */
  findSession({ facts, header }: Exchange): StoredSession | null {
    const secret = isOwnPage(facts) ? findSessionSecret(header('cookie')) : null;
    return secret === null ? null : this.#sessions.find(secret, this.#options.clock());
  }

  toSession(recognised: Recognised): Session {
    const { role = null, name = null } = recognised.kind === 'caller' ? recognised.caller : {};
    return { role, name, isClosed: this.isClosed };
  }

  /** The text of the key is in this answer and nowhere else. */
  async addKey({ name, role, project }: KeyAdd, by: Actor): Promise<KeyAdding & { readonly text: string }> {
    const { store, clock } = this.#options;
    const text = `errord_${role.charAt(0)}_${randomBytes(20).toString('hex')}`;
    const hash = toSecretHash(text).toString('base64');
    const key = { name, role, project: project ?? null, hash, createdAtMs: clock() };
    const adding = await store.addKey(key, { hasToken: this.#keys.hasToken, by });
    if (adding.kind === 'added') this.#enforce(adding.key);
    return { ...adding, text };
  }

  async revokeKey(keyId: string, mayOpen: boolean, by: Actor): Promise<KeyRevoking> {
    const mayBeLast = mayOpen || this.#keys.hasToken;
    const revoking = await this.#options.store.revokeKey(keyId, { mayBeLast, by });
    if (revoking !== 'revoked') return revoking;
    this.#keys.remove(keyId);
    this.#sessions.removeOfKey(keyId);
    this.#onEnded((caller) => caller.keyId === keyId);
    return revoking;
  }

  /** Opens a session with a key, or with a code that `makeCode` gave. */
  async login({ key, code }: { readonly key?: string; readonly code?: string }, place: CallPlace): Promise<Login> {
    if (!this.isClosed) return { kind: 'daemon_open' };
    const { store, clock } = this.#options;
    const keyId = code === undefined ? undefined : this.#codes.redeem(code, clock());
    const hash = toSecretHash(key ?? code ?? '');
    const holder = key !== undefined ? this.#keys.find(hash) : keyId === undefined ? null : this.#keys.findById(keyId);
    const throttled = this.#note(holder, hash, place);
    if (throttled !== null) return throttled;
    if (holder === null) return WRONG;
    if (holder.role === 'ingest') return { kind: 'forbidden' };
    this.#noteUse(holder);
    const { secret, session } = this.#sessions.make(holder.keyId, clock());
    await store.addSession(session, { name: holder.name, address: place.address() });
    const pushedOut = new Set(this.#sessions.add(session).map((ended) => ended.hash));
    if (pushedOut.size > 0) this.#endSessions(pushedOut);
    this.#watchSessions();
    return { kind: 'opened', secret };
  }

  async logout({ hash }: StoredSession): Promise<void> {
    this.#sessions.remove(hash);
    this.#endSessions(new Set([hash]));
    await this.#options.store.removeSession(hash);
  }

  /** A code that opens one session for the holder of the caller's key. */
  makeCode({ keyId }: Caller): { readonly code: string; readonly expiresAtMs: number } {
    return this.#codes.make(keyId, this.#options.clock());
  }

  /** Writes down which keys were used. Once a minute by itself. */
  flush(): void {
    const uses = this.#keys.takeUses();
    if (uses.length === 0) {
      if (this.#timer !== null) clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    this.#options.store.noteKeyUses(uses).catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the use of keys could not be written down');
    });
  }

  /** Looks at nothing any more, and writes down what is left to write. */
  close(): void {
    this.flush();
    for (const timer of [this.#timer, this.#sessionTimer]) if (timer !== null) clearInterval(timer);
    this.#timer = null;
    this.#sessionTimer = null;
  }

  /** Counts what was presented; not null when it is refused whatever it is. */
  #note(
    holder: KeyHolder | null,
    hash: Buffer,
    { sender, address }: CallPlace,
  ): Extract<Recognised, { kind: 'throttled' }> | null {
    const throttled: Throttled | null =
      holder === null
        ? this.#attempts.noteWrong(sender, hash)
        : this.#attempts.noteRight(sender, holder.keyId ?? 'token');
    if (throttled === null) return null;
    if (throttled.isFirst) this.#tellRefused(address());
    return { kind: 'throttled', retryAfterSeconds: throttled.retryAfterSeconds };
  }

  #tellRefused(address: string): void {
    const { store, log } = this.#options;
    log.warn({ address }, 'too many wrong keys');
    store.noteRefusedLogin({ name: null, address }).catch((error: unknown) => {
      log.warn({ err: error }, 'refused logins could not be written down');
    });
  }

  #noteUse(holder: KeyHolder): void {
    this.#keys.noteUse(holder, this.#options.clock());
    this.#timer ??= setInterval(() => {
      this.flush();
    }, KEY_USES_MS).unref();
  }

  /** Who follows an open daemon has shown no key, and may not go on when it is closed. */
  #enforce(key: LiveKey): void {
    const wasClosed = this.#keys.isClosed;
    this.#keys.add(key);
    if (!wasClosed && this.isClosed) this.#onEnded(({ by }) => by === 'nothing');
  }

  /** A page that follows the feed may ask for nothing for months: its session ends all the same. */
  #watchSessions(): void {
    if (this.#sessions.isEmpty) return;
    this.#sessionTimer ??= setInterval(() => {
      const expired = this.#sessions.takeExpired(this.#options.clock());
      if (expired.length > 0) this.#endSessions(new Set(expired.map(({ hash }) => hash)));
      if (!this.#sessions.isEmpty || this.#sessionTimer === null) return;
      clearInterval(this.#sessionTimer);
      this.#sessionTimer = null;
    }, SESSION_LOOK_MS).unref();
  }

  #endSessions(hashes: ReadonlySet<string>): void {
    this.#onEnded(({ sessionHash }) => sessionHash !== null && hashes.has(sessionHash));
  }
}

const OPEN: Recognised = { kind: 'caller', caller: ANYBODY };
const UNKNOWN: Recognised = { kind: 'unknown' };
const WRONG: Extract<Recognised, { kind: 'wrong' }> = { kind: 'wrong' };
