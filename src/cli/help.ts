import { ARGUMENTS, COMMANDS, type Command, FLAGS, type Flag } from './command-line.js';

const MEANINGS: Readonly<Record<Command, string>> = {
  start: 'run the daemon in this terminal (the default)',
  status: 'show whether a daemon runs, and what it holds',
  clear: 'delete all errors, events, requests and logs of a running daemon',
  open: 'open the dashboard in the browser, logged in where errord wants a key',
  dsn: 'show the DSN of a project, and what Spotlight and OpenTelemetry have to be told',
  'key add': 'add a key to a running daemon and print it, once',
  'key list': 'list the keys of a running daemon',
  'key revoke': 'revoke a key, with its sessions',
  'project list': 'list the projects of a running daemon',
  'project show': 'show the limits of a project, and what it has used of them',
  'project set': 'change the limits of a project, and how long it is kept',
  backup: 'copy the database into FILE, also while errord runs',
  verify: 'tell whether the database, or the backup FILE, is whole',
  restore: 'put the backup FILE in place of the database, which is kept beside it',
  'install-service': 'run the daemon from now on, and after each login (systemd, launchd)',
  'uninstall-service': 'undo install-service; the database stays',
};

/** The text of `errord --help`. */
export function helpText(): string {
  const commands = COMMANDS.map((command) => `  ${toCall(command).padEnd(19)}${MEANINGS[command]}`);
  const flags = FLAGS.map((flag) => `  ${toUsage(flag).padEnd(26)}${flag.meaning}${toOwners(flag)}`);
  return [
    'errord: local-first error monitoring.',
    '',
    'Usage: errord [command] [flags]',
    '',
    'Commands:',
    ...commands,
    '',
    'Flags:',
    ...flags,
    '',
    'Each setting can also come from a SERVICE_* environment variable (SERVICE_PORT, SERVICE_DB_PATH, …) or from the',
    'configuration file. An access token comes from SERVICE_AUTH_TOKEN or the file only, and the key that commands present',
    'from ERRORD_KEY, because flags show in process lists. Exit codes: 0 done, 1 failed, not running or not whole, 2 wrong',
    'usage. docs/operating.md has the rest.',
  ].join('\n');
}

function toCall(command: Command): string {
  const argument = ARGUMENTS[command];
  if (argument === undefined) return command;
  return `${command} ${argument.isRequired ? argument.name : `[${argument.name}]`}`;
}

function toUsage({ name, value, short }: Flag): string {
  const long = value === undefined ? `--${name}` : `--${name} ${value}`;
  return short === undefined ? `    ${long}` : `-${short}, ${long}`;
}

/** Flags of one command say so; the rest belong to several or all. */
function toOwners({ commands }: Flag): string {
  return commands.length === 1 ? ` [${commands.join()}]` : '';
}
