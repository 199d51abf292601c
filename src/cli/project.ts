import { ProjectSettings, ProjectSettingsChange } from '../../schemas/project-settings.js';
import { Outcomes, ProjectList } from '../../schemas/stats.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import type { DaemonCall } from './daemon-call.js';
import { EXIT_CODES } from './exit-code.js';
import { askDaemon, findDaemon } from './query-daemon.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount, toDuration, toSize } from './words.js';

const PROJECTS_ENDPOINT = '/api/projects';
const OUTCOMES_ENDPOINT = '/api/outcomes';

/** `errord project list`: the names of the projects that hold records, and of those that have settings only. */
export function listProjects(flags: FlagValues, terminal: Terminal): Promise<number> {
  return tell(flags, terminal, async (target) => {
    const json = await askDaemon(target, { method: 'GET', path: PROJECTS_ENDPOINT }, validateList);
    const names = json.projects.map(({ name }) => name);
    const others = (json.withSettings ?? []).filter((name) => !names.includes(name));
    const lines = [
      ...names.map(toTerminalText),
      ...others.map((name) => `${toTerminalText(name)}  (settings, no records)`),
    ];
    return { json, text: lines.length === 0 ? 'No project has sent anything.' : lines.join('\n') };
  });
}

/** `errord project show NAME`: the limits of a project, and what it has used of them. */
export function showProject(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  return tell(flags, terminal, (target) => askSettings(target, name ?? '', { method: 'GET' }));
}

/** `errord project set NAME`: changes what the flags name, and shows the settings as they are then. */
export async function setProject(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const change = parseChange(flags);
  if (Object.keys(change).length === 0) {
    throw new UsageError('project set needs --events-per-minute, --bytes-per-day, --retention-days or --grouping');
  }
  // What is set for the project is no setting of the daemon.
  const others = { ...flags, 'retention-days': undefined, grouping: undefined };
  return tell(others, terminal, (target) => askSettings(target, name ?? '', { method: 'PATCH', body: change }));
}

/** The answer of the daemon, and what it says in words. */
export interface Told {
  readonly json: unknown;
  readonly text: string;
}

export async function tell(
  flags: FlagValues,
  terminal: Terminal,
  work: (target: Target) => Promise<Told>,
): Promise<number> {
  const target = await findDaemon(flags, terminal);
  if (target === null) return EXIT_CODES.failed;
  const { json, text } = await work(target);
  terminal.say(flags.json === true ? JSON.stringify(json, null, 2) : text);
  return EXIT_CODES.ok;
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
  take('grouping', 'grouping', parseWhole);
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

async function askSettings(target: Target, name: string, call: Pick<DaemonCall, 'method' | 'body'>): Promise<Told> {
  const project = encodeURIComponent(name);
  const json = await askDaemon(target, { ...call, path: `${PROJECTS_ENDPOINT}/${project}/settings` }, validateSettings);
  const refusals = { method: 'GET', path: `${OUTCOMES_ENDPOINT}?projectId=${project}` } as const;
  return { json, text: describeSettings(json, await askDaemon(target, refusals, validateOutcomes)) };
}

const validateList = compileBody(ProjectList);
const validateSettings = compileBody(ProjectSettings);
const validateOutcomes = compileBody(Outcomes);

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
    ...describeGrouping(settings),
    ...describeRules(settings),
    `  refused      ${toCount(total.rejected.rate_limited ?? 0, 'item')} since ${toTerminalText(since)}`,
  ].join('\n');
}

function toRetentionText(days: number | null): string {
  if (days === null) return 'as the daemon';
  return days === 0 ? 'keeps everything' : `keeps ${toCount(days, 'day')}`;
}

/** Their names, in the order in which they are tried. */
function describeRules({ groupingRules }: ProjectSettings): string[] {
  if (groupingRules.length === 0) return [];
  return [`  rules        ${groupingRules.map(({ name }) => toTerminalText(name)).join(', ')}`];
}

function describeGrouping({ grouping, regroup }: ProjectSettings): string[] {
  const version = `  grouping     version ${grouping}`;
  if (regroup === null) return [version];
  const { groups, movedEvents, waitingGroups, finishedAt } = regroup;
  const done = `${toCount(groups, 'group')} looked at, ${toCount(movedEvents, 'event')} moved`;
  return finishedAt === undefined
    ? [version, `  regrouping   ${done}, ${toCount(waitingGroups, 'group')} to go`]
    : [version, `  regrouped    ${toTerminalText(finishedAt)}: ${done}`];
}
