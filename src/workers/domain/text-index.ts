// Finds which of many short texts a message holds, in one walk over it.

/** Texts by number. */
export interface TextIndex {
  /** The number of a text of at least three characters, in lower case; the same text has the same number. */
  add(text: string): number;
  /** The numbers of those that a message holds, whatever the case of its letters. */
  find(content: string): ReadonlySet<number>;
}

/** By the first three characters of each text, which few of them share with another. */
export function openTextIndex(): TextIndex {
  const numbers = new Map<string, number>();
  const starts = new Uint8Array(SLOTS);
  const byStart = new Map<string, { readonly text: string; readonly number: number }[]>();
  return {
    add(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = numbers.size;
      numbers.set(text, number);
      starts[toSlot(text, 0)] = 1;
      const start = text.slice(0, START_CHARS);
      byStart.set(start, [...(byStart.get(start) ?? []), { text, number }]);
      return number;
    },
    find(content) {
      const found = new Set<number>();
      const folded = content.toLowerCase();
      for (let at = 0; at + START_CHARS <= folded.length; at++) {
        if (starts[toSlot(folded, at)] === 0) continue;
        const beginning = byStart.get(folded.slice(at, at + START_CHARS));
        if (beginning === undefined) continue;
        for (const { text, number } of beginning) if (folded.startsWith(text, at)) found.add(number);
      }
      return found;
    },
  };
}

const START_CHARS = 3;
const SLOTS = 2 ** 15;

/** The slot of the three characters at a place. Different ones may share it; most places of a message have an empty one. */
function toSlot(text: string, at: number): number {
  return (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) % SLOTS;
}
