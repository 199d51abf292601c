import type { Terminal } from './terminal.js';

const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Runs work that can be ended half-way: the first signal ends it, and what it has begun is taken away. Then the exit code
 * is the shell's for that signal.
 */
export async function runUntilSignal(
  terminal: Terminal,
  work: (signal: AbortSignal) => Promise<number>,
  lastWord = 'Ended by a signal; nothing was changed.',
): Promise<number> {
  const abort = new AbortController();
  const exitCodes: number[] = [];
  const stop = (name: keyof typeof SIGNAL_NUMBERS): void => {
    exitCodes.push(128 + SIGNAL_NUMBERS[name]);
    abort.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  try {
    return await work(abort.signal);
  } catch (error) {
    const [exitCode] = exitCodes;
    if (exitCode === undefined) throw error;
    terminal.complain(lastWord);
    return exitCode;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
