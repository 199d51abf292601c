// What parsing a body would cost, counted in one pass over its bytes. The parser needs a microsecond for an object or a
// name that it has not seen: a body that is made of them costs it seconds and half a gigabyte.

import { JSON_COUNTED_BYTES_MIN, JSON_NAMES_MAX, JSON_NODES_MAX } from '../../limits.js';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

// A name is known by some bits of its hash, so a few more than the limit may pass. The factor is the daemon's own secret:
// a sender who knew it could choose names that look like one. Its powers go through a quarter of all numbers before they
// come back to 1, as those of every number that is 5 more than a multiple of 8 do; those of others may come back at once.
const NAME_BITS = 20;
const HASH_FACTOR = (Math.floor(Math.random() * 2 ** 29) << 3) | 5;
/** Odd and without a pattern: what carries the lower bits of a hash into the upper ones, which name the place. */
const MIX_FACTOR = 0x2c_1b_3c_6d;

/** One sentence on what there is too much of in the JSON texts of a body, or null. Says nothing about whether they are JSON. */
export function findCost(...texts: readonly Uint8Array[]): string | null {
  const byteCount = texts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (byteCount < JSON_COUNTED_BYTES_MIN) return null;
  const { nodes, names } = countJson(texts);
  if (nodes > JSON_NODES_MAX) return `The body holds too many values: more than ${JSON_NODES_MAX}; send it in parts.`;
  if (names > JSON_NAMES_MAX) return `The body holds more than ${JSON_NAMES_MAX} different names; send it in parts.`;
  return null;
}

interface JsonCounts {
  /** Texts, names among them, and arrays and objects twice, which cost as much as two. Other values cost next to nothing. */
  nodes: number;
  /** Different names of fields. */
  names: number;
}

/** Stops early when one of the counts is past its limit. */
function countJson(texts: readonly Uint8Array[]): JsonCounts {
  const seen = new Uint8Array(2 ** (NAME_BITS - 3));
  const counts: JsonCounts = { nodes: 0, names: 0 };
  for (const text of texts) addCounts(text, counts, seen);
  return counts;
}

/** `seen` knows the names met so far, by bits of their hashes. */
function addCounts(bytes: Uint8Array, counts: JsonCounts, seen: Uint8Array): void {
  let { nodes, names } = counts;
  let hash = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      nodes += 1;
      hash = 0;
      for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) {
        if (bytes[at] === BACKSLASH) at += 1;
        hash = Math.imul(hash ^ (bytes[at] ?? 0), HASH_FACTOR);
      }
    } else if (byte === COLON) {
      const place = Math.imul(hash ^ (hash >>> 15), MIX_FACTOR) >>> (32 - NAME_BITS);
      const bit = 1 << (place & 7);
      const known = seen[place >> 3] ?? 0;
      if ((known & bit) === 0) names += 1;
      seen[place >> 3] = known | bit;
    } else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      nodes += 2;
    }
    if (nodes > JSON_NODES_MAX || names > JSON_NAMES_MAX) break;
  }
  Object.assign(counts, { nodes, names });
}
