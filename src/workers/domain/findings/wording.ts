// Sentences of runtimes and libraries, and what is said of the names and values in them.

import type { EvidencePlace } from '../../../../schemas/words.js';
import { FINDING_MESSAGE_CHARS_MAX } from '../../../limits.js';
import { type Finding, type Part, toFinding } from './finding.js';
import { isRedacted } from './plain-line.js';

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Wording {
  /** Text without which `match` cannot match: most messages are passed over by it. */
  readonly has: string;
  /** Tried on `Type: message`. Linear: quantifiers are bounded, and none is inside of another. Named groups are what is said. */
  readonly match: RegExp;
  /** `{name}` stands for a group, shown as code. */
  readonly says: string | ((groups: Groups) => string);
  /** A real message, with its type in front where the sentence needs it, and what is said of it. */
  readonly example: readonly [message: string, sentence: string];
}

/** Text in which wordings are looked for. */
export interface Told {
  /** `Type: message`, up to a bound. */
  readonly text: string;
  readonly isCut: boolean;
  readonly shownBy: EvidencePlace;
}

export function toTold(type: string | undefined, message: string, shownBy: EvidencePlace): Told {
  const whole = type === undefined || message.startsWith(`${type}: `) ? message : `${type}: ${message}`;
  const isCut = whole.length > FINDING_MESSAGE_CHARS_MAX;
  return { text: isCut ? whole.slice(0, FINDING_MESSAGE_CHARS_MAX) : whole, isCut, shownBy };
}

/** The finding of the first wording that the text has; null where none, and where a part of it was redacted. */
export function findWording(wordings: readonly Wording[], told: Told): Finding | null {
  for (const { has, match, says } of wordings) {
    if (!told.text.includes(has)) continue;
    const found = matchTold(match, told);
    if (found === null) continue;
    const template = typeof says === 'string' ? says : says(found.groups);
    return toFinding(fill(template, found, told.shownBy));
  }
  return null;
}

export interface Match {
  readonly groups: Groups;
  /** What of the text matched. */
  readonly text: string;
}

/** What the expression finds, unless that goes up to where the text was cut or stands beside what was redacted. */
export function matchTold(match: RegExp, { text, isCut }: Told): Match | null {
  const found = match.exec(text);
  if (found === null) return null;
  const end = found.index + found[0].length;
  if (isCut && end >= text.length) return null;
  const around = text.slice(Math.max(0, found.index - MARK_CHARS), end + MARK_CHARS);
  return isRedacted(around) ? null : { groups: found.groups ?? {}, text: found[0] };
}

/** As long as the longest mark that tells of a redaction. */
const MARK_CHARS = 12;

function fill(template: string, { groups, text }: Match, shownBy: EvidencePlace): Part[] {
  return template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part : { words: groups[part] ?? '', shownBy, text }));
}
