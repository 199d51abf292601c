// A source map that may be anything: what a parser or the decoder would need too much for is refused before they see it.

import { FlattenMap, type SectionedSourceMapInput, TraceMap } from '#trace-mapping';
import { DEBUG_ID_CHARS_MAX } from '../../../schemas/limits.js';
import { SOURCE_MAP_BYTES_MAX, SOURCE_MAP_ITEMS_MAX, SOURCE_MAP_SEGMENTS_MAX } from '../../limits.js';

export interface ParsedMap {
  readonly trace: TraceMap;
  readonly debugId: string | undefined;
  /** What it takes in memory, about. */
  readonly costBytes: number;
}

/** Null for what is no map, or too large a one. */
export function parseMap(bytes: Uint8Array): ParsedMap | null {
  if (bytes.byteLength > SOURCE_MAP_BYTES_MAX || !isCheapJson(bytes)) return null;
  try {
    // Some servers put this in front, so that no script can read it.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      .toString('utf8')
      .replace(/^\)\]\}'[^\n]*\n/, '');
    const map: unknown = JSON.parse(text);
    if (!isObject(map)) return null;
    const segmentCount = countMap(map);
    if (segmentCount === null) return null;
    const trace =
      'sections' in map ? new FlattenMap(map as unknown as SectionedSourceMapInput) : new TraceMap(map as never);
    return {
      trace,
      debugId: toDebugId(map.debugId ?? map.debug_id),
      costBytes: bytes.byteLength * 2 + segmentCount * 90,
    };
  } catch {
    // No JSON, or what the decoder does not take: it is no map.
    return null;
  }
}

/** In lower case, for comparison; undefined for what is none. */
export function toDebugId(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= DEBUG_ID_CHARS_MAX && /^[\w-]{1,64}$/.test(value)
    ? value.toLowerCase()
    : undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Its segments, a line counted as one; null where a part is not what it should be, or there is too much of it. */
function countMap(map: JsonObject): number | null {
  if (map.sections === undefined) return countPlain(map);
  if (!Array.isArray(map.sections) || map.sections.length > SOURCE_MAP_ITEMS_MAX) return null;
  let total = 0;
  let lastLine = 0;
  for (const section of map.sections as unknown[]) {
    const [offset, part] = isObject(section) ? [section.offset, section.map] : [];
    // Sections in sections are allowed nowhere; a section elsewhere would be fetched.
    if (!isObject(offset) || !isObject(part) || part.sections !== undefined) return null;
    const { line, column } = offset;
    if (!isCount(line) || !isCount(column) || line < lastLine) return null;
    const count = countPlain(part);
    if (count === null) return null;
    // The decoder makes a list of every line up to the section.
    total += count + (line - lastLine);
    lastLine = line;
    if (total > SOURCE_MAP_SEGMENTS_MAX) return null;
  }
  return total;
}

function countPlain({ version, mappings, sources, names = [], sourcesContent, sourceRoot }: JsonObject): number | null {
  if (version !== 3 || typeof mappings !== 'string') return null;
  if (!isListOf(sources, isTextOrNull) || !isListOf(names, isText)) return null;
  if (sourcesContent != null && !isListOf(sourcesContent, isTextOrNull)) return null;
  if (sourceRoot != null && typeof sourceRoot !== 'string') return null;
  return countSegments(mappings);
}

const VLQ = new Uint8Array(128);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') VLQ[char.charCodeAt(0)] = 1;

function countSegments(mappings: string): number | null {
  let count = 1;
  for (let at = 0; at < mappings.length; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) count += 1;
    // The decoder makes something of any character.
    else if (VLQ[code] !== 1) return null;
    if (count > SOURCE_MAP_SEGMENTS_MAX) return null;
  }
  return count;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isTextOrNull = (value: unknown): boolean => value === null || typeof value === 'string';
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= SOURCE_MAP_SEGMENTS_MAX;

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= SOURCE_MAP_ITEMS_MAX && value.every(isItem);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const SEMICOLON = 0x3b;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;
/** Lists in lists, which parsers go into by themselves. */
const ITEMS = SOURCE_MAP_ITEMS_MAX * 4;

/** Whether a parser makes no more of it than a map holds: 32 MiB of `{},` are a gigabyte of objects. */
function isCheapJson(bytes: Uint8Array): boolean {
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
    } else if (byte === COMMA || byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      count += 1;
      if (count > ITEMS) return false;
    }
  }
  return true;
}
