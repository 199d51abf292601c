// Any value as JSON that a person can read: bounded, without cycles, whatever its getters and proxies do.

import { CONTEXT_KEY_CHARS_MAX, CONTEXT_NODES_MAX } from '../../src/limits.js';
import { sliceText } from '../../src/slice-text.js';
import { TRUNCATED } from '../../src/workers/domain/text.js';
import { VALUE_DEPTH_MAX, VALUE_TEXT_CHARS_MAX, VALUE_WIDTH_MAX } from './limits.js';

interface Walk {
  nodesLeft: number;
  /** The objects around the value, so that one that is met again below itself is told as a cycle. */
  readonly above: Set<object>;
}

/** The value as plain JSON values. Never throws; the result shares nothing with what it was made of. */
export function toReadable(value: unknown): unknown {
  return visit(value, { nodesLeft: CONTEXT_NODES_MAX, above: new Set() });
}

/** As `toReadable`, for a value that is told as an object. */
export function toReadableObject(value: unknown): Record<string, unknown> {
  const readable = toReadable(value);
  const isObject = typeof readable === 'object' && readable !== null && !Array.isArray(readable);
  return isObject ? (readable as Record<string, unknown>) : { value: readable };
}

/** A value in the middle of a sentence: texts as they are, anything else as JSON. Never throws. */
export function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  const error = read(() => (value instanceof Error ? `${value.name}: ${value.message}` : undefined));
  // Of `undefined` there is no JSON.
  return (error as string | undefined) ?? `${JSON.stringify(toReadable(value)) as string | undefined}`;
}

/** The text cut to the length, with a mark. The daemon's own also makes texts well formed, which older browsers cannot. */
export function cut(text: string, charsMax: number): string {
  const start = sliceText(text, charsMax);
  return start === text ? text : start + TRUNCATED;
}

/** What the function returns, or a text that says that it threw. */
export function read(get: () => unknown): unknown {
  try {
    return get();
  } catch {
    // The value is what it is: that it cannot be read is what is told.
    return '[Threw]';
  }
}

function visit(value: unknown, walk: Walk): unknown {
  walk.nodesLeft -= 1;
  switch (typeof value) {
    case 'string':
      return cut(value, VALUE_TEXT_CHARS_MAX);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'bigint':
      // Longer ones take longer to print than anything here may.
      return BigInt.asIntN(128, value) === value ? `${value}n` : '[BigInt]';
    case 'symbol':
      return String(value);
    case 'function':
      return `[Function: ${String(read(() => value.name)) || 'anonymous'}]`;
    case 'object':
      return value === null ? null : read(() => visitObject(value, walk));
    default:
      return value;
  }
}

function visitObject(value: object, walk: Walk): unknown {
  if (walk.above.has(value)) return '[Circular]';
  const special = toSpecial(value);
  if (special !== undefined) return special;
  if (walk.above.size >= VALUE_DEPTH_MAX) return Array.isArray(value) ? '[Array]' : '[Object]';
  walk.above.add(value);
  try {
    if (Array.isArray(value)) return toList(value, walk);
    if (value instanceof Map || value instanceof Set) return toList(toFirst(value), walk);
    return toFields(value, walk);
  } finally {
    walk.above.delete(value);
  }
}

/** Objects whose fields do not say what they are. */
function toSpecial(value: object): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return cut(String(value), VALUE_TEXT_CHARS_MAX);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer)
    return `[${value.constructor.name}: ${value.byteLength} bytes]`;
  if ([Promise, WeakMap, WeakSet].some((kind) => value instanceof kind)) return `[${value.constructor.name}]`;
  const { nodeName, id } = value as { nodeName?: unknown; id?: unknown };
  // An element of a page leads to the whole page.
  if (typeof nodeName === 'string' && 'ownerDocument' in value) {
    return `<${nodeName.toLowerCase()}${typeof id === 'string' && id ? `#${id}` : ''}>`;
  }
  return undefined;
}

function toList(items: readonly unknown[], walk: Walk): unknown[] {
  const list: unknown[] = [];
  for (let index = 0; index < items.length; index++) {
    if (index >= VALUE_WIDTH_MAX || walk.nodesLeft <= 0) {
      list.push(`[${items.length - index} more]`);
      break;
    }
    list.push(
      visit(
        read(() => items[index]),
        walk,
      ),
    );
  }
  return list;
}

function toFields(value: object, walk: Walk): Record<string, unknown> {
  // No prototype: `__proto__` is a name as any other.
  const fields = Object.create(null) as Record<string, unknown>;
  if (value instanceof Error) {
    // Of an error they are not among the keys.
    for (const name of ['name', 'message', 'stack', 'cause']) {
      const field = read(() => (value as unknown as Record<string, unknown>)[name]);
      if (field !== undefined) fields[name] = visit(field, walk);
    }
  }
  let width = 0;
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    if (width >= VALUE_WIDTH_MAX || walk.nodesLeft <= 0) {
      fields['…'] = '[more]';
      break;
    }
    width += 1;
    fields[cut(name, CONTEXT_KEY_CHARS_MAX)] = visit(
      read(() => (value as Record<string, unknown>)[name]),
      walk,
    );
  }
  return fields;
}

function toFirst(values: Iterable<unknown>): unknown[] {
  const first: unknown[] = [];
  for (const value of values) if (first.push(value) > VALUE_WIDTH_MAX) break;
  return first;
}
