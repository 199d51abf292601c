// The only place that reads the environment.

import { NODE_OPTION_CHECKS, type NodeOptions } from './options.js';

type Read = (text: string) => unknown;

const asText: Read = (text) => text;
const asNumber: Read = (text) => (text.trim() === '' ? Number.NaN : Number(text));
const asFlag: Read = (text) => ({ true: true, 1: true, false: false, 0: false })[text.toLowerCase()];
const asList: Read = (text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
const asFlagOrList: Read = (text) => asFlag(text) ?? asList(text);

/** The option that each variable sets. */
const VARIABLES: Readonly<Record<string, readonly [option: keyof NodeOptions, read: Read]>> = {
  ERRORD_URL: ['serverUrl', asText],
  ERRORD_PROJECT: ['projectId', asText],
  ERRORD_TOKEN: ['token', asText],
  ERRORD_ENABLED: ['enabled', asFlag],
  ERRORD_DEBUG: ['debug', asFlag],
  ERRORD_RELEASE: ['release', asText],
  ERRORD_ENVIRONMENT: ['environment', asText],
  ERRORD_SAMPLE_RATE: ['sampleRate', asNumber],
  ERRORD_IGNORE_ERRORS: ['ignoreErrors', asList],
  ERRORD_CAPTURE_CONSOLE: ['captureConsole', asFlagOrList],
  ERRORD_CAPTURE_BODIES: ['captureBodies', asFlag],
  ERRORD_CORRELATION_ORIGINS: ['correlationOrigins', asList],
  ERRORD_IGNORE_REQUESTS: ['ignoreRequests', asList],
  ERRORD_MEMORY_WARNING: ['memoryWarning', asNumber],
  ERRORD_EVENT_LOOP_DELAY_WARNING: ['eventLoopDelayWarning', asNumber],
};

/** The options that the environment sets. Throws a TypeError that names the first variable with a wrong value. */
export function readEnvironmentOptions(): NodeOptions {
  const options: Record<string, unknown> = {};
  for (const [variable, [option, read]] of Object.entries(VARIABLES)) {
    const text = process.env[variable];
    // An empty variable is how many tools unset one.
    if (text === undefined || text === '') continue;
    const value = read(text);
    const check = NODE_OPTION_CHECKS[option];
    if (check?.[0](value) !== true) {
      throw new TypeError(`errord: the variable ${variable} must be ${check?.[1] ?? 'absent'}.`);
    }
    options[option] = value;
  }
  return options;
}

/** What the command line and the container read: whoever has them in a shell has not misspelt anything. */
const OTHERS = ['ERRORD_KEY', 'ERRORD_HOST'];

/** Names in the environment that look like ours and are none: misspelt, or of another version. */
export function findUnknownVariables(): readonly string[] {
  return Object.keys(process.env).filter(
    (name) => /^ERRORD_\w+$/.test(name) && !Object.hasOwn(VARIABLES, name) && !OTHERS.includes(name),
  );
}

/** All that the environment may set, for messages. */
export const VARIABLE_NAMES: readonly string[] = Object.keys(VARIABLES);

/** `NODE_ENV`, which most frameworks set. */
export function readNodeEnv(): string | undefined {
  const text = process.env.NODE_ENV;
  return text === '' ? undefined : text;
}

/** Flags that Node takes from `NODE_OPTIONS`. */
export function readNodeFlags(): readonly string[] {
  return process.env.NODE_OPTIONS?.split(/\s+/) ?? [];
}
