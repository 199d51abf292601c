import { type FlagValues, readProcessConfig } from '../config.js';
import { loadPreparation } from '../database-tools.js';
import { EXIT_CODES } from './exit-code.js';
import { refuseWithoutStore } from './move.js';
import type { Terminal } from './terminal.js';
import { toCount } from './words.js';

/**
 * `errord migrate`: brings the schema in the PostgreSQL of `storeUrl` to this version, and with `--distribute` spreads its tables
 * over the servers of Citus. Resolves to the exit code.
 */
export async function migrateDatabase(flags: FlagValues, terminal: Terminal): Promise<number> {
  const { storeUrl: url } = readProcessConfig(flags).config;
  if (url === undefined) return refuseWithoutStore(terminal);
  const { prepareDatabase } = await loadPreparation();
  const { serverVersion, distributed } = await prepareDatabase({ url, mayDistribute: flags.distribute === true });
  terminal.say(`The schema in PostgreSQL ${serverVersion} is that of this version.`);
  if (distributed !== null) {
    terminal.say(
      distributed.length === 0
        ? 'Its tables were distributed by project already.'
        : `${toCount(distributed.length, 'table')} distributed by project: ${distributed.join(', ')}.`,
    );
  }
  return EXIT_CODES.ok;
}
