import { resolve } from 'node:path';
import { systemClock } from '../clock.js';
import { type FlagValues, readProcessConfig } from '../config.js';
import { chooseSqlite, loadTransfer, type TransferReport } from '../database-tools.js';
import { EXIT_CODES } from './exit-code.js';
import { runUntilSignal } from './run-until-signal.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

/** `errord import [FILE]`: moves the database, or the file, into the PostgreSQL of `storeUrl`. Resolves to the exit code. */
export async function importDatabase(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const { config } = readProcessConfig(flags);
  chooseSqlite(config.sqlite);
  const file = argument === null ? config.dbPath : resolve(argument);
  const { storeUrl: url } = config;
  if (url === undefined) return refuseWithoutStore(terminal);
  const { importFile } = await loadTransfer();
  const onProgress = openParts(terminal);
  return runUntilSignal(
    terminal,
    async (signal) => {
      const report = await importFile({ file, url, nowMs: systemClock(), signal, onProgress });
      terminal.say(`PostgreSQL holds what ${toTerminalText(file)} has, read back and compared: ${toRows(report)}.`);
      return EXIT_CODES.ok;
    },
    'Ended by a signal; what was moved stays, and the same command goes on behind it.',
  );
}

/** `errord export FILE`: writes what the PostgreSQL of `storeUrl` holds into a SQLite file, also beside daemons. */
export async function exportDatabase(flags: FlagValues, terminal: Terminal, argument: string | null): Promise<number> {
  const { config } = readProcessConfig(flags);
  chooseSqlite(config.sqlite);
  const file = resolve(argument ?? '');
  const { storeUrl: url } = config;
  if (url === undefined) return refuseWithoutStore(terminal);
  const { exportFile } = await loadTransfer();
  const onProgress = openParts(terminal);
  return runUntilSignal(terminal, async (signal) => {
    const replace = flags.force === true;
    const report = await exportFile({ url, file, replace, nowMs: systemClock(), signal, onProgress });
    terminal.say(`${toTerminalText(file)} holds what PostgreSQL has, read back and compared: ${toRows(report)}.`);
    return EXIT_CODES.ok;
  });
}

/** For a command that needs a PostgreSQL where none is named. */
export function refuseWithoutStore(terminal: Terminal): number {
  terminal.complain(
    'No PostgreSQL is named: set SERVICE_STORE_URL, or storeUrl in the configuration file, to postgres://user:password@host/database.',
  );
  return EXIT_CODES.usage;
}

interface Progress {
  readonly doneRows: number;
  readonly allRows: number;
}

const PARTS = 10;
/** Fewer are moved before anybody wonders. */
const SILENT_ROWS = 50_000;

/** Says a line for each tenth. */
function openParts(terminal: Terminal): (progress: Progress) => void {
  let saidParts = 0;
  return ({ doneRows, allRows }) => {
    const parts = Math.floor((doneRows / Math.max(1, allRows)) * PARTS);
    if (allRows < SILENT_ROWS || parts <= saidParts) return;
    saidParts = parts;
    terminal.say(`  ${parts * (100 / PARTS)} % of ${toCount(allRows, 'row')}`);
  };
}

function toRows({ rows }: TransferReport): string {
  const told = (['events', 'requests', 'logs'] as const).map((name) => toCount(rows[name] ?? 0, name.slice(0, -1)));
  return `${toCount(rows.error_groups ?? 0, 'error group')}, ${told.join(', ')}`;
}
