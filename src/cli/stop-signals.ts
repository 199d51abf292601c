import { type Clock, systemClock } from '../clock.js';
import type { Terminal } from './terminal.js';

const SIGNAL_NUMBERS = { SIGINT: 2, SIGTERM: 15 } as const;

/** `npm start` passes Ctrl-C on to a process that the terminal has sent it to already; nobody presses twice so fast. */
const SAME_KEYPRESS_MS = 300;

/** Resolves at the first signal to stop; a second one ends the process there and then, with 130 or 143. */
export function awaitStopSignal(terminal: Terminal, clock: Clock = systemClock): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | null = null;
    const stop = (signal: keyof typeof SIGNAL_NUMBERS): void => {
      if (firstAtMs !== null) {
        if (clock() - firstAtMs < SAME_KEYPRESS_MS) return;
        terminal.complain(`${signal} again: errord ends at once. Telemetry that was acknowledged is on disk.`);
        process.exit(128 + SIGNAL_NUMBERS[signal]);
      }
      firstAtMs = clock();
      terminal.complain(`${signal}: errord finishes its work and stops; once more to end at once.`);
      resolve();
    };
    process.on('SIGINT', stop);
    process.on('SIGTERM', stop);
  });
}
