import type { Reporter } from './reporter.js';

/** The ESM and the CommonJS build are two modules; the slot is one. */
const SLOT = Symbol.for('@errord/node');

const slots = globalThis as { [SLOT]?: Reporter | undefined };

export function currentReporter(): Reporter | undefined {
  return slots[SLOT];
}

/** Returns the one that was there before. */
export function replaceReporter(reporter: Reporter | undefined): Reporter | undefined {
  const before = slots[SLOT];
  slots[SLOT] = reporter;
  return before;
}
