import {
  AnyMap,
  isIgnored,
  originalPositionFor,
  sourceContentFor,
  type TraceMap,
  traceSegment,
} from '@jridgewell/trace-mapping';
import { addLines } from '../../../core/source-lines.js';
import type { StackFrame } from '../../../core/types.js';
import { MAP_BYTES_MAX, SCRIPT_BYTES_MAX } from '../limits.js';
import { findMap, parseMap } from './map-text.js';
import { toOriginalName } from './original-name.js';
import { readText } from './read-text.js';

/** A frame with both of its numbers. */
export type PlacedFrame = StackFrame & { readonly lineno: number; readonly colno: number };

/** Says of each frame whether it is the application's. */
export type Mark = (frames: StackFrame[]) => StackFrame[];

/** A script as the page runs it, with its source map when it has one. */
export class Script {
  readonly #code: string;
  readonly #lines: readonly string[];
  /** The offset of each line. */
  readonly #starts: readonly number[];
  readonly #map: TraceMap | undefined;
  /** Of the script and its map. */
  readonly bytes: number;

  constructor(code: string, bytes: number, map?: TraceMap) {
    this.#code = code;
    this.#lines = code.split('\n');
    let start = 0;
    this.#starts = this.#lines.map(({ length }) => {
      start += length + 1;
      return start - length - 1;
    });
    this.#map = map;
    this.bytes = bytes;
  }

  /**
   * The frame as it was written; `mark` says whether that is the application's. It has the lines around it if it is; without
   * a map, those of the script.
   */
  toOriginal(frame: PlacedFrame, mark: Mark): StackFrame {
    try {
      const original = this.#map && this.#toWritten(this.#map, frame, mark);
      if (original !== undefined) return original;
    } catch {
      // A map whose parts do not fit together; the place in the script is one too.
    }
    return addLines(frame, this.#lines);
  }

  /** Undefined for code that no source stands behind. */
  #toWritten(map: TraceMap, frame: PlacedFrame, mark: Mark): StackFrame | undefined {
    const { source, line, column } = originalPositionFor(map, { line: frame.lineno, column: frame.colno - 1 });
    if (source === null) return undefined;
    const written: StackFrame = { ...frame, filename: toSourceName(map, source), lineno: line, colno: column + 1 };
    if (frame.function !== undefined) written.function = this.#toName(map, frame, frame.function);
    mark([written]);
    // What its author asks debuggers to pass over is a package's, wherever it lies.
    if (isIgnored(map, source)) written.inApp = false;
    const content = written.inApp === true ? sourceContentFor(map, source) : null;
    return content === null ? written : addLines(written, content.split(/\r?\n/));
  }

  #toName(map: TraceMap, { lineno, colno }: PlacedFrame, name: string): string {
    const offset = (this.#starts[lineno - 1] ?? 0) + colno - 1;
    return toOriginalName(name, { code: this.#code, offset }, (at) => this.#findWritten(map, at, lineno - 1));
  }

  /** The rest of the line of the source that an offset leads to; only where something begins there. Not behind `lineIndex`. */
  #findWritten(map: TraceMap, offset: number, lineIndex: number): string | undefined {
    let index = lineIndex;
    while ((this.#starts[index] ?? 0) > offset) index -= 1;
    const column = offset - (this.#starts[index] ?? 0);
    const [at, sourceIndex, sourceLine, sourceColumn] = traceSegment(map, index, column) ?? [];
    if (at !== column || sourceIndex === undefined || sourceLine === undefined) return undefined;
    const content = map.sourcesContent?.[sourceIndex];
    return content?.split('\n')[sourceLine]?.slice(sourceColumn);
  }
}

/** Null when it is no script that can be read; one with a map that cannot be read is a script without a map. */
export async function readScript(fetch: typeof window.fetch, url: string): Promise<Script | null> {
  const script = await readText(fetch, url, { bytesMax: SCRIPT_BYTES_MAX, type: /(?:java|ecma)script/i });
  if (script === undefined) return null;
  const { text, bytes, headers } = script;
  try {
    const place = findMap(text, url, headers.get('sourcemap') ?? headers.get('x-sourcemap') ?? '');
    const map =
      place === undefined || place.text !== undefined
        ? place
        : await readText(fetch, place.url, { bytesMax: MAP_BYTES_MAX, type: /./ });
    if (place === undefined || map?.text === undefined) return new Script(text, bytes);
    const traced = new AnyMap(parseMap(map.text) as ConstructorParameters<typeof TraceMap>[0], place.url);
    return new Script(text, bytes + map.text.length, traced);
  } catch {
    // A map that is no map, or nobody serves: the script is what is known.
    return new Script(text, bytes);
  }
}

/** As the map names it: whole paths and schemes stay, others are relative to the map. Bundlers add queries of their own. */
function toSourceName({ sources, resolvedSources, sourceRoot }: TraceMap, source: string): string {
  const named = sources[resolvedSources.indexOf(source)] ?? source;
  const isWhole = !sourceRoot && /^(?:\/(?!\/)|[A-Za-z]:[\\/])/.test(named);
  return (isWhole ? named : source).replace(/[?#].*$/, '');
}
