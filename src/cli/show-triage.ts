// What people did with an error group, as `errord show` prints it.

import { SNOOZE_MEANT_MS_MAX } from '../../schemas/limits.js';
import { type HistoryEntry, Triage } from '../../schemas/triage.js';
import { systemClock } from '../clock.js';
import { assertNever } from '../errors.js';
import type { Reader } from '../lookup/reader.js';
import { compileBody } from '../validate.js';
import { toParagraph } from './blocks.js';
import { toLocalTime } from './rows.js';
import type { Line } from './styled-line.js';
import { toCount } from './words.js';

const validateTriage = compileBody(Triage);

/** Null where the group is gone meanwhile. */
export function readTriage(reader: Reader, groupId: string): Promise<Triage | null> {
  return reader.readById(`/api/errors/${encodeURIComponent(groupId)}/triage`, validateTriage);
}

/** Entries of the history that are printed, the newest: `--json` has all. */
const ENTRIES_PRINTED = 10;

/** Who has it, until when it is snoozed, and what was done with it, the newest first. */
export function toTriageLines({ assignee, snooze, history }: Triage): readonly Line[] {
  const rest = history.length - ENTRIES_PRINTED;
  return [
    ...(assignee === null ? [] : [`assigned to ${assignee}`]),
    ...(snooze === null ? [] : [`snoozed ${toEnds(snooze).join(' or ')}`]),
    ...history.slice(0, ENTRIES_PRINTED).map(toEntryText),
    ...(rest > 0 ? [`and ${rest} before`] : []),
  ].flatMap(toParagraph);
}

function toEnds({ until, eventsLeft, usersLeft }: NonNullable<Triage['snooze']>): string[] {
  return [
    ...(until === undefined ? [] : [toUntil(until)]),
    ...(eventsLeft === undefined ? [] : [`until ${toCount(eventsLeft, 'more event')}`]),
    ...(usersLeft === undefined ? [] : [`until ${toCount(usersLeft, 'more user')}`]),
  ];
}

function toUntil(until: string): string {
  const isMeant = Date.parse(until) - systemClock() <= SNOOZE_MEANT_MS_MAX;
  return isMeant ? `until ${toLocalTime(until)}` : 'until further notice';
}

function toEntryText(entry: HistoryEntry): string {
  const { at, by } = entry;
  return `${toLocalTime(at)}  ${toWords(entry)}${by === undefined ? '' : `, by ${by}`}`;
}

function toWords({ kind, text }: HistoryEntry): string {
  switch (kind) {
    case 'status':
      return `set to ${text}`;
    case 'snoozed':
      return `snoozed ${text}`;
    case 'woke':
      return 'came back';
    case 'regressed':
      return 'came back after it was resolved';
    case 'ignored':
      return `ignored by the rule ${text}`;
    case 'assigned':
      return text === '' ? 'taken from whoever had it' : `assigned to ${text}`;
    case 'note':
      return `note: ${text}`;
    case 'merged':
      return `merged with ${text}`;
    case 'unmerged':
      return `taken apart: ${text}`;
    case 'split':
      return `some of its events taken out: ${text}`;
    case 'split_off':
      return `taken out of ${text}`;
    default:
      return assertNever(kind);
  }
}
