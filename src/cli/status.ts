import type { DaemonStatus } from '../../schemas/stats.js';
import type { FlagValues } from '../config.js';
import { type Probe, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { readTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount, toDuration, toHoldings, toRetention, toSize } from './words.js';

/** `errord status`: 0 when an errord runs and tells its status, else 1 and why. */
export async function showStatus(flags: FlagValues, terminal: Terminal): Promise<number> {
  const target = readTarget(flags);
  const probe = await probeDaemon(target.base, target.token);
  if (probe.kind !== 'errord') {
    terminal.complain(describeAbsence(probe, target));
    return EXIT_CODES.failed;
  }
  terminal.say(flags.json === true ? JSON.stringify(probe.status, null, 2) : describeStatus(probe.status, target.base));
  return EXIT_CODES.ok;
}

/** Why there is no errord to speak to at the target, and what to do. */
export function describeAbsence(probe: Exclude<Probe, { kind: 'errord' }>, { base, token }: Target): string {
  const place = toTerminalText(base.href);
  switch (probe.kind) {
    case 'absent':
      return (
        `errord is not running at ${place} (${toTerminalText(probe.cause)}).\n` +
        'Start it with "errord start", or once and for all with "errord install-service".'
      );
    case 'locked':
      return token === undefined
        ? `errord runs at ${place}, but wants a key: set ERRORD_KEY, or SERVICE_AUTH_TOKEN to its token.`
        : `errord runs at ${place}, but does not know the key of ERRORD_KEY or the configured token.`;
    case 'troubled':
      return `errord runs at ${place}, but cannot tell its status (${toTerminalText(probe.refusal)})`;
    case 'other':
      return (
        `errord is not running at ${place}: what answers there ${toTerminalText(probe.sign)}.\n` +
        'Give errord another port with --port or SERVICE_PORT, or say where it is with --url.'
      );
  }
}

function describeStatus(status: DaemonStatus, base: URL): string {
  const { version, pid, uptime, startedAt, database, retention, feedClients } = status;
  return [
    `errord ${toTerminalText(version)} runs at ${toTerminalText(base.href)} (pid ${pid})`,
    `  up        ${toDuration(uptime)}, since ${toTerminalText(startedAt)}`,
    ...(database.path === undefined ? [] : [`  database  ${toTerminalText(database.path)}`]),
    `  size      ${toDatabaseSize(database)}`,
    `  holds     ${toHoldings(database)}`,
    `  retention ${toRetention(retention)}`,
    `  feed      ${toCount(feedClients, 'client')}`,
    ...toDaemonLines(database.daemons),
  ].join('\n');
}

/** Those that share the store. */
function toDaemonLines(daemons: DaemonStatus['database']['daemons'] = []): string[] {
  if (daemons.length === 0) return [];
  const lines = daemons.map(({ number, name, version = 'unknown', startedAt, seenAt }) =>
    toTerminalText(`            ${number}: ${name}, version ${version}, since ${startedAt}, last seen ${seenAt}`),
  );
  return [`  daemons   ${daemons.length} on this database`, ...lines];
}

function toDatabaseSize({ bytes, walBytes }: DaemonStatus['database']): string {
  return walBytes === undefined ? toSize(bytes) : `${toSize(bytes)}, write-ahead log ${toSize(walBytes)}`;
}
