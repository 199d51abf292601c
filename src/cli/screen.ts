import { once } from 'node:events';
import { CLI_COLUMNS_MAX, CLI_COLUMNS_MIN, CLI_TEXT_CHARS_MAX } from './limits.js';
import { type Line, renderLine } from './styled-line.js';
import { toTerminalText } from './terminal-text.js';

/** Standard output as a place for lines with colours. */
export interface Screen {
  /** Prints lines, each cut to the width of the terminal. Resolves when the reader is ready for more. */
  print(lines: readonly Line[]): Promise<void>;
  /** Prints lines as long as they are; the terminal breaks them. */
  printWhole(lines: readonly Line[]): Promise<void>;
  /** Prints a value as JSON on one line. */
  printJson(value: unknown): Promise<void>;
  /** Aborted when nobody reads any more, as in `errord tail | head`. */
  readonly closed: AbortSignal;
}

/**
 * The screen of this process. Colours are for terminals that have them, and not where NO_COLOR is set (https://no-color.org)
 * or the caller wants none.
 */
export function openScreen({ wantsColours }: { readonly wantsColours: boolean }): Screen {
  const { stdout } = process;
  const closed = new AbortController();
  stdout.once('error', () => {
    closed.abort();
  });
  // Node looks at NO_COLOR, FORCE_COLOR and TERM.
  const hasColours = wantsColours && stdout.isTTY && stdout.hasColors();
  const write = async (lines: readonly string[]): Promise<void> => {
    const isReady = stdout.write(lines.map((line) => `${line}\n`).join(''));
    if (isReady || closed.signal.aborted) return;
    // It rejects when nobody reads any more, which `closed` says.
    await once(stdout, 'drain', { signal: closed.signal }).catch(() => undefined);
  };
  const render = (lines: readonly Line[], columns: number): readonly string[] =>
    lines.map((line) => renderLine(line, { columns, hasColours }));
  return {
    closed: closed.signal,
    // A terminal may change its width between two calls.
    print: (lines) => write(render(lines, toColumns(stdout.isTTY ? stdout.columns : undefined))),
    printWhole: (lines) => write(render(lines, 2 * CLI_TEXT_CHARS_MAX)),
    printJson: (value) => write([toTerminalText(JSON.stringify(value))]),
  };
}

/** How wide lines may be on a terminal of so many columns, or where there is none. */
export function toColumns(columns: number | undefined): number {
  return Math.min(CLI_COLUMNS_MAX, Math.max(CLI_COLUMNS_MIN, columns ?? CLI_COLUMNS_MAX));
}
