// `errord project rules`: a project's own rules of grouping, listed, set, or tried on what is stored.

import { createReadStream } from 'node:fs';
import { GroupingRulesPreview, GroupingRulesTrial } from '../../schemas/grouping.js';
import { type GroupingRule, ProjectSettings } from '../../schemas/project-settings.js';
import type { FlagValues } from '../config.js';
import { SETTINGS_BODY_BYTES_MAX } from '../limits.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { CLI_PAGE_BYTES_MAX } from './limits.js';
import { type Told, tell } from './project.js';
import { describeChanges, describeFigures } from './project-preview.js';
import { type Ask, askDaemon } from './query-daemon.js';
import { readBounded } from './read-bounded.js';
import type { Target } from './target.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount, toSize } from './words.js';

const validateTrial = compileBody(GroupingRulesTrial);
const validatePreview = compileBody(GroupingRulesPreview);
const validateSettings = compileBody(ProjectSettings);

/** `errord project rules NAME`: lists them. `--set FILE` and `--clear` change them, `--preview FILE` changes nothing. */
export async function showRules(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const { set, preview, clear } = flags;
  if ([set, preview, clear].filter((flag) => flag !== undefined).length > 1)
    throw new UsageError('project rules takes one of --set, --preview and --clear');
  const file = set ?? preview;
  const body = typeof file === 'string' ? await readRules(file) : { groupingRules: [] };
  const project = `/api/projects/${encodeURIComponent(name ?? '')}`;
  const settings = `${project}/settings`;
  return tell(flags, terminal, (target) => {
    if (preview !== undefined) return askPreview(target, { path: `${project}/grouping-rules/preview`, body });
    const isRead = set === undefined && clear === undefined;
    return askRules(target, isRead ? { method: 'GET', path: settings } : { method: 'PATCH', path: settings, body });
  });
}

/** What a file or, for `-`, standard input has: the body that the API takes, or the rules alone. */
async function readRules(file: string): Promise<GroupingRulesTrial> {
  const name = file === '-' ? 'standard input' : toTerminalText(file);
  const text = await readText(file, name);
  const json = parseJson(text, name);
  const rules = validateTrial(Array.isArray(json) ? { groupingRules: json } : json);
  if (rules.ok) return rules.value;
  const [fault] = rules.details;
  throw new UsageError(`${name} has no rules: ${fault?.path ?? ''} ${fault?.message ?? 'is not allowed'}`);
}

async function readText(file: string, name: string): Promise<string> {
  const text = await readBounded(file === '-' ? process.stdin : createReadStream(file), SETTINGS_BODY_BYTES_MAX).catch(
    (error: unknown) => {
      throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : ''}`);
    },
  );
  if (text === null) throw new UsageError(`${name} is longer than ${toSize(SETTINGS_BODY_BYTES_MAX)}`);
  return text;
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${name} is no JSON`);
  }
}

async function askRules(target: Target, ask: Ask): Promise<Told> {
  const { projectId, groupingRules } = await askDaemon(target, ask, validateSettings);
  const project = `project ${toTerminalText(projectId)}`;
  // Of the form in which they are set: what was listed can be changed and set again.
  const json = { groupingRules };
  if (groupingRules.length === 0) return { json, text: `${project} has no rules of its own` };
  return {
    json,
    text: [`rules of ${project}, the first that holds decides`, ...groupingRules.flatMap(describe)].join('\n'),
  };
}

function describe({ name, fingerprint, ignore, ...conditions }: GroupingRule, index: number): string[] {
  const ofIgnored = ignore === true ? [['ignore', 'what is new, or would come back'] as const] : [];
  const lines = [...Object.entries(conditions), ['fingerprint', fingerprint] as const, ...ofIgnored];
  return [
    `  ${String(index + 1).padStart(2)}  ${toTerminalText(name)}`,
    ...lines.map(([field, text]) => `      ${field.padEnd(11)}  ${toTerminalText(text)}`),
  ];
}

async function askPreview(target: Target, ask: Pick<Ask, 'path' | 'body'>): Promise<Told> {
  const call = { ...ask, method: 'POST', answerBytesMax: CLI_PAGE_BYTES_MAX } as const;
  const json = await askDaemon(target, call, validatePreview);
  return { json, text: describePreview(json) };
}

function describePreview({ projectId, rules, looked, ...figures }: GroupingRulesPreview): string {
  return [
    `project ${toTerminalText(projectId)}, ${toCount(rules.length, 'rule')}, had they been there`,
    ...describeFigures(figures),
    ...rules.map(
      ({ name, events, groups, ignore }) =>
        `  rule    ${toTerminalText(name)}: ${toCount(events, 'event')} of ${toCount(groups, 'group')}${ignore === true ? ', ignored where they are new' : ''}`,
    ),
    ...describeChanges(figures.changes),
    `  looked at the newest ${toCount(looked.events, 'event')}, of ${toCount(looked.groups, 'group')}${looked.isWhole ? '' : '; then time was up'}`,
  ].join('\n');
}
