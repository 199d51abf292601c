import { toDocPath } from '../package.js';
import { ARGUMENTS, type Argument, COMMAND_GROUPS, type Command, FURTHER_ARGUMENTS, isLong } from './commands.js';
import { FLAG_GROUPS, FLAGS, type Flag } from './flags.js';

const MEANINGS: Readonly<Record<Command, string>> = {
  start: 'run the daemon in this terminal (the default)',
  status: 'show whether a daemon runs, and what it holds',
  'install-service': 'run the daemon from now on, and after each login (systemd, launchd)',
  'uninstall-service': 'undo install-service; the database stays',
  tail: 'show errors, requests and logs as they are stored, until it is ended',
  errors: 'list error groups, the latest seen first',
  logs: 'list log entries, newest first',
  show: 'show an error group, an event or a request with what belongs to it',
  views: 'list the saved views: queries for error groups with a name and an order',
  'views save': 'save a query for error groups under a name, of one project or of all',
  'views delete': 'delete a saved view; the errors stay',
  releases: 'list releases, or tell what is new, came back and is gone in one',
  open: 'open the dashboard in the browser, logged in where errord wants a key',
  mcp: 'serve an assistant over standard input and output (Model Context Protocol)',
  resolve: 'say that an error group is fixed, maybe from a release on',
  snooze: 'ignore an error group until a time, or until it has had more events or users',
  assign: 'say who has an error group',
  note: 'add a note to the history of an error group',
  merge: 'make one error group of several: KEEP_ID stays and takes in the others',
  split: 'make an error of those events of another that meet conditions',
  unmerge: 'take errors apart again that were merged: all of them, or the PARTs named',
  'alerts list': 'list the channels and rules of alerts',
  'alerts test': 'send a test message to a channel',
  dsn: 'show where the client libraries are, the DSN of a project, and what other SDKs are told',
  'key add': 'add a key to a running daemon and print it, once',
  'key list': 'list the keys of a running daemon',
  'key revoke': 'revoke a key, with its sessions',
  'project list': 'list the projects of a running daemon',
  'project show': 'show the limits of a project, and what it has used of them',
  'project set': 'change the limits of a project, how long it is kept and how it is grouped',
  'project preview': 'tell what another grouping would make of the errors of a project',
  'project rules': 'list the rules of grouping of a project, try some on what is stored, or set them',
  'sourcemaps add': 'read source maps of a project from a folder, or from a dev server of this machine',
  'sourcemaps list': 'list where source maps of a project are read',
  'sourcemaps remove': 'read no source maps from there any more',
  clear: 'delete all errors, events, requests and logs of a running daemon',
  backup: 'copy the database into FILE, also while errord runs',
  verify: 'tell whether the database, or the backup FILE, is whole',
  restore: 'put the backup FILE in place of the database, which is kept beside it',
  import: 'move the database, or the FILE, into the PostgreSQL of SERVICE_STORE_URL',
  export: 'write what that PostgreSQL holds into a SQLite FILE, also while errord runs',
  migrate: 'make or upgrade the tables in the PostgreSQL of SERVICE_STORE_URL',
};

/** The text of `errord --help`, or that of one command: what it takes and no more. */
export function helpText(command: Command | null = null): string {
  if (command !== null) {
    return [
      `errord ${toCall(command)}: ${MEANINGS[command]}`,
      '',
      ...toBlocks(FLAGS.filter(({ commands }) => commands.includes(command)).map((flag) => ({ flag, owners: '' }))),
      '',
      EXIT_CODES_TEXT,
    ].join('\n');
  }
  const flags = FLAGS.map((flag) => ({ flag, owners: toOwners(flag) }));
  return [
    'errord: local-first error monitoring.',
    '',
    'Usage: errord [command] [flags]; errord COMMAND --help shows the flags of one command.',
    ...COMMAND_GROUPS.flatMap(({ title, commands }) => [
      '',
      `${title}:`,
      ...commands.map((name) => toRow(toCall(name), MEANINGS[name])),
    ]),
    '',
    ...toBlocks(flags),
    '',
    'Each setting can also come from a SERVICE_* environment variable (SERVICE_PORT, SERVICE_DB_PATH, …) or from the',
    'configuration file. An access token comes from SERVICE_AUTH_TOKEN or the file only, and the key that commands present',
    'from ERRORD_KEY, because flags show in process lists.',
    EXIT_CODES_TEXT,
    'The documents have the rest:',
    `  ${toDocPath('operating.md')}`,
    `  ${toDocPath('terminal.md')}`,
    `  ${toDocPath('assistants.md')}`,
  ].join('\n');
}

const EXIT_CODES_TEXT = 'Exit codes: 0 done, 1 failed, not running or not whole, 2 wrong usage, 3 nothing found.';

/** What stands in the left column of the help, at most; two spaces follow at least. */
const USAGE_COLUMNS = 29;

function toBlocks(flags: readonly { readonly flag: Flag; readonly owners: string }[]): readonly string[] {
  const blocks = FLAG_GROUPS.map((title) => ({ title, members: flags.filter(({ flag }) => flag.group === title) }));
  return blocks
    .filter(({ members }) => members.length > 0)
    .flatMap(({ title, members }, index) => [
      ...(index === 0 ? [] : ['']),
      `${title}:`,
      ...members.map(({ flag, owners }) => toRow(toUsage(flag), flag.meaning + owners)),
    ]);
}

function toRow(usage: string, meaning: string): string {
  return `  ${usage.padEnd(USAGE_COLUMNS)}  ${meaning}`;
}

function toCall(command: Command): string {
  const argument = ARGUMENTS[command];
  if (argument === undefined) return command;
  return [command, toWord(argument), ...(isLong(command) ? [toWord(FURTHER_ARGUMENTS[command])] : [])].join(' ');
}

function toWord({ name, isRequired, isMany = false }: Argument & { readonly isMany?: boolean }): string {
  const word = isMany ? `${name}…` : name;
  return isRequired ? word : `[${word}]`;
}

function toUsage({ name, value, short }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

/** Flags of one command say so; the rest belong to several or all. */
function toOwners({ commands }: Flag): string {
  return commands.length === 1 ? ` [${commands.join()}]` : '';
}
