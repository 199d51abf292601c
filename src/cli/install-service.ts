import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type FlagValues, readProcessConfig } from '../config.js';
import { type ConfigKey, SETTINGS } from '../config-settings.js';
import { toDefaultConfigPath } from '../config-sources.js';
import { readHomeDir } from '../config-values.js';
import { PACKAGE_ROOT } from '../package.js';
import { CommandError } from './command-error.js';
import { EXIT_CODES } from './exit-code.js';
import { SERVICE_COMMAND_TIMEOUT_MS } from './limits.js';
import type { ServiceCommand } from './service-files.js';
import { type FileChange, type ManagerCommand, type ServiceManager, toServiceManager } from './service-manager.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

/** `errord install-service`: writes the service file, starts errord through it, now and at each login. Idempotent. */
export function installService(flags: FlagValues, terminal: Terminal): number {
  // The values are checked now: a service that cannot start is found out about much later.
  const { config, filePath, origins } = readProcessConfig(flags);
  // The default file is found without a flag, and may come and go.
  const homeDir = requireHomeDir();
  const configPath = filePath === toDefaultConfigPath(homeDir) ? null : filePath;
  const manager = toThisManager(homeDir);
  const content = manager.toFile({
    ...PROGRAM,
    flags: toServiceFlags(flags, config.dbPath, configPath),
    drainSeconds: config.drainSeconds,
  });
  if (flags.print === true) {
    terminal.say(content.trimEnd());
    return EXIT_CODES.ok;
  }
  const change = writeServiceFile(manager.filePath, content);
  terminal.say(`Service file ${change}: ${toTerminalText(manager.filePath)}`);
  const lost = (Object.keys(origins) as ConfigKey[]).filter((key) => origins[key]?.startsWith('environment') === true);
  for (const key of lost) {
    const better = SETTINGS[key].flag === undefined ? 'put it in the configuration file' : 'give it as a flag';
    terminal.complain(`${SETTINGS[key].env} of this terminal does not reach the service; ${better}.`);
  }
  const commands = manager.toActivation(change);
  if (!runAll(commands, manager, terminal)) return EXIT_CODES.failed;
  terminal.say(
    [
      'errord runs as a service from now on. Settings are its flags',
      `and ${toTerminalText(filePath ?? 'the configuration file ~/.service/config.json, when there is one')}.`,
      `See that it is well: errord status${flags.port === undefined ? '' : ` --port ${config.port}`}`,
      ...manager.hints.map(toTerminalText),
    ].join('\n'),
  );
  return EXIT_CODES.ok;
}

/** `errord uninstall-service`: stops the service and removes its file. The database stays. Idempotent. */
export function uninstallService(_flags: FlagValues, terminal: Terminal): number {
  const manager = toThisManager(requireHomeDir());
  if (!existsSync(manager.filePath)) {
    terminal.say(`No service is installed: there is no ${toTerminalText(manager.filePath)}.`);
    return EXIT_CODES.ok;
  }
  const isStopped = runAll(manager.deactivation, manager, terminal);
  for (const path of [...manager.links, manager.filePath]) rmSync(path, { force: true });
  terminal.say(`Removed ${toTerminalText(manager.filePath)}. The database and the configuration file stay.`);
  // Where the first commands failed these would only repeat the complaint.
  if (!isStopped || !runAll(manager.cleanup, manager, terminal)) {
    terminal.complain('A daemon that is running may run on; see errord status.');
    return EXIT_CODES.failed;
  }
  return EXIT_CODES.ok;
}

/** This very program, by absolute paths: services do not share the PATH of a shell. */
const PROGRAM = { nodePath: process.execPath, cliPath: fileURLToPath(new URL('dist/src/cli.js', PACKAGE_ROOT)) };

function toThisManager(homeDir: string): ServiceManager {
  return toServiceManager({ platform: process.platform, homeDir, userId: process.getuid?.() ?? 0 });
}

function requireHomeDir(): string {
  const homeDir = readHomeDir();
  if (homeDir !== null) return homeDir;
  throw new CommandError('The service file belongs in the home directory, and there is none: set HOME to its path.');
}

/** The given flags again, with paths made absolute: a service starts in another directory. */
function toServiceFlags(flags: FlagValues, dbPath: string, configPath: string | null): ServiceCommand['flags'] {
  const names = Object.values(SETTINGS).flatMap(({ flag }) => flag ?? []);
  const given = names.flatMap((name) => {
    const value = flags[name];
    if (value === undefined || value === false) return [];
    if (value === true) return [`--${name}`];
    if (typeof value === 'object') return value.flatMap((item) => [`--${name}`, item]);
    return [`--${name}`, name === 'db-path' ? dbPath : value];
  });
  return configPath === null ? given : ['--config', configPath, ...given];
}

function writeServiceFile(path: string, content: string): FileChange {
  const wasThere = existsSync(path);
  if (wasThere && readFileSync(path, 'utf8') === content) return 'unchanged';
  try {
    mkdirSync(dirname(path), { recursive: true });
    const draft = `${path}.${process.pid}.tmp`;
    writeFileSync(draft, content, { mode: 0o644 });
    renameSync(draft, path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`The service file cannot be written: ${reason}.`, { cause: error });
  }
  return wasThere ? 'changed' : 'created';
}

/** Runs the commands in order. On the first failure says what it was and which commands are left to run by hand. */
function runAll(commands: readonly ManagerCommand[], manager: ServiceManager, terminal: Terminal): boolean {
  for (const [index, command] of commands.entries()) {
    const problem = run(command);
    if (problem === null) continue;
    const left = commands.slice(index).map(({ program, args }) => `  ${program} ${args.join(' ')}`);
    terminal.complain(
      [
        toTerminalText(problem),
        `When that is solved, run this (the service file is ${toTerminalText(manager.filePath)}):`,
        ...left.map(toTerminalText),
      ].join('\n'),
    );
    return false;
  }
  return true;
}

/** Null when the command did its work, else what went wrong. */
function run({ program, args, mayFail }: ManagerCommand): string | null {
  const { error, status, stderr } = spawnSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: SERVICE_COMMAND_TIMEOUT_MS,
  });
  if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
    return `${program} was not found: this machine runs no ${program === 'systemctl' ? 'systemd' : 'launchd'}, or PATH does not lead to it. "errord start" works without.`;
  }
  if (error !== undefined) return `${program} could not be run: ${error.message}.`;
  if (status === 0 || mayFail === true) return null;
  const hint = /bus|XDG_RUNTIME_DIR/i.test(stderr)
    ? ' There is no systemd session of this user here: log in directly (not with su or sudo), or run "loginctl enable-linger" once.'
    : '';
  return `${program} ${args.join(' ')} failed: ${stderr.trim().split('\n')[0] ?? ''}${hint}`;
}
