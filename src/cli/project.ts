import { ProjectSettings, ProjectSettingsChange } from '../../schemas/project-settings.js';
import { Outcomes, ProjectList } from '../../schemas/stats.js';
import type { FlagValues } from '../config.js';
import { CLI_LIST_BYTES_MAX } from '../limits.js';
import { compileBody, type Validator } from '../validate.js';
import { CommandError, UsageError } from './command-error.js';
import { callDaemon, type DaemonCall, parseErrorReply, probeDaemon } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { describeAbsence } from './status.js';
import { readTarget, type Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount, toDuration, toSize } from './words.js';

const PROJECTS_ENDPOINT = '/api/projects';
const OUTCOMES_ENDPOINT = '/api/outcomes';

/** `errord project list`, `show NAME` and `set NAME`: the projects of a running daemon, their limits and retention. */
export async function runProject(flags: FlagValues, terminal: Terminal, words: readonly string[]): Promise<number> {
  const action = parseAction(flags, words);
  // What is set for the project is no setting of the daemon.
  const target = readTarget({ ...flags, 'retention-days': undefined });
  // Nothing is asked of a program before it is known to be an errord.
  const probe = await probeDaemon(target.base, target.token);
  if (probe.kind !== 'errord') {
    terminal.complain(describeAbsence(probe, target));
    return EXIT_CODES.failed;
  }
  const { json, text } = await runAction(target, action);
  terminal.say(flags.json === true ? JSON.stringify(json, null, 2) : text);
  return EXIT_CODES.ok;
}

type Action =
  | { readonly kind: 'list' }
  | { readonly kind: 'show'; readonly name: string }
  | { readonly kind: 'set'; readonly name: string; readonly change: ProjectSettingsChange };

/** The answer of the daemon, and what it says in words. */
interface Told {
  readonly json: unknown;
  readonly text: string;
}

function parseAction(flags: FlagValues, [kind, name = '', ...rest]: readonly string[]): Action {
  const change = parseChange(flags);
  const isChanged = Object.keys(change).length > 0;
  if (rest.length > 0 || (kind === 'list' && name !== '')) throw new UsageError(`project ${kind} got a word too many`);
  if (kind !== 'set' && isChanged) throw new UsageError(`only "project set NAME" takes settings`);
  if (kind === 'list') return { kind };
  if (kind !== 'show' && kind !== 'set') {
    throw new UsageError(`project takes list, show NAME or set NAME, but got ${JSON.stringify(kind)}`);
  }
  if (name === '') throw new UsageError(`project ${kind} needs the name of a project`);
  if (kind === 'show') return { kind, name };
  if (!isChanged) throw new UsageError('project set needs --events-per-minute, --bytes-per-day or --retention-days');
  return { kind, name, change };
}

const validateChange = compileBody(ProjectSettingsChange);

/** What the flags say of settings; `none` resets one. */
function parseChange(flags: FlagValues): ProjectSettingsChange {
  const change: Record<string, number | null> = {};
  const take = (flag: string, key: keyof ProjectSettingsChange, parse: (text: string) => number | null): void => {
    const text = flags[flag];
    if (typeof text !== 'string') return;
    const value = text === 'none' ? null : parse(text);
    const isTaken = (value !== null || text === 'none') && validateChange({ [key]: value }).ok;
    if (!isTaken) throw new UsageError(`--${flag} ${JSON.stringify(text)} is not allowed`);
    change[key] = value;
  };
  take('events-per-minute', 'eventsPerMinute', parseWhole);
  take('bytes-per-day', 'bytesPerDay', parseSize);
  take('retention-days', 'retentionDays', parseWhole);
  return change;
}

function parseWhole(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

const UNITS = { '': 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3, tb: 1024 ** 4 } as const;

/** `100MB`, `5gb`, `4096`; multiples of 1024, as sizes are printed. */
function parseSize(text: string): number | null {
  const [, digits = '', unit = ''] = /^(\d{1,15})(kb|mb|gb|tb)?$/i.exec(text) ?? [];
  return digits === '' ? null : Number(digits) * UNITS[unit.toLowerCase() as keyof typeof UNITS];
}

async function runAction(target: Target, action: Action): Promise<Told> {
  if (action.kind === 'list') {
    const json = await ask(target, { method: 'GET', path: PROJECTS_ENDPOINT }, validateList);
    const names = json.projects.map(({ name }) => toTerminalText(name));
    return { json, text: names.length === 0 ? 'No project has sent anything.' : names.join('\n') };
  }
  const path = `${PROJECTS_ENDPOINT}/${encodeURIComponent(action.name)}/settings`;
  const call = action.kind === 'set' ? ({ method: 'PATCH', path, body: action.change } as const) : { path };
  const json = await ask(target, { method: 'GET', ...call }, validateSettings);
  const refusals = {
    method: 'GET',
    path: `${OUTCOMES_ENDPOINT}?projectId=${encodeURIComponent(action.name)}`,
  } as const;
  return { json, text: describeSettings(json, await ask(target, refusals, validateOutcomes)) };
}

const validateList = compileBody(ProjectList);
const validateSettings = compileBody(ProjectSettings);
const validateOutcomes = compileBody(Outcomes);

/** The answer of a call; throws what the daemon says when it is a refusal. */
async function ask<T>(
  target: Target,
  call: Pick<DaemonCall, 'method' | 'path' | 'body'>,
  validate: Validator<T>,
): Promise<T> {
  const answer = await callDaemon({ ...target, ...call, bytesMax: CLI_LIST_BYTES_MAX });
  if (answer.kind !== 'answer') throw new CommandError(`the daemon did not answer: ${toTerminalText(answer.cause)}.`);
  const parsed = validate(answer.json);
  if (answer.status === 200 && parsed.ok) return parsed.value;
  const reply = parseErrorReply(answer.json);
  const reason = reply === null ? 'no answer of errord' : toTerminalText(`${reply.code}: ${reply.error}`);
  throw new CommandError(`the daemon refused: HTTP ${answer.status}, ${reason}`);
}

function describeSettings(settings: ProjectSettings, { since, total }: Outcomes): string {
  const { projectId, eventsPerMinute, bytesPerDay, retentionDays, usage } = settings;
  const used = (limit: number | null, toText: (count: number) => string, count: number | undefined): string =>
    limit === null ? 'no limit' : `${toText(count ?? 0)} of ${toText(limit)}`;
  const left = (resetsAt: string | undefined): string =>
    resetsAt === undefined
      ? ''
      : `, counted anew in ${toDuration(Math.max(0, Date.parse(resetsAt) - Date.now()) / 1000)}`;
  const { minute, day } = usage ?? {};
  return [
    `project ${toTerminalText(projectId)}`,
    `  this minute  ${used(eventsPerMinute, (count) => toCount(count, 'item'), minute?.items)}${eventsPerMinute === null ? '' : left(minute?.resetsAt)}`,
    `  today (UTC)  ${used(bytesPerDay, toSize, day?.bytes)}${bytesPerDay === null ? '' : left(day?.resetsAt)}`,
    `  retention    ${toRetentionText(retentionDays)}`,
    `  refused      ${toCount(total.rejected.rate_limited ?? 0, 'item')} since ${toTerminalText(since)}`,
  ].join('\n');
}

function toRetentionText(days: number | null): string {
  if (days === null) return 'as the daemon';
  return days === 0 ? 'keeps everything' : `keeps ${toCount(days, 'day')}`;
}
