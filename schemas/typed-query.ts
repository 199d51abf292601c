// A query for error groups while it is being typed.

import { findKey, type GroupKey, isKey, isMinus, isSpace } from './group-query.js';

/** What stands at the end of a query that is being typed. */
export type TypedPart =
  | { readonly kind: 'key'; readonly from: number; readonly prefix: string }
  | { readonly kind: 'value'; readonly from: number; readonly key: GroupKey; readonly prefix: string };

/** The key or the value that the text ends in, and where it begins; null inside words that are neither. */
export function toTypedPart(text: string): TypedPart | null {
  const start = lastTermStart(text);
  const at = isMinus(text.charAt(start)) ? start + 1 : start;
  const found = findKey(text, at);
  if (found === null) {
    const prefix = text.slice(at);
    return /^(?:[a-z][A-Za-z]*)?$/.test(prefix) ? { kind: 'key', from: at, prefix } : null;
  }
  if (!isKey(found.key)) return null;
  const listed = text.slice(found.valueAt);
  const from = found.valueAt + listed.lastIndexOf(',') + 1;
  return { kind: 'value', from, key: found.key, prefix: text.slice(from).replaceAll('"', '') };
}

function lastTermStart(text: string): number {
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '\\' && isQuoted) at += 1;
    else if (text.charAt(at) === '"') isQuoted = !isQuoted;
    else if (!isQuoted && isSpace(text.charAt(at))) start = at + 1;
  }
  return start;
}
