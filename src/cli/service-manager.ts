// What differs between systemd and launchd: where the file goes, and the commands that make it count.

import { join } from 'node:path';
import { CommandError } from './command-error.js';
import { LAUNCHD_LABEL, type ServiceCommand, SYSTEMD_UNIT_NAME, toLaunchAgent, toUserUnit } from './service-files.js';

/** The machine a service is installed on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly homeDir: string;
  readonly userId: number;
}

/** One command of the service manager. */
export interface ManagerCommand {
  readonly program: string;
  readonly args: readonly string[];
  /** Where a failure only says that there was nothing to undo. */
  readonly mayFail?: boolean;
}

/** How a file that was there before compares with the one that is wanted. */
export type FileChange = 'created' | 'changed' | 'unchanged';

export interface ServiceManager {
  readonly filePath: string;
  toFile(command: ServiceCommand): string;
  toActivation(change: FileChange): readonly ManagerCommand[];
  readonly deactivation: readonly ManagerCommand[];
  /** After the file is gone. */
  readonly cleanup: readonly ManagerCommand[];
  /** Links that are left over when the manager could not be asked to remove them. */
  readonly links: readonly string[];
  /** Advice to print after a successful install. */
  readonly hints: readonly string[];
}

/** The service manager of this kind of machine; throws when there is none we know. */
export function toServiceManager(machine: Machine): ServiceManager {
  if (machine.platform === 'linux') return toSystemd(machine);
  if (machine.platform === 'darwin') return toLaunchd(machine);
  throw new CommandError(
    `install-service knows systemd and launchd, not ${machine.platform}; run "errord start" from what starts services there.`,
  );
}

function toSystemd({ homeDir }: Machine): ServiceManager {
  const unitDir = join(homeDir, '.config', 'systemd', 'user');
  const systemctl = (...args: string[]): ManagerCommand => ({ program: 'systemctl', args: ['--user', ...args] });
  return {
    filePath: join(unitDir, SYSTEMD_UNIT_NAME),
    toFile: toUserUnit,
    toActivation: (change) => [
      systemctl('daemon-reload'),
      systemctl('enable', '--now', SYSTEMD_UNIT_NAME),
      // A running daemon keeps its old flags until then.
      ...(change === 'changed' ? [systemctl('restart', SYSTEMD_UNIT_NAME)] : []),
    ],
    deactivation: [systemctl('disable', '--now', SYSTEMD_UNIT_NAME)],
    cleanup: [systemctl('daemon-reload')],
    links: [join(unitDir, 'default.target.wants', SYSTEMD_UNIT_NAME)],
    hints: [
      'Its log: journalctl --user -u errord -f',
      'To keep it running while you are logged out: loginctl enable-linger',
    ],
  };
}

function toLaunchd({ homeDir, userId }: Machine): ServiceManager {
  const filePath = join(homeDir, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`);
  const logPath = join(homeDir, 'Library', 'Logs', 'errord.log');
  const domain = `gui/${userId}`;
  const launchctl = (...args: string[]): ManagerCommand => ({ program: 'launchctl', args });
  // bootstrap refuses an agent that is loaded, so the old one goes first. That it was not loaded is no failure.
  const bootout = { ...launchctl('bootout', `${domain}/${LAUNCHD_LABEL}`), mayFail: true };
  return {
    filePath,
    toFile: (command) => toLaunchAgent(command, logPath),
    toActivation: () => [bootout, launchctl('bootstrap', domain, filePath)],
    deactivation: [bootout],
    cleanup: [],
    links: [],
    hints: [`Its log: ${logPath}`],
  };
}
