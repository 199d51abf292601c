import type { FlagValues } from '../config.js';
import { ErrordError } from '../errors.js';
import { VERSION } from '../package.js';
import { CommandError, QueryError, UsageError } from './command-error.js';
import { type CommandLine, parseCommandLine } from './command-line.js';
import { type Command, isLong, type LongCommand } from './commands.js';
import { EXIT_CODES } from './exit-code.js';
import { helpText } from './help.js';
import type { Terminal } from './terminal.js';

/** Runs one command line and resolves to its exit code. Expected errors become one sentence, never a stack trace. */
export async function runCommandLine(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(parseCommandLine(argv), terminal);
  } catch (error) {
    if (error instanceof UsageError) return refuseUsage(error.message, terminal);
    if (error instanceof QueryError) {
      terminal.complain(`errord: ${error.message}.`);
      return EXIT_CODES.usage;
    }
    if (error instanceof ErrordError || error instanceof CommandError) terminal.complain(`errord: ${error.message}`);
    // A bug of ours: the trace is what a report needs.
    else
      terminal.complain(`errord: unexpected failure. ${error instanceof Error ? (error.stack ?? '') : String(error)}`);
    return EXIT_CODES.failed;
  }
}

async function dispatch(line: CommandLine, terminal: Terminal): Promise<number> {
  switch (line.kind) {
    case 'help':
      terminal.say(helpText(line.command));
      return EXIT_CODES.ok;
    case 'version':
      terminal.say(`errord ${VERSION}`);
      return EXIT_CODES.ok;
    case 'usage':
      return refuseUsage(line.problem, terminal);
    case 'run': {
      const { command, flags, argument, others } = line;
      if (isLong(command)) return (await LONG_TABLE[command]())(flags, terminal, [argument ?? '', ...others]);
      return (await COMMAND_TABLE[command]())(flags, terminal, argument);
    }
  }
}

/** `argument` is there where `ARGUMENTS` requires one. */
type RunCommand = (flags: FlagValues, terminal: Terminal, argument: string | null) => number | Promise<number>;

/** With all arguments, of which the first is required. */
type RunLongCommand = (flags: FlagValues, terminal: Terminal, words: readonly string[]) => Promise<number>;

const LONG_TABLE: Readonly<Record<LongCommand, () => Promise<RunLongCommand>>> = {
  merge: async () => (await import('./merge.js')).mergeErrors,
  unmerge: async () => (await import('./merge.js')).unmergeError,
  'views save': async () => (await import('./saved-views.js')).saveView,
};

/** Loaded when wanted: `errord status` has no use for the daemon's native modules. */
const COMMAND_TABLE: Readonly<Record<Exclude<Command, LongCommand>, () => Promise<RunCommand>>> = {
  split: async () => (await import('./split.js')).splitError,
  start: async () => (await import('./start.js')).runDaemon,
  status: async () => (await import('./status.js')).showStatus,
  clear: async () => (await import('./clear.js')).clearDaemon,
  tail: async () => (await import('./tail.js')).tail,
  errors: async () => (await import('./list.js')).listErrors,
  logs: async () => (await import('./list.js')).listLogs,
  show: async () => (await import('./show.js')).show,
  open: async () => (await import('./open.js')).openDashboard,
  mcp: async () => (await import('./mcp.js')).serveMcp,
  dsn: async () => (await import('./dsn.js')).showDsn,
  views: async () => (await import('./saved-views.js')).listViews,
  'views delete': async () => (await import('./saved-views.js')).deleteView,
  releases: async () => (await import('./releases.js')).showReleases,
  resolve: async () => (await import('./triage.js')).resolveError,
  snooze: async () => (await import('./triage.js')).snoozeError,
  assign: async () => (await import('./triage.js')).assignError,
  note: async () => (await import('./triage.js')).noteError,
  'alerts list': async () => (await import('./alerts.js')).listAlerts,
  'alerts test': async () => (await import('./alerts.js')).testAlert,
  'key add': async () => (await import('./key.js')).addKey,
  'key list': async () => (await import('./key.js')).listKeys,
  'key revoke': async () => (await import('./key.js')).revokeKey,
  'project list': async () => (await import('./project.js')).listProjects,
  'project show': async () => (await import('./project.js')).showProject,
  'project set': async () => (await import('./project.js')).setProject,
  'project preview': async () => (await import('./project-preview.js')).previewProject,
  'project rules': async () => (await import('./project-rules.js')).showRules,
  'sourcemaps add': async () => (await import('./source-maps.js')).addSourceMaps,
  'sourcemaps list': async () => (await import('./source-maps.js')).listSourceMaps,
  'sourcemaps remove': async () => (await import('./source-maps.js')).removeSourceMaps,
  backup: async () => (await import('./backup.js')).backUp,
  verify: async () => (await import('./verify.js')).verify,
  restore: async () => (await import('./restore.js')).restore,
  import: async () => (await import('./move.js')).importDatabase,
  export: async () => (await import('./move.js')).exportDatabase,
  migrate: async () => (await import('./migrate.js')).migrateDatabase,
  'install-service': async () => (await import('./install-service.js')).installService,
  'uninstall-service': async () => (await import('./install-service.js')).uninstallService,
};

function refuseUsage(problem: string, terminal: Terminal): number {
  terminal.complain(`errord: ${problem}; see errord --help.`);
  return EXIT_CODES.usage;
}
