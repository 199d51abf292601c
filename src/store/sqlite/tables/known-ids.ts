// Which ids of clients may be stored. Nearly all that come are new, and to find that out in the index takes 2.6 µs of the
// writer's 38 for an event: an index of random texts has no two neighbours on a page. A Bloom filter answers it in 0.1 µs.

import { HASH_LOWER_VALUES, hashText } from '../../../hash-text.js';
import { KNOWN_IDS_MAX, KNOWN_IDS_READ_MAX, KNOWN_IDS_READ_PER_RECORD } from '../limits.js';

/** A power of two, like the ids in the filter: a mask cuts a place out of a hash. */
const BITS_PER_ID = 8;
/** The best for eight bits would be five or six; three cost less and err in 3 of 100. */
const PLACES_PER_ID = 3;

/** A stored id, as the index is sorted. */
export interface StoredId {
  readonly clientId: string;
  readonly projectId: number;
}

export interface KnownIdsOptions {
  /** The stored ids behind one, in the order of the index, as they are committed. */
  readonly readAfter: (last: StoredId, count: number) => readonly StoredId[];
  /** Those that are in no index yet. */
  readonly waiting: () => Iterable<string>;
  /** Ids in the filter; a power of two. */
  readonly idsMax?: number;
}

const BEFORE_ALL: StoredId = { clientId: '', projectId: -1 };

/**
 * Until all stored ids have been read, every id may be stored; they are read a few at a time, beside commits. What is deleted
 * stays in the filter until it is made anew, and is looked for in vain.
 */
export class KnownIds {
  readonly #options: KnownIdsOptions;
  readonly #idsMax: number;
  /** Null before the first record, and where more ids are stored than it takes. */
  #bits: Uint32Array | null = null;
  #count = 0;
  #last: StoredId = BEFORE_ALL;
  #state: 'unread' | 'reading' | 'whole' | 'given up' = 'unread';

  constructor(options: KnownIdsOptions) {
    this.#options = options;
    this.#idsMax = options.idsMax ?? KNOWN_IDS_MAX;
  }

  /** False when it is certainly not stored, in whichever project. */
  mayHold(clientId: string): boolean {
    const bits = this.#bits;
    if (bits === null || this.#state !== 'whole') return true;
    const hash = hashText(clientId);
    for (let place = 0; place < PLACES_PER_ID; place++) {
      const bit = toBit(hash, place, bits);
      if (((bits[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  add(clientId: string): void {
    const bits = this.#bits;
    if (bits === null) return;
    this.#count += 1;
    const hash = hashText(clientId);
    for (let place = 0; place < PLACES_PER_ID; place++) {
      const bit = toBit(hash, place, bits);
      bits[bit >>> 5] = (bits[bit >>> 5] ?? 0) | (1 << (bit & 31));
    }
  }

  /**
   * Reads on in the index, for as many records as came since the last time. Not within a transaction: what that one deletes
   * may be rolled back.
   */
  read(recordCount: number): void {
    if (recordCount === 0 || this.#state === 'given up') return;
    if (this.#state === 'unread') this.#begin();
    const knewAll = this.#state === 'whole';
    if (!knewAll) this.#readOn(Math.min(recordCount * KNOWN_IDS_READ_PER_RECORD, KNOWN_IDS_READ_MAX));
    if (this.#count <= this.#idsMax) return;
    // Where most of them are deleted by now, it is worth to begin anew; a filter that is too small for what is stored is not.
    this.startOver();
    if (!knewAll) this.#state = 'given up';
  }

  /** Forgets all, and reads the index anew with the next records. */
  startOver(): void {
    this.#bits = null;
    this.#count = 0;
    this.#state = 'unread';
  }

  #begin(): void {
    this.#bits = new Uint32Array((this.#idsMax * BITS_PER_ID) / 32);
    this.#last = BEFORE_ALL;
    this.#state = 'reading';
    for (const clientId of this.#options.waiting()) this.add(clientId);
  }

  #readOn(count: number): void {
    const stored = this.#options.readAfter(this.#last, count);
    for (const { clientId } of stored) this.add(clientId);
    this.#last = stored.at(-1) ?? this.#last;
    if (stored.length < count) this.#state = 'whole';
  }
}

/** Two halves of one hash give as many places as are wanted: Kirsch and Mitzenmacher, "Less Hashing, Same Performance" (2006). */
function toBit(hash: number, place: number, bits: Uint32Array): number {
  const upper = Math.floor(hash / HASH_LOWER_VALUES) | 1;
  return ((hash % HASH_LOWER_VALUES) + place * upper) & (bits.length * 32 - 1);
}
