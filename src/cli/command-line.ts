import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { FlagValues } from '../config.js';
import { ARGUMENTS, COMMANDS, type Command, FURTHER_ARGUMENTS, isLong, type LongCommand } from './commands.js';
import { FLAGS, type Flag } from './flags.js';

export type CommandLine =
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly flags: FlagValues;
      readonly argument: string | null;
      /** Behind the argument, of commands that take more than one. */
      readonly others: readonly string[];
    }
  /** Of one command where one is named, else the whole. */
  | { readonly kind: 'help'; readonly command: Command | null }
  | { readonly kind: 'version' }
  /** One sentence, without a full stop, that says what is wrong with the arguments. */
  | { readonly kind: 'usage'; readonly problem: string };

/** Reads the arguments after the program's name. Says what is wrong instead of guessing. */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const { values, tokens } = readArguments(putMinusQueriesLast(argv));
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  if (values.help === true) return { kind: 'help', command: findCommand(words) };
  if (words[0] === 'help') return { kind: 'help', command: findCommand(words.slice(1)) };
  if (values.version === true) return { kind: 'version' };
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []));
  // The flags come first: the value of an unknown one would pass for a command.
  for (const token of given) {
    const problem = toFlagProblem(token);
    if (problem !== null) return { kind: 'usage', problem };
  }
  const [word = 'start', ...rest] = toCommandWords(words);
  const command = findCommand([word]);
  const follows = FOLLOWS.get(word);
  if (command === null && follows !== undefined) return { kind: 'usage', problem: `${word} is followed by ${follows}` };
  if (command === null) return { kind: 'usage', problem: `there is no command ${JSON.stringify(word)}` };
  const problem = toArgumentProblem(command, rest);
  if (problem !== null) return { kind: 'usage', problem };
  for (const { name, rawName } of given) {
    if (findFlag(name)?.commands.includes(command) === true) continue;
    return { kind: 'usage', problem: `${rawName} is not a flag of ${command}` };
  }
  if (values.url !== undefined && (values.port ?? values.host) !== undefined) {
    return { kind: 'usage', problem: '--url says where the daemon is, so --host and --port cannot be there too' };
  }
  return { kind: 'run', command, flags: values, argument: rest[0] ?? null, others: rest.slice(1) };
}

function readArguments(argv: readonly string[]) {
  // Not strict: node:util's own complaints do not say where help is.
  return parseArgs({ args: [...argv], options: PARSE_OPTIONS, strict: false, allowPositionals: true, tokens: true });
}

/** In `logs -timeout` the query is the word, not seven flags of one letter: it follows a `--`, after which none is a flag. */
function putMinusQueriesLast(argv: readonly string[]): readonly string[] {
  const { tokens } = readArguments(argv);
  const command = findCommand(tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])));
  if (command === null || !takesQuery(command)) return argv;
  const places = new Set(
    tokens.flatMap((token) =>
      token.kind === 'option' && !token.rawName.startsWith('--') && !SHORT_FLAGS.has(argv[token.index])
        ? [token.index]
        : [],
    ),
  );
  if (places.size === 0) return argv;
  const queries = argv.filter((_, index) => places.has(index));
  const others = argv.filter((_, index) => !places.has(index));
  return [...others, ...(others.includes('--') ? [] : ['--']), ...queries];
}

function takesQuery(command: Command): boolean {
  const last = isLong(command) ? FURTHER_ARGUMENTS[command] : ARGUMENTS[command];
  return last?.name === 'QUERY';
}

/** Null when the words begin with no command. */
function findCommand(words: readonly string[]): Command | null {
  const [word] = toCommandWords(words);
  return COMMANDS.find((name) => name === word) ?? null;
}

/** What follows the first word of commands that have two; some are a command without it too. */
const FOLLOWS: ReadonlyMap<string, string> = new Map([
  ['alerts', 'list or test'],
  ['key', 'add, list or revoke'],
  ['project', 'list, show, set, preview or rules'],
  ['sourcemaps', 'add, list or remove'],
  ['views', 'save or delete'],
]);

/** Some commands have two words, which stand for one. */
function toCommandWords(words: readonly string[]): readonly string[] {
  const [first, second, ...rest] = words;
  return first !== undefined && FOLLOWS.has(first) && second !== undefined ? [`${first} ${second}`, ...rest] : words;
}

function toArgumentProblem(command: Command, [first, ...rest]: readonly string[]): string | null {
  const wanted = ARGUMENTS[command];
  if (wanted === undefined) {
    return first === undefined ? null : `${command} takes no argument, but got ${JSON.stringify(first)}`;
  }
  if (wanted.isRequired && (first ?? '') === '') return `${command} needs an argument, ${wanted.name}`;
  if (first === '') return `${wanted.name} of ${command} is empty`;
  if (isLong(command)) return toFurtherProblem(command, rest);
  return rest.length === 0 ? null : `${command} takes one argument, but also got ${JSON.stringify(rest[0])}`;
}

function toFurtherProblem(command: LongCommand, words: readonly string[]): string | null {
  const { name, isRequired, isMany } = FURTHER_ARGUMENTS[command];
  if (isRequired && words.length === 0) return `${command} needs another argument, ${name}`;
  if (words.includes('')) return `${name} of ${command} is empty`;
  const isTooMany = !isMany && words.length > 1;
  return isTooMany ? `${command} takes two arguments, but also got ${JSON.stringify(words[1])}` : null;
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

const SHORT_FLAGS: ReadonlySet<string | undefined> = new Set(
  FLAGS.flatMap(({ short }) => (short === undefined ? [] : [`-${short}`])),
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
