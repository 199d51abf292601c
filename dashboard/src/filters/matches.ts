import { withoutTerminalCodes } from '../../../src/terminal-codes.ts';
import type { Time } from './address.ts';

/** Whether a text has another in it, as the API searches: in any case, without the colours of a terminal, and every character is itself. */
export function hasText(text: string, search: string | null): boolean {
  return search === null || withoutTerminalCodes(text).toLowerCase().includes(search.toLowerCase());
}

/** Whether a value is the wanted one; null stands for any. */
export function isWanted<T>(value: T, wanted: T | null): boolean {
  return wanted === null || value === wanted;
}

/** Whether a moment lies in a time. */
export function isWithin(moment: string, { from, to }: Time): boolean {
  const atMs = Date.parse(moment);
  return (from === null || atMs >= Date.parse(from)) && (to === null || atMs <= Date.parse(to));
}
