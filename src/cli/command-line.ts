import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { FlagValues } from '../config.js';

export const COMMANDS = [
  'start',
  'status',
  'clear',
  'open',
  'dsn',
  'key add',
  'key list',
  'key revoke',
  'project list',
  'project show',
  'project set',
  'backup',
  'verify',
  'restore',
  'install-service',
  'uninstall-service',
] as const;
export type Command = (typeof COMMANDS)[number];

/** What a command takes besides flags; the others take nothing. */
export const ARGUMENTS: Readonly<Partial<Record<Command, { readonly name: string; readonly isRequired: boolean }>>> = {
  dsn: { name: 'PROJECT', isRequired: false },
  'key add': { name: 'NAME', isRequired: true },
  'key revoke': { name: 'NAME', isRequired: true },
  'project show': { name: 'NAME', isRequired: true },
  'project set': { name: 'NAME', isRequired: true },
  backup: { name: 'FILE', isRequired: true },
  verify: { name: 'FILE', isRequired: false },
  restore: { name: 'FILE', isRequired: true },
};

export interface Flag {
  readonly name: string;
  /** What stands for its value in the help; absent on flags that take none. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: boolean;
  readonly commands: readonly Command[];
  readonly meaning: string;
}

const EVERYWHERE = COMMANDS;
const SERVER = ['start', 'install-service'] as const;
const PROJECT = ['project list', 'project show', 'project set'] as const;
const CLIENT = ['status', 'clear', 'open', 'dsn', 'key add', 'key list', 'key revoke', ...PROJECT] as const;
const FILES = ['backup', 'verify', 'restore'] as const;

/** Every flag there is; the help is printed from this table. */
export const FLAGS: readonly Flag[] = [
  { name: 'port', value: 'PORT', commands: [...SERVER, ...CLIENT], meaning: 'port to listen on (3800)' },
  { name: 'host', value: 'ADDRESS', commands: [...SERVER, ...CLIENT], meaning: 'address to listen on (0.0.0.0)' },
  { name: 'db-path', value: 'FILE', commands: [...SERVER, ...FILES], meaning: 'database file (~/.service/service.db)' },
  {
    name: 'cors-origin',
    value: 'ORIGIN',
    multiple: true,
    commands: SERVER,
    meaning: 'browser origin that may call, repeatable; true: any (default), false: its own only',
  },
  {
    name: 'private',
    commands: SERVER,
    meaning: 'for this machine alone: loopback only, and no page of another origin reads or changes',
  },
  {
    name: 'allowed-host',
    value: 'NAME',
    multiple: true,
    commands: SERVER,
    meaning: 'name with a dot that callers may know the daemon by, repeatable',
  },
  {
    name: 'redact-name',
    value: 'NAME',
    multiple: true,
    commands: SERVER,
    meaning: 'name of a field, header or parameter whose values are never stored, repeatable',
  },
  { name: 'spotlight', commands: SERVER, meaning: 'listen on port 8969 too, where Sentry SDKs look for Spotlight' },
  { name: 'no-dashboard', commands: SERVER, meaning: 'do not serve the dashboard' },
  {
    name: 'retention-days',
    value: 'DAYS',
    commands: [...SERVER, 'project set'],
    meaning: 'days that telemetry is kept (30; 0 keeps everything; none, of a project: as the daemon)',
  },
  {
    name: 'events-per-minute',
    value: 'COUNT',
    commands: ['project set'],
    meaning: 'items of all kinds that a project may send in a minute; none: no limit',
  },
  {
    name: 'bytes-per-day',
    value: 'SIZE',
    commands: ['project set'],
    meaning: 'what a project may store in a day of UTC, such as 100MB; none: no limit',
  },
  {
    name: 'max-db-size-mb',
    value: 'MB',
    commands: SERVER,
    meaning: 'size past which the largest project loses its oldest records (2048; 0 sets no limit)',
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    commands: SERVER,
    meaning: 'fatal, error, warn, info (default), debug or silent',
  },
  {
    name: 'config',
    value: 'FILE',
    commands: [...SERVER, ...CLIENT, ...FILES],
    meaning: 'JSON configuration file (~/.service/config.json)',
  },
  { name: 'url', value: 'URL', commands: CLIENT, meaning: 'a daemon elsewhere, instead of --host and --port' },
  { name: 'json', commands: ['status', 'dsn', 'key list', ...PROJECT], meaning: 'print JSON' },
  {
    name: 'project',
    value: 'NAME',
    commands: ['clear', 'key add'],
    meaning: 'clear only this project; let the key send into this one only',
  },
  { name: 'may', value: 'ROLE', commands: ['key add'], meaning: 'ingest (send), read, or admin (everything)' },
  { name: 'open', commands: ['key revoke'], meaning: 'also the last admin key, after which nobody needs a key' },
  { name: 'yes', commands: ['clear'], meaning: 'do not ask' },
  { name: 'force', commands: ['backup'], meaning: 'take the place of a file that is there' },
  { name: 'repair', commands: ['verify'], meaning: 'make again what is made of the records; stop errord before' },
  { name: 'print', commands: ['install-service', 'open'], meaning: 'only show the service file, or the address' },
  { name: 'help', short: 'h', commands: EVERYWHERE, meaning: 'show this help' },
  { name: 'version', short: 'v', commands: EVERYWHERE, meaning: 'show the version' },
];

export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly flags: FlagValues; readonly argument: string | null }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  /** One sentence, without a full stop, that says what is wrong with the arguments. */
  | { readonly kind: 'usage'; readonly problem: string };

/** Reads the arguments after the program's name. Says what is wrong instead of guessing. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  // Not strict: node:util's own complaints do not say where help is.
  const { values, tokens } = parseArgs({
    args: [...argv],
    options: PARSE_OPTIONS,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  if (values.help === true || (words.length === 1 && words[0] === 'help')) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  // The flags come first: the value of an unknown one would pass for a command.
  for (const token of given) {
    const problem = toFlagProblem(token);
    if (problem !== null) return { kind: 'usage', problem };
  }
  const [word = 'start', ...rest] = toCommandWords(words);
  const command = COMMANDS.find((name) => name === word);
  if (word === 'key') return { kind: 'usage', problem: 'key is followed by add, list or revoke' };
  if (word === 'project') return { kind: 'usage', problem: 'project is followed by list, show or set' };
  if (command === undefined) return { kind: 'usage', problem: `there is no command ${JSON.stringify(word)}` };
  const problem = toArgumentProblem(command, rest);
  if (problem !== null) return { kind: 'usage', problem };
  for (const { name, rawName } of given) {
    if (findFlag(name)?.commands.includes(command) === true) continue;
    return { kind: 'usage', problem: `${rawName} is not a flag of ${command}` };
  }
  if (values.url !== undefined && (values.port ?? values.host) !== undefined) {
    return { kind: 'usage', problem: '--url says where the daemon is, so --host and --port cannot be there too' };
  }
  return { kind: 'run', command, flags: values, argument: rest[0] ?? null };
}

/** Some commands have two words, which stand for one. */
function toCommandWords(words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words;
  const hasTwo = first === 'key' || first === 'project';
  return hasTwo && second !== undefined ? [`${first} ${second}`, ...rest] : words;
}

function toArgumentProblem(command: Command, [first, second]: readonly string[]): string | null {
  const wanted = ARGUMENTS[command];
  if (wanted === undefined) {
    return first === undefined ? null : `${command} takes no argument, but got ${JSON.stringify(first)}`;
  }
  if (wanted.isRequired && (first ?? '') === '') return `${command} needs an argument, ${wanted.name}`;
  if (first === '') return `${wanted.name} of ${command} is empty`;
  return second === undefined ? null : `${command} takes one argument, but also got ${JSON.stringify(second)}`;
}

const PARSE_OPTIONS: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
  FLAGS.map(({ name, value, short, multiple }) => [
    name,
    {
      type: value === undefined ? ('boolean' as const) : ('string' as const),
      ...(short === undefined ? {} : { short }),
      ...(multiple === undefined ? {} : { multiple }),
    },
  ]),
);

interface FlagToken {
  readonly name: string;
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

function findFlag(wanted: string): Flag | undefined {
  return FLAGS.find(({ name }) => name === wanted);
}

function toFlagProblem(token: FlagToken): string | null {
  const flag = findFlag(token.name);
  if (flag === undefined) return `there is no flag ${token.rawName}`;
  if (flag.value === undefined) return token.value === undefined ? null : `${token.rawName} takes no value`;
  if (token.value === undefined || isFlagTakenForValue(token)) return `${token.rawName} needs a value, ${flag.value}`;
  return null;
}

/** In `--port --host x` the value was forgotten; `--retention-days -1` has one, which the configuration refuses. */
function isFlagTakenForValue({ value = '', inlineValue }: FlagToken): boolean {
  return inlineValue !== true && /^-(?!\d)./.test(value);
}
