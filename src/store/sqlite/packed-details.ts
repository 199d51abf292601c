// What an event has for itself is stored as JSON, whose names take more than what they name. The pieces that most events have
// are stored as one character each: a control character, which JSON writes as an escape and never as it is. So what was packed comes back
// exactly, and what older builds stored, without such characters, stays as it is.

import type { ReadableDb } from './connection.js';

/**
 * By their characters. Files hold them: a piece is never changed or moved, and new ones come at the end. Each begins with a comma, or
 * stands at the beginning of the text, and ends with a name, before the colon: a value stands in the packed text as it does in the JSON.
 */
const PIECES: readonly (readonly [code: string, piece: string])[] = [
  ['\u0002', '{"request":{"method"'],
  ['\u0003', '{"request":{"url"'],
  ['\u0004', ',"url"'],
  ['\u0005', ',"method"'],
  ['\u0006', ',"statusCode"'],
  ['\u0007', ',"duration"'],
  ['\u0008', ',"headers"'],
  ['\u000b', ',"extra"'],
  ['\u000c', '{"user":{"id"'],
  ['\u000e', ',"user":{"id"'],
  ['\u000f', ',"username"'],
  ['\u0010', ',"email"'],
  ['\u0011', ',"breadcrumbs":[{"timestamp"'],
  ['\u0012', ',{"timestamp"'],
  ['\u0013', ',"category"'],
  ['\u0014', ',"message"'],
  ['\u0015', ',"level"'],
  ['\u0016', ',"data"'],
  ['\u0017', ',"handled"'],
  ['\u0018', ',"mechanism"'],
  ['\u0019', ',"transaction"'],
  ['\u001a', ',"contexts"'],
];

type Piece = (typeof PIECES)[number];

/** By the third letter: those that begin with a comma mostly differ in it. */
const BY_LETTER: readonly (readonly Piece[] | undefined)[] = toTable(([, piece]) => piece.charCodeAt(2));
const PIECE_OF: readonly (readonly Piece[] | undefined)[] = toTable(([code]) => code.charCodeAt(0));

function toTable(place: (piece: Piece) => number): (Piece[] | undefined)[] {
  const table: (Piece[] | undefined)[] = Array.from({ length: 0x80 }, () => undefined);
  for (const piece of PIECES) table[place(piece)] = [...(table[place(piece)] ?? []), piece];
  return table;
}

/** What is stored of JSON as `JSON.stringify` writes it. */
export function packDetails(json: string): string {
  let packed = '';
  let copiedTo = 0;
  for (let at = 0; at !== -1; at = json.indexOf(',', at)) {
    const found = findPiece(json, at);
    if (found === undefined) {
      at += 1;
      continue;
    }
    const [code, piece] = found;
    packed += json.slice(copiedTo, at) + code;
    at += piece.length;
    copiedTo = at;
  }
  return copiedTo === 0 ? json : packed + json.slice(copiedTo);
}

/** Every event comes here: a loop, which takes half of what `find` would. */
function findPiece(json: string, at: number): Piece | undefined {
  const pieces = BY_LETTER[json.charCodeAt(at + 2)];
  if (pieces === undefined) return undefined;
  for (const piece of pieces) if (json.startsWith(piece[1], at)) return piece;
  return undefined;
}

/** The JSON of what is stored. */
export function unpackDetails(stored: string): string {
  let json = '';
  let copiedTo = 0;
  for (let at = 0; at < stored.length; at++) {
    const code = stored.charCodeAt(at);
    const piece = code < 0x20 ? PIECE_OF[code]?.[0]?.[1] : undefined;
    if (piece === undefined) continue;
    json += stored.slice(copiedTo, at) + piece;
    copiedTo = at + 1;
  }
  return copiedTo === 0 ? stored : json + stored.slice(copiedTo);
}

/** In SQL, the JSON of a column of stored details. */
export const unpackedDetails = (column: string): string => `unpacked_details(${column})`;

/** Makes what `unpackedDetails` needs known to the connection. */
export function registerUnpacking(db: ReadableDb): void {
  db.function('unpacked_details', { deterministic: true }, (stored: unknown) =>
    typeof stored === 'string' ? unpackDetails(stored) : null,
  );
}
