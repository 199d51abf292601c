// A built file with its source map: what a frame in it is asked of.

import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isIgnored, originalPositionFor, sourceContentFor, type TraceMap } from '#trace-mapping';
import { SOURCE_MAP_BYTES_MAX } from '../../limits.js';
import { findDebugId } from './folder-index.js';
import { type ParsedMap, parseMap } from './parse-map.js';
import type { FoundFile } from './read-file.js';

export interface BuiltFile {
  readonly text: string;
  readonly map: ParsedMap;
  /** Where its map lies, which its sources are named from: a folder, or an address. */
  readonly base: string;
  readonly debugId: string | undefined;
  /** The later of the times at which the file and its map were written. */
  readonly writtenAtMs: number;
  readonly costBytes: number;
}

/** Where a frame comes from. Lines and columns count from 1. */
export interface Original {
  /** As the map names it. */
  readonly source: string;
  readonly lineno: number;
  readonly colno: number;
  readonly name: string | undefined;
  readonly content: string | null;
  readonly isIgnored: boolean;
}

/** Reads a file beside the built one, or at its address. */
export type ReadBeside = (reference: string, bytesMax: number) => FoundFile | null;

/** The map that the last comment of a file names, or the one beside it; null where there is none that can be used. */
export function openBuiltFile(file: FoundFile, readBeside: ReadBeside): BuiltFile | null {
  const text = file.bytes.toString('utf8');
  const reference = findReference(text);
  const inline = reference === undefined ? null : decodeInline(reference);
  const found =
    inline === null ? readMap(file, reference, readBeside) : { bytes: inline, path: file.path, writtenAtMs: 0 };
  const map = found === null ? null : parseMap(found.bytes);
  if (found === null || map === null) return null;
  const debugId = findDebugId(text.slice(-1024));
  // Those of two builds.
  if (debugId !== undefined && map.debugId !== undefined && debugId !== map.debugId) return null;
  return {
    text,
    map,
    base: /^https?:/.test(found.path) ? new URL('.', found.path).href : dirname(found.path),
    debugId: debugId ?? map.debugId,
    writtenAtMs: Math.max(file.writtenAtMs, found.writtenAtMs),
    costBytes: text.length * 2 + map.costBytes,
  };
}

const MARK = 'sourceMappingURL=';

function findReference(text: string): string | undefined {
  const at = text.lastIndexOf(MARK);
  // Behind `//# `, or `/*# `; anything else is code that speaks of maps.
  if (at < 4 || !/^\/[/*][#@]\s$/.test(text.slice(at - 4, at))) return undefined;
  const start = at + MARK.length;
  const end = text.slice(start).search(/[\s*]/);
  return text.slice(start, end === -1 ? undefined : start + end);
}

function decodeInline(reference: string): Buffer | null {
  if (!reference.startsWith('data:')) return null;
  const comma = reference.indexOf(',');
  const data = reference.slice(comma + 1);
  if (comma === -1 || data.length > SOURCE_MAP_BYTES_MAX * 1.4) return null;
  try {
    return /;base64$/i.test(reference.slice(0, comma))
      ? Buffer.from(data, 'base64')
      : Buffer.from(decodeURIComponent(data), 'utf8');
  } catch {
    return null;
  }
}

/** A map elsewhere is not fetched: the one beside the file is looked for instead. */
function readMap(file: FoundFile, reference: string | undefined, readBeside: ReadBeside): FoundFile | null {
  const isBeside = reference !== undefined && reference !== '' && !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(reference);
  const named = isBeside ? readBeside(reference, SOURCE_MAP_BYTES_MAX) : null;
  const name = file.path.split('?')[0]?.split(/[\\/]/).at(-1) ?? '';
  return named ?? readBeside(`${name}.map`, SOURCE_MAP_BYTES_MAX);
}

/** Null where the map says nothing, or nothing that can be. */
export function findOriginal({ map }: Pick<BuiltFile, 'map'>, lineno: number, colno: number): Original | null {
  try {
    const { trace } = map;
    const { source, line, column, name } = originalPositionFor(trace, { line: lineno, column: colno - 1 });
    if (typeof source !== 'string' || source === '' || !isPlace(line) || !isPlace(column + 1)) return null;
    const content = sourceContentFor(trace, source);
    return {
      source,
      lineno: line,
      colno: column + 1,
      name: typeof name === 'string' ? name : undefined,
      content: typeof content === 'string' ? content : null,
      isIgnored: isListed(trace, source),
    };
  } catch {
    // What cannot be decoded says nothing.
    return null;
  }
}

const isPlace = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

function isListed(trace: TraceMap, source: string): boolean {
  return Array.isArray(trace.ignoreList) && isIgnored(trace, source);
}

/** Whether the file has this place: else the frame is of another build. */
export function hasPlace({ text }: Pick<BuiltFile, 'text'>, lineno: number, colno: number): boolean {
  const start = toLineStart(text, lineno);
  if (start === -1) return false;
  const end = text.indexOf('\n', start);
  return colno - 1 <= (end === -1 ? text.length : end) - start;
}

/** Where a line begins; -1 for one that is not there. */
export function toLineStart(text: string, lineno: number): number {
  let start = 0;
  for (let line = 1; line < lineno; line += 1) {
    start = text.indexOf('\n', start) + 1;
    if (start === 0) return -1;
  }
  return start;
}

/** The path on this machine of a source that a map in a folder names; null for one that is named by another address. */
export function toSourcePath(base: string, source: string): string | null {
  if (/^file:/i.test(source)) {
    try {
      return fileURLToPath(source);
    } catch {
      return null;
    }
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(source) || source.includes('\0')) return null;
  return resolve(base, source);
}
