// Configuration is read once, checked by its schema, frozen and passed down. `process.env` is read in this file only.

import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, PartialConfig } from '../schemas/config.js';
import { toDefaults } from './config-defaults.js';
import {
  boolean,
  deepFreeze,
  excerpt,
  expandHome,
  hasBadUrl,
  isAbsent,
  isHost,
  isObject,
  number,
  parseJsonList,
  parseList,
  parseOrigins,
  text,
  toOrigins,
} from './config-values.js';
import { DEFAULT_DB_DIR, SPOTLIGHT_PORT } from './constants.js';
import { ErrordError } from './errors.js';
import { checkRedactSettings } from './redact-settings.js';
import { compileBody } from './validate.js';

/** What a person may set. */
export type ConfigKey = Exclude<keyof Config, 'corsOriginGiven'>;

/** What a program that starts the daemon may set; what it leaves out has its default. */
export type ServerOptions = { readonly [K in ConfigKey]?: Config[K] | undefined };

/** Flags as `parseArgs` gives them, by name without dashes. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface ConfigSources {
  readonly flags: FlagValues;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  /** Relative paths in flags and variables start here; those in a file start at the file. */
  readonly workDir: string;
  /** Reads a text file whole; throws an error with a `code` as `node:fs` does. */
  readonly readFile: (path: string) => string;
}

export interface ConfigReading {
  readonly config: Config;
  /** Sentences about things that look like settings and are none. */
  readonly warnings: readonly string[];
  /** Where each value came from, in words; a key that is absent has its default. */
  readonly origins: Readonly<Partial<Record<ConfigKey, string>>>;
  /** The configuration file that was read, if any. */
  readonly filePath: string | null;
}

/**
 * Flags over environment over file over defaults. Throws `config_invalid`, naming the key and where it came from, when
 * anything in any of them is unknown or does not parse, even where a stronger source hides it.
 */
export function readConfig(sources: ConfigSources): ConfigReading {
  const { flags, env, homeDir, workDir } = sources;
  const place = { homeDir, workDir };
  const file = readFileLayer(sources);
  const layers = [file, readEnvLayer(env), readFlagLayer(flags)].map((layer) => checkLayer(layer, place));
  const origins = Object.assign({}, ...layers.map(({ origins }) => origins)) as ConfigReading['origins'];
  return deepFreeze({
    config: settle(toDefaults(homeDir), Object.assign({}, ...layers.map(({ values }) => values)) as Partial<Config>),
    warnings: unknownVariables(env),
    origins,
    filePath: file.path,
  });
}

/** What the command line presents to a daemon: `ERRORD_KEY`, or else the configured token. */
export function readCallerKey({ authToken }: Pick<Config, 'authToken'>): string | undefined {
  const key = process.env[CALLER_KEY_VARIABLE];
  return key === undefined || key === '' ? authToken : key;
}

/** `readConfig` for this process: its environment, home and working directory. */
export function readProcessConfig(flags: FlagValues): ConfigReading {
  const readFile = (path: string) => readFileSync(path, 'utf8');
  return readConfig({ flags, env: process.env, homeDir: homedir(), workDir: process.cwd(), readFile });
}

/** The configuration of a daemon started by a program: its options over the defaults; no environment, no file. */
export function parseOptions(options: ServerOptions): Config {
  const place = { homeDir: homedir(), workDir: process.cwd() };
  const values = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const layer = checkLayer({ values, name: (key) => `option "${key}"` }, place);
  return deepFreeze(settle(toDefaults(place.homeDir), layer.values as Partial<Config>));
}

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
    allowed: 'a host name or an IP address to listen on, IPv6 without brackets',
  },
  dbPath: {
    env: 'SERVICE_DB_PATH',
    flag: 'db-path',
    parse: text,
    allowed: 'the path of the database file, without control characters',
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
  logLevel: {
    env: 'SERVICE_LOG_LEVEL',
    flag: 'log-level',
    parse: text,
    allowed: 'one of fatal, error, warn, info, debug, silent',
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

const KEYS = Object.keys(SETTINGS) as readonly ConfigKey[];
const CONFIG_PATH_VARIABLE = 'SERVICE_CONFIG';
const CALLER_KEY_VARIABLE = 'ERRORD_KEY';

/** What is given over what is not; `private` changes the defaults of what it closes, and refuses what would open it again. */
function settle(byDefault: Config, given: Partial<Config>): Config {
  const corsOriginGiven = given.corsOrigin !== undefined;
  if (given.private !== true) return { ...byDefault, ...given, corsOriginGiven };
  const closed = { host: PRIVATE_HOST, corsOrigin: false };
  const config = { ...byDefault, ...closed, ...given, corsOriginGiven };
  if (!isLoopbackHost(config.host)) throw contradiction('host', config.host, 'an address of this machine alone');
  if (config.corsOrigin === true) throw contradiction('corsOrigin', true, 'false, or origins by name');
  return config;
}

const PRIVATE_HOST = '127.0.0.1';

/** Whether nothing but this machine reaches an address. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function contradiction(key: ConfigKey, value: unknown, allowed: string): ErrordError {
  return new ErrordError('config_invalid', `${key}: has ${excerpt(value)}, but with private it must be ${allowed}.`);
}

/** Values of one source, not checked yet, and how that source calls a key when it speaks to a person. */
interface Layer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly name: (key: string) => string;
}

interface Place {
  readonly homeDir: string;
  readonly workDir: string;
}

const validatePartial = compileBody(PartialConfig);

function checkLayer({ values, name }: Layer, { homeDir, workDir }: Place) {
  const validation = validatePartial(values);
  if (!validation.ok) {
    const key = validation.details[0]?.path.split('/')[1] ?? '';
    throw new ErrordError('config_invalid', toComplaint(key, values[key], name(key)));
  }
  const { host, dbPath, corsOrigin, redactNames, redactPatterns } = validation.value;
  const misfit = host !== undefined && !isHost(host) ? 'host' : hasBadUrl(corsOrigin) ? 'corsOrigin' : null;
  if (misfit !== null) throw new ErrordError('config_invalid', toComplaint(misfit, values[misfit], name(misfit)));
  checkRedaction(validation.value, name);
  return {
    values: {
      ...validation.value,
      ...(dbPath === undefined ? {} : { dbPath: resolve(workDir, expandHome(dbPath, homeDir)) }),
      ...(corsOrigin === undefined ? {} : { corsOrigin: toOrigins(corsOrigin) }),
      ...(redactNames === undefined ? {} : { redactNames: [...redactNames] }),
      ...(redactPatterns === undefined ? {} : { redactPatterns: [...redactPatterns] }),
    },
    origins: Object.fromEntries(Object.keys(values).map((key) => [key, name(key)])),
  };
}

/** What is redacted is decided before anything is stored, so a rule that cannot be followed stops the start. */
function checkRedaction({ redactNames = [], redactPatterns = [] }: Partial<Config>, name: Layer['name']): void {
  const checked = checkRedactSettings({ names: redactNames, patterns: redactPatterns });
  if (checked.ok) return;
  const key: ConfigKey = checked.setting === 'names' ? 'redactNames' : 'redactPatterns';
  throw new ErrordError('config_invalid', `${key}: ${name(key)} cannot be used. ${checked.message}`);
}

function toComplaint(key: string, value: unknown, origin: string): string {
  if (!isConfigKey(key)) return `${origin} is not a known setting; the settings are ${KEYS.join(', ')}.`;
  // The value of a token must not end in a log or on a screen.
  const given = key === 'authToken' ? 'a value that is not allowed' : excerpt(value);
  return `${key}: ${origin} has ${given}, but must be ${SETTINGS[key].allowed}.`;
}

function isConfigKey(key: string): key is ConfigKey {
  return Object.hasOwn(SETTINGS, key);
}

function readFlagLayer(flags: FlagValues): Layer {
  const values: Record<string, unknown> = {};
  for (const key of KEYS) {
    const { flag, bare, parse } = SETTINGS[key];
    const given = flag === undefined ? undefined : flags[flag];
    if (given === undefined) continue;
    // A repeated flag is a list. A flag without a value says what it is named for, or `no-` that it is not.
    if (typeof given === 'object') values[key] = parse(given.join(','));
    else if (typeof given === 'string') values[key] = parse(given);
    else values[key] = bare ?? given !== flag?.startsWith('no-');
  }
  return { values, name: (key) => `flag --${isConfigKey(key) ? (SETTINGS[key].flag ?? key) : key}` };
}

function readEnvLayer(env: ConfigSources['env']): Layer {
  const values: Record<string, unknown> = {};
  for (const key of KEYS) {
    const given = env[SETTINGS[key].env];
    if (given !== undefined) values[key] = SETTINGS[key].parse(given);
  }
  return { values, name: (key) => `environment variable ${isConfigKey(key) ? SETTINGS[key].env : key}` };
}

/** The prefix is generic and other programs use it, so an unknown variable is no reason to stop. */
function unknownVariables(env: ConfigSources['env']): string[] {
  const known = new Set([CONFIG_PATH_VARIABLE, ...KEYS.map((key) => SETTINGS[key].env)]);
  return Object.keys(env)
    .filter((name) => name.startsWith('SERVICE_') && !known.has(name))
    .sort()
    .map((name) => `environment variable ${name} is not a setting of errord and is ignored`);
}

function readFileLayer(sources: ConfigSources): Layer & { path: string | null } {
  const { path, origin } = locateFile(sources);
  const refuse = (problem: string, cause?: unknown) =>
    new ErrordError('config_invalid', `config: the file ${path} (${origin}) ${problem}.`, { cause });
  let content: string;
  try {
    content = sources.readFile(path);
  } catch (error) {
    if (origin === DEFAULT_FILE && isAbsent(error)) return { values: {}, name: text, path: null };
    throw refuse(isAbsent(error) ? 'does not exist' : 'cannot be read', error);
  }
  let values: unknown;
  try {
    values = JSON.parse(content.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw refuse('is not valid JSON', error);
  }
  if (!isObject(values)) throw refuse('must hold one JSON object');
  const given = values.dbPath;
  const dbPath = typeof given === 'string' && given !== '' ? expandHome(given, sources.homeDir) : given;
  return {
    values: typeof dbPath === 'string' && dbPath !== '' ? { ...values, dbPath: resolve(path, '..', dbPath) } : values,
    name: (key) => `file ${path} key "${key}"`,
    path,
  };
}

const DEFAULT_FILE = 'the default place';

function locateFile({ flags, env, homeDir, workDir }: ConfigSources): { path: string; origin: string } {
  const variable = env[CONFIG_PATH_VARIABLE];
  const flag = typeof flags.config === 'string' ? flags.config : undefined;
  const given = flag ?? variable;
  if (given === undefined) return { path: join(homeDir, DEFAULT_DB_DIR, 'config.json'), origin: DEFAULT_FILE };
  const origin = flag === undefined ? `environment variable ${CONFIG_PATH_VARIABLE}` : 'flag --config';
  if (given === '') {
    throw new ErrordError('config_invalid', `config: ${origin} is empty, but must be the path of a JSON file.`);
  }
  return { path: resolve(workDir, expandHome(given, homeDir)), origin };
}
