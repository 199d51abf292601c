import { resolve } from 'node:path';
import { systemClock } from '../clock.js';
import { type FlagValues, readProcessConfig } from '../config.js';
import { chooseSqlite, restoreDatabase } from '../database-tools.js';
import { EXIT_CODES } from './exit-code.js';
import { openProgress } from './progress.js';
import { runUntilSignal } from './run-until-signal.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toLines } from './verify.js';

/** `errord restore FILE`: puts a backup in place, if it is whole and no daemon runs. Resolves to the exit code. */
export async function restore(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const { dbPath, sqlite } = readProcessConfig(flags).config;
  chooseSqlite(sqlite);
  const file = resolve(argument ?? '');
  return runUntilSignal(terminal, async (signal) => {
    const report = await restoreDatabase({
      dbPath,
      file,
      nowMs: systemClock(),
      signal,
      onProgress: openProgress(terminal),
    });
    if (report.kind === 'faulty') {
      const lines = [`${toTerminalText(file)} is not whole, so nothing was changed:`, ...toLines(report.faults)];
      terminal.complain(lines.join('\n'));
      return EXIT_CODES.failed;
    }
    terminal.say(`Restored ${toTerminalText(dbPath)} from ${toTerminalText(file)}.`);
    if (report.keptAs !== null) terminal.say(`What was there is kept as ${toTerminalText(report.keptAs)}.`);
    return EXIT_CODES.ok;
  });
}
