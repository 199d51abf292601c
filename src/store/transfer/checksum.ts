// Whether two places hold the same rows, whatever their order.

import { createHash } from 'node:crypto';
import type { Row, TransferTable } from './tables.js';

/** How many rows, and the sum of what names each of them. */
export interface Sum {
  readonly count: number;
  readonly sum: number;
}

export const NO_ROWS: Sum = { count: 0, sum: 0 };

/** Sums stay exact in a JavaScript number, and two rows that differ in anything differ in these bits but once in 2^48. */
const BITS_BYTES = 6;
const MODULUS = 2 ** 48;

/** The sum with these rows in it. */
export function addRows({ count, sum }: Sum, { columns }: Pick<TransferTable, 'columns'>, rows: readonly Row[]): Sum {
  const names = Object.keys(columns);
  let total = sum;
  for (const row of rows) {
    const text = JSON.stringify(names.map((name) => row[name] ?? null));
    total = (total + createHash('sha256').update(text).digest().readUIntBE(0, BITS_BYTES)) % MODULUS;
  }
  return { count: count + rows.length, sum: total };
}

export function addSums(one: Sum, other: Sum): Sum {
  return { count: one.count + other.count, sum: (one.sum + other.sum) % MODULUS };
}

export function isSameSum(one: Sum, other: Sum): boolean {
  return one.count === other.count && one.sum === other.sum;
}
