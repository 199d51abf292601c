// The part that leads frames to what was written: loaded by a page of this machine when it has an error to lead back.

import { parseStack } from '../../core/stack.js';
import type { ErrorEvent, StackFrame } from '../../core/types.js';
import { toComponentName } from './component-name.js';
import { MAPPED_FRAMES_MAX, SCRIPTS_BYTES_MAX, SCRIPTS_MAX } from './limits.js';
import { type Mark, type PlacedFrame, readScript, type Script } from './maps/script.js';

export interface SourceMapOptions {
  /** As the page had it before it was hooked. */
  readonly fetch: typeof window.fetch;
  /** Of the page: nothing of another one is fetched. */
  readonly origin: string;
  readonly mark: Mark;
}

/** The part of an event that tells places. */
export type Places = Pick<ErrorEvent, 'stackFrames' | 'stack' | 'componentStack' | 'componentName'>;

/** A stack is only text, which somebody else may have written: nothing but code is fetched for it. */
const CODE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;

export class SourceMaps {
  readonly #options: SourceMapOptions;
  readonly #scripts = new Map<string, Script | null>();
  readonly #loading = new Map<string, Promise<void>>();
  #bytes = 0;

  constructor(options: SourceMapOptions) {
    this.#options = options;
  }

  /** Fetches the application's scripts that an event names, each once. Never rejects. */
  async load({ stackFrames = [], stack = '', componentStack = '' }: Places): Promise<void> {
    const all = [stackFrames, ...[componentStack, stack].map((text) => this.#options.mark(parseStack(text)))];
    const urls = all.flatMap((frames) => frames.slice(0, MAPPED_FRAMES_MAX).filter((frame) => this.#isOwnCode(frame)));
    const names = new Set(urls.map(({ filename }) => filename));
    await Promise.all([...names].slice(0, MAPPED_FRAMES_MAX).map((url) => this.#load(url)));
  }

  /** The places as they were written, as far as what they name was loaded. */
  toOriginal({ stackFrames, stack, componentStack, componentName }: Places): Places {
    const components = componentStack && this.#toText(componentStack);
    const isNamed = componentName !== undefined && componentName === toComponentName(componentStack);
    return {
      ...(stackFrames && { stackFrames: stackFrames.map((frame, index) => this.#toFrame(frame, index)) }),
      ...(stack && { stack: this.#toText(stack) }),
      ...(components && { componentStack: components }),
      ...(components && isNamed && { componentName: toComponentName(components) ?? componentName }),
    };
  }

  #isOwnCode(frame: StackFrame): frame is PlacedFrame & { readonly filename: string } {
    const { filename = '', lineno, colno, inApp } = frame;
    if (inApp !== true || !lineno || !colno || !filename.startsWith(`${this.#options.origin}/`)) return false;
    return CODE.test(filename.replace(/[?#].*$/, ''));
  }

  #load(url: string): Promise<void> {
    if (this.#scripts.has(url)) return Promise.resolve();
    let loading = this.#loading.get(url);
    if (loading === undefined) {
      loading = readScript(this.#options.fetch, url)
        // It is gone, or takes too long: asked for again it would be no better.
        .catch(() => null)
        .then((script) => {
          this.#loading.delete(url);
          this.#remember(url, script);
        });
      this.#loading.set(url, loading);
    }
    return loading;
  }

  #remember(url: string, script: Script | null): void {
    this.#scripts.set(url, script);
    this.#bytes += script?.bytes ?? 0;
    for (const [oldest, known] of this.#scripts) {
      if (this.#scripts.size <= SCRIPTS_MAX && this.#bytes <= SCRIPTS_BYTES_MAX) break;
      this.#scripts.delete(oldest);
      this.#bytes -= known?.bytes ?? 0;
    }
  }

  #toFrame(frame: StackFrame, index: number): StackFrame {
    if (index >= MAPPED_FRAMES_MAX || !this.#isOwnCode(frame)) return frame;
    const script = this.#scripts.get(frame.filename);
    if (!script) return frame;
    // The most recently used are the last to go.
    this.#scripts.delete(frame.filename);
    this.#scripts.set(frame.filename, script);
    return script.toOriginal(frame, this.#options.mark);
  }

  /** A stack as text, line by line: what is no frame stays as it is. */
  #toText(stack: string): string {
    let count = 0;
    return stack
      .split('\n')
      .map((line) => {
        const [frame] = this.#options.mark(parseStack(line));
        if (frame === undefined) return line;
        const original = this.#toFrame(frame, count++);
        if (original === frame) return line;
        const named = replaceLast(line, toPlace(frame), toPlace(original));
        const { function: name = '' } = frame;
        return named.replace(name, () => original.function ?? name);
      })
      .join('\n');
  }
}

function toPlace({ filename, lineno, colno }: StackFrame): string {
  return `${filename}:${lineno}:${colno}`;
}

function replaceLast(text: string, part: string, by: string): string {
  const at = text.lastIndexOf(part);
  return at === -1 ? text : text.slice(0, at) + by + text.slice(at + part.length);
}
