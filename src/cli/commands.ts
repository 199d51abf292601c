// Every command there is: the command line is read and the help is printed from these tables, and from those of flags.ts.

/** In the order of the help. */
export const COMMAND_GROUPS = [
  { title: 'Run the daemon', commands: ['start', 'status', 'install-service', 'uninstall-service'] },
  { title: 'See what it has', commands: ['tail', 'errors', 'logs', 'show', 'views', 'releases', 'open', 'mcp'] },
  {
    title: 'Decide about errors',
    commands: [
      'resolve',
      'snooze',
      'assign',
      'note',
      'merge',
      'unmerge',
      'split',
      'views save',
      'views delete',
      'alerts list',
      'alerts test',
    ],
  },
  {
    title: 'Let applications in',
    commands: [
      'dsn',
      'key add',
      'key list',
      'key revoke',
      'project list',
      'project show',
      'project set',
      'project preview',
      'project rules',
      'sourcemaps add',
      'sourcemaps list',
      'sourcemaps remove',
    ],
  },
  { title: 'Keep and delete', commands: ['clear', 'backup', 'verify', 'restore', 'import', 'export', 'migrate'] },
] as const;
export type Command = (typeof COMMAND_GROUPS)[number]['commands'][number];

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);

export interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
}

/** What a command takes besides flags; the others take nothing. */
export const ARGUMENTS: Readonly<Partial<Record<Command, Argument>>> = {
  dsn: { name: 'PROJECT', isRequired: false },
  tail: { name: 'QUERY', isRequired: false },
  errors: { name: 'QUERY', isRequired: false },
  logs: { name: 'QUERY', isRequired: false },
  show: { name: 'ID', isRequired: true },
  releases: { name: 'RELEASE', isRequired: false },
  resolve: { name: 'ID', isRequired: true },
  snooze: { name: 'ID', isRequired: true },
  assign: { name: 'ID', isRequired: true },
  note: { name: 'ID', isRequired: true },
  merge: { name: 'KEEP_ID', isRequired: true },
  unmerge: { name: 'ID', isRequired: true },
  split: { name: 'ID', isRequired: true },
  'views save': { name: 'NAME', isRequired: true },
  'views delete': { name: 'NAME', isRequired: true },
  'alerts test': { name: 'CHANNEL', isRequired: true },
  'key add': { name: 'NAME', isRequired: true },
  'key revoke': { name: 'NAME', isRequired: true },
  'project show': { name: 'NAME', isRequired: true },
  'project set': { name: 'NAME', isRequired: true },
  'project preview': { name: 'NAME', isRequired: true },
  'project rules': { name: 'NAME', isRequired: true },
  'sourcemaps add': { name: 'PLACE', isRequired: true },
  'sourcemaps remove': { name: 'PLACE', isRequired: true },
  backup: { name: 'FILE', isRequired: true },
  verify: { name: 'FILE', isRequired: false },
  restore: { name: 'FILE', isRequired: true },
  import: { name: 'FILE', isRequired: false },
  export: { name: 'FILE', isRequired: true },
};

/** What some take behind that: one, or as many as are given. */
export const FURTHER_ARGUMENTS = {
  merge: { name: 'OTHER_ID', isRequired: true, isMany: true },
  unmerge: { name: 'PART', isRequired: false, isMany: true },
  'views save': { name: 'QUERY', isRequired: false, isMany: false },
} as const satisfies Partial<Record<Command, Argument & { readonly isMany: boolean }>>;
export type LongCommand = keyof typeof FURTHER_ARGUMENTS;

export const isLong = (command: Command): command is LongCommand => Object.hasOwn(FURTHER_ARGUMENTS, command);
