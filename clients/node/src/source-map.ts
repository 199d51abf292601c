import { SourceMap } from 'node:module';
import { dirname, isAbsolute, resolve } from 'node:path';
import { toPath } from './frames.js';

/** A place in what was written, before it was compiled. `line` and `column` count from 1. */
export interface OriginalPlace {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The source, when the map holds it. */
  readonly content: string | undefined;
}

/** The part of a source map (version 3) that is read here. */
interface MapFile {
  readonly sources: readonly string[];
  readonly sourceRoot?: string;
  readonly sourcesContent?: readonly (string | null)[];
}

export class SourceMapFile {
  readonly #map: SourceMap;
  readonly #file: MapFile;
  readonly #directory: string;

  /** Throws when the text is no source map. `path` is where it was found; its sources are named from there. */
  constructor(text: string, path: string) {
    // Some tools begin it with a line that keeps browsers from running it.
    this.#file = JSON.parse(text.replace(/^\)\]\}'?/, '')) as MapFile;
    this.#map = new SourceMap(this.#file as ConstructorParameters<typeof SourceMap>[0]);
    this.#directory = dirname(path);
  }

  /** Undefined for code that no source stands behind. */
  find(line: number, column: number): OriginalPlace | undefined {
    const entry = this.#map.findEntry(line - 1, column - 1);
    if (!('originalSource' in entry) || typeof entry.originalSource !== 'string') return undefined;
    const { sources, sourcesContent } = this.#file;
    return {
      path: this.#toPath(entry.originalSource),
      line: entry.originalLine + 1,
      column: entry.originalColumn + 1,
      content: sourcesContent?.[sources.indexOf(entry.originalSource)] ?? undefined,
    };
  }

  #toPath(source: string): string {
    // `webpack://shop/./src/cart.ts` is no file, but it says which one it was.
    if (/^[a-z][a-z\d+.-]+:/i.test(source)) return toPath(source) ?? source;
    return isAbsolute(source) ? source : resolve(this.#directory, toPath(this.#file.sourceRoot) ?? '', source);
  }
}

const MAP_COMMENT = /\/\/[#@] sourceMappingURL=(\S+)\s*$/;
const INLINE = /^data:application\/json[^,]*?(;base64)?,(.*)$/s;

/** Where the map of a compiled file is, and its text when it is inside of that file. Undefined when it names none. */
export function findMap(path: string, text: string): { readonly path: string; readonly text?: string } | undefined {
  const at = text.lastIndexOf('//# sourceMappingURL=');
  const url = MAP_COMMENT.exec(at === -1 ? '' : text.slice(at))?.[1];
  if (url === undefined) return undefined;
  const [, base64, content] = INLINE.exec(url) ?? [];
  if (content !== undefined) {
    const inline = base64 === undefined ? decodeURIComponent(content) : Buffer.from(content, 'base64').toString();
    return { path, text: inline };
  }
  // Anything else would be read from a network, or is no map.
  if (/^[a-z][a-z\d+.-]+:/i.test(url) || !/\.(?:map|json)$/.test(url)) return undefined;
  return { path: resolve(dirname(path), decodeURIComponent(url)) };
}
