import { join } from 'node:path';
import type { Config } from '../schemas/config.js';
import { toHomePath } from './config-values.js';
import { DEFAULT_DB_DIR, DEFAULT_DB_FILENAME, DEFAULT_SERVER_HOST, DEFAULT_SERVER_PORT } from './constants.js';

/** What holds where nobody says anything; of the database, see `toDefaultDbPath`. */
export const DEFAULTS: Omit<Config, 'dbPath'> = {
  port: DEFAULT_SERVER_PORT,
  host: DEFAULT_SERVER_HOST,
  corsOrigin: true,
  corsOriginGiven: false,
  allowedHosts: [],
  trustProxy: [],
  basePath: '',
  private: false,
  dashboardEnabled: true,
  retentionDays: 30,
  maxDbSizeMb: 2048,
  storeMayLoseCommits: false,
  drainSeconds: 0,
  logLevel: 'info',
  gateway: 'auto',
  sqlite: 'auto',
  grouping: 1,
  alertsToOwnNetwork: false,
  redactNames: [],
  redactPatterns: [],
};

/** The database in the home directory. Throws `config_invalid` where there is none. */
export function toDefaultDbPath(homeDir: string | null): string {
  return toHomePath(homeDir, join(DEFAULT_DB_DIR, DEFAULT_DB_FILENAME), {
    what: 'dbPath: the default database',
    advice: 'set HOME, or give a path with --db-path or SERVICE_DB_PATH',
  });
}
