// What a search finds: texts that hold what was searched for, in any case of letters, as a person sees them. Every store finds the same.

import { withoutTerminalCodes } from '../terminal-codes.js';

/** The text in the form in which it is compared. A text that is not well-formed holds U+FFFD where it is not. */
export function foldText(text: string): string {
  // A final sigma is a sigma; which of the two a capital becomes depends on its neighbours.
  return withoutTerminalCodes(text).toWellFormed().toLowerCase().replaceAll('ς', 'σ');
}
