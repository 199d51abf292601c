import { type GroupingChange, GroupingPreview } from '../../schemas/grouping.js';
import type { FlagValues } from '../config.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { tell } from './project.js';
import { askDaemon } from './query-daemon.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

const validatePreview = compileBody(GroupingPreview);

/** `errord project preview NAME --grouping 2`: what that version would make of what is stored. Changes nothing. */
export async function previewProject(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const version = flags.grouping;
  if (version !== '1' && version !== '2') throw new UsageError('project preview needs --grouping 1 or --grouping 2');
  // What is asked of the project is no setting of the daemon.
  return tell({ ...flags, grouping: undefined }, terminal, async (target) => {
    const path = `/api/projects/${encodeURIComponent(name ?? '')}/grouping/preview?version=${version}`;
    const json = await askDaemon(target, { method: 'GET', path }, validatePreview);
    return { json, text: describePreview(json) };
  });
}

const CHANGES_SHOWN = 10;
const NAMES_SHOWN = 3;

function describePreview({ projectId, version, looked, ...figures }: GroupingPreview): string {
  const left = looked.isWhole ? 'all that is stored' : 'the newest of what is stored';
  return [
    `project ${toTerminalText(projectId)}, grouping version ${version}`,
    ...describeFigures(figures),
    ...describeChanges(figures.changes),
    `  looked at ${toCount(looked.events, 'event')} of ${toCount(looked.groups, 'group')}, ${left}`,
  ].join('\n');
}

/** How many groups there would be, and how many of them would be joined and split. */
export function describeFigures({
  groups,
  joined,
  split,
}: Pick<GroupingPreview, 'groups' | 'joined' | 'split'>): readonly string[] {
  const parts = [
    ...(joined.before > 0 ? [`  joined  ${toCount(joined.before, 'group')} would become ${joined.after}`] : []),
    ...(split.before > 0 ? [`  split   ${toCount(split.before, 'group')} would become ${split.after}`] : []),
  ];
  return [
    `  ${toCount(groups.before, 'group')} would become ${groups.after}`,
    ...parts,
    ...(parts.length === 0 ? ['  nothing would change'] : []),
  ];
}

/** The first changes of a preview, and the first groups of each; of rules also what they group by. */
export function describeChanges(
  changes: readonly (GroupingChange & { readonly fingerprints?: readonly string[] })[],
): readonly string[] {
  return changes.slice(0, CHANGES_SHOWN).flatMap(({ before, after, groups: members, fingerprints = [] }) => [
    [`  ${before} to ${after}`, ...fingerprints.slice(0, NAMES_SHOWN).map(toTerminalText)].join('  '),
    ...members.slice(0, NAMES_SHOWN).map(({ id, message, count }) => {
      const text = toTerminalText(message.split('\n', 1)[0] ?? '').slice(0, 80);
      return `    ${toTerminalText(id)}  ${text}  (${toCount(count, 'event')})`;
    }),
    ...(before > NAMES_SHOWN ? [`    and ${before - NAMES_SHOWN} more`] : []),
  ]);
}
