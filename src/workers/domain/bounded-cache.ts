// What repeats is not computed twice: the one memory of the digest threads, and of the clients that use their functions.

export interface BoundedCache<Key, Value> {
  /** Undefined when it is not remembered. Who takes hashes for keys compares what is found. */
  get(key: Key): Value | undefined;
  /** Puts the value in the place of the one that the key had, and returns it; undefined is not worth a place. */
  set<T extends Value | undefined>(key: Key, value: T): T;
}

/** What bounds a cache besides the number of its entries. */
export interface SizeBound<Value> {
  /** Of all values together. */
  readonly sizeMax: number;
  readonly sizeOf: (value: Value) => number;
}

/**
 * Remembers at most `entriesMax` values, of at most `sizeMax` together; what was not used lately goes first. Whatever was set
 * or found is found again as long as fewer than half as many other keys, or half of the size, have been set or found since.
 *
 * Two generations: the recent one, once full, takes the place of the former one, and what is found in that one moves back.
 * A map that drops its oldest key at every insertion walks over the keys that it has dropped before.
 */
export function openBoundedCache<Key, Value extends string | number | boolean | object>(
  entriesMax: number,
  { sizeMax, sizeOf }: SizeBound<Value> = NO_SIZES,
): BoundedCache<Key, Value> {
  let recent = new Map<Key, Value>();
  let recentSize = 0;
  let former = recent;
  const set = <T extends Value | undefined>(key: Key, value: T): T => {
    if (value === undefined) return value;
    recentSize += sizeOf(value);
    if (recent.set(key, value).size >= entriesMax / 2 || recentSize >= sizeMax / 2) {
      former = recent;
      recent = new Map();
      recentSize = 0;
    }
    return value;
  };
  return { get: (key) => recent.get(key) ?? set(key, former.get(key)), set };
}

const NO_SIZES: SizeBound<unknown> = { sizeMax: Number.POSITIVE_INFINITY, sizeOf: () => 0 };
