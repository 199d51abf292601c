// The files that make systemd and launchd run errord. The ones in deploy/ are these, with the default command.

import { STOP_TIMEOUT_MS } from '../limits.js';
import { CommandError } from './command-error.js';

export const SYSTEMD_UNIT_NAME = 'errord.service';
export const LAUNCHD_LABEL = 'dev.errord.daemon';

/** What a service runs: `node cli.js start` and these flags. Paths are absolute. */
export interface ServiceCommand {
  readonly nodePath: string;
  readonly cliPath: string;
  readonly flags: readonly string[];
  /** How long it serves on when it is told to stop; not at all where it is absent. */
  readonly drainSeconds?: number;
}

/** Where the files in deploy/ expect node and errord. */
export const DEPLOYED_COMMAND: ServiceCommand = {
  nodePath: '/usr/bin/node',
  cliPath: '/opt/errord/node_modules/errord/dist/src/cli.js',
  flags: [],
};

/** Where the agent in deploy/ logs: launchd expands no `~`, so the name is to be put in by hand. */
export const DEPLOYED_LOG_PATH = '/Users/YOU/Library/Logs/errord.log';

/** Longer than the daemon gives itself, so that the service manager never cuts a stop short. */
const toStopSeconds = ({ drainSeconds = 0 }: ServiceCommand): number =>
  Math.ceil(drainSeconds) + STOP_TIMEOUT_MS / 1000 + 10;

/** Restarts after a crash, but not for ever, and not at all when the arguments are wrong. */
const UNIT_HEAD = `[Unit]
Description=errord, local-first error monitoring
# Five failures in five minutes are no accident; systemctl reset-failed lifts it.
StartLimitIntervalSec=300
StartLimitBurst=5
`;

const toUnitLife = (command: ServiceCommand): string => `Restart=on-failure
RestartSec=2
RestartPreventExitStatus=2
# The daemon finishes its work in at most ${STOP_TIMEOUT_MS / 1000} seconds, after those of --drain-seconds.
TimeoutStopSec=${toStopSeconds(command)}
KillMode=mixed
`;

/** A unit for the systemd of one user; goes to ~/.config/systemd/user. */
export function toUserUnit(command: ServiceCommand): string {
  return `# errord for one user. "errord install-service" writes this file; "systemctl --user edit errord" changes it.
${UNIT_HEAD}
[Service]
Type=exec
ExecStart=${toExecStart(command)}
${toUnitLife(command)}MemoryMax=1G
NoNewPrivileges=yes
UMask=0077

[Install]
WantedBy=default.target
`;
}

/** A unit for a shared server: a user of its own, and nothing within reach but its own state directory. */
export function toSystemUnit(command: ServiceCommand): string {
  return `# errord for a shared server. Goes to /etc/systemd/system/errord.service; docs/operating.md has the steps.
${UNIT_HEAD}After=network.target

[Service]
Type=exec
ExecStart=${toExecStart(command)}
Environment=HOME=/var/lib/errord
Environment=SERVICE_DB_PATH=/var/lib/errord/service.db
# Optional, mode 0600, one NAME=value per line: SERVICE_AUTH_TOKEN and other settings.
EnvironmentFile=-/etc/errord/environment
DynamicUser=yes
StateDirectory=errord
StateDirectoryMode=0700
UMask=0077
${toUnitLife(command)}LimitNOFILE=65536
TasksMax=128
MemoryMax=1G

# MemoryDenyWriteExecute stays off: V8 compiles to memory that it writes and then runs.
AmbientCapabilities=
CapabilityBoundingSet=
LockPersonality=yes
NoNewPrivileges=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_NETLINK AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallErrorNumber=EPERM
SystemCallFilter=@system-service

[Install]
WantedBy=multi-user.target
`;
}

/** A launchd agent; goes to ~/Library/LaunchAgents. */
export function toLaunchAgent(command: ServiceCommand, logPath: string): string {
  const programArguments = toArguments(command).map((argument) => `    <string>${toXmlText(argument)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${LAUNCHD_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${programArguments.join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <!-- Again after a failure, at most every 30 seconds; not after a stop. -->
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>30</integer>
  <key>ExitTimeOut</key>
  <integer>${toStopSeconds(command)}</integer>
  <!-- 077: files are for their owner only. -->
  <key>Umask</key>
  <integer>63</integer>
  <key>StandardOutPath</key>
  <string>${toXmlText(logPath)}</string>
  <key>StandardErrorPath</key>
  <string>${toXmlText(logPath)}</string>
</dict>
</plist>
`;
}

function toArguments({ nodePath, cliPath, flags }: ServiceCommand): readonly string[] {
  const argv = [nodePath, cliPath, 'start', ...flags];
  for (const argument of argv) {
    // A line break would begin a directive of its own, and XML has no way to hold the others.
    if (/\p{Cc}/u.test(argument)) {
      throw new CommandError(`A service cannot be given control characters: ${JSON.stringify(argument)}.`);
    }
  }
  return argv;
}

function toExecStart(command: ServiceCommand): string {
  const [program = '', ...rest] = toArguments(command);
  if (/["'\\]/.test(program)) {
    throw new CommandError(`systemd starts no program with a quote or a backslash in its path: ${program}`);
  }
  // systemd replaces variables in the arguments, but not in the path of the program.
  return [toUnitWord(program), ...rest.map((argument) => toUnitWord(argument.replaceAll('$', '$$$$')))].join(' ');
}

/** One word of a command line in a unit file, see systemd.service(5) and the specifiers in systemd.unit(5). */
function toUnitWord(text: string): string {
  const word = text.replaceAll('%', '%%');
  if (/^[\w/.:=,@+%$-]+$/.test(word)) return word;
  return `"${word.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function toXmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
