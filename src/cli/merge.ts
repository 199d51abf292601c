// `errord merge` and `unmerge`: several error groups become one, and one is taken apart.

import type { ErrorGroup } from '../../schemas/error-group.js';
import { MergeCommand, Merged, UnmergeCommand } from '../../schemas/merge.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { toErrorText } from '../lookup/record-text.js';
import { readWholes, toWayBack, type WayBack, type Wholes } from '../lookup/way-back.js';
import { compileBody, type Validator } from '../validate.js';
import { UsageError } from './command-error.js';
import { CLI_COLUMNS_MAX, CLI_PAGE_BYTES_MAX } from './limits.js';
import { tell } from './project.js';
import { type Ask, askDaemon, toReader } from './query-daemon.js';
import { toLocalTime } from './rows.js';
import type { Terminal } from './terminal.js';
import { toOneLine, toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

const validateMerge = compileBody(MergeCommand);
const validateUnmerge = compileBody(UnmergeCommand);
const validateMerged = compileBody(Merged);

/** Of a preview nothing has to be taken back. */
const NO_WHOLES: Wholes = new Map();

/** The first id takes in the others, and the way back is told. With `--dry-run` nothing changes. */
export function mergeErrors(flags: FlagValues, terminal: Terminal, ids: readonly string[]): Promise<number> {
  const preview = flags['dry-run'] === true;
  const ask = toMergeAsk(parse({ ids, preview }, validateMerge));
  return tell(flags, terminal, async (target) => {
    const wholes = preview ? NO_WHOLES : await readWholes(toReader(target), ids.slice(1));
    const json = await askDaemon(target, ask, validateMerged);
    return { json, text: toMergedText(json, toWayBack(json, wholes), preview) };
  });
}

/** Takes all parts out of an error, or those that are named, and tells the way back. With `--dry-run` nothing changes. */
export function unmergeError(
  flags: FlagValues,
  terminal: Terminal,
  [id = '', ...parts]: readonly string[],
): Promise<number> {
  const preview = flags['dry-run'] === true;
  const ask = toUnmergeAsk(id, parse({ ...(parts.length > 0 && { parts }), preview }, validateUnmerge));
  return tell(flags, terminal, async (target) => {
    const json = await askDaemon(target, ask, validateMerged);
    return { json, text: toUnmergedText(json, preview) };
  });
}

/** The call that makes one error of several. */
export function toMergeAsk(body: MergeCommand): Ask {
  return { method: 'POST', path: `${ERRORS_ENDPOINT}/merge`, body, answerBytesMax: CLI_PAGE_BYTES_MAX };
}

/** The call that takes parts out of an error. */
export function toUnmergeAsk(id: string, body: UnmergeCommand): Ask {
  const path = `${ERRORS_ENDPOINT}/${encodeURIComponent(id)}/unmerge`;
  return { method: 'POST', path, body, answerBytesMax: CLI_PAGE_BYTES_MAX };
}

export function parse<T>(wanted: object, validate: Validator<T>): T {
  const body = validate(wanted);
  if (body.ok) return body.value;
  throw new UsageError(`${body.details[0]?.path.slice(1) ?? 'the command'} ${body.details[0]?.message ?? 'is wrong'}`);
}

function toMergedText({ error, groups, complete }: Merged, { leaving, again }: WayBack, isPreview: boolean): string {
  const back = [['unmerge', error.id, ...leaving], ...again.map((ids) => ['merge', ...ids])];
  return [
    `${toCount(groups.length, 'error')} ${isPreview ? 'would become' : 'are now'} one, ${toTerminalText(error.id)}:`,
    ...groups.map(toRow),
    `It ${isPreview ? 'would have' : 'has'} ${toFacts(error)}.`,
    ...toEnd(back, { isPreview, complete }),
  ].join('\n');
}

function toUnmergedText({ error, groups, complete, looked }: Merged, isPreview: boolean): string {
  return [
    `${toCount(groups.length, 'error')} ${isPreview ? 'would be' : groups.length === 1 ? 'is' : 'are'} taken out of ${toTerminalText(error.id)}:`,
    ...groups.map(toRow),
    `It ${isPreview ? 'would keep' : 'keeps'} ${toFacts(error)}.`,
    ...(looked?.isWhole === false ? [`Counted in the newest ${toCount(looked.events, 'event')}.`] : []),
    ...toEnd([['merge', error.id, ...groups.map(({ id }) => id)]], { isPreview, complete }),
  ].join('\n');
}

interface Done {
  readonly isPreview: boolean;
  readonly complete: boolean;
}

/** What a change ends with: that nothing has changed, or what takes it back. */
export function toEnd(back: readonly (readonly string[])[], { isPreview, complete }: Done): readonly string[] {
  if (isPreview) return ['Nothing has changed.'];
  const rest = complete ? [] : ['Stored events are still on their way, so that counts may change.'];
  const commands = back.map((words) => toTerminalText(['errord', ...words].join(' ')));
  return [...rest, `To take it back: ${commands.join(' && ')}`];
}

function toRow({ id, count, status, type, message }: ErrorGroup): string {
  return toOneLine(`  ${id}  ${count}×  ${status}  ${toErrorText(type, message)}`, CLI_COLUMNS_MAX);
}

export function toFacts({ count, firstSeen, lastSeen, severity, status }: ErrorGroup): string {
  const times = `first ${toLocalTime(firstSeen)}, last ${toLocalTime(lastSeen)}`;
  return toTerminalText(`${toCount(count, 'event')}, ${times}; ${severity}, ${status}`);
}
