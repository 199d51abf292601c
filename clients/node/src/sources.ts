// The source code around the frames of an event, five lines either side, from files that were written or, where those are
// gone, from source maps.

import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { addLines } from '../../core/source-lines.js';
import type { StackFrame } from '../../core/types.js';
import { isInApp } from './frames.js';
import {
  CONTEXT_FRAMES_MAX,
  MAP_STEPS_MAX,
  SOURCE_BYTES_MAX,
  SOURCE_BYTES_TOTAL_MAX,
  SOURCE_FILES_MAX,
  SOURCE_TIMEOUT_MS,
} from './limits.js';
import { clearTimeout, setTimeout } from './own-timers.js';
import { findMap, type OriginalPlace, SourceMapFile } from './source-map.js';

interface SourceFile {
  readonly lines: readonly string[];
  readonly map: SourceMapFile | undefined;
  readonly bytes: number;
}

const UNREADABLE: SourceFile = { lines: [], map: undefined, bytes: 0 };
/** A stack is only text, which somebody else may have written: it must not make us send any other file than code. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte)$/;
/** What may have been made of something else itself. */
const COMPILED = /\.[cm]?js$/;

/** Remembers files as they were when first read: that is what runs. */
export class Sources {
  readonly #files = new Map<string, SourceFile>();
  readonly #reading = new Map<string, Promise<void>>();
  #bytes = 0;

  /** Frames with their original places and source lines. Never rejects; what cannot be read in time is left out. */
  async read(frames: readonly StackFrame[]): Promise<StackFrame[]> {
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, SOURCE_TIMEOUT_MS).unref();
    });
    const load = (paths: readonly string[]): Promise<unknown> =>
      Promise.race([timedOut, Promise.all(paths.map((path) => this.#load(path)))]);
    const steps = this.#steps(frames);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) await load(step.value);
    clearTimeout(timer);
    return step.value;
  }

  /** As `read`, at once. */
  readNow(frames: readonly StackFrame[]): StackFrame[] {
    const steps = this.#steps(frames);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) {
      for (const path of step.value) this.#loadNow(path);
    }
    return step.value;
  }

  /**
   * Asks for the files that it needs next. What one tool has written may be what another has read: an adapter of SvelteKit
   * bundles what Vite has built.
   */
  *#steps(frames: readonly StackFrame[]): Generator<readonly string[], StackFrame[]> {
    let before: readonly StackFrame[] = [];
    let mapped = frames;
    for (let step = 0; step < MAP_STEPS_MAX; step++) {
      const from = before;
      const isNext = (frame: StackFrame, index: number): boolean =>
        step === 0 || (frame.filename !== from[index]?.filename && COMPILED.test(frame.filename ?? ''));
      yield toPaths(mapped.filter(isNext));
      before = mapped;
      mapped = mapped.map((frame, index) => (isNext(frame, index) ? this.#toOriginal(frame) : frame));
    }
    yield toPaths(mapped.filter(({ contextLine }) => contextLine === undefined));
    return mapped.map((frame) => this.#withLines(frame));
  }

  #load(path: string): Promise<void> {
    if (this.#files.has(path)) return Promise.resolve();
    let reading = this.#reading.get(path);
    if (reading === undefined) {
      reading = readSource(path).then((file) => {
        this.#reading.delete(path);
        this.#remember(path, file);
      });
      this.#reading.set(path, reading);
    }
    return reading;
  }

  #loadNow(path: string): void {
    if (!this.#files.has(path)) this.#remember(path, readSourceNow(path));
  }

  #remember(path: string, file: SourceFile): void {
    this.#files.set(path, file);
    this.#bytes += file.bytes;
    for (const [oldest, { bytes }] of this.#files) {
      if (this.#files.size <= SOURCE_FILES_MAX && this.#bytes <= SOURCE_BYTES_TOTAL_MAX) break;
      this.#files.delete(oldest);
      this.#bytes -= bytes;
    }
  }

  #find({ filename, inApp }: StackFrame): SourceFile | undefined {
    if (inApp !== true || filename === undefined) return undefined;
    const file = this.#files.get(filename);
    if (file === undefined) return undefined;
    // The most recently used are the last to go.
    this.#files.delete(filename);
    this.#files.set(filename, file);
    return file;
  }

  #toOriginal(frame: StackFrame): StackFrame {
    const { lineno, colno } = frame;
    if (lineno === undefined || colno === undefined) return frame;
    const place = findPlace(this.#find(frame)?.map, lineno, colno);
    if (place === undefined) return frame;
    const { path, line, column, content } = place;
    // Without the lines of the place that it is mapped from.
    const name = frame.function === undefined ? {} : { function: frame.function };
    const original = { ...name, filename: path, lineno: line, colno: column, inApp: isInApp(path) };
    return content === undefined || !original.inApp ? original : addLines(original, content.split('\n'));
  }

  #withLines(frame: StackFrame): StackFrame {
    if (frame.contextLine !== undefined) return frame;
    const file = this.#find(frame);
    return file === undefined ? frame : addLines(frame, file.lines);
  }
}

function findPlace(map: SourceMapFile | undefined, line: number, column: number): OriginalPlace | undefined {
  try {
    return map?.find(line, column);
  } catch {
    // A map whose parts do not fit together; the compiled place is one too.
    return undefined;
  }
}

function toPaths(frames: readonly StackFrame[]): string[] {
  const paths = frames
    .filter(({ inApp, filename }) => inApp === true && filename !== undefined)
    .slice(0, CONTEXT_FRAMES_MAX)
    .map(({ filename }) => filename ?? '');
  return [...new Set(paths)].filter((path) => isAbsolute(path) && CODE.test(path));
}

async function readSource(path: string): Promise<SourceFile> {
  try {
    const text = await readText(path);
    return toFile(text, await readMap(path, text));
  } catch {
    // Not there, not readable, too large: the frame has its place all the same.
    return UNREADABLE;
  }
}

function readSourceNow(path: string): SourceFile {
  try {
    const text = readTextNow(path);
    return toFile(text, readMapNow(path, text));
  } catch {
    // As above.
    return UNREADABLE;
  }
}

interface MapText {
  /** Where it was found. */
  readonly path: string;
  readonly text: string;
}

async function readMap(path: string, text: string): Promise<MapText | undefined> {
  try {
    const map = findMap(path, text);
    return map && { path: map.path, text: map.text ?? (await readText(map.path)) };
  } catch {
    // Maps are often left behind when code is deployed.
    return undefined;
  }
}

function readMapNow(path: string, text: string): MapText | undefined {
  try {
    const map = findMap(path, text);
    return map && { path: map.path, text: map.text ?? readTextNow(map.path) };
  } catch {
    // As above.
    return undefined;
  }
}

function toFile(text: string, map: MapText | undefined): SourceFile {
  const bytes = text.length + (map?.text.length ?? 0);
  return { lines: text.split('\n'), map: map && parseMap(map), bytes };
}

function parseMap({ path, text }: MapText): SourceMapFile | undefined {
  try {
    return new SourceMapFile(text, path);
  } catch {
    // What was compiled is shown as it is.
    return undefined;
  }
}

async function readText(path: string): Promise<string> {
  assertReadable(await stat(path));
  return readFile(path, 'utf8');
}

function readTextNow(path: string): string {
  assertReadable(statSync(path));
  return readFileSync(path, 'utf8');
}

function assertReadable(facts: { isFile(): boolean; readonly size: number }): void {
  if (!facts.isFile() || facts.size > SOURCE_BYTES_MAX) throw new Error('no source file');
}
