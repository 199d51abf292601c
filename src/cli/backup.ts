import { resolve } from 'node:path';
import { type FlagValues, readProcessConfig } from '../config.js';
import { backupDatabase, chooseSqlite } from '../database-tools.js';
import { EXIT_CODES } from './exit-code.js';
import { openProgress } from './progress.js';
import { runUntilSignal } from './run-until-signal.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toSize } from './words.js';

/** `errord backup FILE`: copies the database, also beside a daemon. Resolves to the exit code. */
export async function backUp(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const { dbPath, sqlite } = readProcessConfig(flags).config;
  chooseSqlite(sqlite);
  const file = resolve(argument ?? '');
  const replace = flags.force === true;
  return runUntilSignal(terminal, async (signal) => {
    const bytes = await backupDatabase({ dbPath, file, replace, signal, onProgress: openProgress(terminal) });
    terminal.say(`The backup ${toTerminalText(file)} holds ${toTerminalText(dbPath)} (${toSize(bytes)}).`);
    return EXIT_CODES.ok;
  });
}
