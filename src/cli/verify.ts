import { resolve } from 'node:path';
import { systemClock } from '../clock.js';
import { type FlagValues, readProcessConfig } from '../config.js';
import { chooseSqlite, type Fault, repairDatabase, type VerifyReport, verifyDatabase } from '../database-tools.js';
import { EXIT_CODES } from './exit-code.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

/** `errord verify [FILE]`: 0 when the database, or the backup, is whole; else 1, and each fault in a line. */
export function verify(flags: FlagValues, terminal: Terminal, argument: string | null): number {
  const { config } = readProcessConfig(flags);
  const path = argument === null ? config.dbPath : resolve(argument);
  chooseSqlite(config.sqlite);
  const shown = toTerminalText(path);
  const nowMs = systemClock();
  const report =
    flags.repair === true
      ? repairDatabase(path, { nowMs, onStep: (name) => terminal.say(`  making again: ${name}`) })
      : verifyDatabase(path, { nowMs, onStep: (name) => terminal.say(`  ${name}`) });
  if (report.faults.length === 0) {
    terminal.say(`${shown} is whole${toRestriction(report)}.`);
    return EXIT_CODES.ok;
  }
  terminal.complain([`${shown} has ${toCount(report.faults.length, 'fault')}:`, ...toLines(report.faults)].join('\n'));
  terminal.complain(toAdvice(report.faults, flags.repair === true));
  return EXIT_CODES.failed;
}

/** A line for each fault. */
export function toLines(faults: readonly Fault[]): string[] {
  return faults.map(({ text }) => `  ${toTerminalText(text)}`);
}

function toRestriction({ isCurrent }: VerifyReport): string {
  return isCurrent ? '' : ' as a file; an older errord wrote it, and what it holds is compared after the next start';
}

function toAdvice(faults: readonly Fault[], isRepaired: boolean): string {
  const lostCount = faults.filter(({ isRepairable }) => !isRepairable).length;
  if (lostCount === 0) return 'All of it is made of the records, which are there: stop errord and add --repair.';
  const rest = isRepaired || lostCount === faults.length ? '' : '; --repair makes the rest again';
  return `What is lost (${toCount(lostCount, 'fault')}) is in a backup only: see errord restore${rest}.`;
}
