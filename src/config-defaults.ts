import { join } from 'node:path';
import type { Config } from '../schemas/config.js';
import { DEFAULT_DB_DIR, DEFAULT_DB_FILENAME, DEFAULT_SERVER_HOST, DEFAULT_SERVER_PORT } from './constants.js';

/** What holds where nobody says anything. */
export function toDefaults(homeDir: string): Config {
  return {
    port: DEFAULT_SERVER_PORT,
    host: DEFAULT_SERVER_HOST,
    dbPath: join(homeDir, DEFAULT_DB_DIR, DEFAULT_DB_FILENAME),
    corsOrigin: true,
    corsOriginGiven: false,
    allowedHosts: [],
    trustProxy: [],
    basePath: '',
    private: false,
    dashboardEnabled: true,
    retentionDays: 30,
    maxDbSizeMb: 2048,
    logLevel: 'info',
    redactNames: [],
    redactPatterns: [],
  };
}
