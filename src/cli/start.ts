import type { Config } from '../../schemas/config.js';
import { type FlagValues, isLoopbackHost, readProcessConfig } from '../config.js';
import { HEALTH_ENDPOINT } from '../constants.js';
import { type Daemon, startDaemon } from '../daemon.js';
import { ErrordError } from '../errors.js';
import { openLog } from '../log.js';
import { toStorePlace } from '../open-store.js';
import { VERSION } from '../package.js';
import { toSocketPath } from '../socket-host.js';
import { probeDaemon, SOCKET_ORIGIN, toBaseUrl } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { awaitStopSignal } from './stop-signals.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toRetention } from './words.js';

/** `errord start`: runs the daemon until it is told to stop, or cannot go on. Resolves to the exit code. */
export async function runDaemon(flags: FlagValues, terminal: Terminal): Promise<number> {
  const { config, warnings } = readProcessConfig(flags);
  const log = openLog(config.logLevel);
  for (const warning of warnings) log.warn({ warning }, 'configuration has a doubtful part');
  // Before the start, so that a signal during it ends in a stop as well.
  const stopWanted = awaitStopSignal(terminal);
  const daemon = await startDaemon(config, { log }).catch(async (error: unknown) => {
    throw await explainStartError(error, config);
  });
  terminal.say(describeStart(config, daemon));
  const exitCode = await Promise.race([stopWanted.then(() => null), daemon.exited]);
  if (exitCode !== null) return exitCode;
  await daemon.stop();
  terminal.say('errord has stopped.');
  return EXIT_CODES.ok;
}

function describeStart(config: Config, { port }: Daemon): string {
  const url = toShownUrl(config.host, port);
  const path = toSocketPath(config.host);
  const page = path === null ? url : 'for a proxy in front of the socket';
  const lines = [
    `errord ${VERSION} listens on ${url}${isEveryInterface(config.host) ? ' (on every network interface)' : ''}`,
    ...(path === null
      ? []
      : [`  try       curl --unix-socket ${toShellWord(path)} ${SOCKET_ORIGIN}${HEALTH_ENDPOINT}`]),
    `  database  ${toTerminalText(toStorePlace(config))}`,
    `  retention ${toRetention(config)}`,
    `  dashboard ${config.dashboardEnabled ? page : 'off'}`,
  ];
  return [...lines, ...describeAccess(config)].join('\n');
}

/** Who may do what, and how to close it: the first thing that somebody who shares a machine or a network should see. */
function describeAccess({ host, authToken, corsOrigin, corsOriginGiven, private: isPrivate }: Config): string[] {
  if (isPrivate) {
    return ['  access    private: this machine only, and pages of other origins may send events and no more.'];
  }
  if (authToken !== undefined) return ['  access    by token only.'];
  const who = toAudience(host);
  const pages = `pages of any origin can ${corsOriginGiven ? 'do so' : 'read it'} in a browser here`;
  return [
    `  access    ${who} can read and delete everything${corsOrigin === true ? ',' : '.'}`,
    ...(corsOrigin === true ? [`            and ${pages}.`] : []),
    '            Close it with --private, or set SERVICE_AUTH_TOKEN.',
  ];
}

function toAudience(host: string): string {
  if (toSocketPath(host) !== null) return 'open: whoever may write to the socket, or comes through a proxy,';
  return isLoopbackHost(host) ? 'open to this machine: every program on it' : 'open: whoever reaches this port';
}

/** One word for a shell, to paste. */
function toShellWord(text: string): string {
  const shown = toTerminalText(text);
  return /^[\w./:-]+$/.test(shown) ? shown : `'${shown.replaceAll("'", `'\\''`)}'`;
}

/** An address that opens when it is clicked: `0.0.0.0` does not everywhere. */
function toShownUrl(host: string, port: number): string {
  if (toSocketPath(host) !== null) return toTerminalText(host);
  return isEveryInterface(host) ? `http://localhost:${port}` : toBaseUrl({ host, port }).origin;
}

function isEveryInterface(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** A taken port says by whom, because that decides what to do about it. */
async function explainStartError(error: unknown, { host, port }: Config): Promise<unknown> {
  if (!(error instanceof ErrordError) || error.code !== 'port_in_use') return error;
  // Without the token: whoever took the port need not learn it, and an errord says "unauthorized" as only it does.
  const probe = await probeDaemon(toBaseUrl({ host, port }));
  const path = toSocketPath(host);
  const settings = path === null ? '--port or SERVICE_PORT' : '--host or SERVICE_HOST';
  const advice = `stop it, or start this one elsewhere with ${settings}`;
  const place =
    path === null ? `Port ${port} on ${host} is taken by` : `The socket ${toTerminalText(path)} is taken by`;
  switch (probe.kind) {
    case 'errord': {
      const { version, pid, database } = probe.status;
      const path = database.path === undefined ? '' : `, database ${toTerminalText(database.path)}`;
      const other = `another errord (version ${toTerminalText(version)}, pid ${pid}${path})`;
      return new ErrordError('port_in_use', `${place} ${other}: use that one, ${advice}.`, { cause: error });
    }
    case 'locked':
    case 'troubled':
      return new ErrordError('port_in_use', `${place} another errord: use that one, ${advice}.`, { cause: error });
    case 'other':
      return new ErrordError('port_in_use', `${place} another program, no errord: ${advice}.`, { cause: error });
    // Nobody listens any more, or not at this address: who had the port cannot be known.
    case 'absent':
      return new ErrordError('port_in_use', `${place} a program that does not answer: ${advice}.`, { cause: error });
  }
}
