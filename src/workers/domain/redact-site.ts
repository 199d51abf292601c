// A site is what an event is grouped by: type, message, stack, frames.

import type { Cause } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import type { NormalizedSite, SiteFields } from './normalize.js';
import { redactFrame, redactProse } from './redact-prose.js';
import { DEFAULT_RULES } from './redact-rules.js';
import type { RedactRules } from './redact-text.js';
import { parseStackText } from './stacks/parse-stack.js';
import { cutText } from './text.js';

/** Free of secrets and bounded. Only this kind of site is grouped, explained and stored. */
export interface RedactedSite extends SiteFields {
  readonly stage: 'redacted';
  /** Those that the stack text tells, where frames were read from it; the nearest first. */
  readonly causes: readonly Cause[];
}

/** Where an event brings no frames, they are read from the text of its stack, after that was redacted. */
export function redactSite(site: NormalizedSite, rules: RedactRules = DEFAULT_RULES): RedactedSite {
  const stack = redactOptionalProse(site.stack, rules);
  const parsed = site.stackFrames.length > 0 || stack === undefined ? null : parseStackText(stack);
  return {
    stage: 'redacted',
    type: site.type,
    message: cutText(redactProse(site.message, rules), MAX_MESSAGE_LENGTH),
    stack,
    stackFrames: parsed?.stackFrames ?? site.stackFrames.map((frame) => redactFrame(frame, rules)),
    // They are stored too, as what the fingerprint was computed from.
    groupingFrames: parsed?.groupingFrames ?? site.groupingFrames.map((frame) => redactFrame(frame, rules)),
    clientFingerprint: site.clientFingerprint?.map((part) => redactProse(part, rules)),
    language: parsed?.language ?? site.language,
    causes: parsed?.causes ?? [],
  };
}

export function redactOptionalProse(text: string | undefined, rules: RedactRules): string | undefined {
  return text === undefined ? undefined : redactProse(text, rules);
}
