// A site is what an event is grouped by: type, message, stack, frames.

import type { Cause } from '../../../schemas/event.js';
import { MAX_MESSAGE_LENGTH } from '../../constants.js';
import { STACK_CHARS_MAX } from '../../limits.js';
import { redactCut, redactCutFrame, redactCutOptional } from './cut.js';
import type { NormalizedSite, SiteFields } from './normalize.js';
import { redactProse } from './redact-prose.js';
import { DEFAULT_RULES } from './redact-rules.js';
import type { RedactRules } from './redact-text.js';
import { parseStackText } from './stacks/parse-stack.js';

/** Free of secrets and bounded. Only this kind of site is grouped, explained and stored. */
export interface RedactedSite extends SiteFields {
  readonly stage: 'redacted';
  /** Those that the stack text tells, where frames were read from it; the nearest first. */
  readonly causes: readonly Cause[];
}

export type RedactedFrames = Pick<RedactedSite, 'stackFrames' | 'groupingFrames'>;

/**
 * Where an event brings no frames, they are read from the text of its stack, after that was redacted. `frames` are those of
 * the site where they have been redacted already.
 */
export function redactSite(
  site: NormalizedSite,
  rules: RedactRules = DEFAULT_RULES,
  frames?: RedactedFrames,
): RedactedSite {
  const stack = redactCutOptional(site.stack, STACK_CHARS_MAX, rules);
  const parsed = site.stackFrames.length > 0 || stack === undefined ? null : parseStackText(stack);
  const { stackFrames, groupingFrames } = parsed ?? frames ?? redactFrames(site, rules);
  return {
    stage: 'redacted',
    type: site.type,
    message: redactCut(site.message, MAX_MESSAGE_LENGTH, rules),
    stack,
    stackFrames,
    groupingFrames,
    clientFingerprint: site.clientFingerprint?.map((part) => redactProse(part, rules)),
    language: parsed?.language ?? site.language,
    causes: parsed?.causes ?? [],
  };
}

function redactFrames({ stackFrames, groupingFrames }: NormalizedSite, rules: RedactRules): RedactedFrames {
  return {
    stackFrames: stackFrames.map((frame) => redactCutFrame(frame, rules)),
    // They are stored too, as what the fingerprint was computed from.
    groupingFrames: groupingFrames.map((frame) => redactCutFrame(frame, rules)),
  };
}
