// The table of the settings: what each is called and how it is written.

import type { Config } from '../schemas/config.js';
import { boolean, number, parseJsonList, parseList, parseOrigins, text } from './config-values.js';
import { SPOTLIGHT_PORT } from './constants.js';

/** What a person may set. */
export type ConfigKey = Exclude<keyof Config, 'corsOriginGiven'>;

interface Setting {
  readonly env: string;
  /** Absent where a flag would show a secret in process lists. */
  readonly flag?: string;
  /** What its flag stands for where it takes no value; a flag otherwise says that its setting is true. */
  readonly bare?: unknown;
  /** Turns text into the value it stands for; text that stands for none is returned as it is, for the schema to refuse. */
  readonly parse: (text: string) => unknown;
  /** What is allowed, to complete "must be …". */
  readonly allowed: string;
}

/** One row per key of the configuration. */
export const SETTINGS: Readonly<Record<ConfigKey, Setting>> = {
  port: {
    env: 'SERVICE_PORT',
    flag: 'port',
    parse: number,
    allowed: 'a whole number from 0 to 65535 (0 takes a free port)',
  },
  host: {
    env: 'SERVICE_HOST',
    flag: 'host',
    parse: text,
    allowed:
      'a host name or an IP address to listen on, IPv6 without brackets, or unix: and the path of a socket from / on, of 103 bytes at most',
  },
  dbPath: {
    env: 'SERVICE_DB_PATH',
    flag: 'db-path',
    parse: text,
    allowed: 'the path of the database file, without control characters',
  },
  storeUrl: {
    env: 'SERVICE_STORE_URL',
    parse: text,
    allowed: 'the URL of a PostgreSQL database, such as postgres://errord:password@db.example.com/errord',
  },
  storeReadUrl: {
    env: 'SERVICE_STORE_READ_URL',
    parse: text,
    allowed: 'the URL of a standby of the PostgreSQL database of storeUrl',
  },
  storeMayLoseCommits: {
    env: 'SERVICE_STORE_MAY_LOSE_COMMITS',
    parse: boolean,
    allowed: 'true or false',
  },
  corsOrigin: {
    env: 'SERVICE_CORS_ORIGIN',
    flag: 'cors-origin',
    parse: parseOrigins,
    allowed: 'true (any origin), false (same origin only), or origins such as http://localhost:5173',
  },
  allowedHosts: {
    env: 'SERVICE_ALLOWED_HOSTS',
    flag: 'allowed-host',
    parse: parseList,
    allowed: 'host names without port, such as errors.example.com (or .example.com for every name below it)',
  },
  trustProxy: {
    env: 'SERVICE_TRUST_PROXY',
    flag: 'trust-proxy',
    bare: ['127.0.0.1', '::1'],
    parse: parseList,
    allowed: 'addresses of proxies, or their networks, such as 127.0.0.1 or 172.16.0.0/12',
  },
  basePath: {
    env: 'SERVICE_BASE_PATH',
    flag: 'base-path',
    parse: text,
    allowed: 'a path such as /errord, of letters, digits and - . _ ~ between slashes, of 256 characters at most',
  },
  private: {
    env: 'SERVICE_PRIVATE',
    flag: 'private',
    parse: boolean,
    allowed: 'true or false',
  },
  dashboardEnabled: {
    env: 'SERVICE_DASHBOARD_ENABLED',
    flag: 'no-dashboard',
    parse: boolean,
    allowed: 'true or false',
  },
  retentionDays: {
    env: 'SERVICE_RETENTION_DAYS',
    flag: 'retention-days',
    parse: number,
    allowed: 'a number of days from 0 to 36500 (0 keeps everything)',
  },
  maxDbSizeMb: {
    env: 'SERVICE_MAX_DB_SIZE_MB',
    flag: 'max-db-size-mb',
    parse: number,
    allowed: 'a number of megabytes from 0 to 1000000000 (0 sets no limit)',
  },
  drainSeconds: {
    env: 'SERVICE_DRAIN_SECONDS',
    flag: 'drain-seconds',
    parse: number,
    allowed: 'a number of seconds from 0 to 600',
  },
  logLevel: {
    env: 'SERVICE_LOG_LEVEL',
    flag: 'log-level',
    parse: text,
    allowed: 'one of fatal, error, warn, info, debug, silent',
  },
  gateway: {
    env: 'SERVICE_GATEWAY',
    flag: 'gateway',
    parse: text,
    allowed: 'one of auto, native, portable',
  },
  sqlite: {
    env: 'SERVICE_SQLITE',
    flag: 'sqlite',
    parse: text,
    allowed: 'one of auto, better-sqlite3, node',
  },
  grouping: {
    env: 'SERVICE_GROUPING',
    flag: 'grouping',
    parse: number,
    allowed: '1 or 2, the version of the grouping of new projects',
  },
  alertsToOwnNetwork: {
    env: 'SERVICE_ALERTS_TO_OWN_NETWORK',
    flag: 'alerts-to-own-network',
    parse: boolean,
    allowed: 'true or false',
  },
  authToken: {
    env: 'SERVICE_AUTH_TOKEN',
    parse: text,
    allowed: '8 to 512 visible ASCII characters without spaces',
  },
  spotlightPort: {
    env: 'SERVICE_SPOTLIGHT_PORT',
    flag: 'spotlight',
    bare: SPOTLIGHT_PORT,
    parse: number,
    allowed: 'a whole number from 0 to 65535 (0 takes a free port)',
  },
  redactNames: {
    env: 'SERVICE_REDACT_NAMES',
    flag: 'redact-name',
    parse: parseList,
    allowed: 'a list of names of fields, headers or parameters, such as employeePin',
  },
  redactPatterns: {
    env: 'SERVICE_REDACT_PATTERNS',
    parse: parseJsonList,
    allowed: 'a list of regular expressions, in a variable as JSON, such as ["EMP-\\\\d+"]',
  },
};

export const KEYS = Object.keys(SETTINGS) as readonly ConfigKey[];

export function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(SETTINGS, key);
}
