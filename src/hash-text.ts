// A hash of texts, for places in tables of our own: not for secrets. Pure.

/** Values of the lower part of a hash: the upper part is what it holds beside them. */
export const HASH_LOWER_VALUES = 0x1_0000_0000;

/** 52 bits of a text, well mixed (cyrb53, public domain, by bryc): every bit is as good as any other. */
export function hashText(text: string): number {
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 0x9e3779b1);
    two = Math.imul(two ^ code, 0x5f356495);
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(two ^ (two >>> 13), 0xc2b2ae35);
  two = Math.imul(two ^ (two >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35);
  return (two & 0xfffff) * HASH_LOWER_VALUES + (one >>> 0);
}
