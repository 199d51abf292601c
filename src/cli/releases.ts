// `errord releases`: the releases of a project, and what one of them has changed.

import type { ErrorGroup } from '../../schemas/error-group.js';
import { ReleaseDetail, ReleaseList } from '../../schemas/releases.js';
import type { FlagValues } from '../config.js';
import { RELEASES_ENDPOINT } from '../constants.js';
import { toErrorText } from '../lookup/record-text.js';
import { toQueryString } from '../query-text.js';
import { compileBody } from '../validate.js';
import { tell } from './project.js';
import { askDaemon } from './query-daemon.js';
import { toLocalTime } from './rows.js';
import type { Terminal } from './terminal.js';
import { toTerminalText } from './terminal-text.js';
import { toCount } from './words.js';

const validateList = compileBody(ReleaseList);
const validateDetail = compileBody(ReleaseDetail);

export function showReleases(flags: FlagValues, terminal: Terminal, name: string | null): Promise<number> {
  const { project, ...others } = flags;
  const query = project === undefined ? '' : `?${toQueryString({ projectId: String(project) })}`;
  return tell(others, terminal, async (target) => {
    if (name === null) {
      const list = await askDaemon(target, { method: 'GET', path: `${RELEASES_ENDPOINT}${query}` }, validateList);
      return { json: list, text: toListText(list) };
    }
    const path = `${RELEASES_ENDPOINT}/${encodeURIComponent(name)}${query}`;
    const json = await askDaemon(target, { method: 'GET', path }, validateDetail);
    return { json, text: toDetailText(json) };
  });
}

function toListText({ releases }: ReleaseList): string {
  if (releases.length === 0) return 'No event says its release.';
  return releases
    .map(
      ({ release, count, firstSeen }) =>
        `${toTerminalText(release)}  ${toCount(count, 'event')}, first ${toLocalTime(firstSeen)}`,
    )
    .join('\n');
}

function toDetailText({ release, count, firstSeen, previous, new: fresh, regressed, gone }: ReleaseDetail): string {
  const before = previous === undefined ? 'the first release that is known' : `after ${previous}`;
  return [
    `${toTerminalText(release)}, ${toTerminalText(before)}: ${toCount(count, 'event')}, first ${toLocalTime(firstSeen)}`,
    ...toPart('New in it', fresh),
    ...toPart('Came back with it', regressed),
    ...toPart('Gone since it', gone),
  ].join('\n');
}

function toPart(title: string, { errors, total }: { readonly errors: readonly ErrorGroup[]; readonly total: number }) {
  const rows = errors.map(({ id, count, type, message }) =>
    toTerminalText(`  ${id}  ${count}×  ${toErrorText(type, message)}`),
  );
  const more = total > errors.length ? [`  … and ${total - errors.length} more`] : [];
  return ['', `${title}: ${total}`, ...rows, ...more];
}
