import { foldText } from '../../answers/search-text.js';

/** The folded text where lower case in ASCII, which the database has an index of, is not the same; else null. */
export function toFolded(text: string): string | null {
  const folded = foldText(text);
  return folded === text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ? null : folded;
}
