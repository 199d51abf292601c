// Where settings come from: flags, the environment, a file. Nothing is checked here but that the file can be read.

import { join, resolve } from 'node:path';
import type { ConfigSources, FlagValues } from './config.js';
import { isConfigKey, KEYS, SETTINGS } from './config-settings.js';
import { expandHome, isAbsent, isObject, text } from './config-values.js';
import { DEFAULT_DB_DIR } from './constants.js';
import { ErrordError } from './errors.js';

/** Values of one source, not checked yet, and how that source calls a key when it speaks to a person. */
export interface Layer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly name: (key: string) => string;
}

const CONFIG_PATH_VARIABLE = 'SERVICE_CONFIG';

/** Flags that stand for settings. */
export function readFlagLayer(flags: FlagValues): Layer {
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

/** Variables of the environment that stand for settings. */
export function readEnvLayer(env: ConfigSources['env']): Layer {
  const values: Record<string, unknown> = {};
  for (const key of KEYS) {
    const given = env[SETTINGS[key].env];
    if (given !== undefined) values[key] = SETTINGS[key].parse(given);
  }
  return { values, name: (key) => `environment variable ${isConfigKey(key) ? SETTINGS[key].env : key}` };
}

/** The prefix is generic and other programs use it, so an unknown variable is no reason to stop. */
export function unknownVariables(env: ConfigSources['env']): string[] {
  const known = new Set([CONFIG_PATH_VARIABLE, ...KEYS.map((key) => SETTINGS[key].env)]);
  return Object.keys(env)
    .filter((name) => name.startsWith('SERVICE_') && !known.has(name))
    .sort()
    .map((name) => `environment variable ${name} is not a setting of errord and is ignored`);
}

/** The configuration file, whose path is null when there is none. Throws `config_invalid` for one that cannot be read. */
export function readFileLayer(sources: ConfigSources): Layer & { path: string | null } {
  const place = locateFile(sources);
  if (place === null) return { values: {}, name: text, path: null };
  const { path, origin } = place;
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

/** Where the file is looked for when nobody names one. */
export function toDefaultConfigPath(homeDir: string): string {
  return join(homeDir, DEFAULT_DB_DIR, 'config.json');
}

const DEFAULT_FILE = 'the default place';

function locateFile({ flags, env, homeDir, workDir }: ConfigSources): { path: string; origin: string } | null {
  const variable = env[CONFIG_PATH_VARIABLE];
  const flag = typeof flags.config === 'string' ? flags.config : undefined;
  const given = flag ?? variable;
  if (given === undefined)
    return homeDir === null ? null : { path: toDefaultConfigPath(homeDir), origin: DEFAULT_FILE };
  const origin = flag === undefined ? `environment variable ${CONFIG_PATH_VARIABLE}` : 'flag --config';
  if (given === '') {
    throw new ErrordError('config_invalid', `config: ${origin} is empty, but must be the path of a JSON file.`);
  }
  return { path: resolve(workDir, expandHome(given, homeDir)), origin };
}
