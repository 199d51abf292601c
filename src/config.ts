// Configuration is read once, checked by its schema, frozen and passed down. `process.env` is read in this file only.

import { readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import type { Static } from 'typebox';
import { type Config, PartialConfig } from '../schemas/config.js';
import { DEFAULTS, toDefaultDbPath } from './config-defaults.js';
import { type ConfigKey, isConfigKey, KEYS, SETTINGS } from './config-settings.js';
import { type Layer, readEnvLayer, readFileLayer, readFlagLayer, unknownVariables } from './config-sources.js';
import { deepFreeze, excerpt, expandHome, hasBadUrl, isHost, readHomeDir, toOrigins } from './config-values.js';
import { ErrordError } from './errors.js';
import { parseProxyAddress } from './proxy-address.js';
import { checkRedactSettings } from './redact-settings.js';
import { toSocketPath } from './socket-host.js';
import { compileBody } from './validate.js';

/** What a program that starts the daemon may set; what it leaves out has its default. */
export type ServerOptions = { readonly [K in ConfigKey]?: Config[K] | undefined };

/** Flags as `parseArgs` gives them, by name without dashes. */
export type FlagValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

export interface ConfigSources {
  readonly flags: FlagValues;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Null where there is none; it is refused where it is needed. */
  readonly homeDir: string | null;
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
  const { given, origins, filePath } = readLayers(sources);
  const dbPath = given.dbPath ?? toDefaultDbPath(sources.homeDir);
  return deepFreeze({
    config: { ...settle(given), dbPath },
    warnings: unknownVariables(sources.env),
    origins,
    filePath,
  });
}

/** What all sources say together. */
function readLayers(sources: ConfigSources) {
  const { flags, env, homeDir, workDir } = sources;
  const file = readFileLayer(sources);
  const layers = [file, readEnvLayer(env), readFlagLayer(flags)].map((layer) =>
    checkLayer(layer, { homeDir, workDir }),
  );
  return {
    given: Object.assign({}, ...layers.map(({ values }) => values)) as Partial<Config>,
    origins: Object.assign({}, ...layers.map(({ origins }) => origins)) as ConfigReading['origins'],
    filePath: file.path,
  };
}

/** What the command line presents to a daemon: `ERRORD_KEY`, or else the configured token. */
export function readCallerKey({ authToken }: Pick<Config, 'authToken'>): string | undefined {
  const key = process.env[CALLER_KEY_VARIABLE];
  return key === undefined || key === '' ? authToken : key;
}

/**
 * The folder for what can be made again, by the rules of the XDG Base Directory Specification: a relative path in the variable
 * is ignored. Null without a home directory. https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function readCacheDir(): string | null {
  const named = process.env.XDG_CACHE_HOME;
  if (named !== undefined && isAbsolute(named)) return join(named, 'errord');
  const homeDir = readHomeDir();
  return homeDir === null ? null : join(homeDir, '.cache', 'errord');
}

/** `readConfig` for this process: its environment, home and working directory. */
export function readProcessConfig(flags: FlagValues): ConfigReading {
  return readConfig(toProcessSources(flags));
}

/** As above for what calls a daemon: it opens no database, and so needs no place for one. */
export function readCallerConfig(flags: FlagValues): Omit<Config, 'dbPath'> {
  return deepFreeze(settle(readLayers(toProcessSources(flags)).given));
}

function toProcessSources(flags: FlagValues): ConfigSources {
  const readFile = (path: string) => readFileSync(path, 'utf8');
  return { flags, env: process.env, homeDir: readHomeDir(), workDir: process.cwd(), readFile };
}

/** The configuration of a daemon started by a program: its options over the defaults; no environment, no file. */
export function parseOptions(options: ServerOptions): Config {
  const place = { homeDir: readHomeDir(), workDir: process.cwd() };
  const values = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const layer = checkLayer({ values, name: (key) => `option "${key}"` }, place);
  const given = layer.values as Partial<Config>;
  return deepFreeze({ ...settle(given), dbPath: given.dbPath ?? toDefaultDbPath(place.homeDir) });
}

const CALLER_KEY_VARIABLE = 'ERRORD_KEY';

/** What is given over what is not; `private` changes the defaults of what it closes, and refuses what would open it again. */
function settle(given: Partial<Config>): Omit<Config, 'dbPath'> {
  const corsOriginGiven = given.corsOrigin !== undefined;
  if (given.spotlightPort !== undefined && toSocketPath(given.host ?? '') !== null) throw SOCKET_HAS_NO_PORT;
  if (given.private !== true) return { ...DEFAULTS, ...given, corsOriginGiven };
  const closed = { host: PRIVATE_HOST, corsOrigin: false };
  const config = { ...DEFAULTS, ...closed, ...given, corsOriginGiven };
  if (!isLoopbackHost(config.host)) throw contradiction('host', config.host, 'an address of this machine alone');
  if (config.corsOrigin === true) throw contradiction('corsOrigin', true, 'false, or origins by name');
  return config;
}

const PRIVATE_HOST = '127.0.0.1';
const SOCKET_HAS_NO_PORT = new ErrordError(
  'config_invalid',
  'spotlightPort: there is no second port beside a unix socket; leave it out, or give a host with ports.',
);

/** Whether nothing but this machine reaches an address, or a socket. */
export function isLoopbackHost(host: string): boolean {
  return toSocketPath(host) !== null || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function contradiction(key: ConfigKey, value: unknown, allowed: string): ErrordError {
  return new ErrordError('config_invalid', `${key}: has ${excerpt(value)}, but with private it must be ${allowed}.`);
}

interface Place {
  readonly homeDir: string | null;
  readonly workDir: string;
}

const validatePartial = compileBody(PartialConfig);
type PartialValues = Static<typeof PartialConfig>;

function checkLayer({ values, name }: Layer, { homeDir, workDir }: Place) {
  const validation = validatePartial(values);
  if (!validation.ok) {
    const key = validation.details[0]?.path.split('/')[1] ?? '';
    throw new ErrordError('config_invalid', toComplaint(key, values[key], name(key)));
  }
  const { dbPath, corsOrigin, trustProxy, basePath, redactNames, redactPatterns } = validation.value;
  const misfit = findMisfit(validation.value);
  if (misfit !== null) throw new ErrordError('config_invalid', toComplaint(misfit, values[misfit], name(misfit)));
  checkRedaction(validation.value, name);
  return {
    values: {
      ...validation.value,
      ...(dbPath === undefined ? {} : { dbPath: resolve(workDir, expandHome(dbPath, homeDir)) }),
      ...(corsOrigin === undefined ? {} : { corsOrigin: toOrigins(corsOrigin) }),
      ...(trustProxy === undefined ? {} : { trustProxy: [...trustProxy] }),
      ...(basePath === undefined ? {} : { basePath: basePath.replace(/\/$/, '') }),
      ...(redactNames === undefined ? {} : { redactNames: [...redactNames] }),
      ...(redactPatterns === undefined ? {} : { redactPatterns: [...redactPatterns] }),
    },
    origins: Object.fromEntries(Object.keys(values).map((key) => [key, name(key)])),
  };
}

/** The first setting whose value has the right form and is nothing. */
function findMisfit({ host, corsOrigin, trustProxy = [] }: PartialValues): ConfigKey | null {
  if (host !== undefined && !isHost(host)) return 'host';
  if (hasBadUrl(corsOrigin)) return 'corsOrigin';
  return trustProxy.every((text) => parseProxyAddress(text) !== null) ? null : 'trustProxy';
}

/** What is redacted is decided before anything is stored, so a rule that cannot be followed stops the start. */
function checkRedaction({ redactNames = [], redactPatterns = [] }: Partial<Config>, name: Layer['name']): void {
  const checked = checkRedactSettings({ names: redactNames, patterns: redactPatterns });
  if (checked.ok) return;
  const key: ConfigKey = checked.setting === 'names' ? 'redactNames' : 'redactPatterns';
  throw new ErrordError('config_invalid', `${key}: ${name(key)} cannot be used. ${checked.message}`);
}

/** Their values must not end in a log or on a screen. */
const SECRET_KEYS: ReadonlySet<string> = new Set<ConfigKey>(['authToken', 'storeUrl', 'storeReadUrl']);

function toComplaint(key: string, value: unknown, origin: string): string {
  if (!isConfigKey(key)) return `${origin} is not a known setting; the settings are ${KEYS.join(', ')}.`;
  const given = SECRET_KEYS.has(key) ? 'a value that is not allowed' : excerpt(value);
  return `${key}: ${origin} has ${given}, but must be ${SETTINGS[key].allowed}.`;
}
