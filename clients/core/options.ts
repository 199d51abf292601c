import { PROJECT_NAME_CHARS_MAX } from '../../schemas/limits.js';
import { LOG_LEVELS } from '../../schemas/words.js';
import { DEFAULT_SERVER_PORT } from '../../src/constants.js';
import type { ErrorEvent, LogLevel } from './types.js';

/** What both clients take. Everything is optional. */
export interface ClientOptions {
  /** Where the daemon listens. */
  serverUrl?: string;
  /** The project that everything is filed under. */
  projectId?: string;
  /** `false`: nothing is hooked, kept or sent. */
  enabled?: boolean;
  /** The share of errors that are sent, from 0 to 1. */
  sampleRate?: number;
  /** Sees each event last, may change it, and drops it by returning null. */
  beforeSend?: (event: ErrorEvent) => ErrorEvent | null;
  /** The version of the application. */
  release?: string;
  /** `production`, `staging`, … */
  environment?: string;
  tags?: Readonly<Record<string, string>>;
  /** Errors whose `Name: message` contains the text or matches the expression are not sent. */
  ignoreErrors?: readonly (string | RegExp)[];
  /** The daemon's token, when it wants one. */
  token?: string;
  /** Origins besides the page's own that may get the correlation header, such as `https://api.example.com`. */
  correlationOrigins?: readonly (string | RegExp)[];
  /** Which console methods besides `error` become log entries. */
  captureConsole?: boolean | readonly LogLevel[];
  /** Says on the console (Node: stderr) what becomes of each call to the daemon, and which option leaves errors out. */
  debug?: boolean;
}

export interface Settings {
  readonly serverUrl: string;
  readonly projectId?: string | undefined;
  readonly enabled: boolean;
  readonly sampleRate: number;
  readonly beforeSend?: ((event: ErrorEvent) => ErrorEvent | null) | undefined;
  readonly release?: string | undefined;
  readonly environment?: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
  readonly ignoreErrors: readonly (string | RegExp)[];
  readonly token?: string | undefined;
  readonly correlationOrigins: readonly (string | RegExp)[];
  readonly consoleLevels: readonly LogLevel[];
  readonly debug?: boolean;
}

const DEFAULTS = {
  serverUrl: `http://localhost:${DEFAULT_SERVER_PORT}`,
  enabled: true,
  sampleRate: 1,
  tags: {},
  ignoreErrors: [],
  correlationOrigins: [],
};

const PROJECT_NAME = new RegExp(`^[^\\p{Cc}\\s](?:[^\\p{Cc}]{0,${PROJECT_NAME_CHARS_MAX - 2}}[^\\p{Cc}\\s])?$`, 'u');

type Check = readonly [test: (value: unknown) => boolean, expected: string];

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isListOf =
  (isItem: (item: unknown) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isItem);
const isPattern = (value: unknown): boolean => isText(value) || value instanceof RegExp;

const TEXT: Check = [isText, 'a text that is not empty'];
const PATTERNS: Check = [isListOf(isPattern), 'an array of texts and regular expressions'];

/** One check for each option that both clients have. */
export const OPTION_CHECKS: Readonly<Record<string, Check>> = {
  serverUrl: [isHttpUrl, 'an http or https URL such as "http://localhost:3800"'],
  projectId: [
    (value) => typeof value === 'string' && PROJECT_NAME.test(value),
    `a name of 1 to ${PROJECT_NAME_CHARS_MAX} characters without a space at either end`,
  ],
  enabled: [isFlag, 'true or false'],
  sampleRate: [(value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'],
  beforeSend: [(value) => typeof value === 'function', 'a function'],
  release: TEXT,
  environment: TEXT,
  tags: [
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
    'an object of texts',
  ],
  ignoreErrors: PATTERNS,
  token: TEXT,
  correlationOrigins: PATTERNS,
  captureConsole: [
    (value) => isFlag(value) || isListOf((item) => LOG_LEVELS.includes(item as LogLevel))(value),
    'true, false, or an array of "log", "info", "warn" and "debug"',
  ],
  debug: [isFlag, 'true or false'],
};

/**
 * The settings, defaults filled in. Throws a TypeError with one sentence about the first option that is wrong or unknown:
 * this is the only place where the library throws into the application. `undefined` counts as absent.
 */
export function parseOptions(
  options: ClientOptions,
  checks: Readonly<Record<string, Check>> = OPTION_CHECKS,
): Settings {
  const given: unknown = options;
  if (typeof given !== 'object' || given === null) throw new TypeError('errord: init takes an object of options.');
  const settings: Record<string, unknown> = { ...DEFAULTS };
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      throw new TypeError(`errord: there is no option "${name}"; the options are ${Object.keys(checks).join(', ')}.`);
    }
    if (value === undefined) continue;
    if (!check[0](value)) throw new TypeError(`errord: the option "${name}" must be ${check[1]}.`);
    settings[name] = value;
  }
  const { serverUrl, captureConsole } = settings as typeof DEFAULTS & { captureConsole?: boolean | [] };
  settings.serverUrl = serverUrl.replace(/\/+$/, '');
  settings.consoleLevels = captureConsole === true ? LOG_LEVELS : captureConsole || [];
  return settings as unknown as Settings;
}

function isHttpUrl(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    const { protocol, search, hash } = new URL(value);
    return /^https?:$/.test(protocol) && search === '' && hash === '';
  } catch {
    // No URL at all.
    return false;
  }
}
