// A finding: one sentence about what is in front of us, and for each word out of the event where the event shows it.

import type { ExplanationEvidence } from '../../../../schemas/error-group.js';
import type { StackFrame } from '../../../../schemas/event.js';
import type { EvidencePlace } from '../../../../schemas/words.js';
import { EVIDENCE_CHARS_MAX, FINDING_WORDS_CHARS_MAX } from '../../../limits.js';
import { isRedacted, toPlainLine } from './plain-line.js';

/** What findings are made from; all of it redacted, cut and bounded as it is stored. */
export interface FindingFacts {
  readonly type: string;
  readonly message: string;
  readonly code?: string | undefined;
  /** The innermost call first. */
  readonly frames: readonly StackFrame[];
  /** The nearest cause first. */
  readonly causes: readonly FoundCause[];
}

/** What findings read of a cause. */
export interface FoundCause {
  readonly type?: string | undefined;
  readonly message?: string | undefined;
  readonly code?: string | undefined;
}

export interface Finding {
  /** With a full stop. */
  readonly sentence: string;
  /** In the order of the words; places are those in the sentence. */
  readonly evidence: readonly ExplanationEvidence[];
}

/** Words out of an event, and where it shows them. */
export interface Shown {
  readonly words: string;
  readonly shownBy: EvidencePlace;
  readonly text: string;
}

export type Part = string | Shown;

/**
 * The sentence out of its parts. What an event says stands between backticks, which it cannot close; null where a part of
 * it was redacted, or nothing of it is left to see.
 */
export function toFinding(parts: readonly Part[]): Finding | null {
  let sentence = '';
  const evidence: ExplanationEvidence[] = [];
  for (const part of parts) {
    if (typeof part === 'string') {
      sentence += part;
      continue;
    }
    const words = toPlainLine(part.words, FINDING_WORDS_CHARS_MAX);
    const text = toPlainLine(part.text, EVIDENCE_CHARS_MAX);
    if (words === '' || isRedacted(part.words) || isRedacted(part.text)) return null;
    const start = sentence.length;
    sentence += `\`${words}\``;
    evidence.push({ start, end: sentence.length, shownBy: part.shownBy, text });
  }
  if (evidence.length === 0) return null;
  return { sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`, evidence };
}
