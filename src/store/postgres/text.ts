// Texts as PostgreSQL can hold them: it has no NUL. U+FDD0 stands for one; where a text has that itself, U+FDD1 is before
// it, and before another U+FDD1. Both are noncharacters, so nearly no text has them, and a part of a text is still a part.

const NUL = '\0';
const STAND_IN = '\uFDD0';
const ESCAPE = '\uFDD1';
const ANY = /[\0\uFDD0\uFDD1]/;
const EACH = /[\0\uFDD0\uFDD1]/g;
const EACH_STORED = /\uFDD1([\uFDD0\uFDD1])|\uFDD0/g;
/** The first two bytes of both in UTF-8. */
const LEAD = Buffer.from(STAND_IN).subarray(0, 2);

/** The text as it is stored. */
export function encodeText(text: string): string {
  return ANY.test(text) ? text.replace(EACH, (one) => (one === NUL ? STAND_IN : ESCAPE + one)) : text;
}

/** The text that was stored as this one. */
export function decodeText(stored: string): string {
  return ANY.test(stored) ? stored.replace(EACH_STORED, (_, escaped: string | undefined) => escaped ?? NUL) : stored;
}

/** The same for UTF-8 that was read as bytes. */
export function decodeBytes(stored: Uint8Array): Uint8Array {
  const bytes = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength);
  return bytes.includes(LEAD) ? Buffer.from(decodeText(bytes.toString('utf8'))) : stored;
}
