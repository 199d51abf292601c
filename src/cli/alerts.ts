// `errord alerts list` and `alerts test`: the channels and rules of a running daemon.

import { type AlertChannel, AlertList, type AlertRule, AlertTested } from '../../schemas/alerts.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { CommandError } from './command-error.js';
import { type Told, tell } from './project.js';
import { askDaemon } from './query-daemon.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';

const ALERTS_ENDPOINT = '/api/alerts';

const validateList = compileBody(AlertList);
const validateTested = compileBody(AlertTested);

export function listAlerts(flags: FlagValues, terminal: Terminal): Promise<number> {
  return tell(flags, terminal, async (target) => {
    const json = await askDaemon(target, { method: 'GET', path: ALERTS_ENDPOINT }, validateList);
    return { json, text: toText(json) };
  });
}

/** Sends a test message to the channel; 1 when it was not sent. */
export function testAlert(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  return tell(flags, terminal, async (target): Promise<Told> => {
    const path = `${ALERTS_ENDPOINT}/channels/${encodeURIComponent(name ?? '')}/test`;
    const json = await askDaemon(target, { method: 'POST', path }, validateTested);
    const label = toTerminalText(JSON.stringify(name));
    if (!json.sent) throw new CommandError(`the channel ${label} was not reached: ${toTerminalText(json.error ?? '')}`);
    return { json, text: `Sent a test message to the channel ${label}.` };
  });
}

function toText({ channels, rules, waiting }: AlertList): string {
  if (channels.length === 0) return 'There are no channels: nobody is told of errors.';
  const lines = ['Channels:', ...channels.map(toChannelLine), '', 'Rules:'];
  lines.push(...(rules.length === 0 ? ['  none: no channel is told of anything'] : rules.map(toRuleLine)));
  if (waiting > 0) lines.push('', `Messages that wait: ${waiting}`);
  return lines.join('\n');
}

function toChannelLine({ name, kind, target, to = [], enabled, quietHours, digestMinutes = 0 }: AlertChannel): string {
  const parts = [
    kind,
    ...(kind === 'email' ? to : []),
    ...(target === undefined ? [] : [target]),
    ...(enabled === false ? ['off'] : []),
    ...(quietHours === undefined ? [] : [`quiet ${quietHours.from} to ${quietHours.to}`]),
    ...(digestMinutes === 0 ? [] : [`a digest every ${digestMinutes} min`]),
  ];
  return `  ${toTerminalText(name)}: ${parts.map(toTerminalText).join(', ')}`;
}

function toRuleLine({
  name,
  when,
  perMinute,
  projectId,
  severities,
  environment,
  channels,
  enabled,
}: AlertRule): string {
  const parts = [
    when === 'rate' ? `more than ${perMinute ?? 0} a minute` : when,
    ...(projectId === undefined ? [] : [`project ${projectId}`]),
    ...(severities === undefined ? [] : [severities.join(' or ')]),
    ...(environment === undefined ? [] : [`environment ${environment}`]),
    ...(enabled === false ? ['off'] : []),
    `to ${channels.join(', ')}`,
  ];
  return `  ${toTerminalText(name)}: ${parts.map(toTerminalText).join(', ')}`;
}
