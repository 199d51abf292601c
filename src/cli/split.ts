// `errord split`: some events of an error become one of their own.

import { Split, SplitCommand } from '../../schemas/split.js';
import type { FlagValues } from '../config.js';
import { ERRORS_ENDPOINT } from '../constants.js';
import { toErrorText } from '../lookup/record-text.js';
import { compileBody } from '../validate.js';
import { UsageError } from './command-error.js';
import { CLI_COLUMNS_MAX, CLI_PAGE_BYTES_MAX } from './limits.js';
import { parse, toEnd, toFacts } from './merge.js';
import { tell } from './project.js';
import { type Ask, askDaemon } from './query-daemon.js';
import { toLocalTime } from './rows.js';
import type { Terminal } from './terminal.js';
import { toOneLine, toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

const validateCommand = compileBody(SplitCommand);
const validateSplit = compileBody(Split);

const CONDITIONS = ['type', 'message', 'file', 'package'] as const;

/** Takes the events out that meet all conditions, and tells the way back. With `--dry-run` nothing changes. */
export function splitError(flags: FlagValues, terminal: Terminal, id: string | null): Promise<number> {
  const preview = flags['dry-run'] === true;
  const given = CONDITIONS.filter((name) => flags[name] !== undefined);
  if (given.length === 0)
    throw new UsageError(
      'split needs a condition: --type, --message, --file or --package; * in it stands for anything',
    );
  const conditions = Object.fromEntries(given.map((name) => [name, flags[name]]));
  const ask = toSplitAsk(id ?? '', parse({ ...conditions, preview }, validateCommand));
  return tell(flags, terminal, async (target) => {
    const json = await askDaemon(target, ask, validateSplit);
    return { json, text: toText(json, preview) };
  });
}

/** The call that makes an error of some events of another. */
export function toSplitAsk(id: string, body: SplitCommand): Ask {
  const path = `${ERRORS_ENDPOINT}/${encodeURIComponent(id)}/split`;
  return { method: 'POST', path, body, answerBytesMax: CLI_PAGE_BYTES_MAX };
}

function toText({ error, made, complete, looked }: Split, isPreview: boolean): string {
  const { id = '', count, type, message, severity, firstSeen, lastSeen } = made;
  const times = `first ${toLocalTime(firstSeen)}, last ${toLocalTime(lastSeen)}; ${severity}`;
  return [
    toTerminalText(`${toCount(count, 'event')} ${isPreview ? 'would be' : 'are'} an error of their own, ${times}:`),
    toOneLine(`  ${id === '' ? '' : `${id}  `}${count}×  ${toErrorText(type, message)}`, CLI_COLUMNS_MAX),
    `${toTerminalText(error.id)} ${isPreview ? 'would keep' : 'keeps'} ${toFacts(error)}.`,
    ...(looked?.isWhole === false ? [`Counted in the newest ${toCount(looked.events, 'event')}.`] : []),
    ...toEnd([['merge', error.id, id]], { isPreview, complete }),
  ].join('\n');
}
