import type { Clock } from '../clock.js';
import { ATTEMPT_ADDRESSES_MAX, RIGHT_KEY_MS, WRONG_KEYS_MAX, WRONG_KEYS_MS } from '../limits.js';

/** The wrong keys of an address since the first of them. */
interface Window {
  readonly startMs: number;
  count: number;
  /** Hashes of those that differ, as many as tell a guesser. */
  readonly different: Set<string>;
}

/** One too many. */
export interface Throttled {
  readonly retryAfterSeconds: number;
  /** Nobody was told yet in this minute. */
  readonly isFirst: boolean;
}

/**
 * Counts wrong keys by address. After `WRONG_KEYS_MAX` in a minute further wrong ones are refused unseen. Right ones are
 * refused too when so many different ones were tried: that is a guesser, who must not learn when a guess is right. A program
 * that sends the same wrong key again and again locks out nobody, and nobody is locked out who was right from this
 * address within the last hour.
 */
export class Attempts {
  readonly #clock: Clock;
  readonly #windows = new Map<string, Window>();
  /** When a pair of address and holder was right, the latest last. */
  readonly #right = new Map<string, number>();

  /** The clock never goes back. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  noteWrong(address: string, hash: Buffer): Throttled | null {
    const window = this.#find(address) ?? { startMs: this.#clock(), count: 0, different: new Set<string>() };
    window.count += 1;
    if (window.different.size <= WRONG_KEYS_MAX) window.different.add(hash.toString('latin1', 0, 8));
    putLast(this.#windows, address, window);
    if (window.count <= WRONG_KEYS_MAX) return null;
    return { ...this.#toRest(window), isFirst: window.count === WRONG_KEYS_MAX + 1 };
  }

  /** Whether a right key must wait; `holder` names whose it is. */
  noteRight(address: string, holder: string): Throttled | null {
    const pair = `${address} ${holder}`;
    const nowMs = this.#clock();
    const rightAtMs = this.#right.get(pair);
    const isProven = rightAtMs !== undefined && nowMs - rightAtMs < RIGHT_KEY_MS;
    const window = this.#windows.size === 0 || isProven ? null : this.#find(address);
    if (window !== null && window.different.size > WRONG_KEYS_MAX) return { ...this.#toRest(window), isFirst: false };
    // Not at each call: a minute more or less makes no difference within an hour.
    if (rightAtMs === undefined || nowMs - rightAtMs >= WRONG_KEYS_MS) putLast(this.#right, pair, nowMs);
    return null;
  }

  #find(address: string): Window | null {
    const window = this.#windows.get(address);
    return window === undefined || this.#clock() - window.startMs >= WRONG_KEYS_MS ? null : window;
  }

  #toRest({ startMs }: Window): Pick<Throttled, 'retryAfterSeconds'> {
    return { retryAfterSeconds: Math.max(1, Math.ceil((startMs + WRONG_KEYS_MS - this.#clock()) / 1000)) };
  }
}

/** Puts an entry at the end; past `ATTEMPT_ADDRESSES_MAX` the one that was there longest goes. */
function putLast<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > ATTEMPT_ADDRESSES_MAX ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
