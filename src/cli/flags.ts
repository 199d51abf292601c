// Every flag there is: the command line is read and the help is printed from these tables.

import { COMMANDS, type Command } from './commands.js';

/** In the order of the help. */
export const FLAG_GROUPS = [
  'Where the daemon is',
  'What to show',
  'How to show it',
  'What the daemon does',
  'Other',
] as const;

export interface Flag {
  readonly name: string;
  /** What stands for its value in the help; absent on flags that take none. */
  readonly value?: string;
  readonly short?: string;
  readonly multiple?: boolean;
  readonly group: (typeof FLAG_GROUPS)[number];
  readonly commands: readonly Command[];
  readonly meaning: string;
}

function toFlags(group: Flag['group'], flags: readonly Omit<Flag, 'group'>[]): readonly Flag[] {
  return flags.map((flag) => ({ ...flag, group }));
}

const EVERYWHERE = COMMANDS;
const SERVER = ['start', 'install-service'] as const;
const PROJECT = ['project list', 'project show', 'project set', 'project preview', 'project rules'] as const;
const SOURCE_MAPS = ['sourcemaps add', 'sourcemaps list', 'sourcemaps remove'] as const;
const MERGING = ['merge', 'unmerge', 'split'] as const;
const SAVED_VIEWS = ['views', 'views save', 'views delete'] as const;
const TRIAGE = ['releases', 'resolve', 'snooze', 'assign', 'note', 'alerts list', 'alerts test', ...MERGING] as const;
const LISTS = ['errors', 'logs'] as const;
const VIEWS = ['tail', ...LISTS, 'show'] as const;
const CLIENT = [
  'status',
  'clear',
  'open',
  'mcp',
  'dsn',
  'key add',
  'key list',
  'key revoke',
  ...PROJECT,
  ...SOURCE_MAPS,
  ...TRIAGE,
  ...SAVED_VIEWS,
  ...VIEWS,
] as const;
const FILES = ['backup', 'verify', 'restore', 'import', 'export'] as const;
const STORES = [...FILES, 'migrate'] as const;

const PLACE = toFlags('Where the daemon is', [
  { name: 'port', value: 'PORT', commands: [...SERVER, ...CLIENT], meaning: 'port that the daemon listens on (3800)' },
  {
    name: 'host',
    value: 'ADDRESS',
    commands: [...SERVER, ...CLIENT],
    meaning: 'address, or unix:PATH, that it listens on (0.0.0.0)',
  },
  { name: 'url', value: 'URL', commands: CLIENT, meaning: 'a daemon elsewhere, instead of --host and --port' },
  { name: 'db-path', value: 'FILE', commands: [...SERVER, ...FILES], meaning: 'database file (~/.service/service.db)' },
  {
    name: 'config',
    value: 'FILE',
    commands: [...SERVER, ...CLIENT, ...STORES],
    meaning: 'JSON configuration file (~/.service/config.json)',
  },
]);

const FILTERS = toFlags('What to show', [
  {
    name: 'project',
    value: 'NAME',
    commands: ['clear', 'key add', 'mcp', 'releases', ...SOURCE_MAPS, ...SAVED_VIEWS, ...VIEWS],
    meaning: 'this project only; of a key: the only one that it may send into',
  },
  {
    name: 'kind',
    value: 'KINDS',
    multiple: true,
    commands: ['tail'],
    meaning: 'errors, requests or logs; repeatable, or with commas',
  },
  {
    name: 'severity',
    value: 'WORD',
    commands: ['tail', 'errors'],
    meaning: 'errors that are fatal, error, warning or info',
  },
  { name: 'level', value: 'WORD', commands: ['tail', 'logs'], meaning: 'logs of the level log, info, warn or debug' },
  {
    name: 'min-level',
    value: 'WORD',
    commands: ['logs'],
    meaning: 'at least this level: debug, log, info, warn',
  },
  {
    name: 'exclude',
    value: 'TEXT',
    commands: ['logs'],
    meaning: 'leaves out logs that have the text in their message',
  },
  { name: 'source', value: 'WORD', commands: ['tail', ...LISTS], meaning: 'backend or frontend' },
  {
    name: 'search',
    value: 'TEXT',
    commands: ['tail', ...LISTS],
    meaning: 'has the text in its message, or in its URL',
  },
  { name: 'status', value: 'WORD', commands: ['errors'], meaning: 'unresolved, acknowledged, resolved or ignored' },
  { name: 'query', value: 'QUERY', commands: ['show'], meaning: 'of an error group: its latest event that meets this' },
  { name: 'type', value: 'TYPE', commands: ['errors', 'split'], meaning: 'such as TypeError' },
  { name: 'correlation', value: 'ID', commands: LISTS, meaning: 'belongs to this correlation id' },
  { name: 'since', value: 'TIME', commands: LISTS, meaning: 'such as 15m, 2h, 7d or 2026-01-31T08:00:00Z' },
  { name: 'until', value: 'TIME', commands: [...LISTS, 'snooze'], meaning: 'as --since; of a snooze: a time to come' },
  {
    name: 'sort',
    value: 'ORDER',
    commands: ['errors', 'views save'],
    meaning: 'lastSeen (default), firstSeen, events, users, trend or attention',
  },
  { name: 'direction', value: 'WORD', commands: ['errors', 'views save'], meaning: 'desc (default) or asc' },
  { name: 'view', value: 'NAME', commands: ['errors'], meaning: 'by the query and the order of a saved view' },
  {
    name: 'before',
    value: 'PLACE',
    commands: LISTS,
    meaning: 'what follows the rows of an earlier call, which named the place',
  },
  {
    name: 'limit',
    value: 'COUNT',
    commands: ['tail', ...LISTS],
    meaning: 'rows at most (errors 20, logs 50); tail ends after so many',
  },
]);

const OUTPUT = toFlags('How to show it', [
  {
    name: 'json',
    commands: ['status', 'dsn', 'key list', ...PROJECT, ...SOURCE_MAPS, ...TRIAGE, ...SAVED_VIEWS, ...VIEWS],
    meaning: 'print JSON; tail: a line for each message',
  },
  {
    name: 'no-color',
    commands: VIEWS,
    meaning: 'no colours; without it they are for terminals, unless NO_COLOR is set',
  },
  { name: 'print', commands: ['install-service', 'open'], meaning: 'only show the service file, or the address' },
]);

const SETTINGS = toFlags('What the daemon does', [
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
  {
    name: 'trust-proxy',
    commands: SERVER,
    meaning: 'a proxy on this machine says whom it calls for (X-Forwarded-For)',
  },
  {
    name: 'base-path',
    value: 'PATH',
    commands: SERVER,
    meaning: 'where browsers see the daemon behind a proxy, such as /errord',
  },
  { name: 'spotlight', commands: SERVER, meaning: 'listen on port 8969 too, where Sentry SDKs look for Spotlight' },
  {
    name: 'gateway',
    value: 'NAME',
    commands: SERVER,
    meaning: 'native, portable (runs anywhere, slower), or auto: native where it can be',
  },
  {
    name: 'sqlite',
    value: 'NAME',
    commands: SERVER,
    meaning: 'better-sqlite3, node (the SQLite of Node), or auto: better-sqlite3 where it can be',
  },
  {
    name: 'alerts-to-own-network',
    commands: SERVER,
    meaning: 'alerts may go to addresses of this machine and its network',
  },
  { name: 'no-dashboard', commands: SERVER, meaning: 'do not serve the dashboard' },
  {
    name: 'retention-days',
    value: 'DAYS',
    commands: [...SERVER, 'project set'],
    meaning: 'days that telemetry is kept (30; 0 keeps everything; none, of a project: as the daemon)',
  },
  {
    name: 'grouping',
    value: 'VERSION',
    commands: [...SERVER, 'project set', 'project preview'],
    meaning: 'version of the grouping: of new projects (1), or of this one; none: as of new ones',
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
    name: 'drain-seconds',
    value: 'SECONDS',
    commands: SERVER,
    meaning: 'serve on for so long when told to stop, with health at 503, for balancers (0)',
  },
  {
    name: 'log-level',
    value: 'LEVEL',
    commands: SERVER,
    meaning: 'fatal, error, warn, info (default), debug or silent',
  },
]);

const OTHERS = toFlags('Other', [
  { name: 'may', value: 'ROLE', commands: ['key add'], meaning: 'ingest (send), read, or admin (everything)' },
  {
    name: 'allow-triage',
    commands: ['mcp'],
    meaning: 'let the assistant resolve, ignore, reopen, merge, take apart and split errors too',
  },
  { name: 'for', value: 'TIME', commands: ['snooze'], meaning: 'so long, such as 30m, 2h or 7d' },
  { name: 'events', value: 'COUNT', commands: ['snooze'], meaning: 'until it has had so many more events' },
  { name: 'users', value: 'COUNT', commands: ['snooze'], meaning: 'until it has met so many more users' },
  { name: 'in', value: 'RELEASE', commands: ['resolve'], meaning: 'older releases leave it: one, current or next' },
  { name: 'to', value: 'NAME', commands: ['assign'], meaning: 'who has it; nobody without it' },
  { name: 'text', value: 'TEXT', commands: ['note'], meaning: 'what is noted' },
  {
    name: 'set',
    value: 'FILE',
    commands: ['project rules'],
    meaning: 'JSON file, or -, with the rules in place of all there are',
  },
  {
    name: 'preview',
    value: 'FILE',
    commands: ['project rules'],
    meaning: 'what the rules of a file would have done; changes nothing',
  },
  { name: 'clear', commands: ['project rules'], meaning: 'no rules any more' },
  { name: 'open', commands: ['key revoke'], meaning: 'also the last admin key, after which nobody needs a key' },
  {
    name: 'message',
    value: 'PATTERN',
    commands: ['split'],
    meaning: 'events with this message; * in it stands for anything',
  },
  {
    name: 'file',
    value: 'PATTERN',
    commands: ['split'],
    meaning: 'events with a frame of the application in this file',
  },
  { name: 'package', value: 'PATTERN', commands: ['split'], meaning: 'events with a frame in this package or module' },
  { name: 'dry-run', commands: MERGING, meaning: 'only tell what would be; changes nothing' },
  { name: 'yes', commands: ['clear'], meaning: 'do not ask' },
  { name: 'force', commands: ['backup', 'export'], meaning: 'take the place of a file that is there' },
  {
    name: 'distribute',
    commands: ['migrate'],
    meaning: 'also spread the tables over the servers of Citus, by project',
  },
  { name: 'repair', commands: ['verify'], meaning: 'make again what is made of the records; stop errord before' },
  { name: 'help', short: 'h', commands: EVERYWHERE, meaning: 'show this help; of a command: its own flags' },
  { name: 'version', short: 'v', commands: EVERYWHERE, meaning: 'show the version' },
]);

export const FLAGS: readonly Flag[] = [...PLACE, ...FILTERS, ...OUTPUT, ...SETTINGS, ...OTHERS];
