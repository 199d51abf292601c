// JSON put together from texts that are JSON already: what was stored as text is spliced in, not parsed and written again.

/** JSON object texts that become part of a larger object. */
export type Splices = readonly (string | null)[];

/** A piece of a JSON text; what many records share is encoded once and repeated as bytes. */
export type JsonPart = string | Uint8Array;

/** `{"name":value}`, or null when there is no value. */
export function field(name: string, json: string | null): string | null {
  return json === null ? null : `{"${name}":${json}}`;
}

/** One JSON object out of several; the first is never empty. */
export function splice(head: string, splices: Splices): string {
  let json = head.slice(0, -1);
  for (const text of splices) if (text !== null && text.length > 2) json += `,${text.slice(1, -1)}`;
  return `${json}}`;
}

/** The parts one after the other, in a buffer of their own. */
export function joinParts(parts: readonly JsonPart[]): Uint8Array<ArrayBuffer> {
  const byteCount = parts.reduce<number>((sum, part) => sum + Buffer.byteLength(part), 0);
  const joined = Buffer.from(new ArrayBuffer(byteCount));
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') at += joined.write(part, at);
    else {
      joined.set(part, at);
      at += part.length;
    }
  }
  return joined;
}
