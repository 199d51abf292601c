// How much one answer may hold. A store asks before each row of a page, and ends the page early.

import { ANSWER_BYTES_MAX } from '../limits.js';

export interface ByteBudget {
  /** Whether a row of so many bytes still goes into the answer. The first always does. */
  take(bytes: number): boolean;
}

export function openByteBudget(bytesMax = ANSWER_BYTES_MAX): ByteBudget {
  let taken: number | null = null;
  return {
    take(bytes) {
      if (taken !== null && taken + bytes > bytesMax) return false;
      taken = (taken ?? 0) + bytes;
      return true;
    },
  };
}
