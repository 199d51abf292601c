// Ids of clients as a file has them. Nearly all are UUIDs, or the same 32 hexadecimal digits bare, as SDKs of Sentry send them.
// Each is stored twice, with its record and in the index of ids; in digits of six bits it takes 23 characters, not 36 or 32.

/** An id as it is stored. Ids of records that older builds stored may be as their clients sent them. */
export type PackedId = string & { readonly form: 'packed id' };

// Not U+0001, which `whole-texts.ts` begins texts with that need more work.
const DASHED = 2;
const BARE = 3;
/** Before a text that begins with a mark itself, so that nothing is taken for what it is not. */
const PLAIN = 4;
/** In the order of an index, packed ids stand before this, and so do only ids that begin with a control character. */
export const BEHIND_PACKED = '\u0005';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const DIGITS = /^[0-9a-f]{32}$/;

/** Two different ids are never one. */
export function packId(id: string): PackedId {
  if (UUID.test(id)) return toDigits(id, DASHED);
  if (DIGITS.test(id)) return toDigits(id, BARE);
  const first = id.charCodeAt(0);
  return (first >= DASHED && first <= PLAIN ? String.fromCharCode(PLAIN) + id : id) as PackedId;
}

/** The id as builds before schema 230 stored it; none of theirs is looked for by an id that looks like a packed one. */
export function plainId(id: string): string {
  return id < BEHIND_PACKED ? packId(id) : id;
}

/** The id as its client sent it, of a stored text; also of one that is not packed. */
export function unpackId(stored: string): string {
  const mark = stored.charCodeAt(0);
  const text = stored.slice(1);
  if (mark === PLAIN) return text;
  if ((mark !== DASHED && mark !== BARE) || stored.length !== packed.length) return stored;
  const id = Buffer.from(text, 'base64url').toString('hex');
  if (mark === BARE) return id;
  return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`;
}

const DIGITS_OF_64 = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_');
const DASH = 0x2d;
/** Of the letter `a`, above what it stands for. */
const LETTERS_FROM = 0x61 - 10;
const ZERO = 0x30;
const packed = Buffer.alloc(23);

/** As base64url, behind the mark. By hand: through a buffer of the bytes it takes twice as long. */
function toDigits(id: string, mark: number): PackedId {
  packed[0] = mark;
  let length = 1;
  let [bits, held] = [0, 0];
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    if (code === DASH) continue;
    held = (held << 4) | (code - (code >= LETTERS_FROM ? LETTERS_FROM : ZERO));
    bits += 4;
    if (bits < 6) continue;
    bits -= 6;
    packed[length++] = DIGITS_OF_64[held >>> bits] ?? 0;
    held &= (1 << bits) - 1;
  }
  packed[length] = DIGITS_OF_64[held << (6 - bits)] ?? 0;
  return packed.toString('latin1') as PackedId;
}
