// Frames of built files as frames of the sources that they were built from.

import { relative, sep } from 'node:path';
import type { MinifiedPlace, StackFrame } from '../../../schemas/event.js';
import {
  FRAME_CONTEXT_LINE_CHARS_MAX,
  FRAME_CONTEXT_LINES_MAX,
  FRAME_FILENAME_CHARS_MAX,
  FRAME_MODULE_CHARS_MAX,
} from '../../limits.js';
import { cutAhead, redactCutFrame } from '../domain/cut.js';
import { isJavascriptOwn } from '../domain/own-javascript.js';
import type { RedactRules } from '../domain/redact-text.js';
import { findOriginal, hasPlace, type Original, toLineStart, toSourcePath } from './built-file.js';
import { parseFrameFile } from './frame-file.js';
import type { FoundBuilt, MapBook, SourceMapPlaces, UsedFile } from './map-book.js';
import { toOriginalName } from './original-name.js';
import { toDebugId } from './parse-map.js';

export interface MappedFrames {
  readonly frames: readonly StackFrame[];
  readonly isMapped: boolean;
  /** As long as these are current, mapping the same frames again makes the same of them. */
  readonly used: readonly UsedFile[];
}

export interface MapWork {
  readonly book: MapBook;
  readonly places: SourceMapPlaces;
  readonly rules: RedactRules;
  /** Of an event that is stored: a file that was written later is of another build, unless its debug id says otherwise. */
  readonly receivedAtMs?: number;
}

/** Each frame that a map is found for, mapped; the others as they are. */
export function mapFrames(frames: readonly StackFrame[], work: MapWork): MappedFrames {
  const used = new Map<string, UsedFile>();
  let isMapped = false;
  const mapped = frames.map((frame) => {
    if (frame.minified !== undefined) {
      isMapped = true;
      return frame;
    }
    const made = mapFrame(frame, work, used);
    isMapped ||= made !== null;
    return made ?? frame;
  });
  return { frames: mapped, isMapped, used: [...used.values()] };
}

/** Frames as they were sent, of those that a map was found for. */
export function unmapFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  return frames.map((frame) => {
    const { minified, module, debugId } = frame;
    if (minified === undefined) return frame;
    return { ...minified, ...(module !== undefined && { module }), ...(debugId !== undefined && { debugId }) };
  });
}

function mapFrame(frame: StackFrame, work: MapWork, used: Map<string, UsedFile>): StackFrame | null {
  const { filename, lineno, colno } = frame;
  const file = filename === undefined ? null : parseFrameFile(filename);
  if (file === null || !isCounted(lineno) || !isCounted(colno)) return null;
  const debugId = toDebugId(frame.debugId);
  const found = work.book.find(file, debugId, work.places);
  if (found === null) return null;
  used.set(found.key, { key: found.key, mark: found.mark });
  if (!hasPlace(found.file, lineno, colno)) return null;
  if (debugId === undefined && found.file.writtenAtMs > (work.receivedAtMs ?? Number.POSITIVE_INFINITY)) return null;
  const original = findOriginal(found.file, lineno, colno);
  return original === null ? null : toMappedFrame({ frame: { ...frame, lineno, colno }, found, original }, work);
}

const isCounted = (value: number | undefined): value is number => Number.isSafeInteger(value) && (value as number) > 0;

interface Mapping {
  readonly frame: StackFrame & { readonly lineno: number; readonly colno: number };
  readonly found: FoundBuilt;
  readonly original: Original;
}

function toMappedFrame({ frame, found, original }: Mapping, work: MapWork): StackFrame {
  const path = toPath(found, original.source, work);
  const filename = toName(found, original.source, path);
  const name = frame.function === undefined ? undefined : toOriginalName(found.file, frame);
  const content = original.content ?? (path === null ? null : work.book.readSource(path, work.places));
  const mapped: StackFrame = {
    inApp: frame.inApp && !original.isIgnored && isJavascriptOwn(original.source) && isJavascriptOwn(filename),
    filename: cutAhead(filename, FRAME_FILENAME_CHARS_MAX),
    ...(name !== undefined && { function: name }),
    lineno: original.lineno,
    colno: original.colno,
    ...(frame.module !== undefined && { module: frame.module.slice(0, FRAME_MODULE_CHARS_MAX) }),
    ...(content !== null && toLinesAround(content, original.lineno)),
  };
  const clean = redactCutFrame(mapped, work.rules);
  const sourcePath = path === null ? undefined : redactCutFrame({ inApp: true, filename: path }, work.rules).filename;
  return {
    ...clean,
    ...(frame.debugId !== undefined && { debugId: frame.debugId }),
    ...(sourcePath !== undefined && sourcePath.length <= FRAME_FILENAME_CHARS_MAX && { sourcePath }),
    minified: toMinified(frame),
  };
}

function toMinified({ filename, function: name, lineno, colno, inApp, contextLine }: StackFrame): MinifiedPlace {
  return {
    inApp,
    ...(filename !== undefined && { filename }),
    ...(name !== undefined && { function: name }),
    ...(lineno !== undefined && { lineno }),
    ...(colno !== undefined && { colno }),
    ...(contextLine !== undefined && { contextLine }),
  };
}

/** Of the source on this machine; null where its map does not tell. */
function toPath({ file, folder }: FoundBuilt, source: string, { places }: MapWork): string | null {
  if (!/^https?:/.test(file.base)) return toSourcePath(file.base, source);
  // A dev server names sources from its own address; a listed folder may be what it serves.
  const address = URL.canParse(source, file.base) ? new URL(source, file.base) : null;
  const [root] = places.folders;
  if (address === null || root === undefined || !address.href.startsWith(folder)) return null;
  return toSourcePath(root, `.${decodeURI(address.pathname)}`);
}

/** The same on every machine: from the listed folder, without what leads out of it. Other addresses stay as they are. */
function toName({ file, folder }: FoundBuilt, source: string, path: string | null): string {
  if (/^https?:/.test(file.base)) {
    const address = URL.canParse(source, file.base) ? new URL(source, file.base) : null;
    return address?.href.startsWith(folder) === true ? decodeURI(address.pathname).slice(1) : source;
  }
  if (path === null) return source;
  const parts = relative(folder, path).split(sep);
  return parts.slice(parts.findIndex((part) => part !== '..')).join('/');
}

function toLinesAround(
  content: string,
  lineno: number,
): Pick<StackFrame, 'contextLine' | 'preContext' | 'postContext'> | null {
  const first = Math.max(1, lineno - LINES_AROUND);
  const start = toLineStart(content, first);
  if (start === -1) return null;
  const lines: string[] = [];
  let at = start;
  while (lines.length <= lineno - first + LINES_AROUND && at <= content.length) {
    const end = content.indexOf('\n', at);
    const line = content.slice(at, end === -1 ? undefined : end);
    lines.push(cutAhead(line.endsWith('\r') ? line.slice(0, -1) : line, FRAME_CONTEXT_LINE_CHARS_MAX));
    if (end === -1) break;
    at = end + 1;
  }
  const contextLine = lines[lineno - first];
  if (contextLine === undefined) return null;
  return {
    contextLine,
    preContext: lines.slice(0, lineno - first),
    postContext: lines.slice(lineno - first + 1),
  };
}

/** As many as Sentry's and our own clients send. */
const LINES_AROUND = Math.min(5, FRAME_CONTEXT_LINES_MAX);
