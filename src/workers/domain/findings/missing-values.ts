// What was used and was not there, or was something else: the wordings of each engine, the expression and the place.

import type { Finding, FindingFacts, Part, Shown } from './finding.js';
import { toFinding } from './finding.js';
import { toPlace } from './frame-place.js';
import { findOwner } from './source-line.js';
import { type Groups, type Match, matchTold, type Told } from './wording.js';
import { MISSING_VALUES, type MissingValue } from './wordings/missing-value-words.js';

/** The finding of the first wording that the message has; null where it says no more than the message would. */
export function findMissingValue(facts: FindingFacts, told: Told): Finding | null {
  for (const wording of MISSING_VALUES) {
    if (!told.text.includes(wording.has)) continue;
    const found = matchTold(wording.match, told);
    if (found !== null) return toFinding(toParts(wording, found, { facts, told }) ?? []);
  }
  return null;
}

interface Surroundings {
  readonly facts: FindingFacts;
  readonly told: Told;
}

function toParts(wording: MissingValue, found: Match, { facts, told }: Surroundings): readonly Part[] | null {
  const said = (words: string): Shown => ({ words, shownBy: told.shownBy, text: found.text });
  const groups = splitAccess(found.groups);
  // What a cause says happened elsewhere: the frames are those of the event.
  const place = told.shownBy === 'message' ? toPlace(facts.frames) : [];
  const owner =
    groups.expression === undefined
      ? told.shownBy === 'message' && ownerInSource(wording, groups.member, facts)
      : said(groups.expression);
  const template = (owner && wording.says) || (place.length > 0 && wording.saysWithout) || null;
  if (!template) return null;
  const parts = template.split(/\{(\w+)\}/).map((part, index): Part => {
    if (index % 2 === 0) return part;
    if (part === 'owner') return owner || '';
    return said(part === 'member' ? `${wording.access ?? ''}${groups.member ?? ''}` : (groups[part] ?? ''));
  });
  return [...parts, ...place];
}

/** JavaScriptCore names the whole of `cart.items.total`; the last member is what was read. */
function splitAccess(groups: Groups): Groups {
  const { access } = groups;
  if (access === undefined) return groups;
  const dot = access.lastIndexOf('.');
  const member = access.slice(dot + 1);
  const isPlain =
    dot > 0 && /^[\w$]+$/.test(member) && /^[\w$.[\]()'"?]+$/.test(access) && access.charAt(dot - 1) !== '?';
  return isPlain ? { ...groups, expression: access.slice(0, dot), member } : groups;
}

/** Of the innermost call alone: other lines are those that called it. */
function ownerInSource({ access }: MissingValue, member: string | undefined, { frames }: FindingFacts): Shown | false {
  const [frame] = frames;
  if (access === undefined || member === undefined || frame?.contextLine === undefined) return false;
  const words = findOwner(frame.contextLine, { member, access, colno: frame.colno });
  return words !== undefined && { words, shownBy: 'sourceLine', text: frame.contextLine.trim() };
}
