import { FINDING_CAUSES_MAX, FINDINGS_MAX } from '../../../limits.js';
import type { EventExplanation, ExplanationText } from '../../../messages.js';
import { findCode } from './code-meanings.js';
import type { Finding, FindingFacts } from './finding.js';
import { findMissingValue } from './missing-values.js';
import { findWording, type Told, toTold, type Wording } from './wording.js';
import { AMOUNTS } from './wordings/amounts.js';
import { CONNECTION } from './wordings/connection-words.js';
import { DATABASE } from './wordings/database.js';
import { FIELDS } from './wordings/fields.js';
import { FILES } from './wordings/files.js';
import { HTTP } from './wordings/http.js';

/** Each may say one sentence. */
export const ROOMS: readonly (readonly Wording[])[] = [CONNECTION, DATABASE, FILES, HTTP, FIELDS, AMOUNTS];

/**
 * What the event itself shows, at most `FINDINGS_MAX` sentences, most telling first: of its message and frames, else of the
 * innermost cause that shows something, else of its code. Pure; linear in the length of the facts.
 */
export function findings(facts: FindingFacts): readonly Finding[] {
  const found = findInText(facts, toTold(facts.type, facts.message, 'message'));
  if (found.length > 0) return found;
  for (const { type, message } of [...facts.causes].reverse().slice(0, FINDING_CAUSES_MAX)) {
    if (message === undefined) continue;
    const inCause = findInText(facts, toTold(type, message, 'cause'));
    if (inCause.length > 0) return inCause;
  }
  const code = findCode(facts);
  return code === null ? [] : [code];
}

function findInText(facts: FindingFacts, told: Told): readonly Finding[] {
  const found = [findMissingValue(facts, told), ...ROOMS.map((wordings) => findWording(wordings, told))];
  return found.filter((one) => one !== null).slice(0, FINDINGS_MAX);
}

/** The explanation with the findings in front of its text. */
export function withFindings(given: ExplanationText, found: readonly Finding[]): EventExplanation {
  if (found.length === 0) return given;
  let text = '';
  const evidence = found.flatMap((finding) => {
    const from = text.length;
    text += `${finding.sentence} `;
    return finding.evidence.map((one) => ({ ...one, start: from + one.start, end: from + one.end }));
  });
  return { ...given, explanation: `${text}${given.explanation}`, evidence };
}
