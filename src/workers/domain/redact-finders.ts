// In a file of its own, because the build of the browser client puts `clients/browser/src/no-finders.ts` in its place.

import type { RedactRules, TextFinders } from './redact-text.js';

/** What the rules look for beyond the contract's names; null for a client's. */
export function findersOf({ finders }: RedactRules): TextFinders | null {
  return finders;
}
